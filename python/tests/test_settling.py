"""What one client remembers between its calls, and what ends them."""

import json
import threading
from datetime import datetime, timezone
from typing import Any, Callable, Dict, List

import pytest

import esign
from esign._core.context import Clock
from http_library import httpx
from sandbox import ASHA
from scripted import API_KEY, BASE_URL

PDF = b"%PDF-1.7\n%%EOF\n"
Handle = Callable[[httpx.Request], httpx.Response]


def client_of(handle: Handle, **options: Any) -> esign.EsignClient:
    http = httpx.Client(transport=httpx.MockTransport(handle))
    client = esign.EsignClient(base_url=BASE_URL, api_key=API_KEY, http_client=http, **options)
    client._driver.sleep = lambda _: None
    return client


def summary(document_id: str) -> Dict[str, Any]:
    return {
        "documentId": document_id,
        "name": "Lease",
        "status": "PENDING",
        "createdAt": datetime.now(timezone.utc).isoformat(),
        "signers": {"total": 0, "signed": 0},
    }


class Service:
    """Keeps documents; loses the answers of the creates that it is told to lose."""

    def __init__(self, lost: List[int]) -> None:
        self.documents: List[Dict[str, Any]] = []
        self.requests: List[str] = []
        self.creates = 0
        self._lost = lost

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(f"{request.method} {request.url.path}")
        if request.method == "GET":
            page = {"documents": self.documents, "limit": 100, "offset": 0}
            return httpx.Response(200, json=page)
        if request.url.path.endswith("/signers"):
            asked = json.loads(request.content)["signers"][0]
            added = {"signerId": "s", "signingOrder": 1, **asked}
            return httpx.Response(201, json={"signers": [added]})
        self.creates += 1
        made = summary(f"made_{self.creates}")
        self.documents.insert(0, made)
        if self.creates in self._lost:
            raise httpx.ReadError("lost")
        return httpx.Response(201, json=made)


def test_a_lost_create_is_not_taken_for_one_made_before() -> None:
    service = Service(lost=[2])
    client = client_of(service.handle)
    first = client.documents.create(PDF, name="Lease")
    second = client.documents.create(PDF, name="Lease")
    assert [first.document_id, second.document_id] == ["made_1", "made_2"]
    assert service.creates == 2


def test_while_two_creates_of_a_name_are_unsettled_neither_adopts_a_document() -> None:
    arrived, go_on = threading.Event(), threading.Event()
    service = Service(lost=[2])

    def handle(request: httpx.Request) -> httpx.Response:
        if request.method == "POST" and not arrived.is_set():
            arrived.set()
            go_on.wait(30)
        return service.handle(request)

    client = client_of(handle)
    service.creates = 1
    slow = threading.Thread(target=lambda: client.documents.create(PDF, name="Lease"))
    slow.start()
    arrived.wait(30)
    with pytest.raises(esign.OutcomeUnknownError) as unknown:
        client.documents.create(PDF, name="Lease")
    go_on.set()
    slow.join()
    assert unknown.value.candidates == ("made_2",)


def test_signers_of_a_document_made_here_are_added_without_reading_it_first() -> None:
    service = Service(lost=[])
    client = client_of(service.handle)
    created = client.documents.create(PDF)
    client.documents.add_signers(created.document_id, [ASHA])
    assert [request.partition(" ")[0] for request in service.requests] == ["POST", "POST"]


def test_a_create_that_the_service_refuses_for_a_while_is_repeated_when_that_is_over() -> None:
    service = Service(lost=[])
    refused: List[int] = []

    def handle(request: httpx.Request) -> httpx.Response:
        if request.method == "POST" and not refused:
            refused.append(1)
            body = {"error": "internal_error", "message": "Try again in 60 s."}
            return httpx.Response(503, json=body, headers={"Retry-After": "60"})
        return service.handle(request)

    client = client_of(handle)
    slept: List[float] = []
    client._driver.sleep = slept.append
    assert client.documents.create(PDF).document_id == "made_1"
    assert (service.creates, slept) == (1, [1, 3, 7, 15, 34])


def test_calls_that_fail_together_use_up_the_retries_of_a_client() -> None:
    requests: List[str] = []

    def fail(request: httpx.Request) -> httpx.Response:
        requests.append(request.url.path)
        return httpx.Response(503)

    client = client_of(fail, max_retries=9)
    for _ in range(51):
        with pytest.raises(esign.ApiError):
            client.documents.retrieve("d")
    before = len(requests)
    with pytest.raises(esign.ApiError) as last:
        client.documents.retrieve("d")
    assert (last.value.attempts, len(requests) - before) == (1, 1)


def test_a_write_that_outlasts_its_call_is_unknown_and_not_settled() -> None:
    now = [Clock().monotonic()]
    requests: List[str] = []

    def lose(request: httpx.Request) -> httpx.Response:
        requests.append(request.method)
        now[0] += 1000
        raise httpx.ReadError("lost")

    client = client_of(lose)
    clock = Clock(monotonic=lambda: now[0])
    object.__setattr__(client.documents._session.shared, "clock", clock)
    with pytest.raises(esign.OutcomeUnknownError):
        client.documents.send("d")
    assert requests == ["POST"]


def test_a_settled_write_tells_its_steps() -> None:
    steps: List[str] = []
    service = Service(lost=[1])
    client = client_of(service.handle, on_settle=lambda event: steps.append(event.step))
    assert client.documents.create(PDF, name="Lease").document_id == "made_1"
    assert steps == ["reading", "found"]
