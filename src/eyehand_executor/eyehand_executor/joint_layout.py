"""Which joint is where in a configuration, and what the URDF lets it do."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from eyehand_core.errors import ConfigError

from eyehand_executor.kinematics import JointLimits, KinematicsRequest


@dataclass(frozen=True, kw_only=True)
class JointLayout:
    """Order of a configuration: arm joints of all arms in use, then the driven finger joints.

    Attributes:
        joint_names: in that order.
        columns: where the joints of each arm are.
    """

    joint_names: tuple[str, ...]
    columns: Mapping[str, slice]

    @staticmethod
    def of(request: KinematicsRequest) -> JointLayout:
        """Return the layout for the arms in use."""
        arms = [request.robot.arms[name] for name in request.arms]
        starts = list(accumulate((len(arm.joints) for arm in arms), initial=0))
        fingers = (arm.gripper.joint for arm in arms)
        return JointLayout(
            joint_names=(*(joint for arm in arms for joint in arm.joints), *fingers),
            columns={
                arm.name: slice(start, start + len(arm.joints))
                for arm, start in zip(arms, starts, strict=False)
            },
        )

    def limits(self, urdf: str) -> JointLimits:
        """Return the limits of a URDF in the order of the layout.

        Raises:
            ConfigError: the URDF lacks a joint or its limits.
        """
        found = {joint.get("name"): joint.find("limit") for joint in ET.fromstring(urdf)}
        rows = []
        for name in self.joint_names:
            limit = found.get(name)
            if limit is None:
                raise ConfigError(f"the URDF has no limits of joint {name!r}; check the robot file")
            rows.append([float(limit.get(key, "nan")) for key in ("lower", "upper", "velocity")])
        lower, upper, velocity = np.array(rows).T
        return JointLimits(lower=lower, upper=upper, velocity=velocity)
