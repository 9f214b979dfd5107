"""Print the markers of a cell: ``ros2 run eyehand_perception print_markers CELL FOLDER``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from eyehand_core.cells.cell import load_cell
from eyehand_core.cells.marker_image import (
    QUIET_MODULES,
    load_dictionary,
    marker_image,
    modules_across,
)
from eyehand_core.errors import EyehandError
from PIL import Image

_MODULE_PIXELS = 60
_MM_PER_INCH = 25.4


def main(arguments: Sequence[str] | None = None) -> int:
    """Write one picture per marker, with the resolution that prints it in its true size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cell", type=Path, help="cell file")
    parser.add_argument("folder", type=Path, help="folder to write to")
    options = parser.parse_args(arguments)
    try:
        cell = load_cell(options.cell)
        dictionary = load_dictionary(cell.dictionary)
    except EyehandError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    across = modules_across(dictionary)
    for item in cell.objects.values():
        for marker in item.markers:
            module_mm = 1000.0 * marker.edge / across
            picture = Image.fromarray(marker_image(dictionary, marker.id, _MODULE_PIXELS))
            dots = _MODULE_PIXELS * _MM_PER_INCH / module_mm
            path = options.folder / f"{item.name}_{marker.id}.png"
            picture.save(path, dpi=(dots, dots))
            whole = module_mm * (across + 2 * QUIET_MODULES)
            print(f"{path}: black edge {1000 * marker.edge:.1f} mm, with rim {whole:.1f} mm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
