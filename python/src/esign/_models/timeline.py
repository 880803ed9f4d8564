# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping, Optional, Tuple

from .reading import fields_of, filled, many, nullable, required, text, time
from .status import DocumentStatus, status


@dataclass(frozen=True)
class Ended:
    """How a document ended otherwise than by completion."""

    as_: str
    """the links of an `expired` document can be renewed by a resend"""
    at: datetime
    by: Optional[str]
    """who did it, in words; null if `expired` or no longer known"""
    reason: Optional[str]
    """in their own words; null without one"""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "Ended":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            as_=required(raw, "as", text),
            at=required(raw, "at", time),
            by=nullable(raw, "by", text),
            reason=nullable(raw, "reason", text),
            raw=raw,
        )


@dataclass(frozen=True)
class TimelineSigner:
    """The signer whom an entry is about."""

    signer_id: str
    name: str
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "TimelineSigner":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            signer_id=required(raw, "signerId", filled),
            name=required(raw, "name", text),
            raw=raw,
        )


@dataclass(frozen=True)
class TimelineCause:
    """Why an attempt to sign failed."""

    reason: str
    """a name that stays; a later version may have more"""
    say: str
    """what to tell the signer"""
    mender: str
    """who can mend it, in words"""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "TimelineCause":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            reason=required(raw, "reason", text),
            say=required(raw, "say", text),
            mender=required(raw, "mender", text),
            raw=raw,
        )


@dataclass(frozen=True)
class TimelineEntry:
    """Something that happened to a document."""

    at: datetime
    kind: str
    """such as `document.sent`; a later version may have more"""
    signer: Optional[TimelineSigner]
    text: str
    """what happened, in words"""
    cause: Optional[TimelineCause]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "TimelineEntry":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            at=required(raw, "at", time),
            kind=required(raw, "kind", text),
            signer=nullable(raw, "signer", TimelineSigner.from_json),
            text=required(raw, "text", text),
            cause=nullable(raw, "cause", TimelineCause.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class Timeline:
    """What happened to a document, oldest first, and how it ended."""

    document_id: str
    status: DocumentStatus
    ended: Optional[Ended]
    links_until: Optional[datetime]
    """when the signing links expire"""
    external_id: Optional[str]
    """your own id of the document, as set"""
    entries: Tuple[TimelineEntry, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "Timeline":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            status=required(raw, "status", status),
            ended=nullable(raw, "ended", Ended.from_json),
            links_until=nullable(raw, "linksUntil", time),
            external_id=nullable(raw, "externalId", filled),
            entries=many(raw, "entries", TimelineEntry.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class WithdrawnDocument:
    """The response to withdraw. The status stays SENT."""

    document_id: str
    status: DocumentStatus
    ended: Ended
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "WithdrawnDocument":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            status=required(raw, "status", status),
            ended=required(raw, "ended", Ended.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class ResentSigner:
    """The signer who was mailed again."""

    signer_id: str
    name: str
    email: str = field(repr=False)
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "ResentSigner":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            signer_id=required(raw, "signerId", filled),
            name=required(raw, "name", text),
            email=required(raw, "email", text),
            raw=raw,
        )


@dataclass(frozen=True)
class ResentLink:
    """The response to resend."""

    document_id: str
    signer: ResentSigner
    links_until: datetime
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "ResentLink":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            signer=required(raw, "signer", ResentSigner.from_json),
            links_until=required(raw, "linksUntil", time),
            raw=raw,
        )


@dataclass(frozen=True)
class ExternalId:
    """The response to set_external_id."""

    external_id: Optional[str]
    """unique in the account; null removes it"""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "ExternalId":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            external_id=nullable(raw, "externalId", filled),
            raw=raw,
        )


@dataclass(frozen=True)
class Extensions:
    """The names of the extensions."""

    extensions: Tuple[str, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "Extensions":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            extensions=many(raw, "extensions", text),
            raw=raw,
        )
