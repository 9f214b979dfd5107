"""A message from a publisher to a subscription of the same machine, and how long it takes."""

from __future__ import annotations

import json
import time

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.utilities import get_rmw_implementation_identifier

from eyehand_interfaces.msg import Feedback

_ROUNDS = 20
_MATCH_S = 10.0
_ROUND_S = 2.0


def main() -> None:
    """Print the middle travel time [ms] and the middleware."""
    rclpy.init()
    node = rclpy.create_node("doctor")
    arrived: list[str] = []
    node.create_subscription(Feedback, "doctor", lambda message: arrived.append(message.text), 10)
    publisher = node.create_publisher(Feedback, "doctor", 10)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    deadline = time.monotonic() + _MATCH_S
    while not publisher.get_subscription_count():
        if time.monotonic() > deadline:
            raise SystemExit("publisher and subscription did not find each other")
        executor.spin_once(timeout_sec=0.05)
    travel = []
    for index in range(_ROUNDS):
        start = time.monotonic()
        publisher.publish(Feedback(text=str(index)))
        while not arrived or arrived[-1] != str(index):
            executor.spin_once(timeout_sec=0.1)
            if time.monotonic() > start + _ROUND_S:
                raise SystemExit("a message got lost")
        travel.append((time.monotonic() - start) * 1000.0)
    middleware = get_rmw_implementation_identifier()
    print(json.dumps({"milliseconds": sorted(travel)[_ROUNDS // 2], "middleware": middleware}))
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
