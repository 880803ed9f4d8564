"""Reads a file in a thread of its own, so that a call can give up one that never ends.

The file remains the caller's, who closes it: closing it here could wait for the same bytes.
"""

import asyncio
import math
import threading
from typing import Optional

from .._core.context import Context
from .._core.steps import Upload
from .._drivers.apart import apart, ends
from .._errors.base import EsignError, UploadError
from .._errors.calls import AbortedError, TimeoutError
from .upload import UploadSource, read_upload


def _left(context: Context) -> Optional[float]:
    left = context.ends_at - context.shared.clock.monotonic()
    return None if math.isinf(left) else min(max(left, 0.0), threading.TIMEOUT_MAX)


def _ended(context: Context) -> EsignError:
    if context.is_stopped():
        message = "the signal ended the call while the file was read"
        return AbortedError(message, opened=False, operation="createDocument")
    message = "reading the file took longer than the limit of the whole call"
    return TimeoutError(message, which="total", opened=False, operation="createDocument")


def read_within(context: Context, source: UploadSource, name: Optional[str]) -> Upload:
    """Raises what ``read_upload`` raises, AbortedError, and TimeoutError when the time has run out."""
    reading = apart(lambda: read_upload(source, name, context.is_over))
    if not ends(reading, context.shared.signal, _left(context)) or context.is_over():
        raise _ended(context)
    return reading.result()


async def read_within_async(context: Context, source: UploadSource, name: Optional[str]) -> Upload:
    """The same with await."""
    reading = asyncio.wrap_future(apart(lambda: read_upload(source, name, context.is_over)))
    try:
        return await asyncio.wait_for(reading, _left(context))
    except asyncio.TimeoutError:
        raise _ended(context) from None
    except UploadError:
        # The thread may see the end first
        if context.is_over():
            raise _ended(context) from None
        raise
