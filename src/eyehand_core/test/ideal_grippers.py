"""Grippers that obey every decision exactly and at once, for tests of expert routines."""

from __future__ import annotations

from dataclasses import replace

from eyehand_core.decisions.decision import Decision, MotionKind
from eyehand_core.decisions.grammar import manipulation_grammar
from eyehand_core.predicates.moment import Moment, facts_of
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ArmState, ObjectState, WorldState
from numpy import eye, linalg
from world_states import arm, library, robot, settled_state

TCP = (0.12, 0.0, 0.0)
GRIP_CENTER = (0.074, 0.0, 0.0)
REACH = 0.02
ROBOT = robot()
LIBRARY = library()


class IdealGrippers:
    """A task instance whose grippers jump to where a decision sends them.

    A gripper that closes within 2 cm of an object's origin carries it until it opens.
    """

    def __init__(self, task: Task, seed: int) -> None:
        self.task = task
        scene = LIBRARY.instantiate(task, seed)
        sides = {"left": -0.306, "right": 0.306}
        arms = [arm(name, tcp=(sides[name], -0.202, 0.934)) for name in task.arms]
        self.state: WorldState = settled_state(scene, *arms)
        self._facts = facts_of(task, ROBOT, self.state)
        self._grammar = manipulation_grammar(task.arms)

    @property
    def moment(self) -> Moment:
        """What an expert step looks at."""
        return Moment(now=self.state, facts=self._facts)

    def obey(self, decision: Decision) -> None:
        """Carry out a decision, read back from its text as a referee would."""
        legal = self._grammar.parse(decision.to_json())
        assert isinstance(legal, Decision), legal
        arms, objects = dict(self.state.arms), dict(self.state.objects)
        for motion in legal.motions():
            before, after = arms[motion.arm], self._moved(arms[motion.arm], motion)
            arms[motion.arm] = after
            carry = after.end_pose @ before.end_pose.inverse()
            for name, item in objects.items():
                if before.aperture == 0.0 and distance(item, before) < REACH:
                    objects[name] = replace(item, pose=carry @ item.pose)
        self.state = replace(self.state, arms=arms, objects=objects)

    def _moved(self, before: ArmState, motion: object) -> ArmState:
        kind, axis, amount = motion.kind, motion.axis, motion.amount  # type: ignore[attr-defined]
        if kind in (MotionKind.OPEN, MotionKind.CLOSE):
            aperture = 1.0 if kind is MotionKind.OPEN else 0.0
            return replace(before, aperture=aperture, aperture_command=aperture)
        if kind is MotionKind.TRANSLATE:
            pose = before.end_pose.translated(amount * eye(3)[axis])
        else:
            pose = before.end_pose.rotated_about(before.grip_center, eye(3)[axis], amount)
        return replace(
            before,
            end_pose=pose,
            tcp=pose.transform(TCP),
            grip_center=pose.transform(GRIP_CENTER),
        )


def distance(item: ObjectState, hand: ArmState) -> float:
    """Return the distance of an object's origin from the tcp [m]."""
    return float(linalg.norm(item.pose.position - hand.tcp))
