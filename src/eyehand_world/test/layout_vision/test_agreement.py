"""Reading pictures: exact on what shows, in agreement with the rules, and not fooled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene, Shape
from eyehand_core.tasks.library import Library
from eyehand_world.layout_render.picture import Picture, Shot
from eyehand_world.layout_render.rule import RuleRenderer
from eyehand_world.layout_vision.agreement import second_opinion
from eyehand_world.layout_vision.legend import legend_of
from eyehand_world.layout_vision.reading import read_scene
from eyehand_world.layout_vision.resemblance import completed
from eyehand_world.layout_vision.sample import sampled_scenes

LIBRARY = Library(Path(__file__).parents[4] / "config")
TASKS = [
    LIBRARY.load(name)
    for name in LIBRARY.ids()
    if name.endswith("_1_03") or name in ("box_above_circle", "lamp_left_of_desk")
]
RENDERER = RuleRenderer()


def thing(name: str, color: str, center: tuple[float, float], **more: object) -> LayoutObject:
    size = more.pop("size", (40.0, 24.0))
    shape: Shape = more.pop("shape", "box")  # type: ignore[assignment]
    front = bool(more.pop("has_front", False))
    looks = Appearance(size=size, color=color, shape=shape, has_front=front)  # type: ignore[arg-type]
    return LayoutObject(name=name, category=name, center=center, appearance=looks, **more)  # type: ignore[arg-type]


SCENE = LayoutScene(
    plane="ground",
    objects=(
        thing("zone", "green", (128.0, 128.0), size=(230.0, 220.0), shape="area"),
        thing("table", "brown", (70.5, 80.0)),
        thing("ball", "red", (160.0, 60.5), size=(30.0, 30.0), shape="disc"),
        thing("chair", "orange", (190.0, 180.0), size=(30.0, 30.0), has_front=True, turn_deg=90.0),
        thing("crate", "purple", (60.0, 180.0), turn_deg=30.0),
        thing("cup", "blue", (120.0, 200.0), size=(12.0, 10.0)),
    ),
)


def test_outlines_and_fronts_are_read_to_half_a_unit() -> None:
    seen = read_scene(RENDERER.render(SCENE, Shot()).jpeg, legend_of(SCENE), SCENE)
    for true in SCENE.objects:
        found = seen.find(true.name)
        assert found is not None, true.name
        assert found.center == pytest.approx(true.outline.center, abs=0.75), true.name
        assert found.outline.size == pytest.approx(true.outline.size, abs=2.0), true.name
    chair = seen.find("chair")
    assert chair is not None
    assert chair.turn_deg == 90.0


def test_a_thing_goes_on_behind_what_covers_it() -> None:
    screen = thing("screen", "grey", (90.0, 80.0), size=(30.0, 40.0), layer=1)
    covered = replace(SCENE, objects=(*SCENE.objects, screen))
    legend = legend_of(covered)
    seen = read_scene(RENDERER.render(covered, Shot()).jpeg, legend, covered)
    table = completed(seen, legend).find("table")
    assert table is not None
    assert table.center == pytest.approx((70.5, 80.0), abs=0.75)


@pytest.mark.slow
def test_pictures_agree_with_the_rules_on_all_kinds_of_tasks() -> None:
    opinions = [
        second_opinion(sampled.task, sampled.start, sampled.scene, RENDERER)
        for sampled in sampled_scenes(TASKS, 36, seed=7)
    ]
    assert sum(o.agrees for o in opinions) >= 35, [o.disagreements for o in opinions]
    judged = [told for o in opinions for told in o.judged]
    assert sum(judged) > 0.8 * len(judged), "what is left out must not swallow the comparison"
    verdicts = [all(f.holds for f in o.rule) for o in opinions]
    assert 4 < sum(verdicts) < 32, "both verdicts have to occur, or agreement says nothing"


class Liar:
    """Draws every scene mirrored."""

    size = RENDERER.size

    def render(self, scene: LayoutScene, shot: Shot) -> Picture:
        mirrored = replace(
            scene,
            objects=tuple(
                replace(thing, center=(256.0 - thing.center[0], thing.center[1]))
                for thing in scene.objects
            ),
        )
        return RENDERER.render(mirrored, shot)


def test_a_picture_that_draws_right_as_left_is_found_out() -> None:
    task = LIBRARY.load("cup_right_of_table")
    solved = [s for s in sampled_scenes([task], 6, seed=1) if s.scene.find("cup")]
    assert solved
    for sampled in solved:
        opinion = second_opinion(sampled.task, sampled.start, sampled.scene, Liar())
        if opinion.rule[0].holds:
            assert "the cup has to be to the right of the table" in opinion.disagreements
