"""The picture strip shows what the agent saw, decision by decision."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from episode_bags import ENDED, EpisodeBag
from eyehand_bench.record import topics
from eyehand_bench.record.episode_steps import read_story
from eyehand_bench.record.fonts import fitted, font
from eyehand_bench.record.strip import write_strip
from eyehand_core.errors import RecordError
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

RED, GREEN, BLUE = (220, 20, 20), (20, 200, 20), (20, 20, 220)
MOVE = '{"action":"gripper.move_world","arm":"right","axis":"x","distance_mm":60,"sign":"+"}'


def colors(images: tuple[bytes, ...], folder: Path) -> list[str]:
    names = []
    for data in images:
        (folder / "image.jpg").write_bytes(data)
        pixel = Image.open(folder / "image.jpg").convert("RGB").getpixel((30, 20))
        names.append(["red", "green", "blue"][pixel.index(max(pixel))])
    return names


def episode(folder: Path) -> Path:
    """Two charged steps with an inadmissible text between them."""
    bag = EpisodeBag(folder / "bag")
    bag.add_image(RED)
    bag.add(topics.DECISIONS, index=0, step=1, decision=MOVE, admissible=True, plan_success=True)
    bag.add_image(GREEN)
    bag.add(topics.DECISIONS, index=1, step=1, raw="hm", error="no JSON object")
    bag.add(topics.DECISIONS, index=2, step=2, decision=MOVE, admissible=True, code="collision")
    bag.add_image(BLUE)
    bag.add(
        topics.EPISODE,
        phase=ENDED,
        task="lift_pot",
        seed=7,
        agent="expert",
        outcome="failure",
        ending="budget",
        step=2,
        budget=2,
    )
    bag.close()
    return folder / "bag"


def test_each_decision_comes_with_the_picture_it_was_taken_on(tmp_path: Path) -> None:
    story = read_story(episode(tmp_path))
    assert story is not None
    shown = [colors(step.images, tmp_path) for step in story.steps]
    assert shown == [["red"], ["green"], ["green"]]
    assert colors(story.last_images, tmp_path) == ["blue"]


def test_fixed_views_are_shown_where_there_is_no_current_one(tmp_path: Path) -> None:
    bag = EpisodeBag(tmp_path / "bag")
    for color, view in ((RED, "a"), (GREEN, "b")):
        bag.add_image(color, frame=f"{view}_optical_frame")
    bag.add(topics.DECISIONS, index=0, step=1, decision=MOVE, admissible=True)
    bag.add(topics.EPISODE, phase=ENDED)
    bag.close()
    story = read_story(tmp_path / "bag")
    assert story is not None
    assert colors(story.steps[0].images, tmp_path) == ["red", "green"]


def test_the_strip_has_a_tile_per_decision_and_one_of_the_end(tmp_path: Path) -> None:
    file = tmp_path / "strip.png"
    assert write_strip(episode(tmp_path), file)
    picture = Image.open(file).convert("RGB")
    assert picture.width == 4 * 332 + 12
    centers = [picture.getpixel((12 + 332 * tile + 160, 64 + 120)) for tile in range(4)]
    assert [["red", "green", "blue"][p.index(max(p))] for p in centers] == [
        *("red", "green", "green", "blue")
    ]


def test_a_bag_without_episode_gives_no_strip(tmp_path: Path) -> None:
    bag = EpisodeBag(tmp_path / "bag")
    bag.close()
    assert not write_strip(tmp_path / "bag", tmp_path / "strip.png")
    assert not (tmp_path / "strip.png").exists()


def test_a_picture_that_cannot_be_read_is_a_record_error(tmp_path: Path) -> None:
    bag = EpisodeBag(tmp_path / "bag")
    bag.add(topics.IMAGES, frame="active_camera_optical_frame", data=bag_bytes(b"no jpeg"))
    bag.add(topics.DECISIONS, index=0, step=1, decision=MOVE)
    bag.add(topics.EPISODE, phase=ENDED)
    bag.close()
    with pytest.raises(RecordError, match="image cannot be read"):
        write_strip(tmp_path / "bag", tmp_path / "strip.png")


def bag_bytes(data: bytes) -> object:
    import numpy as np

    return np.frombuffer(data, dtype=np.uint8)


@given(text=st.text(), width=st.integers(20, 400), lines=st.integers(1, 3))
def test_any_text_fits_its_place(text: str, width: int, lines: int) -> None:
    rows = fitted(text, width, 16, lines).split("\n")
    assert len(rows) <= lines
    assert all(font(16).getlength(row) <= width for row in rows if len(row) > 1)
