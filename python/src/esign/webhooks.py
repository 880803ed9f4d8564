"""Verifies webhook deliveries (specification, section 6). It needs the standard library only."""

import hashlib
import hmac
import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Mapping, Optional, Sequence, Union

from ._delivery import SIGNATURE_HEADER, Headers, SignedDelivery, read_delivery, values_of
from ._errors.webhook import WebhookSignatureError
from ._make_event import make_event
from ._models.events import DocumentCompleted, ExtraEvent, SignerSigned
from ._models.reading import ShapeProblem, fields_of, filled, required, time

__all__ = [
    "DocumentCompleted",
    "ExtraEvent",
    "SignerSigned",
    "UnknownEvent",
    "WebhookSignatureError",
    "make_event",
    "sign",
    "verify",
]

EVENT_HEADER = "X-Service-Event"
_EXTRA = ("signer.opened", "signer.declined", "document.withdrawn", "document.expired")
_TOLERANCE = timedelta(minutes=5)


@dataclass(frozen=True)
class UnknownEvent:
    """An event of a type that this version does not know."""

    event: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


def sign(body: bytes, secret: str) -> str:
    """Signs the exact bytes of a body and returns the value of ``X-Service-Signature``.

    The key of the HMAC-SHA256 is the whole secret as UTF-8, ``whsec_`` included.
    """
    key = secret.encode("utf-8", "surrogatepass")
    return f"sha256={hmac.new(key, body, hashlib.sha256).hexdigest()}"


def _check_signatures(signed: SignedDelivery) -> None:
    """Compares every signature with every secret, in constant time."""
    for check in signed.checks:
        keys = [key for key in check.keys if key is not None]
        made = [hmac.new(key, check.message, hashlib.sha256).digest() for key in keys]
        matches = [hmac.compare_digest(one, given) for one in made for given in check.digests]
        if not any(matches):
            secrets = signed.secrets
            suspects = [at for at, secret in enumerate(secrets) if secret != secret.strip()]
            raise WebhookSignatureError("mismatch", suspects)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _parse(body: bytes) -> Any:
    try:
        # The signature covers a byte order mark, so one is accepted
        text = body.decode("utf-8-sig", "replace")
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise WebhookSignatureError("invalid_json") from None


Event = Union[SignerSigned, DocumentCompleted, ExtraEvent, UnknownEvent]


def _event_of(parsed: Any) -> Event:
    try:
        fields = fields_of(parsed)
        kind = required(fields, "event", filled)
        if kind == "signer.signed":
            return SignerSigned.from_json(fields)
        if kind == "document.completed":
            return DocumentCompleted.from_json(fields)
        if kind in _EXTRA:
            return ExtraEvent.from_json(fields)
        return UnknownEvent(kind, fields)
    except ShapeProblem:
        raise WebhookSignatureError("invalid_shape") from None


def _check_event_header(headers: Union[str, Headers, None], event: str) -> None:
    if headers is None or isinstance(headers, str):
        return
    # Headers are not signed: proxies may drop this one, but a contradiction is refused
    if values_of(headers, EVENT_HEADER) not in ([], [event]):
        raise WebhookSignatureError("event_mismatch")


def _check_timestamp(timestamp: Optional[int], required_here: bool, now: datetime) -> None:
    if timestamp is None:
        if required_here:
            raise WebhookSignatureError("missing_timestamp")
        return
    if abs(now.timestamp() - timestamp) > _TOLERANCE.total_seconds():
        raise WebhookSignatureError("stale_timestamp")


def _check_age(raw: Mapping[str, Any], max_age: timedelta, now: datetime) -> None:
    try:
        is_old = now - required(raw, "occurredAt", time) > max_age
    except ShapeProblem:
        is_old = True
    if is_old:
        raise WebhookSignatureError("too_old")


def verify(
    body: bytes,
    headers: Union[str, Headers, None],
    secrets: Union[str, Sequence[str]],
    *,
    max_age: Optional[timedelta] = None,
    require_timestamp: bool = False,
    now: Optional[datetime] = None,
) -> Event:
    """Verifies a delivery over its raw bytes, before it is parsed, and returns its event.

    ``headers`` may be the value of ``X-Service-Signature`` alone. Of whole headers, every signature
    must match, that of Standard Webhooks within 5 minutes of its timestamp, and ``X-Service-Event``,
    if there, must name the event. ``secrets`` is the endpoint's secret, or every secret in use
    during a rotation. ``require_timestamp`` refuses deliveries without the headers of Standard
    Webhooks, since whoever has seen one could repeat it at any time. ``max_age`` refuses events that
    occurred longer before ``now`` (default: the present); there is no limit by default, since
    retries end within 7 days. Raises WebhookSignatureError only.
    """
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise WebhookSignatureError("body_already_parsed")
    raw = bytes(body)
    signed = read_delivery(raw, headers, secrets)
    _check_signatures(signed)
    event = _event_of(_parse(raw))
    _check_event_header(headers, event.event)
    moment = now or datetime.now(timezone.utc)
    _check_timestamp(signed.timestamp, require_timestamp, moment)
    if max_age is not None:
        _check_age(event.raw, max_age, moment)
    return event
