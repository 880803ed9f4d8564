"""Finds the HTTP library: httpx2, or else httpx. It is imported when the first request needs it."""

import math
import sys
from importlib import import_module
from typing import Any, Awaitable, Callable, Dict, Optional, Protocol

from .._core.steps import Limits, Request

_NAMES = ("httpx2", "httpx")


class HttpClient(Protocol):
    """An ``httpx2.Client`` or ``httpx.Client``."""

    @property
    def build_request(self) -> Callable[..., Any]: ...

    @property
    def send(self) -> Callable[..., Any]: ...


class AsyncHttpClient(Protocol):
    """An ``httpx2.AsyncClient`` or ``httpx.AsyncClient``."""

    @property
    def build_request(self) -> Callable[..., Any]: ...

    @property
    def send(self) -> Callable[..., Awaitable[Any]]: ...


def load() -> Any:
    """The installed library. Raises ImportError when there is none."""
    for name in _NAMES:
        try:
            return import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name != name:
                raise
    raise ImportError("esign needs httpx2 (Python 3.10 and newer) or httpx: pip install esign-sdk")


def library_of(client: object) -> Any:
    """The library of a client that the caller made: both may be installed."""
    for base in type(client).__mro__:
        root = base.__module__.partition(".")[0]
        if root in _NAMES:
            return sys.modules[root]
    return load()


def proxy_of(client: Any, url: Any) -> Optional[str]:
    """Host and port of the proxy by which a client reaches a URL, never its password.

    None for no proxy, and for a library that does not tell: only its private attributes do.
    """
    try:
        proxy = client._transport_for_url(url)._pool._proxy_url
        return f"{proxy.host.decode()}:{proxy.port}"
    except Exception:
        return None


def _seconds(limit: float, left: float) -> Optional[float]:
    least = min(limit, max(left, 0.001))
    return None if math.isinf(least) else least


def timeout_of(library: Any, limits: Limits, left: float) -> Any:
    """The library's limits on single operations, none longer than what is left of the attempt."""
    connect, read = _seconds(limits.connect, left), _seconds(limits.read, left)
    return library.Timeout(connect=connect, read=read, write=read, pool=connect)


def body_of(request: Request) -> Dict[str, Any]:
    """The arguments of ``build_request`` for the request's body."""
    if request.upload is not None:
        upload = request.upload
        parts = {"file": (upload.filename, upload.data, "application/pdf")}
        return {"data": {"name": upload.name}, "files": parts}
    return {} if request.content is None else {"content": request.content}


def headers_of(response: Any) -> Dict[str, str]:
    """Header values by lower-case name; those of a repeated header are joined with a comma."""
    joined: Dict[str, str] = {}
    for name, value in response.headers.multi_items():
        lower = name.lower()
        joined[lower] = f"{joined[lower]}, {value}" if lower in joined else value
    return joined
