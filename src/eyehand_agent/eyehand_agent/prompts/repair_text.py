"""What a model is told about an answer that could not be carried out."""

from __future__ import annotations

from eyehand_agent.endpoints.reply import Reply

_ENDINGS = {
    "length": "It was cut off at the limit of its length; keep it short.",
    "content_filter": "The endpoint's filter removed it.",
}


def repair_text(error: str, reply: Reply) -> str:
    """Return what goes back to the model.

    Args:
        error: what is wrong and what is allowed.
        reply: the answer, whose ending may explain it.
    """
    lines = [f"This answer cannot be carried out: {error}"]
    if reply.finish_reason in _ENDINGS:
        lines.append(_ENDINGS[reply.finish_reason])
    lines.append("Answer this turn again with exactly one corrected JSON object.")
    return "\n".join(lines)
