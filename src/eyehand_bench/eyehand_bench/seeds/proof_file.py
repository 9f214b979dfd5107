"""The proof of a task's seeds: a text file with one line of JSON per probed candidate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from eyehand_core.errors import ConfigError

from eyehand_bench.seeds.probe import Probe


class ProofFile:
    """Probes of one task and robot. What is in it survives an interruption at any time.

    Args:
        path: ``config/seeds/<robot>/<task>.jsonl``; its first line is the identity.
        identity: what the proof depends on now.

    Attributes:
        current: the file's identity is that of now.
        probes: in the order of seeds; empty unless current.

    Raises:
        ConfigError: the file cannot be read.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self._identity = dict(identity)
        first, *rest = self._whole_lines() or [{}]
        self.current = first == self._identity
        self.probes = [Probe(**entry) for entry in rest] if self.current else []

    @property
    def kept(self) -> tuple[int, ...]:
        """Kept seeds, smallest first."""
        return tuple(probe.seed for probe in self.probes if probe.kept)

    def add(self, probe: Probe) -> None:
        """Append a probe; a file of another identity is begun anew."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.current:
            self.path.write_text(_line(self._identity), encoding="utf-8")
            self.current = True
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(_line(asdict(probe)))
        self.probes.append(probe)

    def _whole_lines(self) -> list[Any]:
        if not self.path.exists():
            return []
        text = self.path.read_text(encoding="utf-8")
        complete, _, torn = text.rpartition("\n")
        if torn:  # the writer was killed in the middle of a line
            self.path.write_text(f"{complete}\n" if complete else "", encoding="utf-8")
        try:
            return [json.loads(line) for line in complete.splitlines()]
        except json.JSONDecodeError as error:
            raise ConfigError(
                f"{self.path}: not one JSON object per line ({error}); delete it to begin anew"
            ) from error


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"
