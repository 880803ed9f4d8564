"""The HTTP clients of a driver: one for reads, one for writes."""

import threading
from typing import Any, Dict, Optional

from . import link_filter
from ._httpx import library_of, load


class Clients:
    """Makes HTTP clients when they are needed, or keeps to the one that the caller made.

    Reads share idle connections; each write gets a connection of its own, so that a failure shows
    whether the request can have reached the service.
    """

    def __init__(self, kind: str, given: Optional[object]) -> None:
        # Client or AsyncClient
        self._kind = kind
        self._given = given
        self._made: Dict[bool, Any] = {}
        self._library: Any = None
        self._lock = threading.Lock()
        link_filter.install()

    @property
    def library(self) -> Any:
        if self._library is None:
            self._library = load() if self._given is None else library_of(self._given)
        return self._library

    def get(self, *, own_connection: bool) -> Any:
        if self._given is not None:
            return self._given
        with self._lock:
            if own_connection not in self._made:
                limits = {"limits": self.library.Limits(max_keepalive_connections=0)}
                options = limits if own_connection else {}
                self._made[own_connection] = getattr(self.library, self._kind)(**options)
            return self._made[own_connection]

    def take_all(self) -> "list[Any]":
        """The clients made here, which are to be closed; the caller's own is left alone."""
        with self._lock:
            made = list(self._made.values())
            self._made.clear()
            return made
