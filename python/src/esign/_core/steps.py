"""What a call asks of its driver, and what it gets.

A call is a generator without I/O. It yields a Request or a Sleep; its driver sends an Answer or None,
or throws a TransportFailure.
"""

from dataclasses import dataclass, field
from typing import Any, Generator, Mapping, Optional, TypeVar, Union

T = TypeVar("T")

# The largest JSON response, in bytes
LARGEST_ANSWER = 64 * 1024 * 1024
# The most that is read of the body of an error, in bytes
LARGEST_ERROR = 64 * 1024


@dataclass(frozen=True)
class Upload:
    """A PDF in memory, so that it can be sent again, and its file name."""

    data: bytes = field(repr=False)
    filename: str
    # The document's label
    name: str = ""


@dataclass(frozen=True)
class Limits:
    """Time limits of one request, in seconds. It ends at ``ends_at`` of the monotonic clock, which is
    the limit named ``ends_by``; the body of a stream ends at ``stream_ends_at``."""

    connect: float
    read: float
    ends_at: float
    ends_by: str
    stream_ends_at: float


@dataclass(frozen=True)
class Request:
    """One request, to be sent unchanged, once, without following redirects."""

    operation: str
    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    limits: Limits
    content: Optional[bytes] = field(default=None, repr=False)
    upload: Optional[Upload] = None
    # Use a new connection: if a kept one turned out stale, the outcome would be unknown
    own_connection: bool = False
    # Leave the body of a 2xx response to be read later
    stream: bool = False
    # The URL carries its own authority, so that nobody may log it
    secret_url: bool = False


@dataclass(frozen=True)
class Sleep:
    """A wait, in seconds."""

    seconds: float


@dataclass(frozen=True)
class Answer:
    """A response. Header names are lower case; ``whole`` is false when the body was too large."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(default=b"", repr=False)
    whole: bool = True
    # The driver's open body, for a request that asked to stream
    stream: Any = None


class TransportFailure(Exception):
    """A request without a complete response; retries depend on ``opened``, which is true when the
    request may have reached the service. ``status`` is that of a response that was cut off,
    ``proxy`` the host and port of one that was to be used."""

    def __init__(
        self,
        phase: str,
        *,
        opened: bool,
        limit: Optional[str] = None,
        cause_code: Optional[str] = None,
        status: Optional[int] = None,
        proxy: Optional[str] = None,
    ) -> None:
        super().__init__(phase)
        self.phase = phase
        self.opened = opened
        self.limit = limit
        self.cause_code = cause_code
        self.status = status
        self.proxy = proxy


Step = Union[Request, Sleep]
Steps = Generator[Step, Optional[Answer], T]
