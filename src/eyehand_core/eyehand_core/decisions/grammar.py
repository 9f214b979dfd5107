"""The decision grammar of one episode: what may be written now, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from eyehand_core.decisions.action_form import HEADS, ActionForm
from eyehand_core.decisions.camera_actions import camera_forms
from eyehand_core.decisions.coordinate_leak import refuse_coordinates
from eyehand_core.decisions.decision import Decision
from eyehand_core.decisions.decision_error import DecisionError, ErrorCode, InadmissibleError
from eyehand_core.decisions.json_object import read_object, shown
from eyehand_core.decisions.layout_actions import LayoutWords, layout_forms
from eyehand_core.decisions.robot_actions import robot_forms, stop_form, tool_forms
from eyehand_core.errors import ConfigError, UnknownNameError, nearest_name


class Grammar:
    """Rows of the action table, and which of them are offered.

    Args:
        forms: all rows of the kind of episode.
        offered: names of the actions that are admissible; None for all.
        check: refuses whole objects before their fields are read.

    Raises:
        UnknownNameError: an offered name is not in the table.
    """

    def __init__(
        self,
        forms: Iterable[ActionForm],
        offered: Iterable[str] | None = None,
        check: Callable[[Mapping[str, Any]], None] = lambda body: None,
    ) -> None:
        self._table = tuple(forms)
        self._check = check
        known = {form.name for form in self._table}
        wanted = known if offered is None else set(offered)
        for name in sorted(wanted - known):
            raise UnknownNameError("action", name, known)
        self.forms = tuple(form for form in self._table if form.name in wanted)
        self.names = tuple(dict.fromkeys(form.name for form in self.forms))

    def restricted(self, names: Iterable[str]) -> Grammar:
        """Return the grammar in which only ``names`` are offered.

        Raises:
            UnknownNameError: a name is not in the table.
        """
        return Grammar(self._table, names, self._check)

    def parse(self, text: object) -> Decision | DecisionError:
        """Return the decision that ``text`` makes, or why it makes none; never raises.

        Args:
            text: anything. Fences and prose around the one object are tolerated.
        """
        try:
            return self._read(read_object(text))
        except InadmissibleError as refusal:
            return refusal.error

    def read(self, body: object) -> Decision | DecisionError:
        """Return the decision that a decoded JSON value makes, or why it makes none."""
        try:
            return self._read(body)
        except InadmissibleError as refusal:
            return refusal.error

    def sample(self, rng: Random) -> Decision:
        """Return a decision drawn uniformly over the forms, then over their fields."""
        return self._read(rng.choice(self.forms).sample(rng))

    def _read(self, body: object) -> Decision:
        if not isinstance(body, Mapping):
            raise InadmissibleError(
                ErrorCode.WRONG_TYPE, f"expected an object with keys and values, got {shown(body)}"
            )
        self._check(body)
        forms = self._forms_named(self._name(body))
        chosen = next((form for form in forms if form.chosen(body)), None)
        named = (form for form in forms if body.get(form.chosen_by) is not None)
        return (chosen or next(named, forms[0])).read(body)

    def _name(self, body: Mapping[str, Any]) -> str:
        heads = [key for key in HEADS if key in body]
        if len(heads) != 1:
            offered = sorted({form.head[0] for form in self.forms})
            code = ErrorCode.EXTRA_FIELD if heads else ErrorCode.MISSING_FIELD
            found = " and ".join(heads) or "none"
            raise InadmissibleError(
                code, f"an object needs exactly one of the keys {', '.join(offered)}; got {found}"
            )
        value = body[heads[0]]
        if heads[0] == "stop":
            if value is not True:
                raise InadmissibleError(
                    ErrorCode.WRONG_TYPE, f"stop: got {shown(value)}; allowed: true"
                )
            return "stop"
        if not isinstance(value, str):
            raise InadmissibleError(
                ErrorCode.WRONG_TYPE,
                f"{heads[0]}: got {shown(value)}; allowed: {self._offered(heads[0])}",
            )
        self._check_head(heads[0], value)
        return value

    def _check_head(self, head: str, name: str) -> None:
        known = [form.name for form in self._table if form.head[0] == head]
        if name not in known:
            nearest = nearest_name(name, known)
            hint = f"; did you mean {shown(nearest)}?" if nearest else ""
            raise InadmissibleError(
                ErrorCode.UNKNOWN_ACTION,
                f"unknown {head} {shown(name)}; allowed: {self._offered(head)}{hint}",
            )

    def _forms_named(self, name: str) -> tuple[ActionForm, ...]:
        forms = tuple(form for form in self.forms if form.name == name)
        if not forms:
            head = next(form.head[0] for form in self._table if form.name == name)
            raise InadmissibleError(
                ErrorCode.NOT_OFFERED,
                f"{name} is not offered now; allowed: {self._offered(head)}",
            )
        return forms

    def _offered(self, head: str) -> str:
        names = dict.fromkeys(form.name for form in self.forms if form.head[0] == head)
        return ", ".join(names) or "none"


def manipulation_grammar(
    arms: tuple[str, ...],
    *,
    camera: bool = True,
    tools: Iterable[str] = (),
    stop: bool = True,
) -> Grammar:
    """Return the grammar of a manipulation episode.

    Args:
        arms: the arm of a one-arm task, or ``("left", "right")``.
        camera: the agent may move the camera.
        tools: names of the tools offered.
        stop: the agent may end the episode.

    Raises:
        ConfigError: other arms than one, or left and right; or a tool that does not exist.
    """
    if len(arms) != 1 and sorted(arms) != ["left", "right"]:
        raise ConfigError(f"arms {list(arms)}: a task uses one arm, or left and right")
    camera_rows = tuple(camera_forms(arms))
    robot_rows = tuple(robot_forms(arms))
    offered = [form.name for form in robot_rows]
    if camera:
        offered = [form.name for form in camera_rows] + offered
    stop_names = ["stop"] if stop else []
    rows = (*camera_rows, *robot_rows, *tool_forms(), stop_form())
    return Grammar(rows, [*offered, *tools, *stop_names])


def layout_grammar(words: LayoutWords, *, ask: bool = False, stop: bool = True) -> Grammar:
    """Return the grammar of a layout episode.

    Args:
        words: relations, distances and colours of the episode.
        ask: the task answers questions.
        stop: the agent may end the episode.
    """
    rows = (*layout_forms(words), stop_form())
    left_out = set() if ask else {"ask"}
    left_out |= set() if stop else {"stop"}
    offered = [form.name for form in rows if form.name not in left_out]
    return Grammar(rows, offered, refuse_coordinates)
