"""Declared node parameters: typed, ranged, read-only, and unknown ones refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from eyehand_core.errors import ConfigError, UnknownNameError
from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.node import Node

_FOREIGN_PREFIXES = ("use_sim_time", "qos_overrides.", "start_type_description_service")


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One parameter of a node; fixed after the start.

    Attributes:
        name: as users write it.
        default: also fixes the type; an empty string means "must be given" if ``required``.
        description: one sentence with unit.
        lower: smallest number allowed.
        upper: largest number allowed.
        choices: words allowed; empty for any.
        required: a text that must not be empty.
    """

    name: str
    default: bool | int | float | str
    description: str
    lower: float | None = None
    upper: float | None = None
    choices: tuple[str, ...] = ()
    required: bool = False

    def allows(self, value: float) -> bool:
        """Tell whether a number lies within the bounds."""
        too_low = self.lower is not None and value < self.lower
        return not too_low and (self.upper is None or value <= self.upper)


def number(name: str, default: float, lower: float, upper: float, text: str) -> Parameter:
    """Return a parameter that is a number from ``lower`` to ``upper``; ``text`` describes it."""
    return Parameter(name=name, default=default, description=text, lower=lower, upper=upper)


def declare(node: Node, parameters: Iterable[Parameter]) -> dict[str, Any]:
    """Declare ``parameters`` on a node made with automatically declared overrides.

    Returns:
        The values by name.

    Raises:
        UnknownNameError: an override names no parameter.
        ConfigError: a value has the wrong type or is out of range.
    """
    known = {parameter.name: parameter for parameter in parameters}
    given = {name: value.value for name, value in node.get_parameters_by_prefix("").items()}
    for name in given:
        if name not in known and not name.startswith(_FOREIGN_PREFIXES):
            raise UnknownNameError(f"parameter of node {node.get_name()!r}", name, known)
    values = {}
    for parameter in known.values():
        value = _checked(node.get_name(), parameter, given.get(parameter.name, parameter.default))
        if parameter.name in given:
            node.undeclare_parameter(parameter.name)
        node.declare_parameter(parameter.name, value, _descriptor(parameter), ignore_override=True)
        values[parameter.name] = value
    return values


def _checked(node: str, parameter: Parameter, value: Any) -> Any:
    kind = type(parameter.default)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    where = f"parameter {parameter.name!r} of node {node!r}"
    if type(value) is not kind:
        raise ConfigError(f"{where}: expected {kind.__name__}, got {value!r}")
    if parameter.required and value == "":
        raise ConfigError(f"{where} must be given: {parameter.description}")
    if parameter.choices and value not in parameter.choices:
        raise UnknownNameError(where, str(value), parameter.choices)
    if isinstance(value, int | float) and not parameter.allows(value):
        raise ConfigError(f"{where}: expected {parameter.lower}...{parameter.upper}, got {value!r}")
    return value


def _descriptor(parameter: Parameter) -> ParameterDescriptor:
    descriptor = ParameterDescriptor(description=parameter.description, read_only=True)
    descriptor.additional_constraints = ", ".join(parameter.choices)
    if parameter.lower is not None and parameter.upper is not None:
        if isinstance(parameter.default, float):
            descriptor.floating_point_range = [
                FloatingPointRange(from_value=parameter.lower, to_value=parameter.upper)
            ]
        else:
            descriptor.integer_range = [
                IntegerRange(from_value=int(parameter.lower), to_value=int(parameter.upper))
            ]
    return descriptor


ROBOT = Parameter(name="robot", default="", description="Path of the robot file.", required=True)
CONFIG = Parameter(
    name="config",
    default="",
    description="Path of the config folder that holds tasks, robots and settings.",
    required=True,
)
