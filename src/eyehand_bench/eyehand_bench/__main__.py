"""Run the command: ``python -m eyehand_bench``."""

import sys

from eyehand_bench.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
