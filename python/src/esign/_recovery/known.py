"""Documents that an unsettled create must not mistake for its own."""

import threading
from typing import Dict, Iterable

# An unsettled create looks back a few minutes at most, so older documents can be forgotten
_MEMORY = 15 * 60.0


def _forget(times: Dict[str, float], now: float) -> None:
    for key in [key for key, at in times.items() if now - at >= _MEMORY]:
        del times[key]


class KnownDocuments:
    """Documents that this client created or saw before. Times are in seconds since the epoch."""

    def __init__(self) -> None:
        self._seen: Dict[str, float] = {}
        self._without_signers: Dict[str, float] = {}
        self._unsettled: Dict[str, int] = {}
        self._lock = threading.Lock()

    def saw(self, document_ids: Iterable[str], now: float) -> None:
        """Remembers documents that existed at ``now``."""
        with self._lock:
            _forget(self._seen, now)
            self._seen.update((one, now) for one in document_ids)

    def created(self, document_id: str, now: float) -> None:
        """Remembers a document as just created by this client."""
        self.saw([document_id], now)
        with self._lock:
            _forget(self._without_signers, now)
            self._without_signers[document_id] = now

    def begin_create(self, name: str) -> None:
        """Counts a create of that name until ``end_create``; forever if it stays unknown."""
        with self._lock:
            self._unsettled[name] = self._unsettled.get(name, 0) + 1

    def end_create(self, name: str) -> None:
        with self._lock:
            left = self._unsettled.pop(name, 0) - 1
            if left > 0:
                self._unsettled[name] = left

    def is_contested(self, name: str) -> bool:
        """True when more than one unsettled create has that name."""
        with self._lock:
            return self._unsettled.get(name, 0) > 1

    def has(self, document_id: str) -> bool:
        with self._lock:
            return document_id in self._seen

    def take_without_signers(self, document_id: str) -> bool:
        """True, once, for a document that this client created and added no signers to."""
        with self._lock:
            return self._without_signers.pop(document_id, None) is not None
