# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping, Optional, Tuple

from .signers import DocumentSigner, SentSigner
from .reading import fields_of, filled, many, nullable, required, text, time, whole
from .status import DocumentStatus, status


@dataclass(frozen=True)
class CreatedDocument:
    """The response to create."""

    document_id: str
    name: str
    """label"""
    status: DocumentStatus
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "CreatedDocument":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            name=required(raw, "name", text),
            status=required(raw, "status", status),
            raw=raw,
        )


@dataclass(frozen=True)
class SignerCounts:
    """How many signers a document has, and how many signed."""

    total: int
    signed: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "SignerCounts":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            total=required(raw, "total", whole),
            signed=required(raw, "signed", whole),
            raw=raw,
        )


@dataclass(frozen=True)
class DocumentSummary:
    """A document in the list."""

    document_id: str
    name: str
    """label"""
    status: DocumentStatus
    created_at: datetime
    signers: SignerCounts
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "DocumentSummary":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            name=required(raw, "name", text),
            status=required(raw, "status", status),
            created_at=required(raw, "createdAt", time),
            signers=required(raw, "signers", SignerCounts.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class DocumentList:
    """One page of the list, most recent first."""

    documents: Tuple[DocumentSummary, ...]
    limit: int
    offset: int
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "DocumentList":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            documents=many(raw, "documents", DocumentSummary.from_json),
            limit=required(raw, "limit", whole),
            offset=required(raw, "offset", whole),
            raw=raw,
        )


@dataclass(frozen=True)
class Document:
    """A document with each signer's progress."""

    document_id: str
    name: str
    """label"""
    status: DocumentStatus
    created_at: datetime
    updated_at: datetime
    completed_at: Optional[datetime]
    download_url: Optional[str] = field(repr=False)
    """temporary link to the signed PDF; set once COMPLETED"""
    certificate_url: Optional[str] = field(repr=False)
    """the certificate endpoint, Bearer-authenticated; set once COMPLETED"""
    signers: Tuple[DocumentSigner, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "Document":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            name=required(raw, "name", text),
            status=required(raw, "status", status),
            created_at=required(raw, "createdAt", time),
            updated_at=required(raw, "updatedAt", time),
            completed_at=nullable(raw, "completedAt", time),
            download_url=nullable(raw, "downloadUrl", text),
            certificate_url=nullable(raw, "certificateUrl", text),
            signers=many(raw, "signers", DocumentSigner.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class SendResult:
    """The response to send. credits_remaining is None if it was lost and rebuilt by reading."""

    document_id: str
    status: str
    credits_remaining: Optional[int]
    signers: Tuple[SentSigner, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "SendResult":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            status=required(raw, "status", text),
            credits_remaining=nullable(raw, "creditsRemaining", whole),
            signers=many(raw, "signers", SentSigner.from_json),
            raw=raw,
        )
