# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping, Optional, Tuple

from .signers import WebhookSigner
from .reading import fields_of, filled, many, nullable, required, text, time
from .status import DocumentStatus, status


@dataclass(frozen=True)
class SignerSigned:
    """Sent when a signer has signed."""

    event: str
    document_id: str
    status: DocumentStatus
    occurred_at: datetime
    signer: Optional[WebhookSigner]
    signers: Tuple[WebhookSigner, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "SignerSigned":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            event=required(raw, "event", filled),
            document_id=required(raw, "documentId", filled),
            status=required(raw, "status", status),
            occurred_at=required(raw, "occurredAt", time),
            signer=nullable(raw, "signer", WebhookSigner.from_json),
            signers=many(raw, "signers", WebhookSigner.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class DocumentCompleted:
    """Sent when every signer has signed."""

    event: str
    document_id: str
    status: DocumentStatus
    occurred_at: datetime
    completed_at: Optional[datetime]
    certificate_url: str = field(repr=False)
    """the certificate endpoint, Bearer-authenticated"""
    signers: Tuple[WebhookSigner, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "DocumentCompleted":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            event=required(raw, "event", filled),
            document_id=required(raw, "documentId", filled),
            status=required(raw, "status", status),
            occurred_at=required(raw, "occurredAt", time),
            completed_at=nullable(raw, "completedAt", time),
            certificate_url=required(raw, "certificateUrl", text),
            signers=many(raw, "signers", WebhookSigner.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class ExtraEvent:
    """Sent to endpoints that ask for it."""

    event: str
    document_id: str
    status: DocumentStatus
    occurred_at: datetime
    signer: Optional[WebhookSigner]
    reason: Optional[str]
    """why it was declined or withdrawn, in their own words"""
    signers: Tuple[WebhookSigner, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "ExtraEvent":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            event=required(raw, "event", filled),
            document_id=required(raw, "documentId", filled),
            status=required(raw, "status", status),
            occurred_at=required(raw, "occurredAt", time),
            signer=nullable(raw, "signer", WebhookSigner.from_json),
            reason=nullable(raw, "reason", text),
            signers=many(raw, "signers", WebhookSigner.from_json),
            raw=raw,
        )
