"""Verifies webhook deliveries (specification, section 6). It needs the standard library only."""

import hashlib
import hmac
import json
import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Iterable, List, Mapping, Optional, Protocol, Sequence, Tuple, Union

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

SIGNATURE_HEADER = "X-Service-Signature"
EVENT_HEADER = "X-Service-Event"
_EXTRA = ("signer.opened", "signer.declined", "document.withdrawn", "document.expired")
_SIGNATURE = re.compile(r"sha256=[0-9a-f]{64}")


@dataclass(frozen=True)
class UnknownEvent:
    """An event of a type that this version does not know."""

    event: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


class Headers(Protocol):
    """The headers of a request, as every web framework has them."""

    def items(self) -> Iterable[Tuple[str, Any]]: ...


def sign(body: bytes, secret: str) -> str:
    """Signs the exact bytes of a body and returns the value of ``X-Service-Signature``.

    The key of the HMAC-SHA256 is the whole secret as UTF-8, ``whsec_`` included.
    """
    key = secret.encode("utf-8", "surrogatepass")
    return f"sha256={hmac.new(key, body, hashlib.sha256).hexdigest()}"


def _values_of(headers: Headers, name: str) -> List[Any]:
    """Every value of a header, whatever the case of its name."""
    found: List[Any] = []
    for key, value in headers.items():
        if isinstance(key, str) and key.lower() == name.lower():
            found.extend(value if isinstance(value, (list, tuple)) else [value])
    return found


def _signature_in(headers: Union[str, Headers, None]) -> str:
    if headers is None:
        raise WebhookSignatureError("missing_signature")
    values = [headers] if isinstance(headers, str) else _values_of(headers, SIGNATURE_HEADER)
    if not values or values[0] in ("", None):
        raise WebhookSignatureError("missing_signature")
    signature = values[0]
    if not isinstance(signature, str):
        raise WebhookSignatureError("malformed_signature")
    if len(values) > 1:
        raise WebhookSignatureError("repeated_signature")
    if _SIGNATURE.fullmatch(signature):
        return signature
    # Most frameworks join the values of a repeated header with a comma
    schemes = [part for part in signature.split(",") if part.strip().startswith("sha256=")]
    raise WebhookSignatureError(
        "repeated_signature" if len(schemes) > 1 else "malformed_signature"
    )


def _secret_list(secrets: Union[str, Sequence[str], None]) -> Sequence[str]:
    found = [secrets] if isinstance(secrets, str) else list(secrets or [])
    if not found or any(not isinstance(one, str) or one == "" for one in found):
        raise WebhookSignatureError("no_secret")
    return found


def _check_signature(body: bytes, signature: str, secrets: Sequence[str]) -> None:
    """Compares with every secret, in constant time."""
    matches = [hmac.compare_digest(signature, sign(body, secret)) for secret in secrets]
    if not any(matches):
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
    values = _values_of(headers, EVENT_HEADER)
    if not values:
        raise WebhookSignatureError("missing_event")
    if values != [event]:
        raise WebhookSignatureError("event_mismatch")


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
    now: Optional[datetime] = None,
) -> Event:
    """Verifies a delivery over its raw bytes, before it is parsed, and returns its event.

    ``headers`` may be the value of ``X-Service-Signature`` alone; otherwise ``X-Service-Event`` must
    match the body's event. ``secrets`` is the endpoint's secret, or every secret in use during a
    rotation. ``max_age`` refuses events that occurred longer before ``now`` (default: the present);
    there is no limit by default, since retries end within 7 days. Raises WebhookSignatureError only.
    """
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise WebhookSignatureError("body_already_parsed")
    raw = bytes(body)
    checked = _secret_list(secrets)
    _check_signature(raw, _signature_in(headers), checked)
    event = _event_of(_parse(raw))
    _check_event_header(headers, event.event)
    if max_age is not None:
        _check_age(event.raw, max_age, now or datetime.now(timezone.utc))
    return event
