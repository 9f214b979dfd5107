"""Launch files explain every argument: description, default and, where few fit, choices."""

from __future__ import annotations

import runpy

import pytest
from eyehand_core.errors import StackError
from launch.launch_description_sources import get_launch_description_from_python_launch_file
from launch.utilities import perform_substitutions

from eyehand_bench import library
from launch import LaunchContext

pytestmark = pytest.mark.ros

FILES = {
    "stack": {"world", "robot", "profile", "agent", "model", "base_url"},
    "sim_episode": {"task", "seed", "condition", "record", "out", "events", "world", "agent"},
    "layout_episode": {"task", "seed", "world", "agent"},
}


@pytest.mark.parametrize("name", FILES)
def test_arguments_are_explained(name: str) -> None:
    path = library.share_folder() / "launch" / f"{name}.launch.py"
    description = get_launch_description_from_python_launch_file(str(path))
    context = LaunchContext()
    context.extend_locals({"current_launch_file_directory": str(path.parent)})
    arguments = {
        item.name: item
        for item, _ in description.get_launch_arguments_with_include_launch_description_actions()
    }
    assert FILES[name] <= set(arguments)
    for argument in arguments.values():
        assert len(argument.description.split()) > 1
        assert argument.default_value is not None
        default = perform_substitutions(context, argument.default_value)
        assert argument.choices is None or default in argument.choices


@pytest.mark.parametrize("world", ["gazebo", "cell"])
def test_a_layout_is_refused_at_once_where_nobody_arranges_it(world: str) -> None:
    path = str(library.share_folder() / "launch" / "sim_episode.launch.py")
    tell_layout = runpy.run_path(path)["tell_layout"]
    context = LaunchContext()
    context.launch_configurations.update(task="cup_right_of_plate", world=world)
    with pytest.raises(StackError, match=f"'{world}' nobody arranges layouts"):
        tell_layout(context)
    context.launch_configurations["task"] = "click_bell"
    assert tell_layout(context)
    del context.launch_configurations["world"]
    context.launch_configurations["task"] = "cup_right_of_plate"
    assert tell_layout(context), "the default world arranges"
