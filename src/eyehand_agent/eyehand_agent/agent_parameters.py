"""Parameters of the agent node."""

from __future__ import annotations

from eyehand_nodekit.parameters import CONFIG, Parameter

OVERRIDES = ("model", "base_url", "decisions")
"""Parameters that override the settings file of the agent."""

START_TIMEOUT = "start_timeout"
ACT_TIMEOUT = "act_timeout"
_LONGEST_S = 7200.0


def _timeout(name: str, default: float, what: str) -> Parameter:
    return Parameter(
        name=name,
        default=default,
        description=f"Longest wait for the referee {what} [s of wall time]; longer than everything "
        "the referee waits for on the way, so that its answer names who is silent.",
        lower=0.1,
        upper=_LONGEST_S,
    )


PARAMETERS = (
    Parameter(name="robot", default="", description="Path of the robot file; empty without one."),
    CONFIG,
    Parameter(name="agent", default="expert", description="Policy that plays.", required=True),
    Parameter(name="model", default="", description="Model id for mllm; empty: as in its file."),
    Parameter(name="base_url", default="", description="Endpoint for mllm; empty: as in its file."),
    Parameter(
        name="settings",
        default="",
        description="Settings file of the policy; empty for config/agents/<agent>.yaml.",
    ),
    Parameter(name="decisions", default="", description="File of decision texts for replay."),
    _timeout(START_TIMEOUT, 150.0, "to start an episode"),
    _timeout(ACT_TIMEOUT, 240.0, "to carry out a decision"),
)
