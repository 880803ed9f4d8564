"""What is uploaded, and what is written."""

import asyncio
import base64
import io
import os
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any, Optional

import pytest

import esign
from esign._documents.upload import read_upload
from esign._downloads.save import SavedFile

PDF = b"%PDF-1.7\n%%EOF\n"


class Endless(io.RawIOBase):
    """A file that never ends."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return b"%PDF-" * 1000


@pytest.mark.parametrize(
    "source, reason",
    [
        (b"", "empty"),
        (b"hello", "not_pdf"),
        (PDF + b"x" * 10 * 1024 * 1024, "too_large"),
        (Endless(), "too_large"),
        ("/no/such/file.pdf", "unreadable"),
        ("/tmp", "unreadable"),
        ("a\0b", "unreadable"),
        (io.StringIO("%PDF-"), "unreadable"),
        (5, "unreadable"),
        (None, "unreadable"),
    ],
    ids=str,
)
def test_a_file_that_would_be_refused_is_not_sent(source: Any, reason: str) -> None:
    with pytest.raises(esign.UploadError) as refused:
        read_upload(source, None)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    "name, label",
    [(None, "lease.pdf"), ("", "lease.pdf"), ("  ", "lease.pdf"), (" Lease ", "Lease")],
)
def test_a_document_is_named_as_asked_or_as_its_file(
    tmp_path: Path, name: Optional[str], label: str
) -> None:
    path = tmp_path / "lease.pdf"
    path.write_bytes(PDF)
    assert read_upload(path, name).name == label
    assert read_upload(str(path), name).name == label
    with path.open("rb") as file:
        assert read_upload(file, name).name == label


def test_bytes_have_a_name_too() -> None:
    for data in (PDF, bytearray(PDF), memoryview(PDF)):
        upload = read_upload(data, None)
        assert (upload.name, upload.filename) == ("Untitled document", "document.pdf")
    with pytest.raises(esign.UploadError):
        read_upload(PDF, "a\0b")


def test_a_file_name_that_is_not_utf_8_can_be_sent(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.pdf"
    with open(path, "wb") as file:
        file.write(PDF)
    assert read_upload(os.fsdecode(path), None).name == "caf\ufffd.pdf"


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    with pytest.raises(RuntimeError):
        with SavedFile(path, overwrite=False) as file:
            file.write(PDF)
            raise RuntimeError
    assert list(tmp_path.iterdir()) == []
    with SavedFile(path, overwrite=False) as file:
        file.write(PDF)
        assert file.commit() == path
    assert path.read_bytes() == PDF


def test_an_existing_file_is_replaced_only_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")
    with pytest.raises(esign.SaveFileError) as refused:
        SavedFile(path, overwrite=False)
    assert refused.value.reason == "exists"
    with SavedFile(path, overwrite=True) as file:
        file.write(PDF)
        file.commit()
    assert path.read_bytes() == PDF


def test_a_file_that_appears_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    with pytest.raises(esign.SaveFileError) as refused:
        with SavedFile(path, overwrite=False) as file:
            path.write_bytes(b"other")
            file.write(PDF)
            file.commit()
    assert refused.value.reason == "exists"
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"other"]


def test_a_link_or_a_folder_is_neither_replaced_nor_followed(tmp_path: Path) -> None:
    link = tmp_path / "link.pdf"
    link.symlink_to(tmp_path / "target.pdf")
    for path, reason in ((link, "symlink"), (tmp_path, "not_a_file")):
        with pytest.raises(esign.SaveFileError) as refused:
            SavedFile(path, overwrite=True)
        assert refused.value.reason == reason
    with pytest.raises(esign.SaveFileError) as unwritable:
        SavedFile(tmp_path / "no" / "a.pdf", overwrite=False)
    assert unwritable.value.reason == "unwritable"


STUCK = """
import asyncio, sys, time
import esign

limits = esign.Timeouts(total=0.2)
where = {"base_url": "http://127.0.0.1:1", "api_key": "sk_test_invented", "timeouts": limits}


class Stuck:
    def read(self, size: int) -> bytes:
        time.sleep(60)
        return b""


async def create(source) -> None:
    await esign.AsyncEsignClient(**where).documents.create(source)


attempts = (esign.EsignClient(**where).documents.create, lambda source: asyncio.run(create(source)))
for attempt, source in ((one, source) for one in attempts for source in (sys.stdin.buffer, Stuck())):
    started = time.monotonic()
    try:
        attempt(source)
    except esign.TimeoutError as error:
        print(error, error.which, error.opened, time.monotonic() - started < 5)
"""


def test_a_file_that_never_ends_holds_up_neither_the_call_nor_the_process() -> None:
    silent, unused = os.pipe()
    ended = subprocess.run(
        [sys.executable, "-c", STUCK],
        stdin=silent,
        stdout=subprocess.PIPE,
        timeout=30,
        text=True,
        check=True,
    )
    os.close(silent)
    os.close(unused)
    line = "reading the file took longer than the limit of the whole call total False True\n"
    assert ended.stdout == 4 * line


def test_a_signal_that_is_set_before_a_file_is_read_says_nothing_of_the_file() -> None:
    signal = threading.Event()
    signal.set()
    client = esign.EsignClient(base_url="http://127.0.0.1", api_key="sk_test_1", signal=signal)
    with pytest.raises(esign.AbortedError) as aborted:
        client.documents.create(io.BytesIO(PDF))
    assert aborted.value.opened is False


def test_a_limit_that_a_busy_loop_sees_late_says_nothing_of_the_file() -> None:
    class Slow(io.BytesIO):
        def read1(self, size: Optional[int] = -1) -> bytes:
            time.sleep(0.4)
            return super().read1(size)

    async def create() -> None:
        limits = esign.Timeouts(total=0.2)
        url = "http://127.0.0.1:1"
        async with esign.AsyncEsignClient(base_url=url, api_key="sk_test_1", timeouts=limits) as client:
            creating = asyncio.ensure_future(client.documents.create(Slow(PDF)))
            await asyncio.sleep(0.05)
            time.sleep(0.8)
            await creating

    with pytest.raises(esign.TimeoutError):
        asyncio.run(create())


def test_a_file_that_is_read_in_part_is_never_an_upload() -> None:
    looks = iter([False])
    with pytest.raises(esign.UploadError):
        read_upload(io.BytesIO(PDF), None, lambda: next(looks, True))


def test_an_unreadable_file_says_why_and_a_pdf_in_base64_what_to_do(tmp_path: Path) -> None:
    missing = tmp_path / "lease.pdf"
    with pytest.raises(esign.UploadError, match=r"lease\.pdf' cannot be read \(ENOENT: No such"):
        read_upload(missing, None)
    for size in (150, 100_000):
        with pytest.raises(esign.UploadError) as refused:
            read_upload(base64.b64encode(PDF + b" " * size).decode(), None)
        shown = "".join(traceback.format_exception(None, refused.value, None))
        assert len(str(refused.value)) <= 200 and len(shown) <= 400
        assert str(refused.value).endswith("a str is a path; decode Base64 first")
