"""What is known of an endpoint before an episode, and whether that is enough."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.errors import ConfigError

from eyehand_agent.endpoints import capabilities as names
from eyehand_agent.endpoints.capabilities import Capabilities
from eyehand_agent.endpoints.chat_client import ChatClient
from eyehand_agent.endpoints.findings import kept_or
from eyehand_agent.endpoints.probe import probe
from eyehand_agent.endpoints.rung import LADDER
from eyehand_agent.mllm_settings import AUTO, MllmSettings, ProbeHabit


@dataclass(frozen=True, kw_only=True)
class Survey:
    """How an endpoint will be asked.

    Attributes:
        capabilities: findings of the probe; None if it was not probed.
        rung: name of the rung of the ladder; it stays the same for the episode.
        images: most images of a request.
        takes_system: the endpoint heeds a system message.
    """

    capabilities: Capabilities | None
    rung: str
    images: int
    takes_system: bool


def survey(settings: MllmSettings, client: ChatClient, views: int) -> Survey:
    """Find out how to ask an endpoint; the client will leave out what it refuses.

    Args:
        settings: of the agent.
        client: the endpoint.
        views: images that every turn has.

    Raises:
        ConfigError: the endpoint lacks what the episode or the settings need; says what and what
            to do.
        EndpointError: it cannot be reached.
    """
    wanted = settings.limits.images
    if settings.probe is ProbeHabit.NEVER:
        rung = LADDER[-1] if settings.output == AUTO else settings.output
        return Survey(capabilities=None, rung=rung, images=wanted, takes_system=True)
    if settings.probe is ProbeHabit.DAILY:
        found = kept_or(settings.endpoint, wanted, lambda: probe(client, wanted))
    else:
        found = probe(client, wanted)
    client.left_out = found.left_out
    _check_images(found, views)
    rung = found.rung if settings.output == AUTO else settings.output
    if found.refuses(rung):
        raise ConfigError(
            f"{found.host}, model {found.requested!r}: output {rung!r} does not work there "
            f"({found.checks[rung].detail}); set output to {found.rung!r} or {AUTO!r}"
        )
    known = found.images if found.can(names.IMAGE) else wanted
    return Survey(
        capabilities=found,
        rung=rung,
        images=min(wanted, known),
        takes_system=not found.refuses(names.SYSTEM),
    )


def _check_images(found: Capabilities, views: int) -> None:
    """Refuse an endpoint that is known not to see what every turn shows."""
    where = f"{found.host}, model {found.requested!r}"
    if views and found.refuses(names.IMAGE):
        raise ConfigError(
            f"{where} does not see images ({found.checks[names.IMAGE].detail}); choose a model "
            "with vision"
        )
    if found.can(names.IMAGE) and views > found.images:
        raise ConfigError(
            f"{where} sees {found.images} images of a request, every turn has {views} "
            f"({found.checks[names.IMAGES].detail}); raise the server's limit (vLLM: "
            "--limit-mm-per-prompt), choose another model, or a condition with fewer views"
        )
