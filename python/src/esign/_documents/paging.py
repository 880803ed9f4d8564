"""Pages through the list of documents."""

from datetime import datetime
from typing import List, Optional, Set

from .._errors.calls import ResponseShapeError
from .._models.documents import DocumentList, DocumentSummary


class Paging:
    """Steps through the list, and yields each document once, even when the list grows meanwhile."""

    def __init__(self, limit: int, since: Optional[datetime]) -> None:
        self.limit = limit
        self.offset = 0
        self.done = False
        self._since = None if since is None else since.timestamp()
        self._before = ""
        self._seen: Set[str] = set()

    def accept(self, page: DocumentList) -> List[DocumentSummary]:
        """The new documents of a page. Raises ResponseShapeError when the service ignores offset."""
        ids = " ".join(document.document_id for document in page.documents)
        if ids != "" and ids == self._before:
            message = "the list repeats itself: the service ignores offset"
            raise ResponseShapeError(message, status=200, operation="listDocuments")
        self._before = ids
        # The step is the limit that the service applied, not the one that was asked for
        self.offset += page.limit
        self.done = len(page.documents) < page.limit
        return self._new(page)

    def _new(self, page: DocumentList) -> List[DocumentSummary]:
        found = []
        for document in page.documents:
            if self._since is not None and document.created_at.timestamp() < self._since:
                self.done = True
                break
            if document.document_id not in self._seen:
                self._seen.add(document.document_id)
                found.append(document)
        return found
