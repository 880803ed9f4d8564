"""The options of a client, checked."""

import os
import platform
import re
import sys
import threading
from typing import Mapping, Optional

from ._core.base_url import read_base_url
from ._core.context import AppInfo, Context, Hooks, Shared
from ._core.limits import Timeouts, fill
from ._errors.base import InvalidArgumentError
from ._version import __version__


def _from_environment(value: Optional[str], option: str, variable: str) -> str:
    found = os.environ.get(variable) if value is None else value
    if not found:
        message = f"{option} is missing: pass it, or set the environment variable {variable}"
        raise InvalidArgumentError(option, message)
    return found


def _check_key(key: str) -> str:
    """Visible ASCII, which includes every bearer token (RFC 6750, 2.1)."""
    if all("\x21" <= character <= "\x7e" for character in key):
        return key
    message = "the API key holds spaces, line breaks or other characters that no key has"
    raise InvalidArgumentError("api_key", message)


def _check_retries(value: int) -> int:
    if value >= 0:
        return value
    raise InvalidArgumentError("max_retries", "max_retries must be 0 or more")


_RESERVED = ("authorization", "host", "content-length", "transfer-encoding")


def _check_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    for name, value in headers.items():
        if name.lower() in _RESERVED:
            raise InvalidArgumentError("headers", f"{name} is set by the client")
        if not re.fullmatch(r"[!#$%&'*+.^`|~\w-]+", name, re.ASCII) or not value.isprintable():
            raise InvalidArgumentError("headers", f"the header {name!r} is not valid")
    return {name.lower(): value for name, value in headers.items()}


def _user_agent(app_info: Optional[AppInfo]) -> str:
    base = f"esign/{__version__} python/{platform.python_version()} ({sys.platform})"
    if app_info is None:
        return base
    words = [app_info.name] if app_info.version is None else [app_info.name, app_info.version]
    tokens = (re.sub(r"[^\w.+-]+", "-", word, flags=re.ASCII)[:64] for word in words)
    return f"{base} {'/'.join(tokens)}"


class Session:
    """Opens the calls of one client."""

    def __init__(
        self,
        *,
        base_url: Optional[str],
        api_key: Optional[str],
        timeouts: Optional[Timeouts],
        max_retries: int,
        max_retry_after: float,
        allow_insecure: bool,
        app_info: Optional[AppInfo],
        headers: Optional[Mapping[str, str]],
        hooks: Hooks,
        signal: Optional[threading.Event] = None,
    ) -> None:
        url = _from_environment(base_url, "base_url", "ESIGN_BASE_URL")
        key = _from_environment(api_key, "api_key", "ESIGN_API_KEY")
        self.shared = Shared(
            base_url=read_base_url(url, allow_insecure),
            api_key=_check_key(key),
            user_agent=_user_agent(app_info),
            timeouts=timeouts or Timeouts(),
            max_retries=_check_retries(max_retries),
            max_retry_after=max_retry_after,
            hooks=hooks,
            headers=_check_headers(headers or {}),
            signal=signal,
        )

    def open(self, timeouts: Optional[Timeouts], max_retries: Optional[int]) -> Context:
        """Opens a call with options of its own."""
        shared = self.shared
        limits = (timeouts or Timeouts()).over(shared.timeouts)
        retries = shared.max_retries if max_retries is None else _check_retries(max_retries)
        ends_at = shared.clock.monotonic() + fill(limits).total
        return Context(shared, limits, retries, ends_at)
