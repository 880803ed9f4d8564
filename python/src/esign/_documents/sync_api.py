"""The documents of an account."""

from datetime import datetime
from typing import Iterator, Optional, Sequence, Union

from .._core.limits import Timeouts
from .._downloads.download import Download
from .._downloads.opening import open_certificate, open_download
from .._models.documents import (
    CreatedDocument,
    Document,
    DocumentList,
    DocumentSummary,
    SendResult,
)
from .._models.signers import AddedSigners
from .add_signers import GivenSigner, add_signers_and_settle
from .create import Create, create_and_settle
from .paging import Paging
from .read import read_document, read_page
from .send import send_and_settle
from .sync_extensions import DocumentExtensions
from .read_within import read_within
from .upload import UploadSource


class Documents(DocumentExtensions):
    """The documents of the account (the endpoints below ``/api/v1``).

    Every call raises an EsignError: ApiError or a subclass for an error response, ConnectionError,
    TimeoutError, ResponseShapeError, InvalidArgumentError. ``create``, ``add_signers`` and ``send``
    also raise OutcomeUnknownError: after a lost response they first read what the service holds, and
    repeat the request at most once. Set ``lost_at`` to resume such a call whose process ended: the
    time when it began. ``timeouts`` and ``max_retries`` replace those of the client.
    """

    def create(
        self,
        file: UploadSource,
        *,
        name: Optional[str] = None,
        lost_at: Optional[datetime] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> CreatedDocument:
        """Creates a document from a PDF of at most 10 MiB (``POST /documents``). A str is a path.

        ``name`` defaults to the file's. Raises UploadError, before sending, for a file that cannot be
        read or that the service would refuse. The time limit covers the reading.
        """
        context = self._session.open(timeouts, max_retries)
        began = None if lost_at is None else lost_at.timestamp()
        create = Create(read_within(context, file, name), began)
        return self._driver.run(create_and_settle(context, create))

    def list(
        self,
        *,
        limit: int = 100,
        since: Optional[datetime] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[DocumentSummary]:
        """Yields all documents, most recent first, each once (``GET /documents``).

        ``limit`` is the size of a page; ``since`` stops at the first document created before it.
        """
        paging = Paging(limit, since)
        while not paging.done:
            page = self.page(
                limit=limit, offset=paging.offset, timeouts=timeouts, max_retries=max_retries
            )
            yield from paging.accept(page)

    def page(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> DocumentList:
        """Reads one page of the list (``GET /documents``)."""
        context = self._session.open(timeouts, max_retries)
        return self._driver.run(read_page(context, limit=limit, offset=offset))

    def retrieve(
        self,
        document_id: str,
        *,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> Document:
        """Reads a document with each signer's progress (``GET /documents/{id}``). Raises NotFoundError."""
        context = self._session.open(timeouts, max_retries)
        return self._driver.run(read_document(context, document_id))

    def add_signers(
        self,
        document_id: str,
        signers: Sequence[GivenSigner],
        *,
        lost_at: Optional[datetime] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> AddedSigners:
        """Adds one to six signers, who sign in this order (``POST …/signers``).

        A mapping with the same fields will do. Raises InvalidStateError once the document was sent.
        """
        context = self._session.open(timeouts, max_retries)
        is_lost = lost_at is not None
        return self._driver.run(
            add_signers_and_settle(context, document_id, signers, is_lost=is_lost)
        )

    def send(
        self,
        document_id: str,
        *,
        lost_at: Optional[datetime] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> SendResult:
        """Emails every signer a signing link and takes one credit for each (``POST …/send``).

        Raises InsufficientCreditsError when there are too few credits, and InvalidStateError when the
        document was sent before.
        """
        context = self._session.open(timeouts, max_retries)
        is_lost = lost_at is not None
        return self._driver.run(send_and_settle(context, document_id, is_lost=is_lost))

    def certificate(
        self,
        document_id: str,
        *,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> Download:
        """Downloads the completion certificate (``GET …/certificate``). Raises InvalidStateError before completion."""
        context = self._session.open(timeouts, max_retries)
        opened = self._driver.run(open_certificate(context, document_id))
        return Download(self._driver, opened)

    def download(
        self,
        target: Union[Document, str],
        *,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> Download:
        """Downloads the signed PDF of a document, given the document, its id or its download URL.

        The key is never sent to the link. Raises NotCompletedError before completion.
        """
        context = self._session.open(timeouts, max_retries)
        return Download(self._driver, self._driver.run(open_download(context, target)))
