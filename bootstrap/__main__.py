"""Entry point of set-up: `python3 bootstrap`, as bootstrap/setup.sh starts it."""

import sys

from eyehand_setup.main import main

if __name__ == "__main__":
    sys.exit(main())
