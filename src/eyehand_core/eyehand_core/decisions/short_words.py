"""Decisions in a few words, for progress lines and pictures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_LIMIT = 48
_SENTENCE = ("object", "category", "facing", "relation", "relation_target", "value")
_PREFIX = {"camera": "look", "gripper": "gripper", "dual_gripper": "both"}


def short_words(text: str) -> str:
    """Return what a decision asks for; the text itself, cut, if it is no decision."""
    try:
        fields = json.loads(text[text.index("{") : text.rindex("}") + 1])
    except (ValueError, RecursionError):
        return _cut(text)
    if not isinstance(fields, dict):
        return _cut(text)
    if fields.get("stop"):
        return "stop"
    if "tool" in fields:
        return _cut(f"tool {fields['tool']} {_plain(fields.get('args'))}")
    return _cut(_action_words(fields))


def _action_words(fields: Mapping[str, Any]) -> str:
    prefix, _, verb = str(fields.get("action", "")).partition(".")
    arm = fields.get("arm", "")
    if "distance_mm" in fields or "angle_deg" in fields:
        return f"{arm or 'arm'} {_way(fields)}"
    if isinstance(fields.get("left"), dict) and isinstance(fields.get("right"), dict):
        return f"left {_way(fields['left'])}, right {_way(fields['right'])}"
    words = verb.removesuffix(".small").removeprefix("view_").replace("_", " ")
    rest = {key: value for key, value in fields.items() if key not in ("action", "reason")}
    if not verb:
        return f"{prefix.replace('_', ' ')} {_sentence(rest)}".strip()
    return f"{_PREFIX.get(prefix, prefix.replace('_', ' '))} {words} {_plain(rest)}".strip()


def _sentence(fields: Mapping[str, Any]) -> str:
    """Return a layout action in the order of a sentence: what, where, relative to what, details."""
    first = [key for key in _SENTENCE if key in fields]
    rest = [key for key in fields if key not in _SENTENCE]
    if fields.get("category") == fields.get("object"):
        first = [key for key in first if key != "category"]  # a cup that is a cup
    words = [str(fields[key]).replace("_", " ") for key in first]
    return ", ".join([" ".join(words), *(f"{key} {fields[key]}" for key in rest)]).strip(", ")


def _way(fields: Mapping[str, Any]) -> str:
    if "angle_deg" in fields:
        return f"turn {fields.get('sign')}{fields.get('axis')} {fields['angle_deg']}°"
    return f"{fields.get('sign')}{fields.get('axis')} {fields.get('distance_mm')} mm"


def _plain(values: Any) -> str:
    if not isinstance(values, dict):
        return ""
    return " ".join(f"{key}={value}" for key, value in values.items())


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LIMIT else f"{line[: _LIMIT - 1]}…"
