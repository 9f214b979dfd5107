"""The judge: hold, latches, order of samples, and no task that holds at reset."""

from __future__ import annotations

from dataclasses import replace

import pytest
from eyehand_core.errors import WorldError
from eyehand_core.predicates.judge import Judge, Verdict
from task_cases import IN_BOWL, LIBRARY, ROBOT, Case, in_bowl, lift_once

MANIPULATION = [task.id for task in LIBRARY.all() if task.kind == "manipulation"]


@pytest.mark.parametrize("task_id", MANIPULATION)
@pytest.mark.parametrize("seed", [1000, 1007, 1013, 1019])  # proofs of seeds look at all
def test_no_task_holds_at_reset(task_id: str, seed: int) -> None:
    """Neither success nor a subtask."""
    case = Case(task_id, seed)
    assert not case.judge.initial.success
    assert case.judge.initial.progress == 0.0


# --- the judge itself ----------------------------------------------------------------------------


def test_success_at_reset_is_noticed_without_a_hold() -> None:
    """The first sample alone decides, so that no episode starts solved."""
    case = Case("grasp_single_cube")
    low = case.settled
    judge = Judge(replace(case.task, success={"still": {"object": "cube"}}), ROBOT, low)
    assert judge.initial.success


def test_a_latch_sees_samples_in_which_another_term_is_false() -> None:
    """The lift counts although the cube is far from the bowl at that time."""
    case = Case("place_cube_in_bowl")
    turned = replace(case.task, success={"all": [*reversed(case.task.success["all"])]})
    case.judge = Judge(turned, ROBOT, case.settled)
    lift_once(case)
    assert case.show(in_bowl(case), contacts=IN_BOWL).success


def test_samples_must_come_in_order() -> None:
    """An old sample would falsify every latch."""
    case = Case("grasp_single_cube")
    case.show(samples=3)
    with pytest.raises(WorldError, match=r"0\.020 s came after that of 0\.060 s"):
        case.judge.update(replace(case.settled, stamp=0.02))


def test_the_same_samples_give_the_same_verdicts() -> None:
    """Two judges, fed alike."""

    def verdicts() -> list[Verdict]:
        case = Case("place_cube_in_bowl")
        lift_once(case)
        return [
            case.judge.initial,
            *(case.show(in_bowl(case), contacts=IN_BOWL, samples=1) for _ in range(8)),
        ]

    assert verdicts() == verdicts()


def test_terms_read_as_in_the_task_file() -> None:
    """Name and parameters, values of this sample as plain booleans."""
    verdict: Verdict = Case("grasp_single_cube").judge.initial
    assert verdict.terms == (
        ("lifted(object=cube, above=0.05)", False),
        ("closed_on(arm=right, object=cube)", False),
    )
    assert all(type(value) is bool for _, value in verdict.terms)
