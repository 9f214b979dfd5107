"""A page for people: picture, scene in words, and both verdicts side by side."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from eyehand_core.layout.describe import describe

if TYPE_CHECKING:
    from eyehand_world.layout_vision.agreement import Opinion

_STYLE = (
    "body{font:15px sans-serif;margin:24px;max-width:1100px}section{display:flex;gap:20px;"
    "border-top:1px solid #ccc;padding:16px 0}img{width:320px;height:320px}pre{white-space:"
    "pre-wrap;margin:0 0 10px}table{border-collapse:collapse}td,th{padding:2px 10px;text-align:"
    "left;border-bottom:1px solid #eee}.differs{background:#fdd}"
)


def review_sample(opinions: Sequence[Opinion], share: float) -> list[Opinion]:
    """Return all disagreements and a share of the rest, chosen by the digest of the scene."""
    return [
        opinion
        for opinion in opinions
        if not opinion.agrees or _draw(f"{opinion.task}/{opinion.scene.digest()}") < share
    ]


def review_page(opinions: Sequence[Opinion], title: str) -> str:
    """Return the page as HTML, complete in itself."""
    return "".join(_page(opinions, title))


def _draw(text: str) -> float:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2.0**64


def _page(opinions: Sequence[Opinion], title: str) -> Iterator[str]:
    yield f"<!doctype html><meta charset=utf-8><title>{html.escape(title)}</title>"
    yield f"<style>{_STYLE}</style><h1>{html.escape(title)}</h1>"
    yield "<p>Do you agree with the rules? Note the task and your answer per line.</p>"
    for opinion in opinions:
        picture = base64.b64encode(opinion.jpeg).decode()
        yield f"<section><img src='data:image/jpeg;base64,{picture}' alt=''><div>"
        yield f"<h3>{html.escape(opinion.task)}</h3><pre>{html.escape(describe(opinion.scene))}"
        yield "</pre><table><tr><th>has to hold</th><th>rules</th><th>picture</th></tr>"
        for rule, seen, judged in zip(opinion.rule, opinion.seen, opinion.judged, strict=True):
            differs = judged and rule.holds != seen.holds
            says = ("yes" if seen.holds else "no") if judged else "cannot tell"
            mark = " class=differs" if differs else ""
            yield f"<tr{mark}><td>{html.escape(rule.wanted)}</td>"
            yield f"<td>{'yes' if rule.holds else 'no'}</td><td>{says}</td></tr>"
        yield "</table></div></section>"
