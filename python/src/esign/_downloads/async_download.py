"""A PDF whose headers have arrived, read with await."""

import asyncio
import os
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, AsyncIterator, Awaitable, Callable, Optional, Type, TypeVar, Union

from .._core.steps import TransportFailure
from .._drivers.async_driver import AsyncDriver
from .._errors.base import EsignError
from .opening import Opened
from .save import SavedFile

T = TypeVar("T")


async def _joined(chunks: AsyncIterator[bytes]) -> bytes:
    return b"".join([chunk async for chunk in chunks])


class AsyncDownload:
    """A PDF whose headers have arrived. Read it once, or close it; it is a context manager.

    A PDF that was cut off ends in an error.
    """

    # The name that the service suggests, safe to write to
    filename: Optional[str]

    def __init__(self, driver: AsyncDriver, opened: Opened) -> None:
        self._driver = driver
        self._opened = opened
        self._is_taken = False
        self.filename = opened.filename

    async def read(self) -> bytes:
        """Reads the whole PDF; restarts a broken download as often as retries allow."""
        return await self._whole(_joined)

    def iter_bytes(self) -> AsyncIterator[bytes]:
        """Yields the bytes as they arrive. A broken download is not retried."""
        self._take()
        return self._stream()

    async def save(
        self, path: Union[str, "os.PathLike[str]"], *, overwrite: bool = False
    ) -> Path:
        """Writes the whole PDF to a file, completely or not at all.

        Restarts a broken download as often as retries allow. Raises SaveFileError.
        """

        async def write(chunks: AsyncIterator[bytes]) -> Path:
            with SavedFile(path, overwrite) as file:
                async for chunk in chunks:
                    file.write(chunk)
                # Syncing waits for the disk
                return await asyncio.to_thread(file.commit)

        return await self._whole(write)

    async def aclose(self) -> None:
        """Drops the rest of the PDF and its connection."""
        self._is_taken = True
        await self._opened.body.close()

    async def __aenter__(self) -> "AsyncDownload":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    def _take(self) -> None:
        if self._is_taken:
            raise EsignError("the download was already read or closed: request it again")
        self._is_taken = True

    async def _stream(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._checked():
                yield chunk
        finally:
            await self.aclose()

    async def _checked(self) -> AsyncIterator[bytes]:
        check = self._opened.check()
        chunks: Any = self._opened.body.chunks()
        try:
            async for chunk in chunks:
                yield check.feed(chunk)
        except TransportFailure as failure:
            raise self._opened.source.error_of(failure) from failure.__cause__
        check.finish()

    async def _whole(self, use: Callable[[AsyncIterator[bytes]], Awaitable[T]]) -> T:
        self._take()
        try:
            for attempt in count(1):
                try:
                    return await use(self._checked())
                except EsignError as error:
                    await self._opened.body.close()
                    again = self._opened.source.recover(error, attempt)
                    self._opened = replace(self._opened, answer=await self._driver.run(again))
        finally:
            await self.aclose()
        raise AssertionError("count() does not end")
