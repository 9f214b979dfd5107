"""The page docs/decisions.md, written from the action table.

Write it anew with ``python -m eyehand_core.decisions.reference_page > docs/decisions.md``.
"""

from __future__ import annotations

from eyehand_core.decisions.action_text import action_text
from eyehand_core.decisions.decision_error import ErrorCode
from eyehand_core.decisions.grammar import manipulation_grammar
from eyehand_core.decisions.robot_actions import tool_forms
from eyehand_core.layout.task import scene_grammar

_HEAD = """# Decisions

<!-- Written by python -m eyehand_core.decisions.reference_page; change the action table. -->

A decision is one JSON object. The parser, the JSON schema, the prompt and this page come from one
table (`eyehand_core/decisions`), so they cannot disagree. Every decision carries a `reason`, one
short sentence that is recorded and never interpreted. A fenced block or prose around the object is
tolerated; two objects are a mistake. `sign` may also be written as one of the usual synonyms
(`positive`, `neg`, `+1`, `cw`, …).

Any text gives either a decision or a coded mistake that says what is wrong and what is allowed. A
mistake costs no step and may be corrected twice. The third ends a manipulation episode; in a layout
episode it costs a step as an illegal action. Codes: {codes}.

At most five camera actions may follow each other; then the arm has to act.
"""


def reference_page() -> str:
    """Return the page as Markdown."""
    codes = ", ".join(f"`{code.value}`" for code in ErrorCode)
    tools = tuple(form.name for form in tool_forms())
    chapters = {
        "Tasks for one arm": manipulation_grammar(("right",), tools=tools),
        "Tasks for two arms": manipulation_grammar(("left", "right"), tools=tools),
        "Layout tasks": scene_grammar("vertical", ("cup", "table")),
    }
    blocks = [_HEAD.format(codes=codes)]
    for title, grammar in chapters.items():
        blocks.append(f"## {title}\n\n```text\n{action_text(grammar)}\n```\n")
    return "\n".join(blocks)


if __name__ == "__main__":
    print(reference_page(), end="")
