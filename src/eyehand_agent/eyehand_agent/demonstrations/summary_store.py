"""Where summaries are kept, and which one an episode uses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eyehand_core.config_file import ConfigFile
from eyehand_core.episode.aids import EXPERT_SUMMARY, OWN_SUMMARY
from eyehand_core.episode.condition import Condition
from eyehand_core.errors import ConfigError, cause_of

from eyehand_agent.demonstrations.demonstration import taught_task
from eyehand_agent.demonstrations.summary import Summary, checked_summary

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


def summary_path(folder: Path, task: str, author: str) -> Path:
    """Return the file of a model's summary."""
    return folder / taught_task(task) / f"{_UNSAFE.sub('_', author)}.json"


def save_summary(folder: Path, summary: Summary, origin: Mapping[str, Any]) -> Path:
    """Write a summary and where it comes from; return its file."""
    path = summary_path(folder, summary.task, summary.author)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "task": summary.task,
        "author": summary.author,
        **origin,
        "fields": dict(summary.fields),
    }
    new = path.with_suffix(".new")
    new.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    new.replace(path)
    return path


def summary_for(
    condition: Condition, task: str, settings: Mapping[str, Any], config: Path
) -> Summary | None:
    """Return the summary that a condition wants.

    None if it wants none, or if the agent reads no prompt, so that baselines and replays can be
    played in every condition.

    Args:
        condition: of the episode.
        task: task id; a held-out variant uses the summary of its base.
        settings: of the agent: ``model`` and ``summaries``.
        config: configuration folder, which holds the summaries that people wrote.

    Raises:
        ConfigError: it has not been written.
    """
    if not condition.summary or "summaries" not in settings:
        return None
    base = taught_task(task)
    if condition.summary == EXPERT_SUMMARY:
        return _by_expert(config / "summaries" / f"{base}.yaml", base)
    own = condition.summary == OWN_SUMMARY
    return _by_model(
        Path(settings["summaries"]), base, settings["model"] if own else condition.summary
    )


def _by_expert(path: Path, task: str) -> Summary:
    if not path.is_file():
        raise ConfigError(f"nobody has written a summary of {task!r}; it would be in {path}")
    file = ConfigFile(path)
    names = file.root.names
    return checked_summary(task, EXPERT_SUMMARY, {name: file.root.raw(name) for name in names})


def _by_model(folder: Path, task: str, author: str) -> Summary:
    path = summary_path(folder, task, author)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        fields, written_by = content["fields"], str(content["author"])
    except FileNotFoundError as error:
        raise ConfigError(
            f"model {author!r} has written no summary of {task!r} ({path}); let it: "
            f"eyehand learn --task {task} --model {author} --base-url URL"
        ) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} holds no summary ({cause_of(error)}); write it again") from error
    return checked_summary(task, written_by, fields)
