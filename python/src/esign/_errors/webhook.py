"""The error of a delivery that does not verify."""

from typing import Mapping, Sequence, Tuple

from .base import EsignError

MESSAGES: Mapping[str, str] = {
    "body_already_parsed": (
        "the body was parsed or decoded already: pass its raw bytes"
        " (Flask: request.get_data(); Django: request.body; FastAPI: await request.body())"
    ),
    "no_secret": "no signing secret was given",
    "missing_signature": "the delivery has no signature",
    "repeated_signature": "the delivery has more than one signature",
    "malformed_signature": (
        "the signature is not sha256= followed by 64 lowercase hexadecimal digits"
    ),
    "malformed_standard": (
        "webhook-id, webhook-timestamp and webhook-signature are not all there, each once and in the"
        " form of Standard Webhooks"
    ),
    "mismatch": "the signature does not match the body and the secret",
    "invalid_json": "the signature is valid, but the body is not JSON",
    "invalid_shape": "the signature is valid, but the body is not an event",
    "event_mismatch": "the event type in the headers is not the one in the body",
    "missing_timestamp": "the delivery has no webhook-timestamp, which is required here",
    "stale_timestamp": "webhook-timestamp is more than 5 minutes away from the present",
    "too_old": "the event is older than allowed",
}


class WebhookSignatureError(EsignError):
    """A webhook delivery that must not be trusted: answer it with a bare 401.

    ``reason`` is a key of the table above. ``suspect_secrets`` are the indices of secrets with white
    space around them, which is the likely cause of a mismatch.
    """

    suspect_secrets: Tuple[int, ...]

    def __init__(self, reason: str, suspect_secrets: Sequence[int] = ()) -> None:
        named = ", ".join(str(at + 1) for at in suspect_secrets)
        suspicion = f"; there is white space around secret {named}" if named else ""
        super().__init__(f"{MESSAGES[reason]}{suspicion}", operation="verifyWebhook")
        self.reason = reason
        self.suspect_secrets = tuple(suspect_secrets)
