"""Reasoning that some models write into their answer, before the answer itself."""

from __future__ import annotations

import re

_TAGS = "think|thinking|reasoning|analysis"
_SECTION = re.compile(rf"<({_TAGS})>.*?</\1>", re.DOTALL | re.IGNORECASE)
_UNOPENED = re.compile(rf"^.*?</(?:{_TAGS})>", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(rf"<(?:{_TAGS})>.*$", re.DOTALL | re.IGNORECASE)


def without_reasoning(text: str) -> str:
    """Return the answer without marked reasoning.

    Drafts in the reasoning are not decisions. Some servers send the closing mark alone, because
    the opening one belongs to the prompt; a reply that was cut off may lack the closing one.
    """
    text = _SECTION.sub("", text)
    text = _UNOPENED.sub("", text)
    return _UNCLOSED.sub("", text).strip()
