"""Things that the tests of set-up share: a checkout to break, tiny wheels, a pip without index."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def progress() -> Progress:
    """Progress that nobody sees."""
    return Progress(io.StringIO())


@pytest.fixture
def checkout(tmp_path: Path) -> Layout:
    """A checkout with everything that set-up itself needs, and an empty workspace."""
    root = tmp_path / "a checkout"
    ignore = shutil.ignore_patterns("__pycache__", "test")
    shutil.copytree(ROOT / "bootstrap", root / "bootstrap", ignore=ignore)
    shutil.copy2(ROOT / "eyehand", root / "eyehand")
    for name in ("src", "launch", "config", "urdf"):
        (root / name).mkdir()
    return Layout(root)


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Pip without any index or setting of the user."""
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    return monkeypatch


@pytest.fixture(scope="session")
def make_wheel() -> Callable[..., Path]:
    """A function that writes a wheel of one package, which holds a module and a data file."""
    return _make_wheel


def _make_wheel(folder: Path, name: str, version: str, payload: bytes = b"") -> Path:
    files = {
        f"{name}/__init__.py": f'VERSION = "{version}"\n'.encode(),
        f"{name}/data.bin": payload or b"data",
        f"{name}-{version}.dist-info/METADATA": (
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
        ),
        f"{name}-{version}.dist-info/WHEEL": (
            b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        ),
    }
    record = f"{name}-{version}.dist-info/RECORD"
    rows = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files.items()]
    files[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inner, content in files.items():
            archive.writestr(inner, content)
    return path


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
