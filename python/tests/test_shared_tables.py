"""The tables that both SDKs read."""

from datetime import timedelta
from typing import Any, Dict, Optional

import pytest

import esign
from esign import webhooks
from esign._downloads.filename import disposition_filename
from esign._errors.api import api_error_from
from esign._errors.redact import redact_text, redact_url
from esign._models.signers import DocumentSigner
from esign._recovery.reconcile import compare_added
from esign._recovery.retry import decide_retry, evidence_of
from scripted import signer_of, time_of
from shared import named, shared

Case = Dict[str, Any]


def api_error(case: Case, now: float = 0.0, body: str = "") -> esign.ApiError:
    return api_error_from(
        status=case["status"],
        headers=case.get("headers", {}),
        body=body.encode(),
        api_key="sk_test_1",
        now=now,
        method="POST",
        path="/",
        operation="sendDocument",
        attempts=1,
    )


def error_of(failure: Case, now: float = 0.0) -> esign.EsignError:
    if "status" in failure:
        return api_error(failure, now)
    if failure.get("shape"):
        return esign.ResponseShapeError("x", status=200)
    if "limit" in failure:
        which = {"try": "attempt"}.get(failure["limit"], failure["limit"])
        return esign.TimeoutError("x", which=which, opened=failure["opened"])
    return esign.ConnectionError(
        "x",
        phase=failure["phase"],
        opened=failure["opened"],
        cause_code=failure.get("causeCode"),
        status=failure.get("cutStatus"),
    )


@pytest.mark.parametrize("case", **named(shared("retry")["failures"]))
def test_a_failure_decides_the_retry_as_in_node(case: Case) -> None:
    error = error_of(case["failure"])

    def again(safe: bool) -> bool:
        decision = decide_retry(
            error, safe=safe, attempt=1, max_retries=2, max_retry_after=60.0, chance=0.5
        )
        return decision is not None

    found = {"evidence": evidence_of(error), "read": again(True), "write": again(False)}
    assert found == {name: case[name] for name in found}


@pytest.mark.parametrize("case", **named(shared("retry")["waits"]))
def test_a_wait_is_as_long_as_in_node(case: Case) -> None:
    decision = decide_retry(
        error_of(case["failure"], time_of(case["now"]).timestamp()),
        safe=True,
        attempt=case["attempt"],
        max_retries=case["maxRetries"],
        max_retry_after=case["maxRetryAfterMs"] / 1000,
        chance=case["random"],
    )
    after = None if decision is None else round(decision.after * 1000)
    assert after == case["afterMs"]


@pytest.mark.parametrize("case", **named(shared("errors")))
def test_a_response_becomes_the_error_that_node_makes(case: Case) -> None:
    error = api_error(case, body=case["body"])
    retry_after: Optional[float] = error.retry_after
    assert {
        "class": type(error).__name__,
        "code": error.code,
        "message": error.message,
        "requestId": error.request_id,
        "retryAfterMs": None if retry_after is None else round(retry_after * 1000),
        "rawBody": error.raw_body,
    } == case["error"]


@pytest.mark.parametrize("case", **named(shared("redact")))
def test_text_is_redacted_as_in_node(case: Case) -> None:
    if "url" in case:
        assert redact_url(case["url"]) == case["safe"]
    else:
        assert redact_text(case["text"], case.get("secrets", [])) == case["safe"]


@pytest.mark.parametrize("case", **named(shared("compare")))
def test_signers_compare_as_in_node(case: Case) -> None:
    now = [DocumentSigner.from_json(one) for one in case["now"]]
    wanted = [signer_of(one) for one in case["wanted"]]
    assert compare_added(now, before=set(case["before"]), wanted=wanted).kind == case["kind"]


@pytest.mark.parametrize("case", **named(shared("filenames")))
def test_a_filename_is_read_as_in_node(case: Case) -> None:
    assert disposition_filename(case["header"]) == case["filename"]


@pytest.mark.parametrize("case", **named(shared("events")))
def test_an_event_is_made_as_in_node(case: Case) -> None:
    assert webhooks.make_event(case["type"], **case["fields"]) == case["event"]


def verdict_on(case: Case) -> Dict[str, str]:
    limits: Dict[str, Any] = {}
    if "maxAgeMs" in case:
        limits["max_age"] = timedelta(milliseconds=case["maxAgeMs"])
    if "requireTimestamp" in case:
        limits["require_timestamp"] = case["requireTimestamp"]
    if "now" in case:
        limits["now"] = time_of(case["now"])
    body = bytes.fromhex(case["bodyHex"])
    try:
        return {"event": webhooks.verify(body, case["headers"], case["secrets"], **limits).event}
    except esign.WebhookSignatureError as error:
        return {"reason": error.reason}


@pytest.mark.parametrize("case", **named(shared("webhooks")))
def test_a_delivery_is_judged_as_in_node(case: Case) -> None:
    assert verdict_on(case) == case["result"]


@pytest.mark.parametrize("case", shared("signatures"), ids=lambda case: str(case["body"]))
def test_a_body_has_the_signature_that_node_gives_it(case: Case) -> None:
    assert webhooks.sign(case["body"].encode(), case["secret"]) == case["signature"]
