# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, Mapping, Optional, Tuple

from .placement import Advanced
from .reading import fields_of, filled, flag, many, nullable, required, text, time, whole


@dataclass(frozen=True)
class SignerInput:
    """A signer to add."""

    name: str
    phone: str = field(repr=False)
    """digits only, 10 to 20"""
    email: str = field(repr=False)
    """the signing link is emailed here; at most 64 characters before the @"""
    advanced: Optional[Advanced] = None

    def to_json(self) -> Dict[str, Any]:
        """What the API takes, ready to be written as JSON."""
        made: Dict[str, Any] = {}
        made["name"] = self.name
        made["phone"] = self.phone
        made["email"] = self.email
        if self.advanced is not None:
            made["advanced"] = self.advanced.to_json()
        return made


@dataclass(frozen=True)
class AddedSigner:
    """A signer in the response to add_signers."""

    signer_id: str
    name: str
    email: Optional[str] = field(repr=False)
    signing_order: int
    """position in the signing order, which is the order in which signers were added"""
    advanced: Optional[Advanced] = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "AddedSigner":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            signer_id=required(raw, "signerId", filled),
            name=required(raw, "name", text),
            email=nullable(raw, "email", text),
            signing_order=required(raw, "signingOrder", whole),
            advanced=nullable(raw, "advanced", Advanced.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class AddedSigners:
    """The response to add_signers."""

    signers: Tuple[AddedSigner, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "AddedSigners":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            signers=many(raw, "signers", AddedSigner.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class SentSigner:
    """A signer in the response to send. The link is None if a rebuilt response lacks it."""

    signer_id: str
    name: str
    email: Optional[str] = field(repr=False)
    signing_order: int
    """position in the signing order, which is the order in which signers were added"""
    sign_url: Optional[str] = field(repr=False)
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "SentSigner":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            signer_id=required(raw, "signerId", filled),
            name=required(raw, "name", text),
            email=nullable(raw, "email", text),
            signing_order=required(raw, "signingOrder", whole),
            sign_url=nullable(raw, "signUrl", text),
            raw=raw,
        )


@dataclass(frozen=True)
class DocumentSigner:
    """A signer and their progress."""

    signer_id: str
    name: str
    email: Optional[str] = field(repr=False)
    phone: str = field(repr=False)
    signing_order: int
    """position in the signing order, which is the order in which signers were added"""
    opened_at: Optional[datetime]
    signed_at: Optional[datetime]
    has_signed: bool
    sign_url: Optional[str] = field(repr=False)
    """null while the document is PENDING"""
    advanced: Optional[Advanced] = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "DocumentSigner":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            signer_id=required(raw, "signerId", filled),
            name=required(raw, "name", text),
            email=nullable(raw, "email", text),
            phone=required(raw, "phone", text),
            signing_order=required(raw, "signingOrder", whole),
            opened_at=nullable(raw, "openedAt", time),
            signed_at=nullable(raw, "signedAt", time),
            has_signed=required(raw, "hasSigned", flag),
            sign_url=nullable(raw, "signUrl", text),
            advanced=nullable(raw, "advanced", Advanced.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class WebhookSigner:
    """A signer and their progress, in a webhook event."""

    signer_id: str
    name: str
    email: Optional[str] = field(repr=False)
    signing_order: int
    """position in the signing order, which is the order in which signers were added"""
    signed_at: Optional[datetime]
    has_signed: bool
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "WebhookSigner":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            signer_id=required(raw, "signerId", filled),
            name=required(raw, "name", text),
            email=nullable(raw, "email", text),
            signing_order=required(raw, "signingOrder", whole),
            signed_at=nullable(raw, "signedAt", time),
            has_signed=required(raw, "hasSigned", flag),
            raw=raw,
        )
