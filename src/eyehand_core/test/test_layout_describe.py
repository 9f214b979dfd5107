"""Scene text: relational words that are true, nothing else."""

from __future__ import annotations

import pytest
from eyehand_core.layout.describe import describe
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene


def thing(name: str, x: float, y: float, width: float = 30.0, height: float = 30.0) -> LayoutObject:
    looks = Appearance(size=(width, height), color="red")
    return LayoutObject(name=name, category=name, center=(x, y), appearance=looks)


TABLE = thing("table", 128.0, 128.0, 60.0, 20.0)


@pytest.mark.parametrize(
    ("cup", "words"),
    [
        (thing("cup", 190.0, 128.0, 20.0, 20.0), "cup: small, red; to the right of the table"),
        (thing("cup", 60.0, 128.0), "cup: medium, red; to the left of the table, medium"),
        (thing("cup", 128.0, 90.0), "cup: medium, red; above the table, near"),
        (thing("cup", 128.0, 220.0, 50.0), "cup: large, red; below the table, far"),
        (thing("cup", 140.0, 130.0), "cup: medium, red; over the table"),
        (
            thing("cup", 178.0, 176.0, 70.0, 4.0),
            "cup: large, red; to the right of and below the table",
        ),
    ],
)
def test_one_line_says_how_an_object_lies(cup: LayoutObject, words: str) -> None:
    lines = describe(LayoutScene(plane="vertical", objects=(TABLE, cup))).splitlines()
    assert lines[0].startswith("table: large, red")
    assert lines[1].startswith(words)


def test_the_relation_with_the_wider_gap_is_said() -> None:
    wide = thing("shelf", 128.0, 60.0, 200.0, 10.0)
    cup = thing("cup", 215.0, 120.0, 10.0, 10.0)
    text = describe(LayoutScene(plane="vertical", objects=(wide, cup)))
    assert "below the shelf" in text


def test_ground_scenes_use_no_vertical_words() -> None:
    scene = LayoutScene(plane="ground", objects=(TABLE, thing("cup", 128.0, 40.0)))
    assert "above" not in describe(scene)


def test_what_waits_to_be_placed_is_listed() -> None:
    scene = LayoutScene(
        plane="vertical",
        objects=(TABLE,),
        supply={"cup": Appearance(size=(20.0, 20.0), color="grey"), "table": TABLE.appearance},
    )
    assert describe(scene).splitlines()[-1] == "not in the scene yet: cup (small, grey)"
