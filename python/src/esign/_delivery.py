"""Reads the headers and secrets of a webhook delivery, without trusting them."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Pattern, Protocol, Sequence, Tuple, Union

from ._errors.webhook import WebhookSignatureError

SIGNATURE_HEADER = "X-Service-Signature"
_STANDARD = ("webhook-id", "webhook-timestamp", "webhook-signature")
_SIGNATURE = re.compile(r"sha256=[0-9a-f]{64}")
_SECRET = re.compile(r"whsec_([A-Za-z0-9+/]{32,86}={0,2})")
_WORD = re.compile(r"[\x21-\x7e]{1,256}")
_SECONDS = re.compile(r"[0-9]{1,12}")
_WORDS = re.compile(r"[\x20-\x7e]+")
_DIGEST_BYTES = 32


class Headers(Protocol):
    """The headers of a request, as every web framework has them."""

    def items(self) -> Iterable[Tuple[str, Any]]: ...


@dataclass(frozen=True)
class SignatureCheck:
    """A signature: one of the keys gives one of the digests.

    A key is None for a secret that has none of this scheme.
    """

    keys: Sequence[Optional[bytes]]
    message: bytes
    digests: Sequence[bytes]


@dataclass(frozen=True)
class SignedDelivery:
    """All checks must match. ``timestamp`` is None without the headers of Standard Webhooks."""

    secrets: Sequence[str]
    checks: Sequence[SignatureCheck]
    timestamp: Optional[int]


def values_of(headers: Headers, name: str) -> List[Any]:
    """Every value of a header, whatever the case of its name."""
    found: List[Any] = []
    for key, value in headers.items():
        if isinstance(key, str) and key.lower() == name.lower():
            found.extend(value if isinstance(value, (list, tuple)) else [value])
    return [value for value in found if value is not None]


def _signature_in(headers: Union[str, Headers, None]) -> Optional[str]:
    if headers is None:
        return None
    values = [headers] if isinstance(headers, str) else values_of(headers, SIGNATURE_HEADER)
    if not values or values[0] == "":
        return None
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


def _decoded(text: str) -> Optional[bytes]:
    """Base64 with its padding, spelled in the one canonical way."""
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return found if base64.b64encode(found).decode() == text else None


def _standard_key(secret: str) -> Optional[bytes]:
    """The bytes after ``whsec_``, decoded; None for a secret of another form."""
    match = _SECRET.fullmatch(secret)
    return _decoded(match.group(1)) if match else None


def _digests_in(signature: str) -> List[bytes]:
    """Those of version 1, separated by spaces; others are for asymmetric keys."""
    found = [_decoded(one[3:]) for one in signature.split(" ") if one.startswith("v1,")]
    return [digest for digest in found if digest is not None and len(digest) == _DIGEST_BYTES]


def _only(values: Sequence[Any], form: Pattern[str]) -> str:
    if len(values) == 1 and isinstance(values[0], str) and form.fullmatch(values[0]):
        return values[0]
    raise WebhookSignatureError("malformed_standard")


def _standard_in(
    headers: Union[str, Headers, None],
) -> Optional[Tuple[str, str, Sequence[bytes]]]:
    """None without any header of Standard Webhooks; one of them alone is refused."""
    if headers is None or isinstance(headers, str):
        return None
    ids, timestamps, signatures = [values_of(headers, name) for name in _STANDARD]
    if not [*ids, *timestamps, *signatures]:
        return None
    digests = _digests_in(_only(signatures, _WORDS))
    if not digests:
        raise WebhookSignatureError("malformed_standard")
    return _only(ids, _WORD), _only(timestamps, _SECONDS), digests


def _secret_list(secrets: Union[str, Sequence[str], None]) -> Sequence[str]:
    found = [secrets] if isinstance(secrets, str) else list(secrets or [])
    if not found or any(not isinstance(one, str) or one == "" for one in found):
        raise WebhookSignatureError("no_secret")
    return found


def read_delivery(
    body: bytes, headers: Union[str, Headers, None], secrets: Union[str, Sequence[str], None]
) -> SignedDelivery:
    """What the delivery's signatures need. Raises WebhookSignatureError only."""
    known = _secret_list(secrets)
    signature = _signature_in(headers)
    standard = _standard_in(headers)
    checks: List[SignatureCheck] = []
    if signature is not None:
        keys = [secret.encode("utf-8", "surrogatepass") for secret in known]
        digest = bytes.fromhex(signature[len("sha256=") :])
        checks.append(SignatureCheck(keys, body, [digest]))
    if standard is not None:
        named, timestamp, digests = standard
        message = f"{named}.{timestamp}.".encode() + body
        standard_keys = [_standard_key(secret) for secret in known]
        checks.append(SignatureCheck(standard_keys, message, digests))
    if not checks:
        raise WebhookSignatureError("missing_signature")
    return SignedDelivery(known, checks, None if standard is None else int(standard[1]))
