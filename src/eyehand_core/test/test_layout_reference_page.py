"""docs/layout_words.md is what the registries say."""

from __future__ import annotations

from pathlib import Path

from eyehand_core.layout.reference_page import reference_page

PAGE = Path(__file__).parents[3] / "docs" / "layout_words.md"


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_page(), (
        "write it anew: python -m eyehand_core.layout.reference_page > docs/layout_words.md"
    )
