"""What a failure proves about its request, and whether to repeat the request."""

import math
import re
import threading
from dataclasses import dataclass
from typing import Optional

from .._errors.api import ApiError
from .._errors.base import EsignError
from .._errors.calls import (
    AbortedError,
    ConnectionError,
    OutcomeUnknownError,
    ResponseShapeError,
    TimeoutError,
)

# These redirects promise that the request was not carried out (RFC 9110, 15.4); 302 and 303 do not
_UNAPPLIED_REDIRECTS = (301, 307, 308)


def _evidence_of_status(status: int) -> str:
    if status == 409:
        return "conflict"
    if status == 408 or status >= 500:
        return "unknown"
    if status >= 400 or status in _UNAPPLIED_REDIRECTS:
        return "not-applied"
    return "unknown"


def evidence_of(error: EsignError) -> str:
    """``not-applied`` for certain; ``conflict``, a 409; ``answer-lost``, applied but its response was
    lost; ``unknown``, everything else once the connection was made."""
    if isinstance(error, ApiError):
        return _evidence_of_status(error.status)
    if isinstance(error, ResponseShapeError):
        return "answer-lost"
    if isinstance(error, OutcomeUnknownError):
        return "unknown"
    if isinstance(error, ConnectionError) and error.opened:
        is_success = error.status is not None and 200 <= error.status < 300
        return "answer-lost" if is_success else "unknown"
    if isinstance(error, (TimeoutError, AbortedError)) and error.opened:
        return "unknown"
    return "not-applied"


# The retry budget has the figures of the AWS SDKs
_CAPACITY = 500
_RETRY_COST = 5
_TIMEOUT_RETRY_COST = 10

_FIRST_DELAY_MS = 500
_LONGEST_DELAY_MS = 8_000
# A certificate that does not verify now will not verify a second later
_CERTIFICATE = re.compile("CERT|SELF_SIGNED|DEPTH_ZERO|ALTNAME|UNABLE_TO")


def _is_transient(error: EsignError) -> bool:
    if isinstance(error, TimeoutError):
        return error.which != "total"
    if isinstance(error, ConnectionError):
        is_certificate = _CERTIFICATE.search(error.cause_code or "") is not None
        return not (error.phase == "tls" and is_certificate)
    if isinstance(error, ApiError):
        return error.status in (408, 429) or error.status >= 500
    return isinstance(error, ResponseShapeError)


def _backoff_ms(attempt: int, chance: float) -> int:
    """Full jitter: a random wait below 0.5 s × 2^(attempt − 1), capped at 8 s."""
    ceiling = min(_LONGEST_DELAY_MS, _FIRST_DELAY_MS << min(attempt - 1, 10))
    return math.floor(chance * ceiling)


@dataclass(frozen=True)
class Retry:
    """A wait in seconds before the next attempt, and its cost to the retry budget."""

    after: float
    cost: int


def decide_retry(
    error: EsignError,
    *,
    safe: bool,
    attempt: int,
    max_retries: int,
    max_retry_after: float,
    chance: float,
) -> Optional[Retry]:
    """Retries transient errors of requests that are safe to repeat or certainly were not applied.

    Never a 409. ``chance`` is at least 0 and less than 1. None means no.
    """
    if attempt > max_retries or not _is_transient(error):
        return None
    if not safe and evidence_of(error) != "not-applied":
        return None
    floor = (error.retry_after or 0.0) if isinstance(error, ApiError) else 0.0
    if floor > max_retry_after:
        return None
    cost = _TIMEOUT_RETRY_COST if isinstance(error, TimeoutError) else _RETRY_COST
    return Retry(floor + _backoff_ms(attempt, chance) / 1000, cost)


class RetryBudget:
    """Tokens shared by all calls of a client, so that together they do not hammer a service that is
    down."""

    def __init__(self) -> None:
        self._tokens = _CAPACITY
        self._lock = threading.Lock()

    def spend(self, cost: int) -> bool:
        """Takes the cost of a retry; false when too little is left."""
        with self._lock:
            if cost > self._tokens:
                return False
            self._tokens -= cost
            return True

    def refill(self) -> None:
        """Puts one token back, after a success."""
        with self._lock:
            self._tokens = min(_CAPACITY, self._tokens + 1)
