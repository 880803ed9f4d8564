"""Settles an unsafe request whose outcome is unknown, by reading."""

import logging
from dataclasses import dataclass
from typing import Callable, Generic, Optional, Tuple, TypeVar

from .._core.context import Context, SettleEvent, emit
from .._core.steps import Sleep, Steps
from .._errors.api import ApiError
from .._errors.base import EsignError
from .._errors.calls import OutcomeUnknownError
from .retry import evidence_of

T = TypeVar("T")
logger = logging.getLogger("esign")


@dataclass(frozen=True)
class Probe(Generic[T]):
    """The finding of one reading.

    ``found``: the request was applied. ``absent``: there is no trace of it yet. ``partial``: it must
    not be repeated, but a later reading may show more. ``foreign``: someone else changed the
    document, so no reading can settle it. ``unreadable``: the reading failed.
    """

    kind: str
    data: Optional[T] = None
    why: str = ""
    status: Optional[str] = None
    # Ids of documents that the request may have created
    candidates: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Settlement(Generic[T]):
    """An unsafe request, and how to look for its effect."""

    operation: str
    document_id: Optional[str]
    # True when an earlier process sent the request and never learnt the outcome
    is_lost: bool
    # What a person should check when the outcome stays unknown
    hint: str
    send: Callable[[], Steps[T]]
    probe: Callable[[], Steps[Probe[T]]]


# Seconds to wait before each reading: the request may still be running at the service
_WAITS = (0, 1, 3, 7, 15)
_NOTES = {
    "reading": "the outcome is unknown; reading what the service holds",
    "found": "the request was applied; its response is rebuilt from what the service holds",
    "repeating": "no trace of the request; sending it once more",
}


def _is_unknown(error: EsignError) -> bool:
    return evidence_of(error) not in ("not-applied", "conflict")


def _unknown_outcome(plan: Settlement[T], found: Optional[Probe[T]] = None) -> OutcomeUnknownError:
    why = f": {found.why}" if found is not None and found.why else ""
    return OutcomeUnknownError(
        f"{plan.operation} may or may not have been applied{why}",
        hint=plan.hint,
        last_known_status=None if found is None else found.status,
        candidates=() if found is None else found.candidates,
        operation=plan.operation,
        document_id=plan.document_id,
    )


def _announce(context: Context, plan: Settlement[T], step: str) -> None:
    logger.info("%s: %s", plan.operation, _NOTES[step])
    event = SettleEvent(plan.operation, plan.document_id, step, _NOTES[step])
    emit(context.shared.hooks.on_settle, event)


def _probe_once(context: Context, plan: Settlement[T]) -> Steps[Probe[T]]:
    try:
        return (yield from plan.probe())
    except EsignError as error:
        if context.is_over():
            raise _unknown_outcome(plan) from error
        return Probe("unreadable")


def _probe_repeatedly(context: Context, plan: Settlement[T]) -> Steps[Probe[T]]:
    found: Probe[T] = Probe("unreadable")
    for seconds in _WAITS:
        if seconds > 0:
            if context.shared.clock.monotonic() + seconds >= context.ends_at:
                raise _unknown_outcome(plan)
            yield Sleep(seconds)
        found = yield from _probe_once(context, plan)
        if found.kind in ("found", "foreign"):
            break
    return found


def _adopt(context: Context, plan: Settlement[T], found: Probe[T]) -> T:
    assert found.data is not None
    _announce(context, plan, "found")
    return found.data


def _repeat(context: Context, plan: Settlement[T]) -> Steps[T]:
    _announce(context, plan, "repeating")
    try:
        return (yield from plan.send())
    except EsignError as second:
        unknown = _is_unknown(second)
        if context.is_over():
            raise _unknown_outcome(plan) from second
        # Even an error response may only mean that the first request was applied late
        probe = _probe_repeatedly if unknown else _probe_once
        found = yield from probe(context, plan)
        if found.kind == "found":
            return _adopt(context, plan, found)
        if unknown or found.kind != "absent":
            raise _unknown_outcome(plan, found) from second
        raise


def _await_retry_time(
    context: Context, plan: Settlement[T], cause: Optional[EsignError]
) -> Steps[None]:
    """Waits for the rest of a Retry-After, since a repeat before it is over would be refused again."""
    asked = (cause.retry_after or 0.0) if isinstance(cause, ApiError) else 0.0
    seconds = min(asked, context.shared.max_retry_after) - sum(_WAITS)
    if seconds <= 0:
        return
    if context.shared.clock.monotonic() + seconds >= context.ends_at:
        raise _unknown_outcome(plan) from cause
    yield Sleep(seconds)


def _settle_by_reading(
    context: Context, plan: Settlement[T], cause: Optional[EsignError] = None
) -> Steps[T]:
    _announce(context, plan, "reading")
    found = yield from _probe_repeatedly(context, plan)
    if found.kind == "found":
        return _adopt(context, plan, found)
    if found.kind == "absent":
        yield from _await_retry_time(context, plan, cause)
        return (yield from _repeat(context, plan))
    raise _unknown_outcome(plan, found) from cause


def settle(context: Context, plan: Settlement[T]) -> Steps[T]:
    """Sends an unsafe request. When its outcome is unknown, reads what the service holds.

    If the request was applied, its response is rebuilt; if there is no trace of it, it is sent once
    more. Raises the error of the request, or OutcomeUnknownError.
    """
    if plan.is_lost:
        return (yield from _settle_by_reading(context, plan))
    try:
        return (yield from plan.send())
    except EsignError as first:
        if not _is_unknown(first):
            raise
        if context.is_over():
            raise _unknown_outcome(plan) from first
        return (yield from _settle_by_reading(context, plan, first))
