"""Creates a document once."""

from dataclasses import dataclass
from typing import Dict, List, Optional

from .._core.context import Context
from .._core.endpoints import call_endpoint, endpoint_call
from .._core.steps import Steps, Upload
from .._errors.base import EsignError
from .._models.documents import CreatedDocument, DocumentSummary
from .._recovery.reconcile import created_candidates
from .._recovery.retry import evidence_of
from .._recovery.settle import Probe, Settlement, settle
from .read import read_page

_PAGE = 100
# How far two readings of the service's clock may differ, in seconds: its Date is precise to a second
_TOLERANCE = 2.0
# No call and no gateway takes longer to create a document, in seconds
_LATEST = 10 * 60.0


def _by_service(context: Context, at: float) -> float:
    """The time of the service when our clock shows ``at``; each response tells how far they are apart."""
    return at + (context.shared.service_time.skew or 0.0)


def _read_since(context: Context, started_at: float) -> Steps[List[DocumentSummary]]:
    """Reads the list down to the first document older than the create, whose own response tells the service's time."""
    documents: List[DocumentSummary] = []
    offset = 0
    while True:
        page = yield from read_page(context, limit=_PAGE, offset=offset)
        documents.extend(page.documents)
        is_last = len(page.documents) < page.limit
        since = _by_service(context, started_at) - _TOLERANCE
        if is_last or page.documents[-1].created_at.timestamp() < since:
            return documents
        offset += page.limit


def _probe(context: Context, name: str, started_at: float) -> Steps[Probe[CreatedDocument]]:
    """Looks for the one new document of that name, created since ``started_at``; with two, nobody can
    tell whose is which."""
    shared = context.shared
    documents = yield from _read_since(context, started_at)
    since = _by_service(context, started_at) - _TOLERANCE
    latest = min(shared.clock.now(), started_at + _LATEST)
    until = _by_service(context, latest) + _TOLERANCE
    matches = created_candidates(
        documents, name=name, since=since, until=until, is_other=shared.known.has
    )
    found: Dict[str, DocumentSummary] = {one.document_id: one for one in matches}
    candidates = tuple(found)
    if not found:
        return Probe("absent")
    if shared.known.is_contested(name):
        why = "another create of that name is unsettled too"
        return Probe("partial", why=why, candidates=candidates)
    if len(found) > 1:
        why = "several new documents have that name"
        return Probe("foreign", why=why, candidates=candidates)
    only = found[candidates[0]]
    shared.known.saw(candidates, shared.clock.now())
    made = CreatedDocument(only.document_id, only.name, only.status, only.raw)
    return Probe("found", made)


@dataclass(frozen=True)
class Create:
    """A create: its file, and when an earlier process began it (seconds since the epoch)."""

    upload: Upload
    lost_at: Optional[float] = None


def _send(context: Context, upload: Upload) -> Steps[CreatedDocument]:
    call = endpoint_call(context, "createDocument", upload=upload)
    created, _ = yield from call_endpoint(context, call, CreatedDocument.from_json)
    return created


def _tracked(context: Context, name: str, create: Steps[CreatedDocument]) -> Steps[CreatedDocument]:
    """Counts unsettled creates by name: while there are two, a document may belong to either."""
    known = context.shared.known
    known.begin_create(name)
    try:
        created = yield from create
    except EsignError as error:
        if evidence_of(error) == "not-applied":
            known.end_create(name)
        raise
    known.created(created.document_id, context.shared.clock.now())
    known.end_create(name)
    return created


def create_and_settle(context: Context, create: Create) -> Steps[CreatedDocument]:
    """Creates one document: when the outcome is unknown, it looks for a new one of that name.

    With ``lost_at`` it starts there. Raises the errors of a call, and OutcomeUnknownError with
    candidates.
    """
    upload, lost_at = create.upload, create.lost_at
    name = upload.name
    started_at = context.shared.clock.now() if lost_at is None else lost_at
    plan = Settlement(
        operation="createDocument",
        document_id=None,
        is_lost=lost_at is not None,
        hint=(
            f'look for "{name}" among your latest documents;'
            " a duplicate that stays PENDING costs nothing"
        ),
        send=lambda: _send(context, upload),
        probe=lambda: _probe(context, name, started_at),
    )
    return (yield from _tracked(context, name, settle(context, plan)))
