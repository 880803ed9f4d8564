"""Keeps download links out of the HTTP library's log."""

import logging
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Iterator

_is_secret: "ContextVar[bool]" = ContextVar("esign_secret_url", default=False)


class _LinkFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return not _is_secret.get()


_FILTER = _LinkFilter()


def install() -> None:
    """Both libraries log whole URLs; that of a download is its authority."""
    for name in ("httpx", "httpx._client", "httpx2", "httpx2._client"):
        logging.getLogger(name).addFilter(_FILTER)


@contextmanager
def unlogged(is_secret: bool) -> Iterator[None]:
    """Drops what the HTTP library logs in the meantime, if its URL is a secret."""
    token = _is_secret.set(is_secret)
    try:
        yield
    finally:
        _is_secret.reset(token)
