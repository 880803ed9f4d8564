"""Runs calls over an asynchronous HTTP client, on asyncio."""

import asyncio
import math
import time
from typing import Any, AsyncIterator, Awaitable, Callable, Optional, TypeVar, Union

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
from ._httpx import AsyncHttpClient, body_of, headers_of, proxy_of, timeout_of
from .clients import Clients
from .failures import failure_of, late, unsent
from .link_filter import unlogged

T = TypeVar("T")
# The library's own limits come first: they show whether the connection was made. In seconds
_SLACK = 0.1


class AsyncBody:
    """The body of a response that is still to be read."""

    def __init__(self, response: Any, limits: Limits) -> None:
        self._response = response
        self._limits = limits

    async def chunks(self) -> AsyncIterator[bytes]:
        """Raises TransportFailure, which also ends a body that outlasts the whole call."""
        status = self._response.status_code
        try:
            async for chunk in self._response.aiter_bytes():
                yield chunk
                if time.monotonic() >= self._limits.stream_ends_at:
                    raise TransportFailure("answer", opened=True, limit="total", status=status)
        except Exception as error:
            raise failure_of(error, self._limits, status)
        finally:
            await self.close()

    async def close(self) -> None:
        await self._response.aclose()


class AsyncDriver:
    """Does what a call asks for, until it returns."""

    def __init__(self, http_client: Optional[AsyncHttpClient]) -> None:
        self._clients = Clients("AsyncClient", http_client)
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def run(self, steps: Steps[T]) -> T:
        outcome: Union[Answer, TransportFailure, None] = None
        try:
            while True:
                if isinstance(outcome, TransportFailure):
                    step = steps.throw(outcome)
                else:
                    step = steps.send(outcome)
                outcome = await self._do(step)
        except StopIteration as end:
            result: T = end.value
            return result

    async def close(self) -> None:
        for client in self._clients.take_all():
            await client.aclose()

    async def _do(self, step: Step) -> Union[Answer, TransportFailure, None]:
        if isinstance(step, Sleep):
            await self.sleep(step.seconds)
            return None
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
        limit = None if math.isinf(left) else left + _SLACK
        try:
            return await asyncio.wait_for(self._exchange(step, client, request), limit)
        except asyncio.TimeoutError:
            return late(step.limits, opened=True)

    async def _exchange(
        self, step: Request, client: Any, request: Any
    ) -> Union[Answer, TransportFailure]:
        try:
            with unlogged(step.secret_url):
                # A bare Auth, or the library adds credentials of .netrc to a download link
                auth = self._clients.library.Auth()
                response = await client.send(
                    request, stream=True, auth=auth, follow_redirects=False
                )
        except Exception as error:
            return failure_of(error, step.limits, proxy=proxy_of(client, request.url))
        status = response.status_code
        if step.stream and 200 <= status < 300:
            return Answer(status, headers_of(response), stream=AsyncBody(response, step.limits))
        try:
            return await _collect(response, step.limits)
        except Exception as error:
            return failure_of(error, step.limits, status)
        finally:
            await response.aclose()


async def _collect(response: Any, limits: Limits) -> Answer:
    """Reads a body up to a limit. Of an error, what arrived is enough, since the status says most."""
    status = response.status_code
    is_success = 200 <= status < 300
    largest = LARGEST_ANSWER if is_success else LARGEST_ERROR
    body = bytearray()
    try:
        async for chunk in response.aiter_bytes():
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
