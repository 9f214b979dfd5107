"""How far gripped objects slip and how still resting ones stay, in 10 s of the MuJoCo world.

Run in the environment of the stack, from the root of the repository:

    python benchmarks/physical_honesty.py

It prints two tables in the form that benchmarks/README.md shows.
"""

from __future__ import annotations

from pathlib import Path

from eyehand_bench.direct.honesty import GRIPPED, rest, slip
from eyehand_bench.direct.workplace import workplace

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Measure every kind of object."""
    place = workplace(ROOT / "config", "dual_x5")
    print("| gripped object | slip in 10 s [mm] | turn in 10 s [deg] | deepest overlap [mm] |")
    print("| --- | --- | --- | --- |")
    for task, name in GRIPPED.items():
        held = slip(place, task, name)
        row = f"{held.shift_mm:.3f} | {held.turn_deg:.3f} | {held.overlap_mm:.2f}"
        print(f"| {name} of {task} | {row} |")
    print("\n| objects at rest | moved in 10 s [mm] | fastest [mm/s] |")
    print("| --- | --- | --- |")
    for task in GRIPPED:
        left = rest(place, task)
        print(f"| {task} | {left.shift_mm:.4f} | {left.speed_mm_s:.4f} |")


if __name__ == "__main__":
    main()
