"""Reads a file in a thread of its own, so that a call can give up one that never ends.

The thread is a daemon, which does not keep the process alive. The file remains the caller's, who
closes it: closing it here could wait for the same bytes.
"""

import asyncio
import math
import threading
from concurrent.futures import Future, wait
from contextvars import copy_context
from typing import Optional

from .._core.context import Context
from .._core.steps import Upload
from .._errors.calls import TimeoutError
from .upload import UploadSource, read_upload


def _start(context: Context, source: UploadSource, name: Optional[str]) -> "Future[Upload]":
    reading: "Future[Upload]" = Future()
    reading.set_running_or_notify_cancel()
    caller = copy_context()

    def work() -> None:
        try:
            reading.set_result(caller.run(read_upload, source, name, context.is_over))
        except BaseException as error:
            reading.set_exception(error)

    threading.Thread(target=work, name="esign-upload", daemon=True).start()
    return reading


def _left(context: Context) -> Optional[float]:
    left = context.ends_at - context.shared.clock.monotonic()
    return None if math.isinf(left) else min(max(left, 0.0), threading.TIMEOUT_MAX)


def _late() -> TimeoutError:
    message = "reading the file took longer than the limit of the whole call"
    return TimeoutError(message, which="total", opened=False, operation="createDocument")


def read_within(context: Context, source: UploadSource, name: Optional[str]) -> Upload:
    """Raises what ``read_upload`` raises, and TimeoutError when the time of the call has run out."""
    reading = _start(context, source, name)
    if not wait([reading], _left(context)).done:
        raise _late()
    return reading.result()


async def read_within_async(context: Context, source: UploadSource, name: Optional[str]) -> Upload:
    """The same with await."""
    reading = asyncio.wrap_future(_start(context, source, name))
    try:
        return await asyncio.wait_for(reading, _left(context))
    except asyncio.TimeoutError:
        raise _late() from None
