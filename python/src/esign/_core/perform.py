"""Performs one request: attempts, retries, and the errors of both."""

import json
import logging
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Callable, Mapping, Optional, Tuple, TypeVar
from urllib.parse import urlsplit

from .._errors.api import api_error_from
from .._errors.base import EsignError
from .._errors.calls import AbortedError, ConnectionError, ResponseShapeError, TimeoutError
from .._errors.redact import redact_text, redact_url
from .._models.reading import ShapeProblem
from .._recovery.retry import decide_retry
from .context import Context, RequestEvent, ResponseEvent, RetryEvent, emit
from .limits import fill
from .steps import Answer, Limits, Request, Sleep, Steps, TransportFailure, Upload

T = TypeVar("T")
logger = logging.getLogger("esign")


@dataclass(frozen=True)
class Call:
    """One request of a call, before credentials and limits are added."""

    operation: str
    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)
    content: Optional[bytes] = field(default=None, repr=False)
    upload: Optional[Upload] = None
    document_id: Optional[str] = None
    # False for download links, which carry their own authority: the key must not go there
    with_key: bool = True
    # True when the reader handles redirects; otherwise they are errors
    takes_redirects: bool = False
    stream: bool = False

    @property
    def safe(self) -> bool:
        """True when repeating the request has no further effect."""
        return self.method != "POST" or self.operation == "findText"

    @property
    def shown(self) -> str:
        """The URL for errors and logs: nothing of a download link but its origin."""
        return redact_url(self.url) if self.with_key else redact_text(self.url)

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc.rpartition("@")[2]


_PHASES = {
    "dns": "the host name could not be resolved",
    "connect": "could not connect",
    "tls": "could not establish a secure connection",
    "proxy": "the proxy{} did not connect",
    "sent": "the connection broke before a response came",
    "answer": "the connection broke in the middle of the response",
}
_LIMITS = {
    "connect": "no connection in time",
    "read": "the response stalled",
    "attempt": "one attempt took longer than its limit",
    "total": "the whole call took longer than its limit",
}


def error_of(failure: TransportFailure, call: Call, attempt: int) -> EsignError:
    """Converts the failure of an attempt."""
    about: Any = {
        "operation": call.operation,
        "attempts": attempt,
        "document_id": call.document_id,
        "opened": failure.opened,
    }
    if failure.limit == "signal":
        return AbortedError(f"{call.host}: the signal ended the call", **about)
    if failure.limit is not None:
        message = f"{call.host}: {_LIMITS[failure.limit]}"
        return TimeoutError(message, which=failure.limit, **about)
    code = "" if failure.cause_code is None else f" ({failure.cause_code})"
    proxy = "" if failure.proxy is None else f" {failure.proxy}"
    return ConnectionError(
        f"{call.host}: {_PHASES[failure.phase].format(proxy)}{code}",
        phase=failure.phase,
        cause_code=failure.cause_code,
        status=failure.status,
        **about,
    )


def _headers_of(context: Context, call: Call) -> Mapping[str, str]:
    headers = {
        "accept": "application/json",
        "accept-encoding": "identity",
        "user-agent": context.shared.user_agent,
        **(context.shared.headers if call.with_key else {}),
        **call.headers,
    }
    if call.with_key:
        headers["authorization"] = f"Bearer {context.shared.api_key}"
    return headers


def _request_of(context: Context, call: Call) -> Request:
    size = len(call.content or b"") + (len(call.upload.data) if call.upload else 0)
    filled = fill(context.timeouts, call.operation, size)
    by_attempt = context.shared.clock.monotonic() + filled.attempt
    limits = Limits(
        connect=filled.connect,
        read=filled.read,
        ends_at=min(by_attempt, context.ends_at),
        ends_by="total" if context.ends_at <= by_attempt else "attempt",
        stream_ends_at=context.ends_at,
    )
    return Request(
        operation=call.operation,
        method=call.method,
        url=call.url,
        headers=_headers_of(context, call),
        limits=limits,
        content=call.content,
        upload=call.upload,
        own_connection=not call.safe,
        stream=call.stream,
        secret_url=not call.with_key,
    )


def _attempt(context: Context, call: Call, attempt: int) -> Steps[Answer]:
    """Sends the request once. Any status but those accepted is an error."""
    shared = context.shared
    where = (call.method, call.shown, attempt)
    event = (call.operation, *where)
    emit(shared.hooks.on_request, RequestEvent(*event))
    started = shared.clock.monotonic()
    try:
        answer = yield _request_of(context, call)
    except TransportFailure as failure:
        error = error_of(failure, call, attempt)
        logger.debug("%s %s attempt %d: %s", *where, error)
        raise error from failure.__cause__
    assert answer is not None
    logger.debug("%s %s attempt %d: %d", *where, answer.status)
    duration = shared.clock.monotonic() - started
    emit(shared.hooks.on_response, ResponseEvent(*event, answer.status, duration))
    if call.with_key:
        shared.service_time.note(answer.headers.get("date"), shared.clock.now())
    if 200 <= answer.status < (400 if call.takes_redirects else 300):
        return answer
    raise api_error_from(
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        api_key=shared.api_key,
        now=shared.clock.now(),
        method=call.method,
        path=urlsplit(call.shown).path,
        operation=call.operation,
        attempts=attempt,
        document_id=call.document_id,
    )


def retry_or_raise(context: Context, call: Call, attempt: int, error: EsignError) -> Steps[None]:
    """Waits for the next attempt if there may be one; otherwise raises the error of the last."""
    shared = context.shared
    retry = decide_retry(
        error,
        safe=call.safe,
        attempt=attempt,
        max_retries=context.max_retries,
        max_retry_after=shared.max_retry_after,
        chance=shared.clock.random(),
    )
    if retry is None or shared.clock.monotonic() + retry.after >= context.ends_at:
        raise error
    if not shared.budget.spend(retry.cost):
        raise error
    logger.debug("%s is repeated after %.3f s: %s", call.operation, retry.after, error)
    emit(shared.hooks.on_retry, RetryEvent(call.operation, attempt, retry.after, error))
    yield Sleep(retry.after)


def perform(
    context: Context, call: Call, read: Callable[[Answer, int], T]
) -> Steps[Tuple[T, Answer]]:
    """Repeats the request while it is safe to, or while it certainly was not applied.

    Raises the error of the last attempt.
    """
    for attempt in count(1):
        try:
            answer = yield from _attempt(context, call, attempt)
            data = read(answer, attempt)
        except EsignError as error:
            yield from retry_or_raise(context, call, attempt, error)
        else:
            context.shared.budget.refill()
            return data, answer
    raise AssertionError("count() does not end")


def json_reader(
    context: Context, call: Call, parse: Callable[[Any], T]
) -> Callable[[Answer, int], T]:
    """Reads a JSON response. The function raises ResponseShapeError."""

    def read(answer: Answer, attempt: int) -> T:
        text = answer.body.decode("utf-8", "replace")

        def wrong(fault: str) -> ResponseShapeError:
            return ResponseShapeError(
                f"{call.host} answered {answer.status}, but {fault}",
                status=answer.status,
                raw_body=redact_text(text, [context.shared.api_key]),
                operation=call.operation,
                attempts=attempt,
                document_id=call.document_id,
            )

        if not answer.whole:
            raise wrong("the body is too large")
        try:
            return parse(json.loads(text))
        except (ValueError, RecursionError):
            raise wrong("the body is not JSON") from None
        except ShapeProblem as problem:
            raise wrong(f"the body lacks what the API promises ({problem})") from None

    return read
