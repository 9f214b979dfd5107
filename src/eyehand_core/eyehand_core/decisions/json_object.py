"""Finding and reading the one JSON object in a text that anybody may have written."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from eyehand_core.decisions.decision_error import ErrorCode, InadmissibleError

MAX_CHARACTERS = 65_536
MAX_DEPTH = 8
_MAX_DIGITS = 40
_EXCERPT = 60

# An object starts with a brace before a quote or the closing brace; other braces are prose.
_OBJECT_START = re.compile(r'\{(?=\s*["}])')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|["{}\[\]]', re.DOTALL)


def read_object(text: object) -> dict[str, Any]:
    """Return the only JSON object in ``text``; fences and prose around it are tolerated.

    Args:
        text: anything; a string, or bytes in UTF-8, can succeed.

    Raises:
        InadmissibleError: there is not exactly one well-formed object.
    """
    spans = _object_spans(_as_text(text))
    if not spans:
        raise InadmissibleError(
            ErrorCode.NOT_JSON,
            "found no JSON object; answer with exactly one, with keys and words in double quotes",
        )
    if len(spans) > 1:
        raise InadmissibleError(
            ErrorCode.TWO_OBJECTS,
            f"found {len(spans)} JSON objects; answer with exactly one decision",
        )
    return _decode(spans[0])


def _as_text(text: object) -> str:
    if isinstance(text, bytes | bytearray):
        try:
            text = bytes(text).decode("utf-8")
        except UnicodeDecodeError as error:
            raise InadmissibleError(ErrorCode.BAD_TEXT, "the answer is not UTF-8 text") from error
    if not isinstance(text, str):
        found = "nothing" if text is None else type(text).__name__
        raise InadmissibleError(
            ErrorCode.NOT_JSON, f"expected text with one JSON object, got {found}"
        )
    if len(text) > MAX_CHARACTERS:
        raise InadmissibleError(
            ErrorCode.TOO_LONG,
            f"the answer has {len(text)} characters; at most {MAX_CHARACTERS} are read",
        )
    _check_characters(text)
    return text


def _object_spans(text: str) -> list[str]:
    spans = []
    start = _OBJECT_START.search(text)
    while start:
        end = _closing_end(text, start.start())
        spans.append(text[start.start() : end])
        start = _OBJECT_START.search(text, end)
    return spans


def _closing_end(text: str, start: int) -> int:
    depth = 0
    for token in _TOKEN.finditer(text, start):
        symbol = token.group()
        if symbol in ("{", "["):
            depth += 1
        elif symbol in ("}", "]"):
            depth -= 1
        elif symbol == '"':
            break
        if depth > MAX_DEPTH:
            raise InadmissibleError(
                ErrorCode.TOO_DEEP, f"the object is nested deeper than {MAX_DEPTH}; keep it flat"
            )
        if depth == 0:
            return token.end()
    raise InadmissibleError(
        ErrorCode.NOT_JSON, "the JSON object is not finished; its quotes or braces do not close"
    )


def _decode(span: str) -> dict[str, Any]:
    try:
        value = json.loads(
            span,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_finite_float,
            parse_int=_short_integer,
        )
    except json.JSONDecodeError as error:
        excerpt = span[max(0, error.pos - _EXCERPT // 2) : error.pos + _EXCERPT // 2]
        raise InadmissibleError(
            ErrorCode.NOT_JSON, f"not valid JSON: {error.msg} near {excerpt!r}"
        ) from error
    if not isinstance(value, dict):
        raise InadmissibleError(ErrorCode.NOT_JSON, "expected a JSON object")
    _check_characters(json.dumps(value, ensure_ascii=False))  # escapes may hide surrogates
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        _check_characters(key)
        if key in found:
            raise InadmissibleError(
                ErrorCode.DUPLICATE_KEY, f"key {shown(key)} is given twice; keep one"
            )
        found[key] = value
    return found


def _check_characters(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InadmissibleError(
            ErrorCode.BAD_TEXT, "the answer has half a surrogate pair; write plain Unicode text"
        ) from error


def _refuse_constant(word: str) -> NoReturn:
    raise InadmissibleError(
        ErrorCode.BAD_NUMBER, f"{word} is not a JSON number; give a finite number"
    )


def _finite_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise InadmissibleError(
            ErrorCode.BAD_NUMBER, f"number {digits[:_EXCERPT]} is too large; give a finite number"
        )
    return value


def _short_integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise InadmissibleError(
            ErrorCode.BAD_NUMBER, f"a number of {len(digits)} digits is too large to be meant"
        )
    return int(digits)


def shown(value: object) -> str:
    """Return a short JSON spelling of ``value`` for messages."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, TypeError, RecursionError):
        text = f"something of type {type(value).__name__}"
    return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "..."
