"""The conditions of a configuration folder: one file of ``config/conditions`` each.

A file states only what differs from the default condition, besides its meaning and the kinds of
task that it is made for.
"""

from __future__ import annotations

import math
from contextlib import suppress
from pathlib import Path

from eyehand_core.camera_rig import CameraRig
from eyehand_core.config_file import ConfigFile, ConfigFileError, Section
from eyehand_core.depth_range import DepthRange
from eyehand_core.episode.aids import with_aids
from eyehand_core.episode.condition import KINDS, Condition
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.layout.feedback import DEFAULT_LEVEL, FEEDBACK_LEVELS
from eyehand_core.named_files import named_files
from eyehand_core.views import NAMED_VIEWS

_FARTHEST_M = 30.0
_KEYS_OF_ONE_KIND = {
    "manipulation": ("passive_views", "explains_views", "most_diagnostic_only", "depth", "rig"),
    "layout": ("scene_text", "feedback"),
}


def condition_paths(config: Path) -> dict[str, Path]:
    """Return the file of every condition by its name."""
    return named_files(config / "conditions")


def conditions_of(config: Path, kind: str) -> tuple[Condition, ...]:
    """Return the conditions for a kind of task, without aids, sorted by name.

    Raises:
        ConfigFileError: all problems of the first wrong file.
    """
    every = map(read_condition, condition_paths(config).values())
    return tuple(condition for condition in every if kind in condition.kinds)


def load_condition(config: Path, kind: str, name: str) -> Condition:
    """Return a condition for a kind of task.

    Args:
        config: configuration folder.
        kind: kind of task.
        name: a condition, and aids behind plus signs.

    Raises:
        UnknownNameError: there is no such condition or aid; lists those that there are.
        ConfigError: the condition is for another kind; aids exclude each other, are not in their
            order, or lack their argument.
        ConfigFileError: all problems of the file, with lines.
    """
    base, *aids = name.split("+")
    paths = condition_paths(config)
    condition = read_condition(paths[base]) if base in paths else None
    if condition is None:
        raise UnknownNameError(f"condition of a {kind} task", base, _sound_names(config, kind))
    if kind not in condition.kinds:
        raise ConfigError(
            f"condition {base!r} is for tasks of kind {' and '.join(condition.kinds)}; "
            f"allowed here, in kind {kind}: {', '.join(_sound_names(config, kind))}"
        )
    return with_aids(condition, kind, aids)


def _sound_names(config: Path, kind: str) -> list[str]:
    """Return what there is for a kind of task, without files that cannot be read."""
    names = []
    for path in condition_paths(config).values():
        with suppress(ConfigFileError):
            if kind in read_condition(path).kinds:
                names.append(path.stem)
    return names


def read_condition(path: Path) -> Condition:
    """Read one file of ``config/conditions``.

    Raises:
        ConfigFileError: all problems of the file, with lines.
    """
    file = ConfigFile(path)
    root = file.root
    condition = Condition(
        name=path.stem,
        meaning=root.text("meaning"),
        kinds=root.choices("kinds", KINDS),
        rules=root.words("rules", default=()),
        camera=root.flag("camera", default=True),
        passive_views=root.choices("passive_views", tuple(NAMED_VIEWS), default=()),
        explains_views=root.flag("explains_views", default=False),
        most_diagnostic_only=root.flag("most_diagnostic_only", default=False),
        depth=_read_depth(root.section("depth")) if root.has("depth") else None,
        rig=_read_rig(root.section("rig")) if root.has("rig") else None,
        shows_reason=root.flag("shows_reason", default=False),
        scene_text=root.flag("scene_text", default=True),
        feedback=root.choice("feedback", FEEDBACK_LEVELS, default=DEFAULT_LEVEL),
    )
    _check_together(root, condition)
    root.close()
    file.finish()
    return condition


def _check_together(root: Section, condition: Condition) -> None:
    """Note settings that make no sense beside each other."""
    for key in ("explains_views", "most_diagnostic_only"):
        if getattr(condition, key) and not condition.passive_views:
            root.problem(key, "needs passive_views")
    if condition.rig is not None and not condition.camera:
        root.problem("rig", "carries a camera that the agent moves; needs camera: true")
    if "manipulation" in condition.kinds and not condition.views_per_turn:
        root.problem("camera", "shows nothing; give passive_views or camera: true")
    for kind, keys in _KEYS_OF_ONE_KIND.items():
        for key in keys:
            if root.has(key) and condition.kinds != (kind,):
                root.problem(key, f"is for tasks of kind {kind} alone")


def _read_depth(section: Section) -> DepthRange:
    depth = DepthRange(
        near=section.number("near", 0.0, _FARTHEST_M), far=section.number("far", 0.0, _FARTHEST_M)
    )
    if section.sound("near", "far") and depth.near >= depth.far:
        section.problem("far", f"must be above near, {depth.near:g}")
    section.close()
    return depth


def _read_rig(section: Section) -> CameraRig:
    rig = CameraRig(
        speed=section.number("speed", 0.05, 10.0),
        turn_speed=math.radians(section.number("turn_speed_deg", 5.0, 720.0)),
        mount=section.vector("mount", 3),
        shortest_reach=section.number("shortest_reach", 0.0, _FARTHEST_M),
        longest_reach=section.number("longest_reach", 0.0, _FARTHEST_M),
        clearance=section.number("clearance", 0.0, 1.0),
        position_deviation=section.number("position_deviation", 0.0, 0.1, default=0.0),
        angle_deviation=math.radians(section.number("angle_deviation_deg", 0.0, 10.0, default=0.0)),
    )
    limits = ("shortest_reach", "longest_reach")
    if section.sound(*limits) and rig.shortest_reach >= rig.longest_reach:
        section.problem("longest_reach", f"must be above shortest_reach, {rig.shortest_reach:g}")
    section.close()
    return rig
