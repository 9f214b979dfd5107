"""Tells the joint controller inside Gazebo where joints shall go, over Ignition Transport.

Joint commands are not on the classic transport. Ignition Transport 8 sends them as ZeroMQ messages
of four frames to whoever has heard the publisher's advertisement, a UDP datagram to a multicast
group (wire version 10: its length, then the message ``Discovery``).
"""

from __future__ import annotations

import socket
import struct
import threading
import uuid
from dataclasses import dataclass
from typing import Any

from gazebo_messages import message_class

_GROUP = ("224.0.0.7", 10317)
_WIRE_VERSION = 10
_ADVERTISE, _EVERYWHERE = 1, 2
_AGAIN_S = 0.5
"""A publisher that is silent for 3 s counts as gone."""
_ANSWER_S = 15.0


@dataclass(frozen=True, kw_only=True)
class Gains:
    """Position servo of one joint: stiffness and damping, and its greatest force or torque."""

    p: float
    d: float
    limit: float


class JointServo:
    """Position servos of the joints of one model.

    Args:
        partition: of the gzserver.
        model: name of the model.
    """

    def __init__(self, partition: str, model: str) -> None:
        import zmq

        self._model = model
        self._topic = f"@/{partition}@/{model}/joint_cmd"
        self._socket: Any = zmq.Context.instance().socket(zmq.XPUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        port = self._socket.bind_to_random_port("tcp://127.0.0.1")
        self._address = f"tcp://127.0.0.1:{port}"
        # Subscribers report here that they have connected, and hang if nobody takes the report.
        self._reports: Any = zmq.Context.instance().socket(zmq.DEALER)
        self._reports.setsockopt(zmq.LINGER, 0)
        reports_port = self._reports.bind_to_random_port("tcp://127.0.0.1")
        self._reports_address = f"tcp://127.0.0.1:{reports_port}"
        self._process, self._node = str(uuid.uuid4()), str(uuid.uuid4())
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._advertise, name="joint-servo", daemon=True)
        self._thread.start()

    def wait_for_listener(self) -> None:
        """Wait until Gazebo listens.

        Raises:
            TimeoutError: it does not; multicast on this machine may be off.
        """
        if not self._socket.poll(_ANSWER_S * 1000.0):
            raise TimeoutError(f"nobody subscribes to {self._topic}; is multicast on lo possible?")
        self._socket.recv()

    def configure(self, joint: str, gains: Gains, target: float) -> None:
        """Give a joint its servo, aimed at ``target`` [rad or m]."""
        command = self._command(joint)
        # Only the fields called optional are heard, each a message with a number.
        for field, value in {
            "target": target,
            "p_gain": gains.p,
            "d_gain": gains.d,
            "i_gain": 0.0,
            "i_max": 0.0,
            "i_min": 0.0,
            "limit": gains.limit,
        }.items():
            getattr(command.position, f"{field}_optional").data = value
        self._send(command)

    def aim(self, joint: str, target: float) -> None:
        """Move the target of a configured joint."""
        command = self._command(joint)
        command.position.target_optional.data = target
        self._send(command)

    def close(self) -> None:
        """Stop advertising."""
        self._closed.set()
        self._thread.join()
        self._socket.close()
        self._reports.close()

    def _command(self, joint: str) -> Any:
        return message_class("ignition", "JointCmd")(name=f"{self._model}::{joint}")

    def _send(self, command: Any) -> None:
        self._socket.send_multipart(
            [
                self._topic.encode(),
                self._address.encode(),
                command.SerializeToString(),
                b"ignition.msgs.JointCmd",
            ]
        )

    def _advertise(self) -> None:
        discovery = message_class("ignition", "Discovery")(
            version=_WIRE_VERSION, process_uuid=self._process, type=_ADVERTISE
        )
        publisher = discovery.pub
        publisher.topic, publisher.address = self._topic, self._address
        publisher.process_uuid, publisher.node_uuid = self._process, self._node
        publisher.scope = _EVERYWHERE
        publisher.msg_pub.ctrl = self._reports_address
        publisher.msg_pub.msg_type = "ignition.msgs.JointCmd"
        data = discovery.SerializeToString()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(
                socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1")
            )
            while not self._closed.is_set():
                sender.sendto(struct.pack("<H", len(data)) + data, _GROUP)
                self._closed.wait(_AGAIN_S)
