"""The robot as part of a MuJoCo scene: URDF geometry plus what URDF cannot say."""

from __future__ import annotations

import mujoco
from eyehand_core.errors import ConfigError, WorldError
from eyehand_core.robot import Arm, Robot

from eyehand_world import physics_settings as settings
from eyehand_world.engine_warnings import log_warnings

log_warnings()

VISUAL_GROUP = 1
COLLISION_GROUP = 3
"""Not drawn by default, so that visuals alone are seen."""

_KEEP_LINKS_AND_VISUALS = '<mujoco><compiler discardvisual="false" fusestatic="false"/></mujoco>'


def load_robot_spec(urdf: str, robot: Robot) -> mujoco.MjSpec:
    """Return a scene that holds only the robot, with servos on all arm and finger joints.

    Raises:
        WorldError: MuJoCo cannot read the description.
        ConfigError: the robot file names joints or links that the description does not have.
    """
    start = urdf.index(">", urdf.index("<robot")) + 1
    try:
        spec = mujoco.MjSpec.from_string(urdf[:start] + _KEEP_LINKS_AND_VISUALS + urdf[start:])
    except ValueError as error:
        raise WorldError(f"MuJoCo cannot read {robot.description}: {error}") from error
    spec.compiler.fusestatic = False
    _check_names(spec, robot)
    _prepare_geoms(spec, robot)
    _prepare_joints(spec)
    for body in spec.bodies[1:]:
        body.gravcomp = 1.0
    for equality in spec.equalities:
        equality.solref = list(settings.STIFF_SOLREF)
        equality.solimp = list(settings.STIFF_SOLIMP)
    for arm in robot.arms.values():
        _add_servos(spec, arm)
    _exclude_neighbours(spec, robot)
    return spec


def hide_arm(spec: mujoco.MjSpec, arm: Arm) -> None:
    """Make an arm invisible and unable to touch anything."""
    for body in spec.body(arm.base_frame).find_all("body") + [spec.body(arm.base_frame)]:
        for geom in body.geoms:
            geom.contype = geom.conaffinity = 0
            geom.group = COLLISION_GROUP


def _check_names(spec: mujoco.MjSpec, robot: Robot) -> None:
    arms = robot.arms.values()
    joints = [name for arm in arms for name in (*arm.joints, arm.gripper.joint)]
    frames = [
        name
        for arm in arms
        for name in (
            arm.base_frame,
            arm.end_pose_frame,
            arm.grip_center_frame,
            arm.tcp_frame,
            *arm.gripper.finger_links,
        )
    ]
    missing = [f"joint {name!r}" for name in joints if spec.joint(name) is None]
    missing += [f"link {name!r}" for name in frames if spec.body(name) is None]
    if missing:
        raise ConfigError(
            f"{robot.description} lacks {', '.join(missing)}; "
            f"correct the file of robot {robot.name!r} or the description"
        )


def _prepare_geoms(spec: mujoco.MjSpec, robot: Robot) -> None:
    fingers = {link for arm in robot.arms.values() for link in arm.gripper.finger_links}
    for geom in spec.geoms:
        if geom.contype == 0:
            geom.group = VISUAL_GROUP
            continue
        geom.group = COLLISION_GROUP
        geom.condim = settings.CONTACT_DIMENSIONS
        geom.friction = list(settings.CONTACT_FRICTION)
        geom.solref = list(settings.CONTACT_SOLREF)
        if geom.parent.name in fingers:
            geom.friction = list(settings.PAD_FRICTION)
            geom.solimp = list(settings.PAD_SOLIMP)
            geom.priority = 1


def _prepare_joints(spec: mujoco.MjSpec) -> None:
    for joint in spec.joints:
        slides = joint.type == mujoco.mjtJoint.mjJNT_SLIDE
        joint.armature = settings.SLIDE_ARMATURE if slides else settings.HINGE_ARMATURE
        joint.solref_limit = list(settings.STIFF_SOLREF)
        joint.solimp_limit = list(settings.STIFF_SOLIMP)


def _add_servos(spec: mujoco.MjSpec, arm: Arm) -> None:
    for name in arm.joints:
        effort = float(spec.joint(name).actfrcrange[1])
        gains = next(gains for least, gains in settings.ARM_GAINS if effort >= least)
        _add_servo(spec, name, gains, effort)
    _add_servo(spec, arm.gripper.joint, settings.FINGER_GAINS, arm.gripper.max_effort)


def _add_servo(spec: mujoco.MjSpec, joint: str, gains: tuple[float, float], effort: float) -> None:
    actuator = spec.add_actuator(name=joint, target=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT)
    actuator.set_to_position(kp=gains[0], kv=gains[1])
    actuator.forcerange = [-effort, effort]
    actuator.forcelimited = True


def _exclude_neighbours(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Exclude pairs that touch by construction; MuJoCo itself skips them only if both can move."""
    pairs = [(body.parent.name, body.name) for body in spec.bodies[1:]]
    pairs = [pair for pair in pairs if pair[0] != spec.worldbody.name]
    pairs += [
        (arm.gripper.finger_links[0], arm.gripper.finger_links[-1]) for arm in robot.arms.values()
    ]
    for first, second in pairs:
        spec.add_exclude(bodyname1=first, bodyname2=second)
