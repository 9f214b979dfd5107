"""A node that does nothing until it is told to end; with "stubborn" it ignores being told."""

from __future__ import annotations

import signal
import sys
import time

from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.stack_node import StackNode

if __name__ == "__main__":
    if sys.argv[1] == "stubborn":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print("error: I do not listen", file=sys.stderr, flush=True)
        while True:
            time.sleep(1.0)
    sys.exit(run_node(lambda: StackNode(sys.argv[1])))
