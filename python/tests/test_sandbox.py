"""The installed package against the real service: a whole flow, a delivery, streaming, cancelling."""

import asyncio
import threading
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import List, Tuple

import pytest

import esign
from esign import webhooks
from sandbox import ASHA, PDF, RAVI, Sandbox

PLACED = esign.SignerInput(
    name="Ravi Kumar",
    email="ravi@example.in",
    phone="9876501234",
    advanced=esign.Advanced(
        esign.SignaturePlacement([esign.SignaturePosition(1, 72, 96, 180, 120)])
    ),
)


def test_a_document_goes_from_upload_to_certificate(
    sandbox: Sandbox, client: esign.EsignClient, tmp_path: Path
) -> None:
    documents = client.documents
    created = documents.create(PDF, name='Lease "पट्टा" 1')
    assert (created.name, created.status) == ('Lease "पट्टा" 1', "PENDING")
    added = documents.add_signers(created.document_id, [ASHA, PLACED])
    assert [signer.signing_order for signer in added.signers] == [1, 2]
    assert added.signers[1].raw["advanced"] == PLACED.to_json()["advanced"]
    sent = documents.send(created.document_id)
    assert sent.credits_remaining is not None
    assert all(signer.sign_url for signer in sent.signers)
    with pytest.raises(esign.InvalidStateError) as again:
        documents.send(created.document_id)
    assert (again.value.status, again.value.code) == (409, "invalid_state")
    with pytest.raises(esign.NotCompletedError):
        documents.download(created.document_id)
    sandbox.sign_all(created.document_id)
    document = documents.retrieve(created.document_id)
    assert document.status == "COMPLETED"
    assert all(signer.has_signed and signer.signed_at for signer in document.signers)
    signed = documents.download(document).read()
    assert document.download_url is not None
    assert documents.download(document.download_url).read() == signed
    path = documents.certificate(created.document_id).save(tmp_path / "certificate.pdf")
    assert path.read_bytes().startswith(b"%PDF-")
    assert [one.name for one in tmp_path.iterdir()] == ["certificate.pdf"]
    with pytest.raises(esign.SaveFileError) as exists:
        documents.certificate(created.document_id).save(path)
    assert exists.value.reason == "exists"
    listed = [one for one in documents.list() if one.document_id == created.document_id]
    assert (listed[0].signers.total, listed[0].signers.signed) == (2, 2)


async def test_the_same_flow_awaited(sandbox: Sandbox, tmp_path: Path) -> None:
    async with esign.AsyncEsignClient() as client:
        documents = client.documents
        with PDF.open("rb") as file:
            created = await documents.create(file)
        assert created.name == "plain.pdf"
        await documents.add_signers(created.document_id, [ASHA])
        assert (await documents.send(created.document_id)).status == "SENT"
        with pytest.raises(esign.InvalidStateError):
            await documents.certificate(created.document_id)
        await asyncio.to_thread(sandbox.sign_all, created.document_id)
        assert (await documents.retrieve(created.document_id)).status == "COMPLETED"
        download = await documents.download(created.document_id)
        path = await download.save(tmp_path / (download.filename or "signed.pdf"))
        assert path.name == "plain signed.pdf"
        certificate = await documents.certificate(created.document_id)
        assert b"%%EOF" in (await certificate.read())[-1024:]
        ids = [one.document_id async for one in documents.list(limit=1)]
        assert created.document_id in ids
        assert len(ids) == len(set(ids))


class Deliveries:
    """A receiver on this machine."""

    def __init__(self) -> None:
        self.taken: List[Tuple[bytes, Message]] = []
        self.arrived = threading.Semaphore(0)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.taken.append((body, self.headers))
                self.send_response(204)
                self.end_headers()
                outer.arrived.release()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def test_a_real_delivery_verifies_and_a_changed_one_does_not(
    sandbox: Sandbox, client: esign.EsignClient
) -> None:
    deliveries = Deliveries()
    url = f"http://127.0.0.1:{deliveries.server.server_port}/hooks"
    endpoint = sandbox.run("webhook", "add", url)
    try:
        created = client.documents.create(PDF)
        client.documents.add_signers(created.document_id, [ASHA])
        client.documents.send(created.document_id)
        sandbox.sign_all(created.document_id)
        assert all(deliveries.arrived.acquire(timeout=30) for _ in range(2))
    finally:
        sandbox.run("webhook", "remove", endpoint["endpointId"])
        deliveries.server.shutdown()
        deliveries.server.server_close()
    events = [
        webhooks.verify(body, said, endpoint["secret"], require_timestamp=True)
        for body, said in deliveries.taken
    ]
    assert sorted(event.event for event in events) == ["document.completed", "signer.signed"]
    for event in events:
        assert isinstance(event, (esign.SignerSigned, esign.DocumentCompleted))
        assert (event.document_id, event.status) == (created.document_id, "COMPLETED")
    body, said = deliveries.taken[0]
    with pytest.raises(esign.WebhookSignatureError) as refused:
        webhooks.verify(body.replace(b"Asha", b"Isha"), said, endpoint["secret"])
    assert refused.value.reason == "mismatch"


@pytest.fixture(scope="module")
def completed(sandbox: Sandbox) -> str:
    with esign.EsignClient() as client:
        created = client.documents.create(PDF)
        client.documents.add_signers(created.document_id, [RAVI])
        client.documents.send(created.document_id)
    sandbox.sign_all(created.document_id)
    return created.document_id


def test_a_download_streams_and_can_be_dropped(completed: str, client: esign.EsignClient) -> None:
    with client.documents.download(completed) as download:
        first = next(download.iter_bytes())
    assert first.startswith(b"%PDF-")
    with pytest.raises(esign.EsignError, match="already read"):
        download.read()
    assert b"".join(client.documents.download(completed).iter_bytes()).startswith(first[:100])


async def test_a_task_that_is_cancelled_leaves_the_client_usable(completed: str) -> None:
    async with esign.AsyncEsignClient() as client:
        download = await client.documents.download(completed)
        started = asyncio.Event()

        async def read() -> None:
            async for _ in download.iter_bytes():
                started.set()
                await asyncio.sleep(30)

        task = asyncio.create_task(read())
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await download.aclose()
        assert (await client.documents.retrieve(completed)).status == "COMPLETED"


def test_a_wrong_key_and_a_wrong_id_are_told_apart(sandbox: Sandbox) -> None:
    with esign.EsignClient(api_key="sk_test_wrong") as client:
        with pytest.raises(esign.UnauthorizedError):
            client.documents.page()
    with esign.EsignClient() as client:
        with pytest.raises(esign.NotFoundError) as missing:
            client.documents.retrieve("../../../etc/passwd")
    assert missing.value.code == "not_found"
