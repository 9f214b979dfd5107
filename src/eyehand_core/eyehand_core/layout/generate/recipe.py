"""Recipes: one for each family and level of tasks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eyehand_core.layout.generate.draft import Draft
from eyehand_core.registry import Registry
from eyehand_core.tasks.draws import Draws

Cook = Callable[[Draws], "Drafted"]


@dataclass(frozen=True, kw_only=True)
class Drafted:
    """A draft and what the agent may change in it.

    Attributes:
        draft: the draft.
        touched: names of the objects that the agent may change.
    """

    draft: Draft
    touched: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How tasks of one family and level are made.

    Attributes:
        family: family of tasks.
        level: level of difficulty within the family; the digit orders them.
        prefix: beginning of the ids.
        meaning: one line for documentation.
        draw: makes a draft.
    """

    family: str
    level: str
    prefix: str
    meaning: str
    draw: Cook


RECIPES: Registry[Recipe] = Registry("recipe")


def recipe(family: str, level: str, prefix: str, meaning: str) -> Callable[[Cook], Cook]:
    """Return a decorator that registers a function as the recipe of a family and level."""

    def enter(draw: Cook) -> Cook:
        entry = Recipe(family=family, level=level, prefix=prefix, meaning=meaning, draw=draw)
        RECIPES.add(prefix, entry)
        return draw

    return enter
