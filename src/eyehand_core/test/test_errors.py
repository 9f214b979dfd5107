"""The words in which errors tell their cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_core.errors import cause_of


def test_a_cause_is_told_without_numbers_and_paths(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Errno") as refused:
        (tmp_path / "nothing").read_text()
    assert cause_of(refused.value) == "No such file or directory"
    assert cause_of(KeyError("goal")) == "no 'goal'"
    assert cause_of(ValueError("cut off")) == "cut off"
