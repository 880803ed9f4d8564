"""The errors of a request without a usable response."""

import builtins
from typing import Optional, Sequence, Tuple

from .base import EsignError


class ConnectionError(EsignError, builtins.ConnectionError):
    """The service cannot be reached, or the connection broke.

    ``phase`` is ``dns``, ``connect``, ``tls``, ``proxy``, ``sent`` or ``answer``. ``opened`` is true
    when the request may have reached the service. ``status`` is that of a response that was cut off.
    """

    def __init__(
        self,
        message: str,
        *,
        phase: str,
        opened: bool,
        cause_code: Optional[str] = None,
        status: Optional[int] = None,
        operation: Optional[str] = None,
        attempts: Optional[int] = None,
        document_id: Optional[str] = None,
    ) -> None:
        super().__init__(
            message, operation=operation, attempts=attempts, document_id=document_id
        )
        self.phase = phase
        self.opened = opened
        self.cause_code = cause_code
        self.status = status


class TimeoutError(EsignError, builtins.TimeoutError):
    """A time limit ran out.

    ``which`` is ``connect``, ``read``, ``attempt`` or ``total``. ``opened`` is true when the request
    may have reached the service.
    """

    def __init__(
        self,
        message: str,
        *,
        which: str,
        opened: bool,
        operation: Optional[str] = None,
        attempts: Optional[int] = None,
        document_id: Optional[str] = None,
    ) -> None:
        super().__init__(
            message, operation=operation, attempts=attempts, document_id=document_id
        )
        self.which = which
        self.opened = opened


class AbortedError(EsignError):
    """The client's signal ended the call. ``opened`` is true when the request may have reached the
    service."""

    def __init__(
        self,
        message: str,
        *,
        opened: bool,
        operation: Optional[str] = None,
        attempts: Optional[int] = None,
        document_id: Optional[str] = None,
    ) -> None:
        super().__init__(
            message, operation=operation, attempts=attempts, document_id=document_id
        )
        self.opened = opened


class OutcomeUnknownError(EsignError):
    """The request may or may not have been applied, and reading did not settle it.

    Check before you repeat it: ``hint`` says what. ``candidates`` are the ids of documents that the
    request may have created.
    """

    candidates: Tuple[str, ...]

    def __init__(
        self,
        message: str,
        *,
        hint: str,
        last_known_status: Optional[str] = None,
        candidates: Sequence[str] = (),
        operation: Optional[str] = None,
        document_id: Optional[str] = None,
    ) -> None:
        super().__init__(message, operation=operation, document_id=document_id)
        self.hint = hint
        self.last_known_status = last_known_status
        self.candidates = tuple(candidates)


class ResponseShapeError(EsignError):
    """A 2xx response that breaks the API's contract: not JSON, a field missing, a PDF cut short.

    ``raw_body`` has at most 4096 characters, redacted.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        raw_body: str = "",
        operation: Optional[str] = None,
        attempts: Optional[int] = None,
        document_id: Optional[str] = None,
    ) -> None:
        super().__init__(
            message, operation=operation, attempts=attempts, document_id=document_id
        )
        self.status = status
        self.raw_body = raw_body
