"""Reads a PDF into memory and checks it before it is sent."""

import errno
import io
import os
import re
import select
from typing import BinaryIO, Callable, Optional, Tuple, Union

from .._core.steps import Upload
from .._errors.base import UploadError

# A str is always a path
UploadSource = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, BinaryIO]

_MEGABYTE = 1024 * 1024
_LARGEST = 10 * _MEGABYTE
# Other bytes may precede the header (ISO 32000-1, annex H, note 13)
_HEADER_WITHIN = 1024
# A path that is longer is not shown: it is probably a PDF in Base64
_LONGEST_SHOWN = 100
# The service's name for a document without one
_UNTITLED = "Untitled document"
# Between two looks at the time, in seconds
_POLL = 0.05
# Halves of surrogate pairs, as in names of files that are not UTF-8
_SURROGATE = re.compile("[\ud800-\udfff]")


def _reason(cause: BaseException) -> str:
    """The system's reason, such as `` (ENOENT: No such file or directory)``."""
    if isinstance(cause, OSError) and cause.errno is not None:
        return f" ({errno.errorcode.get(cause.errno, cause.errno)}: {cause.strerror})"
    return ""


def _too_large() -> UploadError:
    return UploadError("too_large", f"the file is larger than {_LARGEST // _MEGABYTE} MB")


def _await_bytes(stream: BinaryIO, is_over: Callable[[], bool]) -> None:
    """Waits until a pipe has bytes or ends.

    A blocked read would hold its lock, and Python aborts a process that ends while that of stdin is
    held. Where a system cannot wait like this, the read blocks.
    """
    if not isinstance(getattr(stream, "raw", stream), io.FileIO):
        return
    try:
        while not is_over() and not select.select([stream], [], [], _POLL)[0]:
            pass
    except (OSError, ValueError):
        return


def _read_stream(stream: BinaryIO, subject: str, is_over: Callable[[], bool]) -> bytes:
    chunks = []
    left = _LARGEST + 1
    read = getattr(stream, "read1", stream.read)
    try:
        while left > 0:
            _await_bytes(stream, is_over)
            if is_over():
                raise UploadError("unreadable", f"{subject} was not read to its end")
            chunk = read(min(left, _MEGABYTE))
            if not isinstance(chunk, bytes):
                raise UploadError("unreadable", f"{subject} yields something other than bytes")
            if chunk == b"":
                break
            chunks.append(chunk)
            left -= len(chunk)
    except (OSError, ValueError) as cause:
        raise UploadError("unreadable", f"{subject} cannot be read{_reason(cause)}") from cause
    return b"".join(chunks)


def _read_path(path: str, is_over: Callable[[], bool]) -> bytes:
    try:
        if os.path.isdir(path):
            raise UploadError("unreadable", f"{path} is a folder and cannot be read")
        with open(path, "rb") as stream:
            return _read_stream(stream, path, is_over)
    except (OSError, ValueError) as cause:
        if len(path) > _LONGEST_SHOWN:
            start = path[:_LONGEST_SHOWN]
            why = f"{_reason(cause)}: a str is a path; decode Base64 first"
            # The cause has the whole path
            raise UploadError("unreadable", f"{start!r}… cannot be read{why}") from None
        raise UploadError("unreadable", f"{path!r} cannot be read{_reason(cause)}") from cause


def _read(source: UploadSource, is_over: Callable[[], bool]) -> Tuple[bytes, Optional[str]]:
    if isinstance(source, (str, os.PathLike)):
        path = os.fsdecode(source)
        return _read_path(path, is_over), os.path.basename(path)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), None
    if callable(getattr(source, "read", None)):
        name = getattr(source, "name", None)
        filename = os.path.basename(name) if isinstance(name, str) else None
        return _read_stream(source, "the file object", is_over), filename
    raise UploadError("unreadable", "the argument is not a file and cannot be read")


def _check(data: bytes) -> None:
    if len(data) == 0:
        raise UploadError("empty", "the file is empty")
    if len(data) > _LARGEST:
        raise _too_large()
    if b"%PDF-" not in data[:_HEADER_WITHIN]:
        raise UploadError("not_pdf", "the file is not a PDF: it has no %PDF- header")


def _writable(name: str, subject: str) -> str:
    if "\0" in name:
        raise UploadError("bad_name", f"the {subject} holds a NUL character")
    return _SURROGATE.sub("\ufffd", name)


def read_upload(
    source: UploadSource, name: Optional[str], is_over: Callable[[], bool] = lambda: False
) -> Upload:
    """Reads a PDF and its label. The name is always sent, so that a lost document can be found by it.

    Raises UploadError when the file is empty, larger than 10 MiB, without a ``%PDF-`` header or
    unreadable, or when a name holds a NUL character. Once ``is_over``, it reads no further, and raises
    UploadError too.
    """
    data, found = _read(source, is_over)
    _check(data)
    filename = _writable(found or "", "file name")
    label = _writable(name or "", "name").strip() or filename.strip() or _UNTITLED
    return Upload(data, filename or "document.pdf", label)
