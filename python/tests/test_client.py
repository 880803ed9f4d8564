"""Options, the environment, what is printed, and the choice of the HTTP library."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Dict

import pytest

import esign
from http_library import httpx
from scripted import API_KEY, BASE_URL

LINK = "https://esign.example.com/sign/kq3vX0mJ8yWb2rTz"


@pytest.mark.parametrize(
    "url",
    [
        "esign.example.com",
        "ftp://esign.example.com",
        "https://",
        "https://asha:pw@esign.example.com",
        "https://esign.example.com/?a=1",
        "https://esign.example.com/#a",
        "https://esign.example.com/a/../b",
        "https://esign.example.com:port",
        "https://esign.example.com\n",
        "http://esign.example.com",
        "http://127.0.0.1.example.com",
        "http://localhost.example.com",
    ],
)
def test_a_wrong_address_is_refused(url: str) -> None:
    with pytest.raises(esign.InvalidArgumentError) as refused:
        esign.EsignClient(base_url=url, api_key=API_KEY)
    assert refused.value.argument == "base_url"
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:4010", "http://localhost", "http://a.localhost", "http://[::1]:1"]
)
def test_plain_http_goes_to_this_machine_only(url: str) -> None:
    esign.EsignClient(base_url=url, api_key=API_KEY).close()


def test_plain_http_elsewhere_has_to_be_allowed() -> None:
    esign.EsignClient(
        base_url="http://esign.example.com", api_key=API_KEY, allow_insecure=True
    ).close()


@pytest.mark.parametrize("key", ["", "sk test", "sk_test\n", "sk_tést"])
def test_a_wrong_key_is_refused(key: str) -> None:
    with pytest.raises(esign.InvalidArgumentError) as refused:
        esign.EsignClient(base_url=BASE_URL, api_key=key)
    assert refused.value.argument == "api_key"


def test_address_and_key_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ESIGN_BASE_URL", raising=False)
    monkeypatch.delenv("ESIGN_API_KEY", raising=False)
    with pytest.raises(esign.InvalidArgumentError, match="base_url.*ESIGN_BASE_URL"):
        esign.EsignClient()
    monkeypatch.setenv("ESIGN_BASE_URL", BASE_URL)
    with pytest.raises(esign.InvalidArgumentError, match="api_key.*ESIGN_API_KEY"):
        esign.AsyncEsignClient()
    monkeypatch.setenv("ESIGN_API_KEY", API_KEY)
    esign.EsignClient().close()


def test_a_negative_number_of_retries_is_refused() -> None:
    with pytest.raises(esign.InvalidArgumentError):
        esign.EsignClient(base_url=BASE_URL, api_key=API_KEY, max_retries=-1)


def answering(body: Dict[str, object]) -> esign.EsignClient:
    http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, json=body)))
    return esign.EsignClient(base_url=BASE_URL, api_key=API_KEY, http_client=http)


def test_what_is_printed_shows_no_link_email_or_phone() -> None:
    signer = {
        "signerId": "sgn_1",
        "name": "Asha Rao",
        "email": "asha@example.in",
        "signingOrder": 1,
        "signUrl": LINK,
    }
    body = {"documentId": "d", "status": "SENT", "creditsRemaining": 1, "signers": [signer]}
    sent = answering(body).documents.send("d")
    assert sent.signers[0].sign_url == LINK
    assert sent.raw == body
    asked = esign.SignerInput(name="Asha Rao", email="asha@example.in", phone="9876543210")
    for printed in (repr(sent), str(sent.signers), repr(asked)):
        assert "Asha Rao" in printed
        assert not any(word in printed for word in (LINK, "asha@", "98765"))


def test_a_client_and_its_parts_print_no_key() -> None:
    client = esign.EsignClient(base_url=BASE_URL, api_key=API_KEY)
    session = client.documents._session
    for printed in (client, session.shared, session.open(None, None)):
        assert API_KEY not in repr(printed)


@pytest.mark.parametrize(
    "error",
    [
        esign.ConnectionError("broke", phase="sent", opened=True, operation="sendDocument"),
        esign.TimeoutError("late", which="read", opened=True),
        esign.OutcomeUnknownError("?", hint="look", candidates=["a"]),
        esign.NotFoundError("gone", status=404, code="not_found"),
        esign.WebhookSignatureError("mismatch", [0]),
        esign.InvalidArgumentError("file", "no"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_pickling(error: esign.EsignError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), vars(copy)) == (str(error), vars(error))


def test_a_broken_callback_does_not_lose_the_answer() -> None:
    def boom(_: esign.SettleEvent) -> None:
        raise RuntimeError("boom")

    document = {
        "documentId": "d",
        "name": "x",
        "status": "SENT",
        "createdAt": "2026-11-20T12:00:00Z",
        "updatedAt": "2026-11-20T12:00:00Z",
        "signers": [],
    }

    def handle(request: httpx.Request) -> httpx.Response:
        return httpx.Response(500 if request.method == "POST" else 200, json=document)

    http = httpx.Client(transport=httpx.MockTransport(handle))
    client = esign.EsignClient(
        base_url=BASE_URL, api_key=API_KEY, http_client=http, on_settle=boom
    )
    assert client.documents.send("d").credits_remaining is None


def test_a_client_of_the_caller_is_not_closed() -> None:
    http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200)))
    with esign.EsignClient(base_url=BASE_URL, api_key=API_KEY, http_client=http):
        pass
    assert not http.is_closed


def run_python(code: str, path: Path) -> str:
    """Runs code with a folder of further modules."""
    line = f"import sys; sys.path.insert(0, {str(path)!r})\n{code}"
    ended = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    return ended.stdout.strip()


def test_importing_the_package_loads_no_http_library(tmp_path: Path) -> None:
    code = "import esign.webhooks, sys; print(sorted({'httpx', 'httpx2'} & set(sys.modules)))"
    assert run_python(code, tmp_path) == "[]"


def test_httpx2_is_preferred(tmp_path: Path) -> None:
    (tmp_path / "httpx2.py").write_text("")
    code = "from esign._drivers._httpx import load; print(load().__name__)"
    assert run_python(code, tmp_path) == "httpx2"


def test_a_client_of_the_other_library_keeps_to_its_own(tmp_path: Path) -> None:
    (tmp_path / "httpx2.py").write_text("")
    code = (
        "import httpx\nfrom esign._drivers._httpx import library_of\n"
        "class Mine(httpx.Client): pass\nprint(library_of(Mine()).__name__)"
    )
    assert run_python(code, tmp_path) == "httpx"
