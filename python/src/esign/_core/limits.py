"""Time limits."""

from dataclasses import dataclass
from typing import Optional

_ATTEMPT = 30.0
# Sending emails every signer
_SEND_ATTEMPT = 60.0
# The slowest upload allowed for, in bytes a second
_UPLOAD_RATE = 100_000


@dataclass(frozen=True)
class Timeouts:
    """Time limits in seconds. None means the default; ``math.inf`` turns a limit off.

    A limit is checked between two reads, so that a call may outlast it by one ``read``.
    """

    # Until the connection is made (DNS, TCP and TLS): 10
    connect: Optional[float] = None
    # Between two arrivals of bytes: 60
    read: Optional[float] = None
    # One attempt; for a download, to its headers: 30, 60 to send, more for large uploads
    attempt: Optional[float] = None
    # The whole call: attempts, waits, settling an unknown outcome, the body of a download: 300
    total: Optional[float] = None

    def over(self, base: "Timeouts") -> "Timeouts":
        """These limits, and those of ``base`` where there are none."""

        def pick(own: Optional[float], other: Optional[float]) -> Optional[float]:
            return other if own is None else own

        return Timeouts(
            connect=pick(self.connect, base.connect),
            read=pick(self.read, base.read),
            attempt=pick(self.attempt, base.attempt),
            total=pick(self.total, base.total),
        )


@dataclass(frozen=True)
class FilledTimeouts:
    connect: float
    read: float
    attempt: float
    total: float


def fill(asked: Timeouts, operation: str = "", body_bytes: int = 0) -> FilledTimeouts:
    """Fills in the defaults, which depend on the operation and the size of the request's body."""
    base = _SEND_ATTEMPT if operation == "sendDocument" else _ATTEMPT
    attempt = base + body_bytes / _UPLOAD_RATE
    return FilledTimeouts(
        connect=10.0 if asked.connect is None else asked.connect,
        read=60.0 if asked.read is None else asked.read,
        attempt=attempt if asked.attempt is None else asked.attempt,
        total=300.0 if asked.total is None else asked.total,
    )
