"""Checks that what arrives is a whole PDF."""

from typing import Optional

from .._errors.calls import ResponseShapeError

# Far larger than any signed PDF, in bytes
_LARGEST = 256 * 1024 * 1024
# The header and the end-of-file marker may stand this far from the file's edges, in bytes
_EDGE = 1024


class PdfCheck:
    """To HTTP, a body without a length that was cut off looks complete: a PDF has a marker at its end.

    Both methods raise ResponseShapeError.
    """

    def __init__(self, operation: str, document_id: Optional[str], status: int) -> None:
        self._operation = operation
        self._document_id = document_id
        self._status = status
        self._size = 0
        self._head = b""
        self._tail = b""

    def feed(self, chunk: bytes) -> bytes:
        """Notes a chunk, and returns it."""
        self._size += len(chunk)
        if len(self._head) < _EDGE:
            self._head = (self._head + chunk)[:_EDGE]
        self._tail = (self._tail + chunk[-_EDGE:])[-_EDGE:]
        if self._size > _LARGEST:
            raise self._broken(f"the response is larger than {_LARGEST} bytes")
        return chunk

    def finish(self) -> None:
        """Checks header and end-of-file marker."""
        if b"%PDF-" not in self._head:
            raise self._broken("the response is not a PDF: it has no %PDF- header")
        if b"%%EOF" not in self._tail:
            raise self._broken(f"the PDF was cut off after {self._size} bytes")

    def _broken(self, message: str) -> ResponseShapeError:
        return ResponseShapeError(
            message,
            status=self._status,
            operation=self._operation,
            document_id=self._document_id,
        )
