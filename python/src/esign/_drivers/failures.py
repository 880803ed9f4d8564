"""What an exception of the HTTP library proves about its request."""

import errno
import socket
import ssl
import time
from typing import Iterator, Optional

from .._core.steps import Limits, TransportFailure

# Raised before the request is written. By name, since the caller's client may be of either library
_NOT_OPENED = {
    "ConnectError",
    "ConnectTimeout",
    "PoolTimeout",
    "ProxyError",
    "UnsupportedProtocol",
    "LocalProtocolError",
}
# A timer may fire this much early, in seconds
_EARLY = 0.01


def _chain(error: Optional[BaseException]) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _code_of(error: BaseException) -> Optional[str]:
    """The system's or OpenSSL's name of a failure, such as ECONNREFUSED."""
    for cause in _chain(error):
        if isinstance(cause, ssl.SSLError) and cause.reason:
            return str(cause.reason)
        if isinstance(cause, socket.gaierror):
            return "ENOTFOUND"
        if isinstance(cause, OSError) and cause.errno is not None:
            return errno.errorcode.get(cause.errno)
    return None


def _unsent_phase(names: "set[str]", error: BaseException, proxy: Optional[str]) -> str:
    if "ProxyError" in names:
        return "proxy"
    causes = tuple(_chain(error))
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return "tls"
    if proxy is not None:
        return "proxy"
    return "dns" if any(isinstance(cause, socket.gaierror) for cause in causes) else "connect"


def failure_of(
    error: BaseException,
    limits: Limits,
    status: Optional[int] = None,
    proxy: Optional[str] = None,
) -> TransportFailure:
    """The failure of a request. ``status`` is that of a response that had begun, ``proxy`` the way.

    An exception that is not known counts as one after sending.
    """
    if isinstance(error, TransportFailure):
        return error
    names = {base.__name__ for base in type(error).__mro__}
    # An old async library raises this one as it is; it comes before anything is sent
    is_untrusted = any(isinstance(one, ssl.SSLCertVerificationError) for one in _chain(error))
    opened = names.isdisjoint(_NOT_OPENED) and not is_untrusted
    phase = "sent" if status is None else "answer"
    limit = None
    if "TimeoutException" in names:
        is_over = time.monotonic() >= limits.ends_at - _EARLY
        own = "read" if opened else "connect"
        limit = limits.ends_by if is_over else own
    failure = TransportFailure(
        phase if opened else _unsent_phase(names, error, proxy),
        opened=opened,
        limit=limit,
        cause_code=_code_of(error),
        status=status,
        proxy=proxy,
    )
    failure.__cause__ = error
    return failure


def unsent(error: Optional[BaseException] = None) -> TransportFailure:
    """The failure of a request that could not be written."""
    failure = TransportFailure("connect", opened=False)
    failure.__cause__ = error
    return failure


def stopped(*, opened: bool, status: Optional[int] = None) -> TransportFailure:
    """The failure of a request that the client's signal ended."""
    phase = "connect" if not opened else "sent" if status is None else "answer"
    return TransportFailure(phase, opened=opened, limit="signal", status=status)


def late(limits: Limits, *, opened: bool, status: Optional[int] = None) -> TransportFailure:
    """The failure of a request whose time has run out."""
    phase = "connect" if not opened else "sent" if status is None else "answer"
    return TransportFailure(phase, opened=opened, limit=limits.ends_by, status=status)
