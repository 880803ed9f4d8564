"""The installed package on every Python of this machine: the one of the tests, and those that pyenv has installed."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Iterator

import pytest

from sandbox import PDF

PYENV = Path(os.environ.get("PYENV_ROOT", str(Path.home() / ".pyenv"))) / "versions"
OLDEST = (3, 9)
#: The package, its HTTP library, and what that library imports
MODULES = ("esign", "httpx", "httpcore", "h11", "anyio", "certifi", "idna", "rfc3986", "sniffio")

FLOW = """
import asyncio, json, sys
import esign
from esign import webhooks

async def status_of(document_id):
    async with esign.AsyncEsignClient() as client:
        return (await client.documents.retrieve(document_id)).status

with esign.EsignClient() as client:
    document_id = client.documents.create(sys.argv[1]).document_id
    signer = esign.SignerInput(name="Asha Rao", email="asha@example.in", phone="9876543210")
    client.documents.add_signers(document_id, [signer])
    sent = client.documents.send(document_id)
    found = any(one.document_id == document_id for one in client.documents.list(limit=5))
    try:
        client.documents.send(document_id)
    except esign.InvalidStateError as error:
        again = error.code

body = json.dumps(webhooks.make_event("document.completed")).encode()
event = webhooks.verify(body, webhooks.sign(body, "s"), "s").event
status = asyncio.run(status_of(document_id))
print(json.dumps([list(sys.version_info[:2]), bool(sent.signers[0].sign_url), found, again, event, status]))
"""


def interpreters() -> Iterator[str]:
    yield sys.executable
    for folder in sorted(PYENV.glob("3.*")):
        version = tuple(int(part) for part in re.findall(r"\d+", folder.name)[:2])
        if version >= OLDEST and (folder / "bin" / "python").exists():
            yield str(folder / "bin" / "python")


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the modules that other Pythons borrow: none of them has compiled parts."""
    folder = tmp_path_factory.mktemp("modules")
    for name in MODULES:
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.origin is not None, name
        (folder / name).symlink_to(Path(spec.origin).parent)
    return folder


@pytest.mark.parametrize("python", interpreters())
def test_a_document_is_sent_and_a_delivery_verified(python: str, modules: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(modules), "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(
        [python, "-c", FLOW, str(PDF)],
        env=environment,
        cwd=modules,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    version, *done = json.loads(ended.stdout)
    assert tuple(version) >= OLDEST
    assert done == [True, True, "invalid_state", "document.completed", "SENT"]
