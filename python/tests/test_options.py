"""Hooks, headers, the name of an application, and signers as mappings."""

import json
from typing import Any, Dict, List

import pytest

import esign
from http_library import httpx
from scripted import API_KEY, BASE_URL


def test_hooks_headers_and_the_name_of_an_application_go_with_each_request() -> None:
    seen: List[httpx.Request] = []
    events: List[Any] = []

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(503 if len(seen) == 1 else 404)

    http = httpx.Client(transport=httpx.MockTransport(handle))
    client = esign.EsignClient(
        base_url=BASE_URL,
        api_key=API_KEY,
        http_client=http,
        app_info=esign.AppInfo("lease bot\r\n", "2"),
        headers={"X-Tenant": "north"},
        on_request=events.append,
        on_response=events.append,
        on_retry=events.append,
    )
    with pytest.raises(esign.ApiError):
        client.documents.retrieve("d")
    assert [type(event).__name__ for event in events] == [
        "RequestEvent",
        "ResponseEvent",
        "RetryEvent",
        "RequestEvent",
        "ResponseEvent",
    ]
    assert (events[1].status, events[4].attempt) == (503, 2)
    assert API_KEY not in repr(events)
    assert {request.headers["x-tenant"] for request in seen} == {"north"}
    assert seen[0].headers["user-agent"].endswith(" lease-bot-/2")
    for bad in ({"Authorization": "x"}, {"a b": "x"}, {"a": "x\r\ny"}):
        with pytest.raises(esign.InvalidArgumentError):
            esign.EsignClient(base_url=BASE_URL, api_key=API_KEY, headers=bad)


def test_signers_may_be_mappings_and_nothing_else() -> None:
    sent: List[Any] = []

    def handle(request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            sent.append(json.loads(request.content))
            return httpx.Response(201, json={"signers": []})
        times = dict.fromkeys(("createdAt", "updatedAt"), "2026-11-20T12:00:00Z")
        document = {"documentId": "d", "name": "x", "status": "PENDING", "signers": [], **times}
        return httpx.Response(200, json=document)

    http = httpx.Client(transport=httpx.MockTransport(handle))
    client = esign.EsignClient(base_url=BASE_URL, api_key=API_KEY, http_client=http)
    place = {"page": 1, "x": 0, "y": 0, "width": 200, "height": 120}
    advanced = {"signaturePlacement": {"positions": [place]}}
    signer: Dict[str, Any] = {"name": "Asha Rao", "phone": "9876543210", "email": "a@b.in", "advanced": advanced}
    client.documents.add_signers("d", [signer])
    assert sent == [{"signers": [signer]}]
    wrongs: List[Any] = [{"name": "Asha Rao"}, {**signer, "mail": "x"}, ("Asha Rao",), "Asha Rao"]
    for wrong in wrongs:
        with pytest.raises(esign.InvalidArgumentError):
            client.documents.add_signers("d", [wrong])
    with pytest.raises(esign.InvalidArgumentError):
        esign.EsignClient(base_url=f"{BASE_URL}/api/v1/", api_key=API_KEY)
