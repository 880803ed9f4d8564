"""A signal ends the calls of a client, wherever they are."""

import os
import signal as signals
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, BinaryIO, Callable, Iterator, List, Optional, cast

import pytest

import esign
from esign._core.steps import TransportFailure
from esign._drivers.sync_driver import Exchange
from http_library import httpx
from local_server import Behaviour, Server, reply, silence

DOCUMENT_ID = "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11"
PAGE = b'{"documents": [], "limit": 100, "offset": 0}'
PDF = b"%PDF-1.7\n%%EOF\n"
# The signal is looked at 20 times a second
SOON = 5.0


def client_for(url: str, signal: Optional[threading.Event], **options: Any) -> esign.EsignClient:
    return esign.EsignClient(base_url=url, api_key="sk_test_1", signal=signal, **options)


class Signal(threading.Event):
    """If a handler sets an event on the thread that is in its ``wait``, both can hang."""

    def wait(self, timeout: Optional[float] = None) -> bool:
        raise AssertionError("a handler may be about to set this event")


@contextmanager
def ended(server: Server) -> Iterator[Signal]:
    """A signal that is set once the server was reached; the block ends soon afterwards."""
    signal = Signal()
    times: "List[float]" = []

    def end() -> None:
        while not server.connections:
            time.sleep(0.01)
        time.sleep(0.5)
        times.append(time.monotonic())
        signal.set()

    threading.Thread(target=end, daemon=True).start()
    yield signal
    assert signal.is_set()
    assert time.monotonic() - times[0] < SOON


def dribble(head: bytes) -> Behaviour:
    """Answers with a body that comes byte by byte, for a minute."""

    def behave(connection: Any, _: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: 99999\r\n\r\n" + head)
        for _step in range(1200):
            connection.sendall(b" ")
            time.sleep(0.05)

    return behave


class Stuck:
    """A file whose bytes never come."""

    def read(self, size: int = -1) -> bytes:
        time.sleep(60)
        return b""


def read_page(client: esign.EsignClient) -> Any:
    return client.documents.page()


def create_stuck(client: esign.EsignClient) -> Any:
    read_page(client)
    return client.documents.create(cast(BinaryIO, Stuck()))


def read_certificate(client: esign.EsignClient) -> Any:
    return b"".join(client.documents.certificate(DOCUMENT_ID).iter_bytes())


BUSY = reply(503, b'{"error": "busy", "message": "Try later."}', "Retry-After: 30")
PLACES: "List[tuple[str, Behaviour, Callable[[esign.EsignClient], Any], bool]]" = [
    ("before the response", silence, read_page, True),
    ("in the response", dribble(b'{"documents": ['), read_page, True),
    ("between attempts", BUSY, read_page, False),
    ("in a file", reply(200, PAGE), create_stuck, False),
    ("in a download", dribble(b"%PDF-1.7\n"), read_certificate, True),
]


@pytest.mark.parametrize("place, behaviour, call, opened", PLACES, ids=[row[0] for row in PLACES])
def test_a_signal_ends_a_call_wherever_it_is(
    server: Server,
    place: str,
    behaviour: Behaviour,
    call: Callable[[esign.EsignClient], Any],
    opened: bool,
) -> None:
    server.behaviours = [behaviour]
    with ended(server) as signal, client_for(server.url, signal) as client:
        with pytest.raises(esign.AbortedError) as aborted:
            call(client)
    assert aborted.value.opened is opened


def test_a_write_that_was_sent_has_an_unknown_outcome_and_is_not_repeated(server: Server) -> None:
    server.behaviours = [silence]
    with ended(server) as signal, client_for(server.url, signal) as client:
        with pytest.raises(esign.OutcomeUnknownError) as unknown:
            client.documents.create(PDF, name="Lease")
    assert isinstance(unknown.value.__cause__, esign.AbortedError)
    assert len(server.requests) == 1


def test_a_signal_while_the_outcome_is_looked_for_leaves_it_unknown(server: Server) -> None:
    server.behaviours = [lambda connection, _: connection.close(), BUSY]
    with ended(server) as signal, client_for(server.url, signal, max_retries=0) as client:
        with pytest.raises(esign.OutcomeUnknownError):
            client.documents.send(DOCUMENT_ID)
    assert [request.split()[0] for request in server.requests].count(b"POST") == 1


def test_a_write_without_a_connection_was_not_sent_and_never_is(server: Server) -> None:
    # It accepts, and says nothing of TLS
    server.behaviours = [silence]
    url = server.url.replace("http:", "https:")
    with ended(server) as signal, client_for(url, signal) as client:
        with pytest.raises(esign.AbortedError) as aborted:
            client.documents.send(DOCUMENT_ID)
    assert aborted.value.opened is False


STEPS: "List[tuple[List[str], bool]]" = [
    ([], True),
    (["connection.connect_tcp.started"], False),
    (["connection.connect_tcp.started", "http11.send_request_headers.started"], True),
    (["http2.send_request_headers.started", "http2.send_request_body.started"], True),
]


@pytest.mark.parametrize("steps, opened", STEPS)
def test_a_request_that_was_left_takes_no_further_step(steps: List[str], opened: bool) -> None:
    exchange = Exchange()
    for step in steps:
        exchange.trace(step, {})
    exchange.leave(Future())
    assert exchange.is_opened() is opened
    with pytest.raises(TransportFailure):
        exchange.trace("http11.send_request_headers.started", {})


def test_a_set_signal_refuses_calls_and_a_cleared_one_does_not(server: Server) -> None:
    server.behaviours = [silence, reply(200, PAGE)]
    with ended(server) as signal, client_for(server.url, signal) as client:
        for _ in range(2):
            with pytest.raises(esign.AbortedError):
                read_page(client)
        assert len(server.requests) == 1
    signal.clear()
    with client_for(server.url, signal) as client:
        assert list(read_page(client).documents) == []


def test_only_a_client_with_a_signal_runs_requests_in_other_threads() -> None:
    threads: "List[threading.Thread]" = []

    def handle(request: Any) -> Any:
        threads.append(threading.current_thread())
        return httpx.Response(200, content=PAGE)

    http = httpx.Client(transport=httpx.MockTransport(handle))
    for signal in (None, threading.Event()):
        read_page(client_for("http://127.0.0.1", signal, http_client=http))
    assert [thread is threading.current_thread() for thread in threads] == [True, False]


def answer_late(connection: Any, request: bytes) -> None:
    time.sleep(1.5)
    reply(200, PAGE)(connection, request)


def test_a_connection_that_was_left_makes_room_in_the_pool(server: Server) -> None:
    server.behaviours = [answer_late, reply(200, PAGE)]
    with httpx.Client(limits=httpx.Limits(max_connections=1)) as http:
        with ended(server) as signal:
            client = client_for(server.url, signal, http_client=http)
            with pytest.raises(esign.AbortedError):
                read_page(client)
        signal.clear()
        assert list(read_page(client).documents) == []


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Programs that a script starts in the background ignore it."""
    before = signals.signal(signals.SIGINT, signals.default_int_handler)
    yield
    signals.signal(signals.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_a_write_that_ctrl_c_ends_before_it_is_sent_never_is(server: Server) -> None:
    server.behaviours = [answer_late, reply(200, b"{}")]
    # The write waits for the only connection
    with httpx.Client(limits=httpx.Limits(max_connections=1)) as http:
        client = client_for(server.url, threading.Event(), http_client=http)
        reading = threading.Thread(target=read_page, args=(client,))
        reading.start()
        while not server.requests:
            time.sleep(0.01)
        threading.Timer(0.5, os.kill, (os.getpid(), signals.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            client.documents.send(DOCUMENT_ID)
        reading.join()
        time.sleep(0.5)
    assert [request.split()[0] for request in server.requests] == [b"GET"]


def test_a_signal_between_two_pieces_of_a_download_ends_it(server: Server) -> None:
    server.behaviours = [reply(200, b"%PDF-1.7\n" + bytes(4_000_000) + b"%%EOF")]
    # The next piece is there already, and must not win by chance
    for _ in range(20):
        signal = threading.Event()
        with client_for(server.url, signal) as client:
            pieces = client.documents.certificate(DOCUMENT_ID).iter_bytes()
            next(pieces)
            signal.set()
            with pytest.raises(esign.AbortedError):
                next(pieces)


HANGING = """
import sys, threading
import esign

signal = threading.Event()
client = esign.EsignClient(base_url=sys.argv[1], api_key="sk_test_1", signal=signal)
client.documents.page()
threading.Timer(0.5, signal.set).start()
try:
    client.documents.page()
except esign.AbortedError as error:
    print(error.opened)
"""


def test_a_request_that_was_left_does_not_keep_the_process(server: Server) -> None:
    server.behaviours = [reply(200, PAGE), silence]
    hanging = [sys.executable, "-c", HANGING, server.url]
    assert subprocess.check_output(hanging, timeout=30, text=True) == "True\n"
