"""Runs blocking work in a thread of its own, so that the caller can stop waiting for it.

The thread is a daemon, which does not keep the process alive.
"""

import threading
import time
from concurrent.futures import Future, wait
from contextvars import copy_context
from typing import Callable, Optional, TypeVar

T = TypeVar("T")

# Seconds between two looks at the signal
_LOOK = 0.05


def apart(work: Callable[[], T]) -> "Future[T]":
    """Begins the work, with the context variables of the caller."""
    working: "Future[T]" = Future()
    working.set_running_or_notify_cancel()
    caller = copy_context()

    def run() -> None:
        try:
            working.set_result(caller.run(work))
        except BaseException as error:
            working.set_exception(error)

    threading.Thread(target=run, name="esign-apart", daemon=True).start()
    return working


def ends(
    working: "Future[T]",
    signal: Optional[threading.Event],
    seconds: Optional[float] = None,
) -> bool:
    """Waits for the work. False once the signal is set or the seconds are over."""
    if signal is None:
        return bool(wait([working], seconds).done)
    ends_at = None if seconds is None else time.monotonic() + seconds
    while not working.done():
        if signal.is_set() or (ends_at is not None and time.monotonic() >= ends_at):
            return False
        wait([working], _LOOK)
    return True


def done_apart(
    work: Callable[[], T], signal: Optional[threading.Event], leave: Callable[["Future[T]"], None]
) -> "Optional[Future[T]]":
    """The work, done in a thread of its own. None once the signal is set.

    Then ``leave`` is called first, as it is when Ctrl-C ends the wait.
    """
    working = apart(work)
    is_done = False
    try:
        is_done = ends(working, signal)
    finally:
        if not is_done:
            leave(working)
    return working if is_done else None
