"""The operator's console: shows questions in a terminal and sends what the person types."""

from __future__ import annotations

import argparse
import getpass
import sys
import threading
from typing import Any

import rclpy
from eyehand_nodekit.enclave import enclave_arguments
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import String

from eyehand_nodekit import qos
from eyehand_perception.dialogue import Answer, Question

_JOIN_S = 2.0
_NODE = "operator_console"


class OperatorConsole(Node):
    """Keeps the open question; answers are sent under one name.

    Args:
        by: name of the person; it is recorded with every answer.
    """

    def __init__(self, by: str) -> None:
        super().__init__(_NODE)
        self._by = by
        self._open = Question()
        self._answers = self.create_publisher(String, "operator/answer", qos.EVENTS)
        self.create_subscription(String, "operator/question", self._show, qos.LATCHED)

    def answer(self, word: str) -> str:
        """Send an answer to the open question; return what to tell the person."""
        question = self._open
        if not question.id:
            return "no question is open"
        matching = [allowed for allowed in question.answers if allowed.startswith(word)]
        if not word or len(matching) != 1:
            return f"answer one of: {', '.join(question.answers)}"
        answer = Answer(id=question.id, answer=matching[0], by=self._by)
        self._answers.publish(String(data=answer.to_json()))
        return f"sent: {matching[0]}"

    def _show(self, message: Any) -> None:
        self._open = Question.from_json(message.data)
        if self._open.id:
            choices = " / ".join(self._open.answers)
            print(f"\n{self._open.text}\n[{choices}] > ", end="", flush=True)


def main() -> None:
    """Run the console until end of input or Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", default=getpass.getuser(), help="your name, for the record")
    options, ros_arguments = parser.parse_known_args()
    rclpy.init(args=["--ros-args", *enclave_arguments(_NODE), "--", *ros_arguments])
    console = OperatorConsole(options.by)
    executor = SingleThreadedExecutor()
    executor.add_node(console)
    thread = threading.Thread(target=_spin, args=(executor,), daemon=True)
    thread.start()
    try:
        for line in sys.stdin:
            print(console.answer(line.strip().lower()), flush=True)
    except KeyboardInterrupt:
        pass
    finally:
        executor.shutdown()
        thread.join(_JOIN_S)
        console.destroy_node()
        rclpy.try_shutdown()


def _spin(executor: SingleThreadedExecutor) -> None:
    try:
        executor.spin()
    except ExternalShutdownException:
        return


if __name__ == "__main__":
    main()
