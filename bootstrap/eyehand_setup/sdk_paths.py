"""Replace folders of the machine that built the SDK's wheels by those of this machine."""

from __future__ import annotations

from pathlib import Path

PYTHON_HEADERS = "/opt/python/cp312-cp312/include/python3.12"
NUMPY_HEADERS = "/opt/python/cp312-cp312/lib/python3.12/site-packages/numpy/_core/include"


def replace(prefix: Path, python_headers: Path, numpy_headers: Path) -> int:
    """Rewrite the CMake files below `prefix`/share and return how many were changed."""
    changed = 0
    for path in (prefix / "share").glob("*/cmake/*.cmake"):
        old = path.read_text(encoding="utf-8")
        new = old.replace(NUMPY_HEADERS, str(numpy_headers)).replace(
            PYTHON_HEADERS, str(python_headers)
        )
        if new != old:
            path.write_text(new, encoding="utf-8")
            changed += 1
    return changed
