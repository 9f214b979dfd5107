"""``strip.png``: an episode at a glance, one tile a decision."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eyehand_core.decisions.short_words import short_words
from eyehand_core.errors import RecordError
from PIL import Image, ImageDraw

from eyehand_bench.cli.words import ended_as
from eyehand_bench.record.atomic_file import write_atomically
from eyehand_bench.record.episode_steps import EpisodeStep, EpisodeStory, read_story
from eyehand_bench.record.fonts import fitted, font

Color = tuple[int, int, int]

STRIP_FILE = "strip.png"
_TILE = (320, 240)
_CAPTION, _MARGIN, _TITLE = 86, 12, 64
_COLUMNS = 5
_INK, _PAPER, _GRAY = (25, 28, 33), (250, 250, 247), (110, 114, 120)
_GOOD, _BAD, _UNSURE = (30, 120, 60), (180, 40, 35), (150, 100, 0)
_OUTCOME_COLORS = {"success": _GOOD, "failure": _BAD, "invalid": _UNSURE}


def write_strip(bag: Path, file: Path) -> bool:
    """Draw the strip of a bag; tell whether there was anything to draw.

    Raises:
        RecordError: the bag cannot be read or the file cannot be written.
    """
    story = read_story(bag)
    if story is None or not (story.steps or story.last_images):
        return False
    buffer = io.BytesIO()
    draw_strip(story).save(buffer, "PNG")
    write_atomically(file, buffer.getvalue())
    return True


def draw_strip(story: EpisodeStory) -> Image.Image:
    """Return the picture: a title, then a tile per decision and one of the end."""
    tiles = [_step_tile(step) for step in story.steps]
    tiles.append(_tile(story.last_images, "end", *_ending(story)))
    columns = min(_COLUMNS, len(tiles))
    rows = math.ceil(len(tiles) / columns)
    width, height = _TILE[0] + _MARGIN, _TILE[1] + _CAPTION + _MARGIN
    sheet = Image.new("RGB", (columns * width + _MARGIN, rows * height + _TITLE), _PAPER)
    _draw_title(sheet, story)
    for index, tile in enumerate(tiles):
        row, column = divmod(index, columns)
        sheet.paste(tile, (_MARGIN + column * width, _TITLE + row * height))
    return sheet


def _draw_title(sheet: Image.Image, story: EpisodeStory) -> None:
    state = story.state
    draw = ImageDraw.Draw(sheet)
    agent = f"{state.agent} ({state.model})" if state.model else str(state.agent)
    title = f"{state.task} · seed {state.seed} · {agent} · {state.condition}"
    outcome = str(state.outcome) or "not ended"
    draw.text((_MARGIN, 8), fitted(title, sheet.width - 24, 22), _INK, font(22))
    color = _OUTCOME_COLORS.get(outcome, _UNSURE)
    line = f"{outcome.upper()} at step {state.step} of {state.budget}: {state.reason}"
    draw.text((_MARGIN, 36), fitted(line, sheet.width - 24, 17), color, font(17))


def _step_tile(step: EpisodeStep) -> Image.Image:
    record = step.record
    words = short_words(str(record.decision) or str(record.raw)) or "(nothing)"
    place = f"{record.step}/{step.budget}"
    return _tile(step.images, f"{place}  {words}", *_result(record))


def _result(record: Any) -> tuple[str, Color]:
    """Return what became of a decision, in words and colour."""
    if not record.admissible:
        return f"✘ not admissible: {record.error}", _UNSURE
    if record.code or not record.plan_success:
        verb = "failed" if record.action_valid else "refused"
        return f"✘ {verb}: {record.code} {record.detail}", _BAD
    error_mm = float(record.position_error) * 1000.0
    return (f"✔ done, {error_mm:.1f} mm off" if error_mm else "✔ done"), _GOOD


def _ending(story: EpisodeStory) -> tuple[str, Color]:
    state = story.state
    words = ended_as(str(state.outcome), str(state.ending))
    return words, _OUTCOME_COLORS.get(str(state.outcome), _UNSURE)


def _tile(images: Sequence[bytes], caption: str, result: str, color: Color) -> Image.Image:
    tile = Image.new("RGB", (_TILE[0], _TILE[1] + _CAPTION), _PAPER)
    tile.paste(_thumbnail(images), (0, 0))
    draw = ImageDraw.Draw(tile)
    words = fitted(caption, _TILE[0], 16, 2)
    draw.text((0, _TILE[1] + 4), words, _INK, font(16))
    below = _TILE[1] + 6 + 20 * (1 + words.count("\n"))
    draw.text((0, below), fitted(result, _TILE[0], 15, 2), color, font(15))
    return tile


def _thumbnail(images: Sequence[bytes]) -> Image.Image:
    """Return the current view, or all views side by side where there is no current one."""
    box = Image.new("RGB", _TILE, (225, 226, 222))
    side = math.ceil(math.sqrt(len(images))) if images else 1
    width, height = _TILE[0] // side, _TILE[1] // side
    for index, data in enumerate(images):
        row, column = divmod(index, side)
        picture = _decoded(data)
        picture.thumbnail((width, height), Image.Resampling.LANCZOS)
        corner = (column * width + (width - picture.width) // 2, row * height)
        box.paste(picture, (corner[0], corner[1] + (height - picture.height) // 2))
    return box


def _decoded(data: bytes) -> Image.Image:
    try:
        return Image.open(io.BytesIO(data)).convert("RGB")
    except OSError as error:
        raise RecordError(f"a recorded image cannot be read: {error}") from error
