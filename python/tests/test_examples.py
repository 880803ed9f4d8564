"""The receivers of ``examples`` take what the service delivers, once, and refuse what was changed."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Dict, Iterator, List

import pytest

import esign
from esign import webhooks
from sandbox import PDF, RAVI, Sandbox
from shared import ROOT

EXAMPLES = ROOT / "python" / "examples"
ANITA = esign.SignerInput(name="अनिता शर्मा", email="anita@example.in", phone="9876512345")
COMMANDS = {
    "flask": ["-m", "flask", "--app", "flask_receiver", "run", "--port"],
    "django": ["django_receiver.py", "runserver", "--noreload"],
    "fastapi": ["-m", "uvicorn", "fastapi_receiver:app", "--port"],
}
WAIT_SECONDS = 60.0


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Receiver:
    """An example that runs, and an endpoint of the sandbox that delivers to it."""

    def __init__(self, framework: str, sandbox: Sandbox, folder: Path) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/webhooks/esign"
        endpoint = sandbox.run("webhook", "add", self.url)
        self.id: str = endpoint["endpointId"]
        self.secret: str = endpoint["secret"]
        self.output = folder / f"{framework}.log"
        environment = {**os.environ, "ESIGN_WEBHOOK_SECRET": self.secret}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, *COMMANDS[framework], str(port)],
                cwd=EXAMPLES,
                env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def events(self) -> List[str]:
        """What it printed about events, in the order of their types."""
        lines = self.output.read_text(encoding="utf-8").splitlines()
        return sorted(line for line in lines if line.startswith(("signer.", "document.")))

    def wait_for(self, count: int) -> List[str]:
        until = time.monotonic() + WAIT_SECONDS
        while len(self.events()) < count:
            assert self.process.poll() is None, self.output.read_text(encoding="utf-8")
            assert time.monotonic() < until, self.output.read_text(encoding="utf-8")
            time.sleep(0.05)
        return self.events()

    def post(self, body: bytes, signature: str) -> int:
        headers = {"Content-Type": "application/json", "X-Service-Signature": signature}
        headers["X-Service-Event"] = "signer.signed"
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.url, body, headers), timeout=WAIT_SECONDS
            ) as answer:
                status: int = answer.status
                return status
        except urllib.error.HTTPError as error:
            return error.code

    def wait_until_it_serves(self) -> None:
        until = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                assert self.post(b"{}", "") == 401
                return
            except urllib.error.URLError:
                assert self.process.poll() is None, self.output.read_text(encoding="utf-8")
                assert time.monotonic() < until, self.output.read_text(encoding="utf-8")
                time.sleep(0.05)


@pytest.fixture(scope="module")
def receivers(
    sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Dict[str, Receiver]]:
    folder = tmp_path_factory.mktemp("receivers")
    started: Dict[str, Receiver] = {}
    try:
        for framework in COMMANDS:
            started[framework] = Receiver(framework, sandbox, folder)
        for one in started.values():
            one.wait_until_it_serves()
        yield started
    finally:
        for one in started.values():
            one.process.terminate()
            sandbox.run("webhook", "remove", one.id)
            one.process.wait()


@pytest.fixture(scope="module")
def document_id(receivers: Dict[str, Receiver], sandbox: Sandbox) -> str:
    """A document that two signers signed while every receiver ran."""
    with esign.EsignClient() as client:
        created = client.documents.create(PDF)
        client.documents.add_signers(created.document_id, [ANITA, RAVI])
        client.documents.send(created.document_id)
    sandbox.sign_all(created.document_id)
    return created.document_id


@pytest.mark.parametrize("framework", COMMANDS)
def test_an_example_handles_what_the_service_delivers(
    framework: str, receivers: Dict[str, Receiver], document_id: str
) -> None:
    events = receivers[framework].wait_for(3)
    assert events == [
        f"document.completed {document_id}",
        f"signer.signed {document_id}",
        f"signer.signed {document_id}",
    ]


@pytest.mark.parametrize("framework", COMMANDS)
def test_an_example_handles_a_repeat_once_and_refuses_a_change(
    framework: str, receivers: Dict[str, Receiver]
) -> None:
    one = receivers[framework]
    event = webhooks.make_event("signer.signed", document_id=f"repeated by {framework}")
    body = json.dumps(event, ensure_ascii=False).encode()
    signature = webhooks.sign(body, one.secret)
    assert one.post(body.replace(b"Asha", b"Isha"), signature) == 401
    assert one.post(body, signature.upper()) == 401
    assert one.post(body, signature) == 204
    assert one.post(body, signature) == 204
    line = f"signer.signed repeated by {framework}"
    assert [said for said in one.events() if said == line] == [line]


def test_every_example_is_run_here() -> None:
    files = sorted(path.name for path in EXAMPLES.iterdir() if path.suffix == ".py")
    assert files == [f"{framework}_receiver.py" for framework in sorted(COMMANDS)]
