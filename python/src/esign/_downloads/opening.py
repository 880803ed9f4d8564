"""Opens a certificate or a signed PDF, whose body is read later."""

from dataclasses import dataclass
from typing import Any, Callable, Optional, Union
from urllib.parse import urljoin, urlsplit

from .._core.context import Context
from .._core.endpoints import endpoint_call
from .._core.perform import Call, error_of, perform, retry_or_raise
from .._core.steps import Answer, Steps, TransportFailure
from .._documents.read import read_document
from .._errors.api import ApiError
from .._errors.base import EsignError, InvalidArgumentError, NotCompletedError
from .._errors.calls import ResponseShapeError
from .._models.documents import Document
from .filename import disposition_filename
from .pdf_check import PdfCheck

_MOST_REDIRECTS = 5
# Statuses of an expired link; reading the document again gives a new one
_EXPIRED = (400, 401, 403, 404, 410)


def _redirect_url(call: Call, answer: Answer) -> str:
    """The target of a redirect. Raises ResponseShapeError."""

    def wrong(message: str) -> ResponseShapeError:
        return ResponseShapeError(
            message,
            status=answer.status,
            operation=call.operation,
            document_id=call.document_id,
        )

    try:
        target = urljoin(call.url, answer.headers["location"])
        scheme, host = urlsplit(target).scheme, urlsplit(target).hostname
    except (KeyError, ValueError):
        raise wrong("the link redirects without a valid address") from None
    if scheme not in ("http", "https") or not host:
        raise wrong("the link redirects to an address that is not http(s)")
    if urlsplit(call.url).scheme == "https" and scheme == "http":
        raise wrong("the link redirects to an unencrypted address")
    return target


def _open_body(context: Context, call: Call) -> Steps[Answer]:
    """Opens a body, following redirects where the call takes them. Raises the errors of a call."""
    current = call
    for _ in range(_MOST_REDIRECTS + 1):
        answer, _answer = yield from perform(context, current, lambda found, _: found)
        if answer.status < 300:
            return answer
        current = _link_call(_redirect_url(current, answer), call.document_id)
    raise EsignError(
        f"more than {_MOST_REDIRECTS} redirects",
        operation=call.operation,
        document_id=call.document_id,
    )


@dataclass(frozen=True)
class Source:
    """The call behind a download, whose retry rules apply to its failures."""

    context: Context
    call: Call
    reopen: Callable[[], Steps[Answer]]

    def error_of(self, failure: TransportFailure) -> EsignError:
        return error_of(failure, self.call, 1)

    def recover(self, error: EsignError, attempt: int) -> Steps[Answer]:
        """Waits and opens the file again from its first byte, or raises the error."""
        yield from retry_or_raise(self.context, self.call, attempt, error)
        return (yield from self.reopen())


@dataclass(frozen=True)
class Opened:
    """An open download."""

    source: Source
    answer: Answer

    @property
    def body(self) -> Any:
        return self.answer.stream

    @property
    def filename(self) -> Optional[str]:
        return disposition_filename(self.answer.headers.get("content-disposition"))

    def check(self) -> PdfCheck:
        call = self.source.call
        return PdfCheck(call.operation, call.document_id, self.answer.status)


def open_certificate(context: Context, document_id: str) -> Steps[Opened]:
    """Opens the completion certificate. Raises the errors of a call."""
    headers = {"accept": "application/pdf, application/json"}
    call = endpoint_call(
        context, "downloadCertificate", document_id=document_id, headers=headers, stream=True
    )
    source = Source(context, call, lambda: _open_body(context, call))
    return Opened(source, (yield from source.reopen()))


def _link_call(link: str, document_id: Optional[str] = None) -> Call:
    try:
        parts = urlsplit(link)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_usable = False
    if not is_usable:
        raise InvalidArgumentError("url", "a download link must begin with https:// or http://")
    return Call(
        operation="download",
        method="GET",
        url=link,
        headers={"accept": "application/pdf"},
        document_id=document_id,
        with_key=False,
        takes_redirects=True,
        stream=True,
    )


def _open_document(
    context: Context, document_id: str, given: Optional[Document]
) -> Steps[Answer]:
    if given is not None and given.download_url:
        try:
            return (yield from _open_body(context, _link_call(given.download_url, document_id)))
        except ApiError as error:
            if error.status not in _EXPIRED:
                raise
    document = yield from read_document(context, document_id)
    if not document.download_url:
        raise NotCompletedError(document.status, document_id=document_id)
    return (yield from _open_body(context, _link_call(document.download_url, document_id)))


def open_download(context: Context, target: Union[Document, str]) -> Steps[Opened]:
    """Opens the signed PDF through its link, without the key.

    Given a document or an id, it renews an expired link once. Raises the errors of a call, and
    NotCompletedError.
    """
    if isinstance(target, str) and target.lower().startswith(("http://", "https://")):
        call = _link_call(target)
        source = Source(context, call, lambda: _open_body(context, call))
    else:
        given = None if isinstance(target, str) else target
        document_id = target if isinstance(target, str) else target.document_id
        reading = endpoint_call(context, "retrieveDocument", document_id=document_id)
        named = Call("download", "GET", reading.url, document_id=document_id)
        source = Source(context, named, lambda: _open_document(context, document_id, given))
    return Opened(source, (yield from source.reopen()))
