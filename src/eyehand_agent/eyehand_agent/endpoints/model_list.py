"""The models that an endpoint names."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Mapping

from eyehand_core.errors import EndpointError, cause_of

from eyehand_agent.endpoints.endpoint_settings import check_address

_SECONDS = 10.0


def models_at(base_url: str, api_key_env: str) -> list[str]:
    """Return the model ids that an endpoint lists; none if it lists them in another form.

    Raises:
        EndpointError: it does not answer, or with something else.
        ConfigError: that is no address of an endpoint, or it holds a secret.
    """
    check_address(base_url, api_key_env)
    key = os.environ.get(api_key_env, "").strip()
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        request = urllib.request.Request(f"{base_url.rstrip('/')}/models", headers=headers)
        with urllib.request.urlopen(request, timeout=_SECONDS) as response:
            value = json.load(response)
    except OSError as error:
        reason = getattr(error, "reason", error)
        cause = cause_of(reason) if isinstance(reason, OSError) else str(error)
        raise EndpointError(
            f"{base_url} names no models: {cause}; start your server, or check the address (it "
            "usually ends in /v1) and the key"
        ) from error
    except ValueError as error:
        raise EndpointError(
            f"{base_url} names no models: what it answers is no JSON; check the address (it "
            "usually ends in /v1)"
        ) from error
    entries = value.get("data") if isinstance(value, Mapping) else None
    listed = entries if isinstance(entries, list) else []
    return [str(entry["id"]) for entry in listed if isinstance(entry, Mapping) and "id" in entry]
