"""Output that cannot show a character, from a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
from eyehand_nodekit.printing import escape_what_cannot_be_printed
escape_what_cannot_be_printed()
print("turn 90\u00b0")
"""


def test_characters_that_the_output_lacks_are_escaped() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-c", CODE]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert ended.stdout == "turn 90\\xb0\n"
