"""The errors of a response with an error status ("Errors", section 7 of the specification)."""

import json
from http import HTTPStatus
from typing import Dict, Mapping, Optional, Tuple, Type

from .._core.retry_after import retry_after
from .._models.error_codes import ERROR_STATUSES
from .base import EsignError
from .redact import redact_headers, redact_text


class ApiError(EsignError):
    """The service, or a proxy in front of it, answered with a status other than 2xx.

    ``code`` is the ``error`` field of the body, or None when the response did not come from the
    service itself. ``raw_body`` has at most 4096 characters, redacted. ``retry_after`` is the wait
    that the response asks for, in seconds.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: Optional[str] = None,
        request_id: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        raw_body: str = "",
        method: str = "",
        path: str = "",
        retry_after: Optional[float] = None,
        operation: Optional[str] = None,
        attempts: Optional[int] = None,
        document_id: Optional[str] = None,
    ) -> None:
        super().__init__(
            message, operation=operation, attempts=attempts, document_id=document_id
        )
        self.status = status
        self.code = code
        self.request_id = request_id
        self.headers: Mapping[str, str] = dict(headers or {})
        self.raw_body = raw_body
        self.method = method
        self.path = path
        self.retry_after = retry_after


class InvalidRequestError(ApiError):
    """400: the request is not valid; ``code`` says in which way, the message names the problem."""


class UnauthorizedError(ApiError):
    """401: the API key is missing or invalid."""


class InsufficientCreditsError(ApiError):
    """402: the account has fewer credits than the document has signers; nothing was sent."""


class AccessNotEnabledError(ApiError):
    """403: the account has no API access subscription."""


class NotFoundError(ApiError):
    """404: the document does not exist, or belongs to another account."""


class InvalidStateError(ApiError):
    """409: the document's status does not allow the operation."""


class FileTooLargeError(ApiError):
    """413: the PDF is larger than 10 MiB."""


class RateLimitError(ApiError):
    """429: too many requests; wait for ``retry_after`` seconds if it is set."""


class InternalError(ApiError):
    """500: the service failed."""


_CLASSES: Mapping[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: UnauthorizedError,
    402: InsufficientCreditsError,
    403: AccessNotEnabledError,
    404: NotFoundError,
    409: InvalidStateError,
    413: FileTooLargeError,
    500: InternalError,
}


def _class_of(status: int, code: Optional[str]) -> Type[ApiError]:
    """Any 429 is a RateLimitError; a code counts only with its own status."""
    if status == 429:
        return RateLimitError
    is_own = code is not None and ERROR_STATUSES.get(code) == status
    return _CLASSES.get(status, ApiError) if is_own else ApiError


def _parse(text: str) -> Tuple[Optional[str], str]:
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return None, ""
    fields: Dict[str, object] = parsed if isinstance(parsed, dict) else {}
    code, message = fields.get("error"), fields.get("message")
    if not isinstance(code, str) or code == "":
        return None, ""
    return code, message if isinstance(message, str) else ""


def _foreign_message(status: int, headers: Mapping[str, str]) -> str:
    """The message for a response that is not in the API's own form."""
    known = {one.value: one.phrase for one in HTTPStatus}.get(status)
    line = str(status) if known is None else f"{status} {known}"
    server = f" from {headers['server']}" if "server" in headers else ""
    if 300 <= status < 400:
        to = headers.get("location", "nowhere")
        reason = "redirects are not followed, check the base URL"
        return f"redirected to {to} ({line}{server}): {reason}"
    return f"refused by something in front of the service: {line}{server}"


def api_error_from(
    *,
    status: int,
    headers: Mapping[str, str],
    body: bytes,
    api_key: str,
    now: float,
    method: str,
    path: str,
    operation: str,
    attempts: int,
    document_id: Optional[str] = None,
) -> ApiError:
    """Makes the typed error of a response, redacted. ``now`` is in seconds since the epoch."""
    text = body.decode("utf-8", "replace")
    code, said = _parse(text)
    safe = redact_headers(headers, [api_key])
    message = said or _foreign_message(status, safe)
    return _class_of(status, code)(
        redact_text(message, [api_key]),
        status=status,
        code=code,
        request_id=safe.get("x-request-id"),
        headers=safe,
        raw_body=redact_text(text, [api_key]),
        method=method,
        path=path,
        retry_after=retry_after(headers, now),
        operation=operation,
        attempts=attempts,
        document_id=document_id,
    )
