"""The client for asyncio."""

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
from ._documents.async_api import AsyncDocuments
from ._documents.extensions import list_extensions
from ._drivers._httpx import AsyncHttpClient
from ._drivers.async_driver import AsyncDriver
from ._session import Session


class AsyncEsignClient:
    """The same client as EsignClient, with await. Use it in one event loop."""

    documents: AsyncDocuments

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
        http_client: Optional[AsyncHttpClient] = None,
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
        )
        self._driver = AsyncDriver(http_client)
        self._session = session
        self.documents = AsyncDocuments(session, self._driver)

    async def extensions(
        self, *, timeouts: Optional[Timeouts] = None, max_retries: Optional[int] = None
    ) -> Tuple[str, ...]:
        """The names of what the deployment offers beside the specification; empty if it has none."""
        context = self._session.open(timeouts, max_retries)
        return await self._driver.run(list_extensions(context))

    async def aclose(self) -> None:
        """Closes the idle connections."""
        await self._driver.close()

    async def __aenter__(self) -> "AsyncEsignClient":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()
