"""Where set-up keeps its things."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Layout:
    """Paths of one checkout; everything that set-up makes is under `folder`."""

    root: Path

    @property
    def folder(self) -> Path:
        """The folder of generated things, ignored by git and by colcon."""
        return self.root / ".eyehand"

    @property
    def requirements(self) -> Path:
        """The folder with all pinned versions."""
        return self.root / "bootstrap" / "requirements"

    @property
    def runtime(self) -> Path:
        """The environment that runs, builds, checks and tests the stack."""
        return self.folder / "runtime"

    @property
    def sdk(self) -> Path:
        """The environment with headers and generators for the interface package."""
        return self.folder / "sdk"

    @property
    def build(self) -> Path:
        """The build folder of colcon."""
        return self.folder / "build"

    @property
    def install(self) -> Path:
        """The install folder of colcon."""
        return self.folder / "install"

    @property
    def log(self) -> Path:
        """The log folder of colcon."""
        return self.folder / "log"

    @property
    def setup_log(self) -> Path:
        """The folder of set-up's own logs."""
        return self.log / "setup"

    @property
    def scratch(self) -> Path:
        """The folder for temporary files, on the same disk as the environments."""
        return self.folder / "tmp"

    @property
    def env_file(self) -> Path:
        """The file with the environment variables of the stack, to be sourced."""
        return self.folder / "env.sh"

    @property
    def ready_file(self) -> Path:
        """The file written last; its first line is the root that the rest was made for."""
        return self.folder / "ready"

    def relative(self, path: Path) -> str:
        """Return a path as shown to the user."""
        try:
            return str(path.relative_to(self.root))
        except ValueError:
            return str(path)

    def prepare(self) -> None:
        """Make the folders that everything else expects."""
        for folder in (self.folder, self.setup_log, self.scratch):
            folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "COLCON_IGNORE").touch()
