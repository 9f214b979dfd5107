"""Does a model endpoint answer?"""

from __future__ import annotations

import argparse
import urllib.error
import urllib.request

from eyehand_agent.endpoints.endpoint_settings import check_address
from eyehand_core.errors import ConfigError, cause_of

from eyehand_bench.doctor.finding import CHECKS, Finding, Level

_SECONDS = 5.0
_SERVER_ERROR = 500


@CHECKS.register("endpoint")
def check_endpoint(arguments: argparse.Namespace) -> Finding:
    """Ask for the list of models, without any key: an answer of any kind shows a server."""
    if not arguments.base_url:
        return Finding(level=Level.SKIP, found="no --base-url given")
    try:
        check_address(arguments.base_url, "OPENAI_API_KEY")
    except ConfigError as error:
        return Finding(level=Level.FAIL, found=str(error))
    url = f"{arguments.base_url.rstrip('/')}/models"
    try:
        with urllib.request.urlopen(url, timeout=_SECONDS) as response:
            return Finding(level=Level.PASS, found=f"{url} answers ({response.status})")
    except urllib.error.HTTPError as error:
        level = Level.FAIL if error.code >= _SERVER_ERROR else Level.PASS
        return Finding(level=level, found=f"{url} answers ({error.code})")
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        reason = cause_of(reason) if isinstance(reason, OSError) else reason
        return Finding(
            level=Level.FAIL,
            found=f"{url}: {reason}",
            remedy="start your server, or give another --base-url; --agent expert needs none",
        )
