"""Parameters of the perception node and the settings made of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from eyehand_nodekit.parameters import Parameter, number

from eyehand_perception.perceived_world import PerceptionSettings
from eyehand_perception.placement import PlacementTolerance

PARAMETERS = (
    Parameter(name="cell", default="", description="Path of the cell file.", required=True),
    number("contact_tolerance", 0.002, 0.0, 0.02, "Bodies nearer than this touch [m]."),
    number("max_residual", 2.0, 0.1, 50.0, "Reprojection error of a pose believed [pixel]."),
    number("max_skew", 0.05, 0.0, 5.0, "Time between pictures used together [s]."),
    number("rate", 15.0, 0.2, 100.0, "Most looks per second."),
    number("window", 0.2, 0.05, 5.0, "Time over which speeds are measured [s]."),
    number("still_object", 0.005, 0.0005, 0.1, "Speed of an object that is still [m/s]."),
    number("still_turn", 0.1, 0.01, 2.0, "Turning speed of an object that is still [rad/s]."),
    number("still_joint", 0.01, 1e-4, 0.1, "Speed of a joint that is still [rad/s]."),
    number("trust", 0.01, 0.001, 0.2, "Deviation up to which an unseen object is known [m]."),
    number("position_tolerance", 0.005, 0.0005, 0.1, "Exactness of a set-up [m]."),
    number("angle_tolerance", math.radians(5.0), 0.005, 1.0, "Exactness of a set-up [rad]."),
    number("home_tolerance", 0.03, 0.001, 0.5, "Exactness of the home posture [rad]."),
    number("picture_timeout", 2.0, 0.1, 60.0, "Wall time without a picture that is too long [s]."),
    number("answer_timeout", 500.0, 1.0, 3600.0, "Wall time for a person to answer [s]."),
)


def perception_settings(values: Mapping[str, Any]) -> PerceptionSettings:
    """Return the numbers of a perceived world."""
    return PerceptionSettings(
        window=values["window"],
        still_joint=values["still_joint"],
        still_object=values["still_object"],
        still_turn=values["still_turn"],
        trust=values["trust"],
    )


def placement_tolerance(values: Mapping[str, Any]) -> PlacementTolerance:
    """Return how exactly a layout has to be met."""
    return PlacementTolerance(
        position=values["position_tolerance"],
        angle=values["angle_tolerance"],
        joint=values["home_tolerance"],
    )
