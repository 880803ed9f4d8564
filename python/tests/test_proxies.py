"""What a proxy between us and the service proves, and what errors say of it."""

import asyncio
import socket
from typing import Any

import pytest

import esign
from http_library import httpx
from local_server import Server, raw

ID = "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11"
both = pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])


def free_port() -> int:
    """A port that refuses connections."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


def send(**options: Any) -> Any:
    with esign.EsignClient(api_key="sk_test_1", max_retries=0, **options) as client:
        return client.documents.send(ID)


async def send_async(**options: Any) -> Any:
    async with esign.AsyncEsignClient(api_key="sk_test_1", max_retries=0, **options) as client:
        return await client.documents.send(ID)


def failure(is_async: bool, base_url: str) -> esign.ConnectionError:
    with pytest.raises(esign.ConnectionError) as failed:
        if is_async:
            asyncio.run(send_async(base_url=base_url))
        else:
            send(base_url=base_url)
    return failed.value


@both
def test_a_proxy_that_refuses_proves_that_nothing_was_sent(
    is_async: bool, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.behaviours = [raw(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n")]
    host = server.url.partition("://")[2]
    monkeypatch.setenv("https_proxy", f"http://asha:s3cret@{host}")
    error = failure(is_async, "https://esign.example.com")
    assert (error.phase, error.opened) == ("proxy", False)
    assert error.message == f"esign.example.com: the proxy {host} did not connect"
    assert "s3cret" not in repr(error)


@both
def test_a_proxy_that_is_down_is_named(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    host = f"127.0.0.1:{free_port()}"
    monkeypatch.setenv("https_proxy", f"http://{host}")
    error = failure(is_async, "https://esign.example.com")
    assert (error.phase, error.opened) == ("proxy", False)
    assert error.message == f"esign.example.com: the proxy {host} did not connect (ECONNREFUSED)"


def test_a_client_without_the_environment_uses_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    url = f"http://127.0.0.1:{free_port()}"
    with httpx.Client(trust_env=False) as http_client:
        with pytest.raises(esign.ConnectionError) as failed:
            send(base_url=url, http_client=http_client)
    assert failed.value.phase == "connect"
