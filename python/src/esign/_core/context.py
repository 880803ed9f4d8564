"""What the calls of a client share, and what one call adds."""

import logging
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Callable, Mapping, Optional, TypeVar

from .retry_after import parse_http_date
from .._recovery.known import KnownDocuments
from .._recovery.retry import RetryBudget
from .base_url import BaseUrl
from .limits import Timeouts


E = TypeVar("E")
logger = logging.getLogger("esign")


@dataclass(frozen=True)
class Clock:
    """The source of time, in seconds, and of randomness; replaced in tests."""

    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.random


@dataclass(frozen=True)
class SettleEvent:
    """A step in settling an unknown outcome: ``reading``, ``found`` or ``repeating``."""

    operation: str
    document_id: Optional[str]
    step: str
    note: str


@dataclass(frozen=True)
class RequestEvent:
    """A request about to be sent. Nothing in it grants access; ``attempt`` counts from 1."""

    operation: str
    method: str
    url: str
    attempt: int


@dataclass(frozen=True)
class ResponseEvent(RequestEvent):
    """A response that arrived, and how long that took, in seconds."""

    status: int
    duration: float


@dataclass(frozen=True)
class RetryEvent:
    """A failed attempt, which is repeated after a wait in seconds."""

    operation: str
    attempt: int
    after: float
    error: Exception


@dataclass(frozen=True)
class AppInfo:
    """Name and version of your application, for the User-Agent."""

    name: str
    version: Optional[str] = None


@dataclass(frozen=True)
class Hooks:
    """Callbacks for logging. Their exceptions are logged, no more."""

    on_request: Optional[Callable[[RequestEvent], None]] = None
    on_response: Optional[Callable[[ResponseEvent], None]] = None
    on_retry: Optional[Callable[[RetryEvent], None]] = None
    on_settle: Optional[Callable[[SettleEvent], None]] = None


def emit(hook: Optional[Callable[[E], None]], event: E) -> None:
    """Calls a hook, if any: a broken logger must not lose the response to a request that was sent."""
    if hook is None:
        return
    try:
        hook(event)
    except Exception:
        logger.exception("a hook raised an exception")


class ServiceTime:
    """The service's clock relative to ours, learnt from the Date header (precise to a second)."""

    # Seconds to add to our time to get the service's; None before the first response
    skew: Optional[float] = None

    def note(self, date: Optional[str], now: float) -> None:
        """Notes the Date of a response that came at ``now``; ignores an invalid one."""
        found = None if date is None else parse_http_date(date)
        if found is not None:
            self.skew = found - now


@dataclass(frozen=True)
class Shared:
    """Options and state shared by all calls of one client."""

    base_url: BaseUrl
    api_key: str = field(repr=False)
    user_agent: str
    timeouts: Timeouts
    max_retries: int
    max_retry_after: float
    hooks: Hooks
    headers: Mapping[str, str]
    signal: Optional[threading.Event] = None
    clock: Clock = field(default_factory=Clock)
    budget: RetryBudget = field(default_factory=RetryBudget)
    service_time: ServiceTime = field(default_factory=ServiceTime)
    known: KnownDocuments = field(default_factory=KnownDocuments)


@dataclass(frozen=True)
class Context:
    """The options and the end of one call."""

    shared: Shared
    timeouts: Timeouts
    max_retries: int
    # Of the monotonic clock
    ends_at: float

    def is_over(self) -> bool:
        """True once the limit of the whole call has run out, or its signal is set."""
        return self.is_stopped() or self.shared.clock.monotonic() >= self.ends_at

    def is_stopped(self) -> bool:
        """True once the client's signal is set."""
        signal = self.shared.signal
        return signal is not None and signal.is_set()
