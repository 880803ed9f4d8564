"""The reads: a document, and a page of the list."""

from typing import Any, Optional, Tuple

from .._core.context import Context
from .._core.endpoints import call_endpoint, endpoint_call
from .._core.steps import Answer, Steps
from .._models.documents import Document, DocumentList
from .._models.reading import ShapeProblem


def read_document(context: Context, document_id: str) -> Steps[Document]:
    """GET of a document. Raises the errors of a call, and InvalidArgumentError for an empty id."""
    call = endpoint_call(context, "retrieveDocument", document_id=document_id)
    document, _ = yield from call_endpoint(context, call, Document.from_json)
    return document


def _page(value: Any) -> DocumentList:
    """Paging steps by the limit of the response."""
    page = DocumentList.from_json(value)
    if page.limit <= 0:
        raise ShapeProblem("limit: not positive")
    return page


def read_page(
    context: Context, *, limit: Optional[int] = None, offset: Optional[int] = None
) -> Steps[DocumentList]:
    """GET of one page of the list. Raises the errors of a call."""
    call = endpoint_call(context, "listDocuments", query={"limit": limit, "offset": offset})
    found: Tuple[DocumentList, Answer] = yield from call_endpoint(context, call, _page)
    return found[0]
