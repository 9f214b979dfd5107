"""How every scene looks: floor, sky, materials and the lights of VA-Bench (arXiv 2609.19554)."""

from __future__ import annotations

import mujoco

VIEW_CAMERA = "view"
"""Name of the one camera of a scene; the renderer moves it."""

_FLOOR_COLORS = ((0.52, 0.54, 0.57), (0.47, 0.49, 0.52))
_SKY_COLORS = ((0.78, 0.82, 0.86), (0.62, 0.66, 0.70))
_NEAR_M = 0.02
FAR_M = 30.0
_EXTENT_M = 2.0
"""Length that MuJoCo scales its clipping planes with; fixed so that no object changes it."""

_SHADOW_HALF_WIDTH_M = 1.0


def add_appearance(spec: mujoco.MjSpec, floor: str) -> None:
    """Add floor, sky and lights; also sets clipping planes."""
    spec.stat.extent = _EXTENT_M
    spec.stat.center = [0.0, -0.15, 0.8]
    spec.visual.map.znear = _NEAR_M / _EXTENT_M
    spec.visual.map.zfar = FAR_M / _EXTENT_M
    spec.visual.map.shadowclip = _SHADOW_HALF_WIDTH_M / _EXTENT_M
    # Without a graphics card the number of facets decides the time of a picture.
    spec.visual.quality.numslices = 24
    spec.visual.quality.numstacks = 12
    spec.visual.quality.numquads = 1
    spec.worldbody.add_camera(name=VIEW_CAMERA)
    _add_sky(spec)
    _add_floor(spec, floor)
    _add_lights(spec)


def _add_floor(spec: mujoco.MjSpec, name: str) -> None:
    spec.add_texture(
        name=name,
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        rgb1=list(_FLOOR_COLORS[0]),
        rgb2=list(_FLOOR_COLORS[1]),
        width=128,
        height=128,
    )
    material = spec.add_material(name=name, texrepeat=[2, 2], texuniform=True, specular=0.1)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = name
    spec.worldbody.add_geom(
        name=name, type=mujoco.mjtGeom.mjGEOM_PLANE, size=[4, 4, 0.1], material=name
    )


def _add_sky(spec: mujoco.MjSpec) -> None:
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=list(_SKY_COLORS[0]),
        rgb2=list(_SKY_COLORS[1]),
        width=64,
        height=384,
    )


def _add_lights(spec: mujoco.MjSpec) -> None:
    head = spec.visual.headlight
    head.ambient = [0.40, 0.40, 0.40]
    head.diffuse = [0.24, 0.24, 0.24]
    head.specular = [0.0, 0.0, 0.0]
    spec.worldbody.add_light(
        name="key",
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        pos=[0.0, -1.1, 2.6],
        dir=[0.0, 0.5, -1.0],
        diffuse=[0.34, 0.34, 0.34],
        specular=[0.15, 0.15, 0.15],
        castshadow=True,
    )
    for name, x in (("right_lamp", 1.0), ("left_lamp", -1.0)):
        spec.worldbody.add_light(
            name=name,
            type=mujoco.mjtLightType.mjLIGHT_POINT,
            pos=[x, 0.0, 1.8],
            dir=[0.0, 0.0, -1.0],
            diffuse=[0.10, 0.10, 0.10],
            specular=[0.05, 0.05, 0.05],
            castshadow=False,
        )
