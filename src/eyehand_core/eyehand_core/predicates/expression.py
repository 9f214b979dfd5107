"""Expressions of predicates, compiled from their declared form.

An expression is one of::

    lifted: {object: cube, above: 0.05}      a predicate with its parameters
    all: [<expression>, ...]                 every one is true
    any: [<expression>, ...]                 at least one is true
    not: <expression>                        it is false
    latched: <expression>                    it is true or has been true in this episode
    hold: {for: 0.5, term: <expression>}     it has been true for that many seconds
    in_order: [<expression>, ...]            each has been true, none before the ones ahead of it

In a list, ``for_each: {of: [objects], do: [<expression>, ...]}`` stands for its expressions once
for each of the objects that is there, with its name in place of ``it``.

A compiled expression has a memory (latches, hold times); compile it anew for each episode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from eyehand_core.declaration_error import DeclarationError, Mistake, Place
from eyehand_core.declarations import (
    Binder,
    Call,
    Names,
    Number,
    not_one_of,
    single_entry,
)
from eyehand_core.for_each import unrolled
from eyehand_core.predicates import (  # noqa: F401 - they register predicates
    containers,
    grippers,
    layouts,
    objects,
)
from eyehand_core.predicates.moment import Moment
from eyehand_core.predicates.predicate import PREDICATES
from eyehand_core.world_state import STAMP_TOLERANCE


class Expression(Protocol):
    """A compiled expression. Feed it every sample once, in order."""

    @property
    def text(self) -> str:
        """The expression as written."""
        ...

    def update(self, moment: Moment) -> bool:
        """Return the value at this sample."""
        ...


@dataclass(eq=False)
class Leaf:
    """A predicate. A person's verdict on it stands; it is given where nothing can be measured."""

    call: Call[bool]

    @property
    def text(self) -> str:
        """The predicate as written."""
        return self.call.text

    def update(self, moment: Moment) -> bool:
        """Return the value at this sample."""
        verdict = moment.now.verdicts.get(self.text)
        # numpy's own truth values do not leave
        return bool(self.call(moment)) if verdict is None else verdict


@dataclass(eq=False)
class All:
    """Every operand is true."""

    operands: tuple[Expression, ...]

    @property
    def text(self) -> str:
        """The expression as written."""
        return f"all({', '.join(o.text for o in self.operands)})"

    def update(self, moment: Moment) -> bool:
        """Return the value at this sample; every operand sees it, whatever the others say."""
        return all([operand.update(moment) for operand in self.operands])


@dataclass(eq=False)
class AnyOf:
    """At least one operand is true."""

    operands: tuple[Expression, ...]

    @property
    def text(self) -> str:
        """The expression as written."""
        return f"any({', '.join(o.text for o in self.operands)})"

    def update(self, moment: Moment) -> bool:
        """Return the value at this sample; every operand sees it, whatever the others say."""
        return any([operand.update(moment) for operand in self.operands])


@dataclass(eq=False)
class Not:
    """The operand is false."""

    operand: Expression

    @property
    def text(self) -> str:
        """The expression as written."""
        return f"not({self.operand.text})"

    def update(self, moment: Moment) -> bool:
        """Return the value at this sample."""
        return not self.operand.update(moment)


@dataclass(eq=False)
class Latched:
    """The operand is true or has been."""

    operand: Expression
    reached: bool = False

    @property
    def text(self) -> str:
        """The expression as written."""
        return f"latched({self.operand.text})"

    def update(self, moment: Moment) -> bool:
        """Return the value at this sample."""
        self.reached = self.operand.update(moment) or self.reached
        return self.reached


@dataclass(eq=False)
class Hold:
    """The operand has been true at every sample for some time."""

    operand: Expression
    seconds: float
    since: float | None = field(default=None)

    @property
    def text(self) -> str:
        """The expression as written."""
        return f"hold({self.operand.text}, for={self.seconds:g})"

    def update(self, moment: Moment) -> bool:
        """Return the value at this sample."""
        stamp = moment.now.stamp
        if not self.operand.update(moment):
            self.since = None
            return False
        self.since = stamp if self.since is None else self.since
        return stamp - self.since >= self.seconds - STAMP_TOLERANCE


@dataclass(eq=False)
class InOrder:
    """A chain: each operand has been true at some sample, the first before the second and so on."""

    operands: tuple[Expression, ...]
    reached: int = 0

    @property
    def text(self) -> str:
        """The expression as written."""
        return f"in_order({', '.join(o.text for o in self.operands)})"

    def update(self, moment: Moment) -> bool:
        """Return whether the whole chain has been seen; one sample may show several links."""
        values = [operand.update(moment) for operand in self.operands]
        while self.reached < len(values) and values[self.reached]:
            self.reached += 1
        return self.reached == len(values)


@dataclass(frozen=True)
class _Compiler:
    """Turns declared form into expressions, noting all mistakes on the way."""

    names: Names
    mistakes: list[Mistake]

    def expression(self, raw: Any, place: Place) -> Expression | None:
        entry = single_entry(raw, place, self.mistakes)
        if entry is None:
            return None
        name, value = entry
        if name in COMBINATORS:
            return COMBINATORS[name](self, value, (*place, name))
        problem = not_one_of("predicate", name, [*PREDICATES, *COMBINATORS])
        if problem:
            self.mistakes.append(Mistake(place, problem))
            return None
        call = Binder(PREDICATES, self.names, self.mistakes).bind(name, value, place)
        return None if call is None else Leaf(call)

    def many(self, raw: Any, place: Place) -> tuple[Expression, ...]:
        if not isinstance(raw, list) or not raw:
            self.mistakes.append(Mistake(place, f"expected a list of expressions, got {raw!r}"))
            return ()
        before = len(self.mistakes)
        entries = unrolled(raw, place, self.names, self.mistakes)
        if not entries and len(self.mistakes) == before:  # an empty all would be true
            message = "stands for nothing: none of the objects that it is for is there"
            self.mistakes.append(Mistake(place, message))
        operands = [self.expression(item, where) for item, where in entries]
        return tuple(operand for operand in operands if operand is not None)

    def all(self, raw: Any, place: Place) -> Expression:
        return All(self.many(raw, place))

    def any(self, raw: Any, place: Place) -> Expression:
        return AnyOf(self.many(raw, place))

    def in_order(self, raw: Any, place: Place) -> Expression:
        return InOrder(self.many(raw, place))

    def negation(self, raw: Any, place: Place) -> Expression | None:
        operand = self.expression(raw, place)
        return None if operand is None else Not(operand)

    def latched(self, raw: Any, place: Place) -> Expression | None:
        operand = self.expression(raw, place)
        return None if operand is None else Latched(operand)

    def hold(self, raw: Any, place: Place) -> Expression | None:
        if not isinstance(raw, dict) or set(raw) != {"for", "term"}:
            message = f"expected {{for: seconds, term: expression}}, got {raw!r}"
            self.mistakes.append(Mistake(place, message))
            return None
        wrong = Number(minimum=0.0, maximum=60.0).problem(raw["for"], self.names)
        if wrong:
            self.mistakes.append(Mistake((*place, "for"), wrong))
            return None
        operand = self.expression(raw["term"], (*place, "term"))
        return None if operand is None else Hold(operand, float(raw["for"]))


COMBINATORS: dict[str, Callable[[_Compiler, Any, Place], Expression | None]] = {
    "all": _Compiler.all,
    "any": _Compiler.any,
    "not": _Compiler.negation,
    "latched": _Compiler.latched,
    "hold": _Compiler.hold,
    "in_order": _Compiler.in_order,
}


def compile_expression(raw: Any, names: Names) -> Expression:
    """Compile the declared form ``raw``.

    Raises:
        DeclarationError: all mistakes, each with its place and what is allowed there.
    """
    mistakes: list[Mistake] = []
    expression = _Compiler(names, mistakes).expression(raw, ())
    if mistakes or expression is None:
        raise DeclarationError("expression", mistakes)
    return expression


def leaves(expression: Expression) -> Iterator[Leaf]:
    """Yield the predicates of an expression."""
    if isinstance(expression, Leaf):
        yield expression
    elif isinstance(expression, All | AnyOf | InOrder):
        for operand in expression.operands:
            yield from leaves(operand)
    elif isinstance(expression, Not | Latched | Hold):
        yield from leaves(expression.operand)


def conjuncts(expression: Expression) -> Iterator[Expression]:
    """Yield the terms that must all be true; a single term if it is no conjunction."""
    if isinstance(expression, All):
        for operand in expression.operands:
            yield from conjuncts(operand)
    else:
        yield expression
