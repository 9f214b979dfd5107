"""Client of Gazebo Classic's transport: topics over TCP, found through the master.

A frame is its length in eight hexadecimal digits and then the message. Who listens to a topic
connects to its publisher; the master only tells who publishes what and where.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from gazebo_messages import message_class

_ANSWER_S = 20.0
_AGAIN_S = 2.0
_HEADER = 8


class GazeboTransport:
    """Publishes and subscribes at one gzserver.

    Args:
        port: of its master, on this machine.
        world: name of the world; topics are ``/gazebo/<world>/...``.
    """

    def __init__(self, port: int, world: str) -> None:
        self._prefix = f"/gazebo/{world}/"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._host, self._port = self._listener.getsockname()
        self._master = socket.create_connection(("127.0.0.1", port), timeout=_ANSWER_S)
        self._master.settimeout(None)
        self._sockets = [self._master]
        self._connections: dict[str, list[socket.socket]] = {}
        self._lock = threading.Condition()
        self._publishers: dict[str, set[tuple[str, int]]] = {}
        self._takers: dict[str, tuple[str, Callable[[bytes], None]]] = {}
        self._advertised: dict[str, str] = {}
        self._subscribers: dict[str, list[socket.socket]] = {}
        self._spawn(self._read_master)
        self._spawn(self._accept)

    def subscribe(self, topic: str, name: str, take: Callable[[bytes], None]) -> None:
        """Have ``take`` called, in a thread of this client, with every message of a topic."""
        full, kind = self._prefix + topic, f"gazebo.msgs.{name}"
        with self._lock:
            self._takers[full] = (kind, take)
            known = set(self._publishers.get(full, ()))
        self._tell_master("subscribe", self._subscription(full, kind))
        for address in known:
            self._listen_to(full, address)

    def unsubscribe(self, topic: str) -> None:
        """End listening to a topic."""
        full = self._prefix + topic
        with self._lock:
            self._takers.pop(full, None)
            connections = self._connections.pop(full, [])
        for connection in connections:
            connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def advertise(self, topic: str, name: str) -> None:
        """Announce a topic and wait until Gazebo listens to it.

        Raises:
            TimeoutError: it does not.
        """
        full = self._prefix + topic
        self._advertised[full] = f"gazebo.msgs.{name}"
        with self._lock:
            self._subscribers.setdefault(full, [])
        self._wait_for_listener(full)

    def publish(self, topic: str, message: Any) -> None:
        """Send a message on an announced topic.

        Raises:
            TimeoutError: nobody listens to it any more.
        """
        full = self._prefix + topic
        data = _frame(message.SerializeToString())
        while not self._deliver(full, data):
            self._wait_for_listener(full)

    def _deliver(self, topic: str, data: bytes) -> bool:
        """Send to all that listen; tell whether there was any. Gazebo leaves some connections."""
        with self._lock:
            listeners = list(self._subscribers[topic])
        reached = False
        for listener in listeners:
            try:
                listener.sendall(data)
                reached = True
            except OSError:
                self._forget(listener)
        return reached

    def _wait_for_listener(self, topic: str) -> None:
        """Announce a topic until somebody listens; on a loaded machine Gazebo may give up once."""
        publish = message_class("gazebo", "Publish")
        kind = self._advertised[topic]
        end = time.monotonic() + _ANSWER_S
        while time.monotonic() < end:
            self._tell_master(
                "advertise",
                publish(topic=topic, msg_type=kind, host=self._host, port=self._port),
            )
            with self._lock:
                if self._lock.wait_for(lambda: self._subscribers[topic], _AGAIN_S):
                    return
        raise TimeoutError(f"gzserver does not listen to {topic}")

    def close(self) -> None:
        """End all connections, and with them the threads."""
        listening = [item for items in self._connections.values() for item in items]
        for item in [self._listener, *self._sockets, *listening]:
            item.close()

    def _read_master(self) -> None:
        for data in _frames(self._master):
            packet = message_class("gazebo", "Packet").FromString(data)
            found: list[Any] = []
            if packet.type == "publishers_init":
                found = (
                    message_class("gazebo", "Publishers")
                    .FromString(packet.serialized_data)
                    .publisher
                )
            elif packet.type in ("publisher_add", "publisher_subscribe", "publisher_advertise"):
                found = [message_class("gazebo", "Publish").FromString(packet.serialized_data)]
            for item in found:
                self._note_publisher(item.topic, (item.host, item.port))

    def _note_publisher(self, topic: str, address: tuple[str, int]) -> None:
        with self._lock:
            known = self._publishers.setdefault(topic, set())
            is_new = address not in known and address != (self._host, self._port)
            known.add(address)
            wanted = topic in self._takers
        if is_new and wanted:
            self._listen_to(topic, address)

    def _listen_to(self, topic: str, address: tuple[str, int]) -> None:
        kind, take = self._takers[topic]
        connection = socket.create_connection(address, timeout=_ANSWER_S)
        connection.settimeout(None)
        self._connections.setdefault(topic, []).append(connection)
        connection.sendall(_packet("sub", self._subscription(topic, kind)))

        def read() -> None:
            for data in _frames(connection):
                take(data)

        self._spawn(read)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sockets.append(connection)
            self._spawn(lambda connection=connection: self._serve(connection))

    def _serve(self, connection: socket.socket) -> None:
        for data in _frames(connection):
            packet = message_class("gazebo", "Packet").FromString(data)
            if packet.type == "sub":
                request = message_class("gazebo", "Subscribe").FromString(packet.serialized_data)
                with self._lock:
                    self._subscribers.setdefault(request.topic, []).append(connection)
                    self._lock.notify_all()
        self._forget(connection)

    def _forget(self, listener: socket.socket) -> None:
        with self._lock:
            for listeners in self._subscribers.values():
                if listener in listeners:
                    listeners.remove(listener)

    def _subscription(self, topic: str, kind: str) -> Any:
        subscribe = message_class("gazebo", "Subscribe")
        return subscribe(
            topic=topic, host=self._host, port=self._port, msg_type=kind, latching=False
        )

    def _tell_master(self, kind: str, message: Any) -> None:
        self._master.sendall(_packet(kind, message))

    def _spawn(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="gazebo-transport", daemon=True).start()


def _packet(kind: str, message: Any) -> bytes:
    now = time.time_ns()
    packet = message_class("gazebo", "Packet")(
        type=kind, serialized_data=message.SerializeToString()
    )
    packet.stamp.sec, packet.stamp.nsec = divmod(now, 1_000_000_000)
    return _frame(packet.SerializeToString())


def _frame(data: bytes) -> bytes:
    return f"{len(data):08X}".encode() + data


def _frames(connection: socket.socket) -> Any:
    """Yield frames until the connection ends."""
    with connection.makefile("rb") as stream:
        while True:
            try:
                header = stream.read(_HEADER)
                data = stream.read(int(header, 16)) if len(header) == _HEADER else b""
            except (OSError, ValueError):
                return
            if len(header) < _HEADER:
                return
            yield data
