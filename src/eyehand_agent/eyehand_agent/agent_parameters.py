"""Parameters of the agent node."""

from __future__ import annotations

from eyehand_nodekit.parameters import CONFIG, Parameter

OVERRIDES = ("model", "base_url", "decisions")
"""Parameters that override the settings file of the agent."""

PARAMETERS = (
    Parameter(name="robot", default="", description="Path of the robot file; empty without one."),
    CONFIG,
    Parameter(name="agent", default="expert", description="Policy that plays.", required=True),
    Parameter(name="model", default="", description="Model id for mllm; empty: as in its file."),
    Parameter(name="base_url", default="", description="Endpoint for mllm; empty: as in its file."),
    Parameter(name="decisions", default="", description="File of decision texts for replay."),
)
