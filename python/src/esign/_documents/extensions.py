"""What a deployment may offer beside the specification."""

import json
from datetime import datetime
from typing import Any, Callable, Mapping, Optional, Tuple, TypeVar

from .._core.context import Context
from .._core.endpoints import call_endpoint, endpoint_call
from .._core.steps import Steps
from .._errors.api import ApiError
from .._errors.base import EsignError
from .._errors.calls import OutcomeUnknownError
from .._models.finding import SearchResult
from .._models.timeline import Extensions, ResentLink, WithdrawnDocument
from .._recovery.retry import evidence_of

T = TypeVar("T")


def read_extension(
    context: Context,
    endpoint: str,
    parse: Callable[[Any], T],
    *,
    document_id: Optional[str] = None,
    signer_id: Optional[str] = None,
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
) -> Steps[T]:
    """One call of an extension.

    Raises the errors of a call, and OutcomeUnknownError if an unsafe one may have been applied.
    """
    call = endpoint_call(
        context,
        endpoint,
        document_id=document_id,
        signer_id=signer_id,
        query=query,
        headers=None if body is None else {"content-type": "application/json"},
        content=None if body is None else json.dumps(body).encode(),
    )
    try:
        found, _ = yield from call_endpoint(context, call, parse)
    except EsignError as error:
        if call.safe or evidence_of(error) in ("not-applied", "conflict"):
            raise
        raise OutcomeUnknownError(
            f"{call.method} {call.shown} may or may not have been applied: {error}",
            hint="check its effect before you repeat it",
            operation=endpoint,
            document_id=document_id,
        ) from error
    return found


def list_extensions(context: Context) -> Steps[Tuple[str, ...]]:
    """The names; none for a deployment that has no such endpoint."""
    try:
        found = yield from read_extension(context, "listExtensions", Extensions.from_json)
    except ApiError as error:
        if error.status == 404:
            return ()
        raise
    return found.extensions


def withdraw(context: Context, document_id: str, reason: str) -> Steps[WithdrawnDocument]:
    return read_extension(
        context,
        "withdrawDocument",
        WithdrawnDocument.from_json,
        document_id=document_id,
        body={"reason": reason},
    )


def resend(context: Context, document_id: str, signer_id: Optional[str]) -> Steps[ResentLink]:
    return read_extension(
        context,
        "resendLink" if signer_id is None else "resendToSigner",
        ResentLink.from_json,
        document_id=document_id,
        signer_id=signer_id,
        body={},
    )


def search(
    context: Context, since: Optional[datetime], query: Mapping[str, Any]
) -> Steps[SearchResult]:
    """A time without a zone is local, as for ``list``."""
    asked = {"since": None if since is None else since.astimezone().isoformat(), **query}
    return read_extension(context, "searchDocuments", SearchResult.from_json, query=asked)
