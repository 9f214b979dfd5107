"""``eyehand layout``: layout tasks without ROS. Importing this package registers its commands."""

from eyehand_bench.commands.command import COMMANDS, CommandGroup
from eyehand_bench.commands.layout import (
    audit,
    check,
    controls,
    draw,
    embody,
    generate,
    play,
    verify,
)
from eyehand_bench.commands.layout.group import LAYOUT_COMMANDS

COMMANDS.add(
    "layout",
    CommandGroup(
        summary="play, check, draw and generate layout tasks without ROS",
        commands=LAYOUT_COMMANDS,
    ),
)

__all__ = ["audit", "check", "controls", "draw", "embody", "generate", "play", "verify"]
