"""Adds each signer once."""

import json
from typing import AbstractSet, Any, Mapping, Sequence, Union

from .._core.context import Context
from .._core.endpoints import call_endpoint, endpoint_call
from .._core.steps import Steps
from .._errors.base import InvalidArgumentError
from .._models.placement import Advanced
from .._models.reading import ShapeProblem
from .._models.signers import AddedSigner, AddedSigners, DocumentSigner, SignerInput
from .._recovery.reconcile import compare_added
from .._recovery.settle import Probe, Settlement, settle
from .read import read_document

# A mapping has the fields of the API, as in parsed JSON
GivenSigner = Union[SignerInput, Mapping[str, Any]]


def _added_signer(signer: DocumentSigner) -> AddedSigner:
    return AddedSigner(
        signer_id=signer.signer_id,
        name=signer.name,
        email=signer.email,
        signing_order=signer.signing_order,
        advanced=signer.advanced,
        raw=signer.raw,
    )


def _probe(
    context: Context,
    document_id: str,
    *,
    before: AbstractSet[str],
    wanted: Sequence[SignerInput],
) -> Steps[Probe[AddedSigners]]:
    document = yield from read_document(context, document_id)
    status = document.status
    found = compare_added(document.signers, before=before, wanted=wanted)
    if found.kind == "applied":
        made = tuple(_added_signer(signer) for signer in found.signers)
        return Probe("found", AddedSigners(made, document.raw))
    if found.kind == "other":
        why = "the document has signers that this call did not add"
        return Probe("foreign", why=why, status=status)
    if status != "PENDING":
        return Probe("foreign", why=f"the document is {status} by now", status=status)
    if found.kind == "part":
        why = f"it has only the first {found.count} of the signers"
        return Probe("partial", why=why, status=status)
    return Probe("absent", status=status)


def _signers_before(context: Context, document_id: str) -> Steps[AbstractSet[str]]:
    if context.shared.known.take_without_signers(document_id):
        return frozenset()
    document = yield from read_document(context, document_id)
    return frozenset(signer.signer_id for signer in document.signers)


def _send(context: Context, document_id: str, body: bytes) -> Steps[AddedSigners]:
    headers = {"content-type": "application/json"}
    call = endpoint_call(
        context, "addSigners", document_id=document_id, headers=headers, content=body
    )
    added, _ = yield from call_endpoint(context, call, AddedSigners.from_json)
    return added


def _signer_of(signer: Any) -> SignerInput:
    if isinstance(signer, SignerInput):
        return signer
    message = "each signer must be a SignerInput, or a mapping with name, phone and email"
    if not isinstance(signer, Mapping):
        raise InvalidArgumentError("signers", message)
    given = dict(signer)
    try:
        if isinstance(given.get("advanced"), Mapping):
            given["advanced"] = Advanced.from_json(given["advanced"])
        return SignerInput(**given)
    except (TypeError, ShapeProblem):
        raise InvalidArgumentError("signers", message) from None


def add_signers_and_settle(
    context: Context, document_id: str, signers: Sequence[GivenSigner], *, is_lost: bool
) -> Steps[AddedSigners]:
    """Reads the document before, and compares when the outcome is unknown.

    With ``is_lost``, an earlier process may have added them to a document without signers, and it
    starts by reading. Raises the errors of a call, and OutcomeUnknownError.
    """
    wanted = tuple(_signer_of(signer) for signer in signers)
    body = json.dumps({"signers": [one.to_json() for one in wanted]}).encode()
    before: AbstractSet[str] = frozenset()
    if not is_lost:
        before = yield from _signers_before(context, document_id)
    plan = Settlement(
        operation="addSigners",
        document_id=document_id,
        is_lost=is_lost,
        hint=(
            f"check the signers of {document_id}; if in doubt, create another document:"
            " one left PENDING costs nothing"
        ),
        send=lambda: _send(context, document_id, body),
        probe=lambda: _probe(context, document_id, before=before, wanted=wanted),
    )
    return (yield from settle(context, plan))
