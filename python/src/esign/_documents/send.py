"""Sends a document at most once."""

from .._core.context import Context
from .._core.endpoints import call_endpoint, endpoint_call
from .._core.steps import Steps
from .._models.documents import Document, SendResult
from .._models.signers import DocumentSigner, SentSigner
from .._recovery.settle import Probe, Settlement, settle
from .read import read_document


def _sent_signer(signer: DocumentSigner) -> SentSigner:
    return SentSigner(
        signer_id=signer.signer_id,
        name=signer.name,
        email=signer.email,
        signing_order=signer.signing_order,
        sign_url=signer.sign_url,
        raw=signer.raw,
    )


def _rebuilt(document: Document) -> SendResult:
    in_order = sorted(document.signers, key=lambda signer: signer.signing_order)
    signers = tuple(_sent_signer(signer) for signer in in_order)
    return SendResult(document.document_id, "SENT", None, signers, document.raw)


def _probe(context: Context, document_id: str) -> Steps[Probe[SendResult]]:
    document = yield from read_document(context, document_id)
    status = document.status
    if status in ("SENT", "COMPLETED"):
        return Probe("found", _rebuilt(document))
    if status == "PENDING":
        return Probe("absent", status=status)
    return Probe("foreign", why=f"the document is {status}", status=status)


def _send(context: Context, document_id: str) -> Steps[SendResult]:
    call = endpoint_call(context, "sendDocument", document_id=document_id)
    sent, _ = yield from call_endpoint(context, call, SendResult.from_json)
    return sent


def send_and_settle(context: Context, document_id: str, *, is_lost: bool) -> Steps[SendResult]:
    """When the outcome is unknown, reads the document's status; with ``is_lost`` it starts there.

    Raises the errors of a call, and OutcomeUnknownError.
    """
    plan = Settlement(
        operation="sendDocument",
        document_id=document_id,
        is_lost=is_lost,
        hint=f"check the document {document_id} before you send it again",
        send=lambda: _send(context, document_id),
        probe=lambda: _probe(context, document_id),
    )
    return (yield from settle(context, plan))
