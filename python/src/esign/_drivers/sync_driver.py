"""Runs calls over a synchronous HTTP client."""

import threading
import time
from concurrent.futures import Future
from typing import Any, Callable, Iterator, Optional, TypeVar, Union

from .._core.steps import (
    LARGEST_ANSWER,
    LARGEST_ERROR,
    Answer,
    Limits,
    Request,
    Sleep,
    Step,
    Steps,
    TransportFailure,
)
from .apart import done_apart, ends
from ._httpx import HttpClient, body_of, headers_of, proxy_of, timeout_of
from .clients import Clients
from .failures import failure_of, late, stopped, unsent
from .link_filter import unlogged

T = TypeVar("T")


class Body:
    """The body of a response that is still to be read."""

    def __init__(self, response: Any, limits: Limits, signal: Optional[threading.Event]) -> None:
        self._response = response
        self._limits = limits
        self._signal = signal
        self._is_left = False

    def chunks(self) -> Iterator[bytes]:
        """Raises TransportFailure, which also ends a body that outlasts the whole call."""
        status = self._response.status_code
        arriving = self._response.iter_bytes()
        try:
            while (chunk := self._next(arriving)) is not None:
                yield chunk
                if time.monotonic() >= self._limits.stream_ends_at:
                    raise TransportFailure("answer", opened=True, limit="total", status=status)
        except Exception as error:
            raise failure_of(error, self._limits, status)
        finally:
            self.close()

    def close(self) -> None:
        if not self._is_left:
            self._response.close()

    def _next(self, arriving: Iterator[bytes]) -> Optional[bytes]:
        if self._signal is None:
            return next(arriving, None)
        reading = None
        if not self._signal.is_set():
            reading = done_apart(lambda: next(arriving, None), self._signal, self._leave)
        if reading is None:
            raise stopped(opened=True, status=self._response.status_code)
        return reading.result()

    def _leave(self, reading: "Future[Optional[bytes]]") -> None:
        # The reading thread closes it: closing it here could disturb that
        self._is_left = True
        reading.add_done_callback(lambda _: self._response.close())


class Exchange:
    """Tells whether a request in another thread can have reached the service, and ends it there."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_left = False
        # None before the first step, and for transports that report none
        self._opened: Optional[bool] = None

    def trace(self, step: str, _: object) -> None:
        """The library calls this at each step. Once the caller has left, raises TransportFailure in
        place of sending; in other steps, the library could not close the connection."""
        is_sending = step.endswith(("send_request_headers.started", "send_request_body.started"))
        with self._lock:
            if self._is_left and is_sending:
                raise stopped(opened=self._opened is True)
            self._opened = self._opened or is_sending

    def leave(self, sending: "Future[Union[Answer, TransportFailure]]") -> None:
        with self._lock:
            self._is_left = True
        sending.add_done_callback(_drop)

    def is_opened(self) -> bool:
        """True if the request, left by now, may have reached the service; otherwise it never will."""
        return self._opened is not False


class Driver:
    """Does what a call asks for, until it returns."""

    def __init__(
        self, http_client: Optional[HttpClient], signal: Optional[threading.Event] = None
    ) -> None:
        self._clients = Clients("Client", http_client)
        self._signal = signal
        self.sleep: Callable[[float], object] = time.sleep
        if signal is not None:
            # Not its ``wait``: a handler that sets it on this thread could then hang
            self.sleep = lambda seconds: ends(Future(), signal, seconds)

    def run(self, steps: Steps[T]) -> T:
        outcome: Union[Answer, TransportFailure, None] = None
        try:
            while True:
                if isinstance(outcome, TransportFailure):
                    step = steps.throw(outcome)
                else:
                    step = steps.send(outcome)
                outcome = self._do(step)
        except StopIteration as end:
            result: T = end.value
            return result

    def close(self) -> None:
        for client in self._clients.take_all():
            client.close()

    def _do(self, step: Step) -> Union[Answer, TransportFailure, None]:
        if isinstance(step, Sleep):
            self.sleep(step.seconds)
            return None
        if self._signal is not None and self._signal.is_set():
            return stopped(opened=False)
        left = step.limits.ends_at - time.monotonic()
        if left <= 0:
            return late(step.limits, opened=False)
        clients = self._clients
        try:
            client = clients.get(own_connection=step.own_connection)
            request = client.build_request(
                step.method,
                step.url,
                headers=step.headers,
                timeout=timeout_of(clients.library, step.limits, left),
                **body_of(step),
            )
        except ImportError:
            raise
        except Exception as error:
            return unsent(error)
        if self._signal is None:
            return self._exchange(step, client, request)
        return self._exchange_apart(step, client, request)

    def _exchange_apart(
        self, step: Request, client: Any, request: Any
    ) -> Union[Answer, TransportFailure]:
        exchange = Exchange()
        request.extensions["trace"] = exchange.trace
        sending = done_apart(
            lambda: self._exchange(step, client, request), self._signal, exchange.leave
        )
        return stopped(opened=exchange.is_opened()) if sending is None else sending.result()

    def _exchange(self, step: Request, client: Any, request: Any) -> Union[Answer, TransportFailure]:
        try:
            with unlogged(step.secret_url):
                # A bare Auth, or the library adds credentials of .netrc to a download link
                auth = self._clients.library.Auth()
                response = client.send(request, stream=True, auth=auth, follow_redirects=False)
        except Exception as error:
            return failure_of(error, step.limits, proxy=proxy_of(client, request.url))
        status = response.status_code
        if step.stream and 200 <= status < 300:
            return Answer(status, headers_of(response), stream=Body(response, step.limits, self._signal))
        try:
            return _collect(response, step.limits)
        except Exception as error:
            return failure_of(error, step.limits, status)
        finally:
            response.close()


def _drop(exchange: "Future[Union[Answer, TransportFailure]]") -> None:
    """Closes the body of an answer that nobody waits for."""
    answer = None if exchange.exception() else exchange.result()
    if isinstance(answer, Answer) and answer.stream is not None:
        answer.stream.close()


def _collect(response: Any, limits: Limits) -> Answer:
    """Reads a body up to a limit. Of an error, what arrived is enough, since the status says most."""
    status = response.status_code
    is_success = 200 <= status < 300
    largest = LARGEST_ANSWER if is_success else LARGEST_ERROR
    body = bytearray()
    try:
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > largest:
                break
            if time.monotonic() >= limits.ends_at:
                raise late(limits, opened=True, status=status)
    except Exception:
        if is_success:
            raise
    is_whole = len(body) <= largest
    return Answer(status, headers_of(response), bytes(body[:largest]), is_whole)
