"""The installed package on every Python of this machine: the one of the tests, and those that pyenv has installed."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Dict, Iterator, Tuple

import pytest

from sandbox import PDF

PYENV = Path(os.environ.get("PYENV_ROOT", str(Path.home() / ".pyenv"))) / "versions"
OLDEST = (3, 9)
#: In the run with httpx2: the wheel, which asks for httpx2 from Python 3.10 on
WHEEL = os.environ.get("ESIGN_TEST_WHEEL", "")
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
libraries = sorted({"httpx", "httpx2"} & set(sys.modules))
print(json.dumps([list(sys.version_info[:2]), libraries, bool(sent.signers[0].sign_url), found, again, event, status]))
"""


def interpreters(oldest: Tuple[int, int]) -> Iterator[str]:
    yield sys.executable
    for folder in sorted(PYENV.glob("3.*")):
        version = tuple(int(part) for part in re.findall(r"\d+", folder.name)[:2])
        if version >= oldest and (folder / "bin" / "python").exists():
            yield str(folder / "bin" / "python")


def borrowed(python: str, folder: Path) -> Tuple[str, Dict[str, str]]:
    """A Python, with the modules of this one: none of them has compiled parts."""
    for name in MODULES:
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.origin is not None, name
        (folder / name).symlink_to(Path(spec.origin).parent)
    return python, {"PYTHONPATH": str(folder)}


def installed(python: str, folder: Path) -> Tuple[str, Dict[str, str]]:
    """A new environment, with the wheel and what pip finds for it."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    own = str(folder / "bin" / "python")
    # Without retries: an index of these settings may be out of reach
    subprocess.run([own, "-m", "pip", "install", "--quiet", "--retries", "0", WHEEL], check=True)
    return own, {}


@pytest.mark.parametrize("python", interpreters((3, 10) if WHEEL else OLDEST))
def test_a_document_is_sent_and_a_delivery_verified(python: str, tmp_path: Path) -> None:
    runs, environment = (installed if WHEEL else borrowed)(python, tmp_path)
    ended = subprocess.run(
        [runs, "-c", FLOW, str(PDF)],
        env={**os.environ, **environment, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    version, libraries, *done = json.loads(ended.stdout)
    assert tuple(version) >= OLDEST
    assert libraries == ["httpx2" if WHEEL else "httpx"]
    assert done == [True, True, "invalid_state", "document.completed", "SENT"]
