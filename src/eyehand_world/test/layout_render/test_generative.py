"""Pictures by an image service over real HTTP, and by rule whenever it fails."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from eyehand_core.config_file import ConfigFileError
from eyehand_core.errors import UnknownNameError
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene
from eyehand_world.layout_render.generative import GenerativeRenderer
from eyehand_world.layout_render.image_service import ImageService
from eyehand_world.layout_render.picture import Shot
from eyehand_world.layout_render.renderers import load_renderer, renderer_names
from eyehand_world.layout_render.rule import RuleRenderer
from eyehand_world.layout_render.workflow import Workflow, seed_of
from image_server import Behaviour, bomb, image_server, png

CONFIG = Path(__file__).parents[4] / "config"
CUP = LayoutObject(
    name="cup", category="cup", center=(90.0, 60.0), appearance=Appearance(color="red")
)
SCENE = LayoutScene(plane="vertical", objects=(CUP,))
SHOT = Shot(task="cup_right_of_table", seed=1000, step=2)
TEMPLATE = json.loads((CONFIG / "layout_renderers" / "img2img.json").read_text(encoding="utf-8"))
WORKFLOW = Workflow(
    template=TEMPLATE, model="m.safetensors", sampler="euler", steps=4, size=64, style="A photo."
)


def renderer_at(url: str, **more: object) -> GenerativeRenderer:
    values = {"timeout": 20.0, "retries": 1, "total": 60.0, **more}
    return GenerativeRenderer(
        service=ImageService(url, image_limit=200_000),
        workflow=WORKFLOW,
        rule=RuleRenderer(size=64),
        **values,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("how", ["view", "inline", "address"])
def test_a_picture_comes_by_name_inline_or_by_address(how: str) -> None:
    behaviour = Behaviour(image=png(64), how=how)
    with image_server(behaviour) as url:
        picture = renderer_at(url).render(SCENE, SHOT)
    assert (picture.renderer, picture.degraded, picture.attempts) == ("generative", False, 1)
    image = cv2.imdecode(np.frombuffer(picture.jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (64, 64, 3)
    assert abs(float(image.mean()) - 120.0) < 2.0
    note = picture.note()
    assert "jpeg" not in note
    assert note["provenance"] == {
        "model": "m.safetensors",
        "sampler": "euler",
        "steps": 4,
        "size": 64,
        "seed": seed_of(SHOT),
        "workflow": WORKFLOW.fingerprint,
        "queue": 3,
        "free_memory": 8_000_000_000,
    }


def test_what_the_service_is_told_is_fixed_by_task_instance_and_step() -> None:
    behaviour = Behaviour(image=png(64))
    with image_server(behaviour) as url:
        for shot in (SHOT, SHOT, replace(SHOT, step=3)):
            renderer_at(url).render(SCENE, shot)
    first, again, later = behaviour.workflows
    assert first == again
    assert first["6"]["inputs"]["seed"] == seed_of(SHOT) != later["6"]["inputs"]["seed"]
    assert first["3"]["inputs"]["text"] == "A photo.\ncup: medium, red"
    assert (first["1"]["inputs"]["ckpt_name"], first["6"]["inputs"]["steps"]) == (
        "m.safetensors",
        4,
    )
    assert len(first["2"]["inputs"]["image"]) > 100


def test_a_second_attempt_may_succeed() -> None:
    with image_server(Behaviour(image=png(64), failures=1)) as url:
        picture = renderer_at(url).render(SCENE, SHOT)
    assert (picture.degraded, picture.attempts) == (False, 2)


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (Behaviour(image=png(64), failures=9), "Internal Server Error"),
        (Behaviour(image=png(64), failures=9, failure=0), "no JSON"),
        (Behaviour(image=png(64), status="error"), "out of memory"),
        (Behaviour(image=png(64), how="none"), "no picture"),
        (Behaviour(image=png(64), how="foreign"), "only 127.0.0.1"),
        (Behaviour(image=png(64), how="file"), "only 127.0.0.1"),
        (Behaviour(image=png(64), how="moved"), "Found"),
        (Behaviour(image=png(32)), "32 x 32 pixels, not 64 x 64"),
        (Behaviour(image=b"GIF89a"), "no picture"),
        (Behaviour(image=b""), "no picture"),
        (Behaviour(image=png(64)[:60]), "damaged"),
        (Behaviour(image=bomb(30_000)), "30000 x 30000 pixels"),
        (Behaviour(image=bytes(200_001)), "more than 200000 bytes"),
        (Behaviour(image=bytes(1_100_000), how="inline"), "may have 1000000 bytes"),
    ],
)
def test_whatever_fails_the_rule_draws_and_says_why(behaviour: Behaviour, reason: str) -> None:
    with image_server(behaviour) as url:
        picture = renderer_at(url, retries=0).render(SCENE, SHOT)
    assert picture.degraded
    assert reason in picture.reason
    assert picture.renderer == "rule"
    assert picture.jpeg == RuleRenderer(size=64).render(SCENE, SHOT).jpeg


NONSENSE = (b"", b"[", b"[" * 100_000, b"5", b"{}", b"null", b'"a"', b"\xff\x00", b"1e999")
ODD_VALUES = ("5", "[5]", '{"a": 1}', '"x"', "null", "[]", '["\\ud800"]', "-1e300")
ODD_ENTRIES = (
    '{"url": "http://[bad/"}',
    '{"url": "http://127.0.0.1\\u0000/"}',
    '{"url": "\\ud800"}',
    '{"filename": "\\ud800", "subfolder": {"a": []}, "type": null}',
    '{"base64": "\\ud800"}',
    '{"base64": "===="}',
    "[[]]",
)


WAITS = pytest.param("/history/", marks=pytest.mark.slow)
"""Most answers mean there that the picture is not ready yet, so the time limit ends them."""


@pytest.mark.parametrize("path", ["/queue", "/system_stats", WAITS, "/view"])
def test_no_answer_whatsoever_stops_the_pictures(path: str) -> None:
    answers = [*NONSENSE]
    answers += [f'{{"queue_running": {v}, "devices": {v}}}'.encode() for v in ODD_VALUES]
    answers += [f'{{"job-1": {value}}}'.encode() for value in ODD_VALUES]
    outputs = '{"job-1": {"outputs": {"8": {"images": [%s]}}}}'
    answers += [(outputs % entry).encode() for entry in ODD_ENTRIES]
    behaviour = Behaviour(image=png(64))
    with image_server(behaviour) as url:
        for answer in answers:
            behaviour.workflows.clear()
            behaviour.answers = {path: answer}
            picture = renderer_at(url, retries=0, timeout=0.2).render(SCENE, SHOT)
            assert picture.jpeg[:2] == b"\xff\xd8"
            assert picture.degraded == bool(picture.reason)


def test_a_service_that_trickles_for_ever_is_cut_off() -> None:
    with image_server(Behaviour(image=png(64), drips=True)) as url:
        picture = renderer_at(url, retries=0, timeout=0.5, total=0.6).render(SCENE, SHOT)
    assert picture.degraded
    assert "in time" in picture.reason


def test_a_service_that_hangs_is_given_up() -> None:
    with image_server(Behaviour(image=png(64), hang=1.5)) as url:
        picture = renderer_at(url, retries=0, timeout=0.4).render(SCENE, SHOT)
    assert picture.degraded
    assert "timed out" in picture.reason or "in time" in picture.reason


def test_no_service_at_all_degrades_after_the_retries() -> None:
    picture = renderer_at("http://127.0.0.1:9", retries=1).render(SCENE, SHOT)
    assert (picture.degraded, picture.attempts) == (True, 2)
    assert "refused" in picture.reason


def test_the_declared_renderers_can_be_read() -> None:
    assert set(renderer_names(CONFIG)) == {"rule", "perspective", "generative"}
    for name in renderer_names(CONFIG):
        assert load_renderer(CONFIG, name).size == 512
    with pytest.raises(UnknownNameError, match="did you mean 'rule'"):
        load_renderer(CONFIG, "rul")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("url: 127.0.0.1", "expected http://host:port"),
        ("workflow: nothing.json", "cannot be read"),
        ("workflow: empty.json", "has no"),
        ("sizes: 4", "unknown key"),
        ("steps: many", "expected an integer"),
    ],
)
def test_a_wrong_renderer_file_is_refused(line: str, message: str, tmp_path: Path) -> None:
    folder = tmp_path / "layout_renderers"
    folder.mkdir()
    (folder / "empty.json").write_text("{}", encoding="utf-8")
    (folder / "workflow.json").write_text(json.dumps(TEMPLATE), encoding="utf-8")
    keys = {"back_end": "generative", "url": "http://x:1", "model": "m", "sampler": "s", "steps": 3}
    key, value = line.split(": ")
    text = "\n".join(f"{name}: {entry}" for name, entry in {**keys, key: value}.items())
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigFileError, match=message):
        load_renderer(tmp_path, "mine")
