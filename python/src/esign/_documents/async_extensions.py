"""What a deployment may offer beside the specification, for the documents of an account, with await."""

from datetime import datetime
from typing import Optional, Sequence

from .._core.limits import Timeouts
from .._drivers.async_driver import AsyncDriver
from .._models.finding import FoundTexts, SearchResult
from .._models.timeline import ExternalId, ResentLink, Timeline, WithdrawnDocument
from .._session import Session
from .extensions import read_extension, resend, search, withdraw


class AsyncDocumentExtensions:
    """Calls beside the specification. A deployment without one raises NotFoundError.

    ``client.extensions`` says what a deployment offers.
    """

    def __init__(self, session: Session, driver: AsyncDriver) -> None:
        self._session = session
        self._driver = driver

    async def timeline(
        self,
        document_id: str,
        *,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> Timeline:
        """Reads what happened to a document, and how it ended."""
        context = self._session.open(timeouts, max_retries)
        return await self._driver.run(
            read_extension(
                context, "retrieveTimeline", Timeline.from_json, document_id=document_id
            )
        )

    async def withdraw(
        self,
        document_id: str,
        *,
        reason: str,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> WithdrawnDocument:
        """Ends a document that waits for signatures, and tells the signers why.

        Raises InvalidStateError otherwise; like ``resend``, OutcomeUnknownError if the response was
        lost.
        """
        context = self._session.open(timeouts, max_retries)
        return await self._driver.run(withdraw(context, document_id, reason))

    async def resend(
        self,
        document_id: str,
        *,
        signer_id: Optional[str] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> ResentLink:
        """Mails a signing link again, by default to whose turn it is, and renews all links.

        Raises InvalidStateError when there is nothing to resend.
        """
        context = self._session.open(timeouts, max_retries)
        return await self._driver.run(resend(context, document_id, signer_id))

    async def search(
        self,
        q: Optional[str] = None,
        *,
        status: Optional[str] = None,
        ended: Optional[str] = None,
        since: Optional[datetime] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> SearchResult:
        """Finds documents, most recent first, a page at a time; all that is given must fit.

        ``q`` has words of the name, the signers or the external id. ``ended`` is ``declined``,
        ``withdrawn``, ``expired``, ``any`` or ``none``. ``cursor`` is the page before's
        ``next_cursor``.
        """
        context = self._session.open(timeouts, max_retries)
        query = {"q": q, "status": status, "ended": ended, "cursor": cursor, "limit": limit}
        return await self._driver.run(search(context, since, query))

    async def find_text(
        self,
        document_id: str,
        texts: Sequence[str],
        *,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> FoundTexts:
        """Finds where texts stand in a document, and where a signature fits beside them."""
        context = self._session.open(timeouts, max_retries)
        return await self._driver.run(
            read_extension(
                context,
                "findText",
                FoundTexts.from_json,
                document_id=document_id,
                body={"texts": [*texts]},
            )
        )

    async def set_external_id(
        self,
        document_id: str,
        external_id: Optional[str],
        *,
        timeouts: Optional[Timeouts] = None,
        max_retries: Optional[int] = None,
    ) -> ExternalId:
        """Sets your own id of a document; None removes it.

        Raises InvalidStateError if another document of the account has it.
        """
        context = self._session.open(timeouts, max_retries)
        return await self._driver.run(
            read_extension(
                context,
                "setExternalId",
                ExternalId.from_json,
                document_id=document_id,
                body={"externalId": external_id},
            )
        )
