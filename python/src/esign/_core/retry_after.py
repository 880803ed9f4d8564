"""The wait that a response asks for."""

import math
import re
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Mapping, Optional

_SECONDS = re.compile(r"\d+(\.\d+)?", re.ASCII)
_HTTP_DATE = re.compile(r"[A-Z][a-z]{2,8},? .{8,30}", re.ASCII)
# A longer wait is as good as endless
_LONGEST_MS = 365 * 24 * 60 * 60 * 1000


def parse_http_date(value: str) -> Optional[float]:
    """Seconds since the epoch; None for anything but an HTTP date."""
    try:
        found = parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return (found if found.tzinfo else found.replace(tzinfo=timezone.utc)).timestamp()


def _bounded(ms: float) -> float:
    return math.ceil(min(max(ms, 0), _LONGEST_MS)) / 1000


def retry_after(headers: Mapping[str, str], now: float) -> Optional[float]:
    """Seconds to wait from ``now`` (seconds since the epoch): at most a year.

    ``Retry-After`` is a number of seconds or an HTTP date (RFC 9110, 10.2.3); ``retry-after-ms``
    takes precedence. None when there is neither, or it cannot be parsed.
    """
    exact = headers.get("retry-after-ms", "").strip()
    if _SECONDS.fullmatch(exact):
        return _bounded(float(exact))
    value = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(value):
        return _bounded(float(value) * 1000)
    date = parse_http_date(value) if _HTTP_DATE.fullmatch(value) else None
    return None if date is None else _bounded((date - now) * 1000)
