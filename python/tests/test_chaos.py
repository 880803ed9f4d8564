"""Cuts every write to the real service at every point: never more documents, signers or charges."""

import asyncio
import uuid
from typing import AsyncIterator, Callable, Iterator, List, Optional, Tuple

import pytest

import esign
from http_library import httpx
from sandbox import ASHA, PDF, RAVI, Sandbox

WRITES = ("create", "add_signers", "send")
# The request stays away from the service
BEFORE = ("refused", "cut", "429", "503", "late")
# The request is applied, and its answer is lost
AFTER = ("cut after", "headers cut", "body cut", "body cut unnoticed", "408", "500", "504", "html")


class Cut(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that breaks off."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        yield self._body
        raise httpx.RemoteProtocolError("cut")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._body
        raise httpx.RemoteProtocolError("cut")


def name_of(request: httpx.Request) -> Optional[str]:
    if request.method == "GET":
        return None
    ends = {"signers": "add_signers", "send": "send"}
    return ends.get(request.url.path.rpartition("/")[2], "create")


class Chaos(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Lets a fault befall the first requests of one operation, on the way to a real service."""

    def __init__(self, operation: str, faults: List[str]) -> None:
        self._operation = operation
        self._faults = faults
        self._inner = httpx.HTTPTransport()
        self._late: List[Tuple[int, Callable[[], object]]] = []
        self.writes = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self._handle(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        return await asyncio.to_thread(self._handle, request)

    def _handle(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            self._apply_late()
        is_meant = name_of(request) == self._operation
        self.writes += is_meant
        if not (is_meant and self._faults):
            return self._forward(request)
        return self._befall(self._faults.pop(0), request)

    def _forward(self, request: httpx.Request) -> httpx.Response:
        again = httpx.Request(
            request.method, request.url, headers=request.headers, content=request.content
        )
        response = self._inner.handle_request(again)
        body = response.read()
        return httpx.Response(response.status_code, headers=response.headers, content=body)

    def _apply_late(self) -> None:
        waiting, self._late = self._late, []
        for reads, apply in waiting:
            if reads > 0:
                self._late.append((reads - 1, apply))
            else:
                apply()

    def _befall(self, fault: str, request: httpx.Request) -> httpx.Response:
        if fault == "refused":
            raise httpx.ConnectError("refused")
        if fault == "429":
            return httpx.Response(429, headers={"retry-after": "0"}, text="slow down")
        if fault == "503":
            return httpx.Response(503, text="<html>")
        if fault == "late":
            self._late.append((2, lambda: self._forward(request)))
        if fault in ("cut", "late"):
            raise httpx.ReadError("cut")
        response = self._forward(request)
        half = response.content[: len(response.content) // 2]
        if fault in ("408", "500", "504"):
            return httpx.Response(int(fault), text="<html>")
        if fault == "html":
            return httpx.Response(200, text="<html>")
        if fault == "headers cut":
            return httpx.Response(response.status_code, stream=Cut(b""))
        if fault == "body cut":
            return httpx.Response(response.status_code, stream=Cut(half))
        if fault == "body cut unnoticed":
            return httpx.Response(response.status_code, content=half)
        raise httpx.RemoteProtocolError("cut")

    def close(self) -> None:
        self._inner.close()


ONCE = [(operation, [fault]) for operation in WRITES for fault in BEFORE + AFTER]
TWICE = [
    (operation, [first, second])
    for operation in WRITES
    for first in ("cut", "late")
    for second in ("cut", "cut after")
]
# A 429 and a refused connection are retried; after any other fault, a write is repeated once
MOST_WRITES = 4
CREDITS = 200


class Flow:
    """One document on its way, and what its client was told of each step."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.told: List[str] = []
        self.document_id: Optional[str] = None

    def run(self, client: esign.EsignClient, last: str) -> None:
        documents = client.documents
        try:
            self.document_id = documents.create(PDF, name=self.name).document_id
            self.told.append("create")
            if last == "create":
                return
            documents.add_signers(self.document_id, [ASHA, RAVI, ASHA])
            self.told.append("add_signers")
            if last == "send":
                documents.send(self.document_id)
                self.told.append("send")
        except esign.OutcomeUnknownError:
            self.told.append("unknown")

    async def run_async(self, client: esign.AsyncEsignClient, last: str) -> None:
        documents = client.documents
        try:
            self.document_id = (await documents.create(PDF, name=self.name)).document_id
            self.told.append("create")
            if last == "create":
                return
            await documents.add_signers(self.document_id, [ASHA, RAVI, ASHA])
            self.told.append("add_signers")
            if last == "send":
                await documents.send(self.document_id)
                self.told.append("send")
        except esign.OutcomeUnknownError:
            self.told.append("unknown")


def check(flow: Flow, truth: esign.EsignClient) -> None:
    """Compares what the client was told with what is so."""
    found = [one for one in truth.documents.page(limit=100).documents if one.name == flow.name]
    assert len(found) <= 1
    if "create" not in flow.told:
        return
    assert flow.document_id is not None
    document = truth.documents.retrieve(flow.document_id)
    names = [signer.name for signer in document.signers]
    wanted = ["Asha Rao", "Ravi Kumar", "Asha Rao"]
    assert names in ([], wanted)
    if "add_signers" in flow.told:
        assert names == wanted
    if "send" in flow.told:
        assert document.status == "SENT"


@pytest.fixture(scope="module")
def key(sandbox: Sandbox) -> str:
    """The key of an account of this file's own, with known credits."""
    account = sandbox.run("account", "create", "--credits", str(CREDITS))
    return str(account["apiKey"])


@pytest.fixture
def truth(key: str) -> Iterator[esign.EsignClient]:
    with esign.EsignClient(api_key=key) as client:
        yield client


@pytest.mark.parametrize("operation, faults", ONCE + TWICE, ids=str)
def test_a_cut_write_takes_effect_at_most_once(
    key: str, truth: esign.EsignClient, operation: str, faults: List[str]
) -> None:
    chaos = Chaos(operation, list(faults))
    with httpx.Client(transport=chaos) as http:
        faulty = esign.EsignClient(api_key=key, http_client=http)
        faulty._driver.sleep = lambda _: None
        flow = Flow(f"chaos {uuid.uuid4()}")
        flow.run(faulty, operation)
    assert 1 <= chaos.writes <= MOST_WRITES
    if len(faults) == 1:
        assert flow.told[-1] == operation
    check(flow, truth)


@pytest.mark.parametrize("fault", ("refused", "late", "body cut", "504"))
async def test_a_cut_send_is_settled_with_await(
    key: str, truth: esign.EsignClient, fault: str
) -> None:
    async def at_once(_: float) -> None:
        return None

    async with httpx.AsyncClient(transport=Chaos("send", [fault])) as http:
        faulty = esign.AsyncEsignClient(api_key=key, http_client=http)
        faulty._driver.sleep = at_once
        flow = Flow(f"chaos {uuid.uuid4()}")
        await flow.run_async(faulty, "send")
    assert flow.told == ["create", "add_signers", "send"]
    check(flow, truth)


def test_the_credits_taken_are_those_of_the_documents_sent(truth: esign.EsignClient) -> None:
    created = truth.documents.create(PDF)
    truth.documents.add_signers(created.document_id, [ASHA])
    sent = truth.documents.send(created.document_id)
    taken = sum(one.signers.total for one in truth.documents.list() if one.status == "SENT")
    assert taken >= 3 * len(BEFORE + AFTER)
    assert sent.credits_remaining == CREDITS - taken
