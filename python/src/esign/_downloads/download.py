"""A PDF whose headers have arrived."""

import os
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Callable, Iterator, Optional, Type, TypeVar, Union

from .._core.steps import TransportFailure
from .._drivers.sync_driver import Driver
from .._errors.base import EsignError
from .opening import Opened
from .save import SavedFile

T = TypeVar("T")


class Download:
    """A PDF whose headers have arrived. Read it once, or close it; it is a context manager.

    A PDF that was cut off ends in an error.
    """

    # The name that the service suggests, safe to write to
    filename: Optional[str]

    def __init__(self, driver: Driver, opened: Opened) -> None:
        self._driver = driver
        self._opened = opened
        self._is_taken = False
        self.filename = opened.filename

    def read(self) -> bytes:
        """Reads the whole PDF; restarts a broken download as often as retries allow."""
        return self._whole(b"".join)

    def iter_bytes(self) -> Iterator[bytes]:
        """Yields the bytes as they arrive. A broken download is not retried."""
        self._take()
        return self._stream()

    def save(self, path: Union[str, "os.PathLike[str]"], *, overwrite: bool = False) -> Path:
        """Writes the whole PDF to a file, completely or not at all.

        Restarts a broken download as often as retries allow. Raises SaveFileError.
        """

        def write(chunks: Iterator[bytes]) -> Path:
            with SavedFile(path, overwrite) as file:
                for chunk in chunks:
                    file.write(chunk)
                return file.commit()

        return self._whole(write)

    def close(self) -> None:
        """Drops the rest of the PDF and its connection."""
        self._is_taken = True
        self._opened.body.close()

    def __enter__(self) -> "Download":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _take(self) -> None:
        if self._is_taken:
            raise EsignError("the download was already read or closed: request it again")
        self._is_taken = True

    def _stream(self) -> Iterator[bytes]:
        try:
            yield from self._checked()
        finally:
            self.close()

    def _checked(self) -> Iterator[bytes]:
        check = self._opened.check()
        chunks: Any = self._opened.body.chunks()
        try:
            for chunk in chunks:
                yield check.feed(chunk)
        except TransportFailure as failure:
            raise self._opened.source.error_of(failure) from failure.__cause__
        check.finish()

    def _whole(self, use: Callable[[Iterator[bytes]], T]) -> T:
        self._take()
        try:
            for attempt in count(1):
                try:
                    return use(self._checked())
                except EsignError as error:
                    self._opened.body.close()
                    again = self._opened.source.recover(error, attempt)
                    self._opened = replace(self._opened, answer=self._driver.run(again))
        finally:
            self.close()
        raise AssertionError("count() does not end")
