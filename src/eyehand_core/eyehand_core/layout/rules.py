"""Numbers of the layout rules [canvas units unless said otherwise].

They are part of what a score means: a change of any raises the version of every layout task.
"""

from __future__ import annotations

# Edge length of the square canvas.
CANVAS = 256.0
METRES_PER_UNIT = 0.002
# Positions pass through metres; decimals beyond these are rounding.
DECIMALS = 6

# A directed relation holds up to this gap; larger is more lenient.
DISTANCE_THRESHOLD = 60.0
# Facing edges may overlap by this much before a relation fails.
OVERLAP_ALLOWANCE = 2.0
# Half angle of the cone around a direction [degree].
AXIS_CONE_DEG = 45.0

# A thing stands on another if the gap is at most this and this share of its width is supported.
ON_GAP = 2.0
ON_OVERLAP = 0.5
# Centres are aligned, or in the middle of a region, up to these displacements.
ALIGN_TOLERANCE = 4.0
CENTER_TOLERANCE = 10.0

# Largest common area of two objects as a share of the smaller one.
COLLISION_MAX = 0.02
# Largest share of an object that later ones may cover where it has to be seen.
OCCLUSION_MAX = 0.2
# A protected object may be displaced by this much.
PROTECTED_SHIFT = 2.0
# An object faces a direction up to this difference, and has been turned from it on [degree].
FACING_TOLERANCE_DEG = 22.5
# Size words compare areas: "larger" and "smaller" begin at these ratios.
LARGER_RATIO = 1.2
SMALLER_RATIO = 0.83
# Smallest side of an object.
SMALLEST_SIDE = 4.0

# Positions are searched on this raster around the nominal place.
SEARCH_STEP = 1.0
# Raster within regions, which hold many places.
REGION_STEP = 2.0
