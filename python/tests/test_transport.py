"""What failures on real sockets prove, through the HTTP library."""

import asyncio
import logging
import socket
import ssl
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Callable, Iterator, List

import pytest

import esign
from http_library import httpx
from local_server import Behaviour, Server, raw, reply, reset, silence

DOCUMENT_ID = "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11"
# Long enough for making the HTTP client on a busy machine
SHORT = esign.Timeouts(attempt=1.5)


def get(url: str, timeouts: esign.Timeouts) -> Any:
    with esign.EsignClient(base_url=url, api_key="sk_test_1", max_retries=0) as client:
        return client.documents.retrieve(DOCUMENT_ID, timeouts=timeouts)


def get_on_a_loop(url: str, timeouts: esign.Timeouts) -> Any:
    async def run() -> Any:
        async with esign.AsyncEsignClient(
            base_url=url, api_key="sk_test_1", max_retries=0
        ) as client:
            return await client.documents.retrieve(DOCUMENT_ID, timeouts=timeouts)

    return asyncio.run(run())


Get = Callable[[str, esign.Timeouts], Any]
both = pytest.mark.parametrize("get", [get, get_on_a_loop], ids=["sync", "async"])


def dribble(status: int) -> Behaviour:
    """Answers with a body that comes byte by byte."""

    def behave(connection: socket.socket, _: bytes) -> None:
        connection.sendall(f"HTTP/1.1 {status} X\r\nContent-Length: 9999\r\n\r\n".encode())
        for _step in range(400):
            connection.sendall(b"x")
            time.sleep(0.02)

    return behave


CUT = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
BREAKS: "List[tuple[str, Behaviour, str]]" = [
    ("reset", reset, "sent"),
    ("closed without an answer", raw(b""), "sent"),
    ("not HTTP", raw(b"hello\r\n\r\n"), "sent"),
    ("headers cut", raw(b"HTTP/1.1 200 OK\r\nContent-"), "sent"),
    ("body cut", raw(CUT), "answer"),
]


@both
@pytest.mark.parametrize("name, behaviour, phase", BREAKS, ids=[row[0] for row in BREAKS])
def test_a_break_after_connecting_may_have_reached_the_service(
    server: Server, get: Get, name: str, behaviour: Behaviour, phase: str
) -> None:
    server.behaviours = [behaviour]
    with pytest.raises(esign.ConnectionError) as broken:
        get(server.url, esign.Timeouts())
    assert (broken.value.opened, broken.value.phase) == (True, phase)
    assert broken.value.status == (200 if phase == "answer" else None)


@both
def test_a_refused_connection_did_not_reach_the_service(get: Get) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(esign.ConnectionError) as refused:
        get(f"http://127.0.0.1:{port}", esign.Timeouts())
    assert (refused.value.opened, refused.value.phase) == (False, "connect")
    assert isinstance(refused.value, ConnectionError)


@both
def test_a_host_without_an_address_did_not_get_the_request(get: Get) -> None:
    with pytest.raises(esign.ConnectionError) as unknown:
        get("https://no-such-host.invalid", esign.Timeouts())
    assert unknown.value.opened is False


def test_a_service_that_does_not_speak_tls_did_not_get_the_request(server: Server) -> None:
    server.greeting = b"220 this is no TLS\r\n"
    with pytest.raises(esign.ConnectionError) as broken:
        get(server.url.replace("http:", "https:"), esign.Timeouts())
    assert (broken.value.opened, broken.value.phase) == (False, "tls")


@pytest.fixture
def unknown_authority(tmp_path: Path) -> Iterator[str]:
    """The address of a server whose certificate nobody vouches for."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost"
    out = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *options.split(), *out], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"https://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


@both
def test_a_service_with_an_unknown_certificate_did_not_get_the_request(
    unknown_authority: str, get: Get
) -> None:
    with pytest.raises(esign.ConnectionError) as broken:
        get(unknown_authority, esign.Timeouts())
    assert (broken.value.opened, broken.value.phase) == (False, "tls")
    assert broken.value.cause_code == "CERTIFICATE_VERIFY_FAILED"


@both
def test_silence_ends_at_the_limit_of_reading(server: Server, get: Get) -> None:
    server.behaviours = [silence]
    with pytest.raises(esign.TimeoutError) as late:
        get(server.url, esign.Timeouts(read=0.2))
    assert (late.value.which, late.value.opened) == ("read", True)
    assert isinstance(late.value, TimeoutError)


@both
@pytest.mark.parametrize("which", ["attempt", "total"])
def test_a_slow_body_ends_at_the_limit_of_its_attempt_or_call(
    server: Server, get: Get, which: str
) -> None:
    server.behaviours = [dribble(200)]
    timeouts = SHORT if which == "attempt" else esign.Timeouts(total=1.5)
    with pytest.raises(esign.TimeoutError) as late:
        get(server.url, timeouts)
    assert (late.value.which, late.value.opened) == (which, True)


@both
def test_an_error_whose_body_is_slow_is_known_by_its_status(server: Server, get: Get) -> None:
    server.behaviours = [dribble(404)]
    with pytest.raises(esign.ApiError) as refused:
        get(server.url, SHORT)
    assert refused.value.status == 404


@both
def test_an_early_answer_of_an_error_is_seen_though_its_body_is_cut(
    server: Server, get: Get
) -> None:
    server.behaviours = [raw(b"HTTP/1.1 404 X\r\nContent-Length: 100\r\n\r\n{")]
    with pytest.raises(esign.ApiError) as refused:
        get(server.url, esign.Timeouts())
    assert refused.value.status == 404


def test_reads_share_a_connection_and_each_write_has_its_own(server: Server) -> None:
    sent = b'{"documentId":"d","status":"SENT","creditsRemaining":1,"signers":[]}'
    page = b'{"documents":[],"limit":100,"offset":0}'
    server.behaviours = [reply(200, page), reply(200, page), *[reply(200, sent)] * 3]
    with esign.EsignClient(base_url=server.url, api_key="sk_test_1") as client:
        for _ in range(2):
            client.documents.page()
        assert server.connections == 1
        for _ in range(3):
            client.documents.send("d")
    assert server.connections == 4


def pdf_link(server: Server) -> str:
    server.behaviours = [reply(200, b"%PDF-1.7\n%%EOF\n")]
    return f"{server.url}/download/very-secret-token?signature=also-secret"


def test_a_link_gets_neither_the_key_nor_credentials_of_netrc(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login asha password hunter2\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    with esign.EsignClient(base_url=server.url, api_key="sk_test_1") as client:
        client.documents.download(pdf_link(server)).read()
    assert b"authorization" not in server.requests[0].lower()


def test_a_link_is_in_no_log_and_no_error(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with esign.EsignClient(base_url=server.url, api_key="sk_test_1") as client:
        client.documents.download(pdf_link(server)).read()
        server.behaviours = [reply(500, b"{}")]
        with pytest.raises(esign.ApiError) as failed:
            client.documents.download(f"{server.url}/download/very-secret-token", max_retries=0)
    said = caplog.text + repr(failed.value) + str(vars(failed.value))
    assert "secret" not in said
    assert "GET http://127.0.0.1" in said
    assert "sk_test_1" not in said


def test_what_the_http_library_logs_of_a_link_is_dropped(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    def log(request: httpx.Request) -> None:
        logging.getLogger(httpx.__name__).info("HTTP Request: GET %s", request.url)

    caplog.set_level(logging.DEBUG)
    page = b'{"documents":[],"limit":100,"offset":0}'
    with httpx.Client(event_hooks={"request": [log]}) as http:
        client = esign.EsignClient(base_url=server.url, api_key="sk_test_1", http_client=http)
        client.documents.download(pdf_link(server)).read()
        assert "secret" not in caplog.text
        server.behaviours = [reply(200, page)]
        client.documents.page()
    assert "HTTP Request: GET" in caplog.text


def test_cookies_and_redirects_of_the_service_are_not_followed(server: Server) -> None:
    server.behaviours = [reply(302, b"", f"Location: {server.url}/elsewhere")]
    with pytest.raises(esign.ApiError) as moved:
        get(server.url, esign.Timeouts())
    assert moved.value.status == 302
    assert len(server.requests) == 1
