"""What holds for any input."""

import json
from typing import Dict

import pytest
from hypothesis import given
from hypothesis import strategies as st

import esign
from esign import webhooks
from esign._errors.redact import redact_text

SECRET = "whsec_test_3f9c1e5a"
events = st.builds(
    lambda kind, name: webhooks.make_event(kind, document_id=name),
    st.sampled_from(["signer.signed", "document.completed"]),
    st.text(min_size=1).filter(lambda text: text.isprintable()),
)


def headers_of(body: bytes, event: str) -> Dict[str, str]:
    return {"X-Service-Signature": webhooks.sign(body, SECRET), "X-Service-Event": event}


@given(events)
def test_an_event_that_was_made_and_signed_verifies(event: Dict[str, str]) -> None:
    body = json.dumps(event, ensure_ascii=False).encode()
    verified = webhooks.verify(body, headers_of(body, event["event"]), ["other", SECRET])
    assert verified.raw == event


@given(events, st.data())
def test_a_changed_bit_is_refused(event: Dict[str, str], data: st.DataObject) -> None:
    body = json.dumps(event).encode()
    headers = headers_of(body, event["event"])
    at = data.draw(st.integers(0, len(body) * 8 - 1))
    changed = bytearray(body)
    changed[at // 8] ^= 1 << at % 8
    with pytest.raises(esign.WebhookSignatureError) as refused:
        webhooks.verify(bytes(changed), headers, SECRET)
    assert refused.value.reason == "mismatch"


@given(events, st.data())
def test_a_changed_bit_of_the_signature_is_refused(
    event: Dict[str, str], data: st.DataObject
) -> None:
    body = json.dumps(event).encode()
    signature = bytearray(webhooks.sign(body, SECRET).encode())
    at = data.draw(st.integers(0, len(signature) * 8 - 1))
    signature[at // 8] ^= 1 << at % 8
    with pytest.raises(esign.WebhookSignatureError):
        webhooks.verify(body, signature.decode("latin-1"), SECRET)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=9,
)
fields = st.sampled_from(list(webhooks.make_event("signer.signed")))


@given(st.binary() | values.map(lambda value: json.dumps(value).encode()))
def test_a_signed_body_is_an_event_or_refused(body: bytes) -> None:
    try:
        webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)
    except esign.WebhookSignatureError as error:
        assert error.reason in ("invalid_json", "invalid_shape")


@given(fields, values)
def test_an_event_with_a_strange_field_is_read_or_refused(name: str, value: object) -> None:
    body = json.dumps({**webhooks.make_event("signer.signed"), name: value}).encode()
    try:
        webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)
    except esign.WebhookSignatureError as error:
        assert error.reason == "invalid_shape"


@given(st.none() | st.integers() | st.text() | st.dictionaries(st.text(), st.text()))
def test_a_body_that_is_not_bytes_was_parsed_already(body: object) -> None:
    with pytest.raises(esign.WebhookSignatureError) as refused:
        webhooks.verify(body, "sha256=" + "0" * 64, SECRET)  # type: ignore[arg-type]
    assert refused.value.reason == "body_already_parsed"


@given(st.text(), st.text())
def test_a_secret_never_survives_redaction(before: str, after: str) -> None:
    secret = "sk_live_3f9c1e5a7b2d4f60"
    assert secret not in redact_text(f"{before}{secret}{after}", [secret])


def test_a_field_that_an_event_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="documentID"):
        webhooks.make_event("signer.signed", documentID="x")
