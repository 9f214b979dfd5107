"""What was found on a running graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class JointFacts:
    """One message of joint states.

    Attributes:
        names: joints in it.
        stamp_ns: its stamp [ns].
        has_velocities: a velocity for each joint.
        has_efforts: an effort for each joint.
    """

    names: frozenset[str]
    stamp_ns: int
    has_velocities: bool
    has_efforts: bool


@dataclass(frozen=True, kw_only=True)
class PictureFacts:
    """One picture asked of the camera.

    Attributes:
        error: why there is none; empty if there is one.
        width: [pixel].
        height: [pixel].
    """

    error: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True, kw_only=True)
class CellFacts:
    """A running graph.

    Attributes:
        nodes: full names, one entry for each node, so that doubles show.
        servers: names of the actions and services that were asked for and are served.
        publishers: number of publishers by topic.
        joints: newest joint states, None if none arrived.
        clock_ns: newest time on /clock [ns], None if none arrived.
        machine_ns: this machine's clock when the joint states arrived [ns since 1970].
        links: links of the published robot description; empty if there is none.
        urdf_joints: its joints.
        frames: frames named on tf and tf_static.
        picture: what the camera answered.
        faults: what nodes complain of on /diagnostics, by node.
    """

    nodes: tuple[str, ...] = ()
    servers: frozenset[str] = frozenset()
    publishers: Mapping[str, int] = field(default_factory=dict)
    joints: JointFacts | None = None
    clock_ns: int | None = None
    machine_ns: int = 0
    links: frozenset[str] = frozenset()
    urdf_joints: frozenset[str] = frozenset()
    frames: frozenset[str] = frozenset()
    picture: PictureFacts = field(default_factory=PictureFacts)
    faults: Mapping[str, str] = field(default_factory=dict)
