"""The client."""

import threading
from types import TracebackType
from typing import Callable, Mapping, Optional, Tuple, Type

from ._core.context import (
    AppInfo,
    Hooks,
    RequestEvent,
    ResponseEvent,
    RetryEvent,
    SettleEvent,
)
from ._core.limits import Timeouts
from ._documents.sync_api import Documents
from ._documents.extensions import list_extensions
from ._drivers._httpx import HttpClient
from ._drivers.sync_driver import Driver
from ._session import Session


class EsignClient:
    """A client for one account at one deployment; a context manager.

    ``base_url`` and ``api_key`` default to the environment variables ESIGN_BASE_URL and
    ESIGN_API_KEY. Requests that are safe to repeat are retried up to ``max_retries`` times;
    ``max_retry_after`` is the longest ``Retry-After`` to wait for, in seconds. ``allow_insecure``
    allows plain http to other machines, which exposes the key. ``on_request``, ``on_response``,
    ``on_retry`` and ``on_settle`` (a step in settling an unknown outcome) are called for logging;
    the logger ``esign`` writes the same at DEBUG, without bodies. ``headers`` go with the key,
    ``app_info`` into the User-Agent. ``http_client`` is an httpx2 or httpx client with settings of yours,
    which you close yourself. Once ``signal`` is set, the calls of this client end with an AbortedError,
    or an OutcomeUnknownError if a write may have been applied; with one, each request runs in a thread
    of its own. Raises InvalidArgumentError.
    """

    documents: Documents

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: int = 2,
        max_retry_after: float = 60.0,
        allow_insecure: bool = False,
        app_info: Optional[AppInfo] = None,
        headers: Optional[Mapping[str, str]] = None,
        on_request: Optional[Callable[[RequestEvent], None]] = None,
        on_response: Optional[Callable[[ResponseEvent], None]] = None,
        on_retry: Optional[Callable[[RetryEvent], None]] = None,
        on_settle: Optional[Callable[[SettleEvent], None]] = None,
        http_client: Optional[HttpClient] = None,
        signal: Optional[threading.Event] = None,
    ) -> None:
        session = Session(
            base_url=base_url,
            api_key=api_key,
            timeouts=timeouts,
            max_retries=max_retries,
            max_retry_after=max_retry_after,
            allow_insecure=allow_insecure,
            app_info=app_info,
            headers=headers,
            hooks=Hooks(on_request, on_response, on_retry, on_settle),
            signal=signal,
        )
        self._driver = Driver(http_client, signal)
        self._session = session
        self.documents = Documents(session, self._driver)

    def extensions(
        self, *, timeouts: Optional[Timeouts] = None, max_retries: Optional[int] = None
    ) -> Tuple[str, ...]:
        """The names of what the deployment offers beside the specification; empty if it has none."""
        context = self._session.open(timeouts, max_retries)
        return self._driver.run(list_extensions(context))

    def close(self) -> None:
        """Closes the idle connections."""
        self._driver.close()

    def __enter__(self) -> "EsignClient":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
