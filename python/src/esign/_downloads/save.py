"""Writes a file completely or not at all."""

import errno
import os
import secrets
import stat
from pathlib import Path
from types import TracebackType
from typing import Optional, Type, Union

from .._errors.base import SaveFileError

_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EXDEV, errno.EMLINK)


def _check_destination(path: str, overwrite: bool) -> None:
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    except OSError as cause:
        raise SaveFileError("unwritable", path) from cause
    if stat.S_ISLNK(mode):
        raise SaveFileError("symlink", path)
    if not stat.S_ISREG(mode):
        raise SaveFileError("not_a_file", path)
    if not overwrite:
        raise SaveFileError("exists", path)


def _put_in_place(beside: str, path: str, overwrite: bool) -> None:
    """Linking fails when the path exists by now; renaming would replace it."""
    if overwrite:
        _check_destination(path, overwrite)
        os.replace(beside, path)
        return
    try:
        os.link(beside, path)
    except FileExistsError as cause:
        raise SaveFileError("exists", path) from cause
    except OSError as cause:
        if cause.errno not in _NO_LINKS:
            raise
        _check_destination(path, overwrite)
        os.replace(beside, path)
        return
    os.unlink(beside)


def _sync_folder(folder: str) -> None:
    # Some systems cannot open folders; the file's own bytes are on disk by now
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


class SavedFile:
    """A file that appears at its path when the block ends well, and never otherwise.

    It is written beside the path and synced to disk. Raises SaveFileError.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"], overwrite: bool) -> None:
        self.path = os.path.abspath(os.fspath(path))
        self._overwrite = overwrite
        _check_destination(self.path, overwrite)
        name = f".esign-{secrets.token_hex(8)}.part"
        self._beside = os.path.join(os.path.dirname(self.path), name)
        try:
            self._file = open(self._beside, "xb")
        except OSError as cause:
            raise SaveFileError("unwritable", self.path) from cause

    def __enter__(self) -> "SavedFile":
        return self

    def write(self, chunk: bytes) -> None:
        try:
            self._file.write(chunk)
        except OSError as cause:
            raise SaveFileError("unwritable", self.path) from cause

    def commit(self) -> Path:
        """Syncs the bytes to disk and moves them into place."""
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            _put_in_place(self._beside, self.path, self._overwrite)
        except OSError as cause:
            raise SaveFileError("unwritable", self.path) from cause
        _sync_folder(os.path.dirname(self.path))
        return Path(self.path)

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        try:
            self._file.close()
        except OSError:
            pass
        try:
            os.unlink(self._beside)
        except OSError:
            pass
