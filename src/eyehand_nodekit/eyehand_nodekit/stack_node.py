"""The base of all eyehand nodes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.node import Node

from eyehand_nodekit.names import DIAGNOSTIC_PREFIX
from eyehand_nodekit.parameters import Parameter, declare

_DIAGNOSTICS_PERIOD_S = 1.0


class StackNode(Node):
    """A node in two halves, so that a handler may block on another node's answer.

    Servers live on this node and are spun in the main thread. Subscriptions and clients live on
    ``io``, a hidden node that a background thread spins. A handler of the first half may
    therefore wait, with a deadline, for something that arrives at the second half.

    Args:
        name: node name.
        parameters: the node's parameters; values are in ``values``.
    """

    def __init__(self, name: str, parameters: Iterable[Parameter] = ()) -> None:
        super().__init__(name, automatically_declare_parameters_from_overrides=True)
        self.values = declare(self, parameters)
        self.io = Node(
            f"_{self.get_name()}_io",
            namespace=self.get_namespace(),
            cli_args=_remappings(sys.argv),
            use_global_arguments=False,
            enable_rosout=False,
            start_parameter_services=False,
        )
        self._diagnostics = self.create_publisher(DiagnosticArray, "/diagnostics", 10)
        self._diagnostics_timer = self.create_timer(
            _DIAGNOSTICS_PERIOD_S, self._publish_diagnostics
        )

    def diagnose(self) -> dict[str, str]:
        """Return facts about the node's health for /diagnostics; override to add some."""
        return {}

    def close(self) -> None:
        """Stop threads and free resources; called once, when this node serves no longer.

        ``io`` is still being spun, so that partners can be told; no server of this node answers.
        """

    def _publish_diagnostics(self) -> None:
        facts = self.diagnose()
        level = DiagnosticStatus.ERROR if "error" in facts else DiagnosticStatus.OK
        status = DiagnosticStatus(
            level=level,
            name=f"{DIAGNOSTIC_PREFIX}{self.get_name()}",
            message=facts.get("error", "running"),
            hardware_id="eyehand",
            values=[KeyValue(key=key, value=value) for key, value in facts.items()],
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics.publish(message)


def _remappings(arguments: Sequence[str]) -> list[str]:
    """Return the topic remappings of a command line; node name and namespace are left out."""
    rules = []
    for flag, rule in zip(arguments, arguments[1:], strict=False):
        if flag in ("-r", "--remap") and not rule.startswith(("__node:=", "__ns:=", "__name:=")):
            rules += ["-r", rule]
    return ["--ros-args", *rules] if rules else []
