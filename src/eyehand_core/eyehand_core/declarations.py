"""Declared calls: ``name: {parameter: value}`` in a task file, checked against a registry.

Predicates and expert steps are both declared this way. Binding checks every parameter and reports
all problems with the place where they stand.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from eyehand_core.decisions.camera_actions import camera_forms
from eyehand_core.declaration_error import Mistake, Place
from eyehand_core.errors import nearest_name
from eyehand_core.registry import Registry

Result = TypeVar("Result")
REQUIRED = object()


@dataclass(frozen=True, kw_only=True)
class ArmRole:
    """An arm chosen by where an object has settled.

    Attributes:
        place: ``nearest`` or ``farthest``, from side to side (world x).
        object: the object.
    """

    place: str
    object: str


@dataclass(frozen=True, kw_only=True)
class Names:
    """What a declaration may refer to.

    Attributes:
        objects: names of the objects, each with its named points.
        arms: names of the arms.
        obstacles: names of fixed surroundings.
        roles: names of arms that differ from seed to seed, usable like arms.
        absent: names of declared objects that are not there with this seed.
    """

    objects: Mapping[str, tuple[str, ...]]
    arms: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()
    roles: Mapping[str, ArmRole] = field(default_factory=dict)
    absent: tuple[str, ...] = ()


class Parameter(Protocol):
    """Kind of a value. ``default`` is REQUIRED if the value must be given."""

    @property
    def default(self) -> Any:
        """Value if none is given."""
        ...

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        ...


@dataclass(frozen=True, kw_only=True)
class ObjectName:
    """Name of a declared object."""

    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        return not_one_of("object", value, names.objects)


@dataclass(frozen=True, kw_only=True)
class ArmName:
    """Name of an arm or role of the task; with ``both`` also that word in a task of two arms."""

    default: Any = REQUIRED
    both: bool = False

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        together = ["both"] if self.both and len(names.arms) > 1 else []
        return not_one_of("arm", value, [*names.arms, *names.roles, *together])


@dataclass(frozen=True, kw_only=True)
class CameraAction:
    """Name of a camera action."""

    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        return not_one_of("camera action", value, (form.name for form in camera_forms(names.arms)))


@dataclass(frozen=True, kw_only=True)
class BodyName:
    """Name of an object or obstacle."""

    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        return not_one_of("body", value, [*names.objects, *names.obstacles])


@dataclass(frozen=True, kw_only=True)
class PointName:
    """``object`` (its origin) or ``object.point``."""

    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        allowed = [
            name
            for body, points in names.objects.items()
            for name in (body, *(f"{body}.{point}" for point in points))
        ]
        return not_one_of("point", value, allowed)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of a few words."""

    allowed: tuple[str, ...]
    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        return not_one_of("word", value, self.allowed)


@dataclass(frozen=True, kw_only=True)
class Number:
    """Finite number within bounds; units are SI, or degrees if the name ends in ``_deg``."""

    minimum: float
    maximum: float
    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and math.isfinite(value) and self.minimum <= value <= self.maximum:
            return None
        bounds = f"{self.minimum:g}...{self.maximum:g}"
        return f"expected a number {bounds} without unit, got {value!r}"


@dataclass(frozen=True, kw_only=True)
class Vector:
    """List of ``length`` finite numbers within bounds, SI units."""

    length: int
    minimum: float
    maximum: float
    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        if not isinstance(value, list) or len(value) != self.length:
            return f"expected a list of {self.length} numbers, got {value!r}"
        number = Number(minimum=self.minimum, maximum=self.maximum)
        return next((p for p in (number.problem(v, names) for v in value) if p), None)


@dataclass(frozen=True, kw_only=True)
class Declared(Generic[Result]):
    """A registered function with declared parameters.

    Attributes:
        function: takes its context and the parameters as keywords.
        parameters: by name.
    """

    function: Callable[..., Result]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """First line of the function's docstring."""
        return (inspect.getdoc(self.function) or "").split("\n", 1)[0]


@dataclass(frozen=True, kw_only=True, eq=False)
class Call(Generic[Result]):
    """A checked declaration, ready to be called with its context."""

    name: str
    function: Callable[..., Result]
    arguments: Mapping[str, Any]
    text: str

    def __call__(self, context: Any) -> Result:
        """Return the function's result for ``context``."""
        return self.function(context, **self.arguments)


Decorator = Callable[[Callable[..., Result]], Callable[..., Result]]


def declare(
    registry: Registry[Declared[Result]], name: str, **parameters: Parameter
) -> Decorator[Result]:
    """Return a decorator that registers a function under ``name`` with its parameters."""

    def enter(function: Callable[..., Result]) -> Callable[..., Result]:
        registry.add(name, Declared(function=function, parameters=parameters))
        return function

    return enter


def single_entry(raw: Any, place: Place, mistakes: list[Mistake]) -> tuple[str, Any] | None:
    """Return name and value of ``{name: value}``, or of the bare word ``name``."""
    if isinstance(raw, str):
        return raw, {}
    if isinstance(raw, dict) and len(raw) == 1:
        (name, value), *_ = raw.items()
        return str(name), value
    mistakes.append(Mistake(place, f"expected one name with its parameters, got {raw!r}"))
    return None


@dataclass(frozen=True)
class Binder(Generic[Result]):
    """Checks declarations against a registry and collects their mistakes."""

    registry: Registry[Declared[Result]]
    names: Names
    mistakes: list[Mistake]

    def bind(self, name: str, raw: Any, place: Place) -> Call[Result] | None:
        """Return the call of ``name`` with parameters ``raw``; None if there are mistakes."""
        problem = not_one_of(self.registry.kind, name, self.registry)
        if problem:
            self.mistakes.append(Mistake(place, problem))
            return None
        entry, inside = self.registry[name], (*place, name)
        if not isinstance(raw, dict):
            listing = ", ".join(entry.parameters)
            self.mistakes.append(Mistake(inside, f"expected parameters {listing}, got {raw!r}"))
            return None
        before = len(self.mistakes)
        arguments = self._arguments(entry, raw, inside)
        if len(self.mistakes) > before:
            return None
        shown = ", ".join(f"{key}={value}" for key, value in raw.items())
        text = f"{name}({shown})"
        return Call(name=name, function=entry.function, arguments=arguments, text=text)

    def _arguments(
        self, entry: Declared[Result], raw: Mapping[Any, Any], inside: Place
    ) -> dict[str, Any]:
        for key in raw:
            if key not in entry.parameters:
                message = f"unknown parameter{_allowed(str(key), entry.parameters)}"
                self.mistakes.append(Mistake((*inside, str(key)), message))
        arguments = {}
        for key, parameter in entry.parameters.items():
            value = arguments[key] = raw.get(key, parameter.default)
            if value is REQUIRED:
                self.mistakes.append(Mistake(inside, f"parameter {key} is missing"))
            elif key in raw and (wrong := parameter.problem(value, self.names)):
                self.mistakes.append(Mistake((*inside, key), wrong))
        return arguments


def not_one_of(kind: str, value: Any, allowed: Iterable[str]) -> str | None:
    """Return the complaint that ``value`` is no valid ``kind``, or None if it is."""
    names = list(allowed)
    if isinstance(value, str) and value in names:
        return None
    return f"unknown {kind} {value!r}{_allowed(str(value), names)}"


def _allowed(value: str, names: Iterable[str]) -> str:
    listing = sorted(names)
    nearest = nearest_name(value, listing)
    hint = f"; did you mean {nearest}?" if nearest else ""
    return f"; allowed: {', '.join(listing) or 'none'}{hint}"
