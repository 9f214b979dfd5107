"""``eyehand stop``, ``release`` and ``confirm``: what a person says to a robot that moves.

They speak to the executor on the graph of this terminal (``ROS_DOMAIN_ID``), beside whatever runs
there, so that they work while an agent or its model hangs.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from typing import Any

from eyehand_core.errors import StackError

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.commands.command import COMMANDS

_ANSWER_S = 10.0
_NODE = "operator"


class OperatorCommand:
    """Call one service of the executor.

    Args:
        summary: one sentence for the overview.
        service: name of the service.
        request: makes the request from the arguments.
        refusable: a person may also refuse.
    """

    def __init__(
        self,
        summary: str,
        service: str,
        request: Callable[[argparse.Namespace], Any],
        *,
        refusable: bool = False,
    ) -> None:
        self.summary = summary
        self._service = service
        self._request = request
        self._refusable = refusable

    def add_arguments(self, parser: Parser) -> None:
        """Declare how to refuse, where that is possible."""
        if self._refusable:
            parser.add_argument(
                "--no", action="store_true", help="refuse the motion instead of confirming it"
            )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Call the service and print its answer."""
        answer = _call(self._service, self._request(arguments))
        if arguments.json:
            print(json.dumps({"success": answer.success, "message": answer.message}))
        else:
            print(answer.message or "done")
        return exit_status.JUDGED if answer.success else exit_status.INVALID


def _call(name: str, request: Any) -> Any:
    """Return the answer of a service of the executor.

    Raises:
        StackError: there is no such service on this graph, it did not answer in time, or the graph
            is secured and this process has no keys.
    """
    import rclpy
    from eyehand_nodekit.enclave import enclave_arguments, enclave_of
    from std_srvs.srv import SetBool, Trigger

    kind = Trigger if isinstance(request, Trigger.Request) else SetBool
    try:
        rclpy.init(args=["--ros-args", *enclave_arguments(_NODE)])
        node = rclpy.create_node(_NODE)
    except RuntimeError as error:
        rclpy.try_shutdown()
        raise StackError(
            f"cannot join ROS domain {os.environ.get('ROS_DOMAIN_ID', '0')}: {error}; if it is "
            f"secured (ROS_SECURITY_ENABLE), ROS_SECURITY_KEYSTORE needs keys for the enclave "
            f"{enclave_of(_NODE)}"
        ) from error
    try:
        client = node.create_client(kind, name)
        if not client.wait_for_service(timeout_sec=_ANSWER_S):
            raise StackError(
                f"no executor in ROS domain {os.environ.get('ROS_DOMAIN_ID', '0')} "
                f"({name} is not there); set ROS_DOMAIN_ID to that of the robot"
            )
        future = client.call_async(request)
        rclpy.spin_until_future_complete(node, future, timeout_sec=_ANSWER_S)
        if not future.done():
            raise StackError(
                f"{name} did not answer within {_ANSWER_S:g} s; is the executor alive?"
            )
        return future.result()
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


def _trigger(_: argparse.Namespace) -> Any:
    from std_srvs.srv import Trigger

    return Trigger.Request()


def _word(arguments: argparse.Namespace) -> Any:
    from std_srvs.srv import SetBool

    return SetBool.Request(data=not arguments.no)


COMMANDS.add(
    "stop", OperatorCommand("stop the robot of this ROS domain", "emergency_stop", _trigger)
)
COMMANDS.add("release", OperatorCommand("let a stopped robot move again", "release_stop", _trigger))
COMMANDS.add(
    "confirm",
    OperatorCommand(
        "confirm the motion that waits for it", "confirm_motion", _word, refusable=True
    ),
)
