"""The errors that are thrown before anything is sent, and the base class of all errors."""

from typing import Any, Dict, Optional, Tuple, Type


def _restore(kind: Type["EsignError"], message: str, state: Dict[str, Any]) -> "EsignError":
    error = kind.__new__(kind)
    error.args = (message,)
    error.__dict__.update(state)
    return error


class EsignError(Exception):
    """The base class of this package's errors. They are safe to print: keys and links are redacted."""

    message: str
    # The operation that failed, such as sendDocument
    operation: Optional[str]
    # Attempts made, from 1
    attempts: Optional[int]
    document_id: Optional[str]

    def __init__(
        self,
        message: str,
        *,
        operation: Optional[str] = None,
        attempts: Optional[int] = None,
        document_id: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.operation = operation
        self.attempts = attempts
        self.document_id = document_id

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restore, (type(self), self.message, dict(self.__dict__))


class InvalidArgumentError(EsignError, ValueError):
    """An argument or option is not valid, such as an empty id; nothing was sent."""

    def __init__(self, argument: str, message: str) -> None:
        super().__init__(message)
        self.argument = argument


class UploadError(EsignError):
    """The file cannot be read, or the service would refuse it; nothing was sent.

    ``reason`` is ``empty``, ``too_large``, ``not_pdf``, ``unreadable`` or ``bad_name``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class NotCompletedError(EsignError):
    """The document has no signed PDF yet, because it is not completed."""

    def __init__(self, document_status: str, *, document_id: Optional[str] = None) -> None:
        message = f"the document has no signed PDF yet: it is {document_status}"
        super().__init__(message, operation="download", document_id=document_id)
        self.document_status = document_status


_SAVE_MESSAGES = {
    "exists": "{} already exists",
    "symlink": "{} is a symbolic link, which is not followed",
    "not_a_file": "{} is not a regular file",
    "unwritable": "{} cannot be written",
}


class SaveFileError(EsignError):
    """A file was not written; whatever was at its path is unchanged.

    ``reason`` is ``exists``, ``symlink``, ``not_a_file`` or ``unwritable``.
    """

    def __init__(self, reason: str, path: str) -> None:
        super().__init__(_SAVE_MESSAGES[reason].format(path))
        self.reason = reason
        self.path = path
