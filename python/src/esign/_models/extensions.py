# Written by scripts/python-models.ts from openapi-extensions.json. Do not edit.

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping, Optional, Tuple

from .documents import SignerCounts
from .reading import fields_of, filled, flag, many, nullable, number, required, text, time, whole
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
class TimelineEntry:
    """Something that happened to a document."""

    at: datetime
    kind: str
    """such as `document.sent`; a later version may have more"""
    signer: Optional[TimelineSigner]
    text: str
    """what happened, in words"""
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
class FoundSigner:
    """A signer of a found document."""

    name: str
    email: str = field(repr=False)
    has_signed: bool
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "FoundSigner":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            name=required(raw, "name", text),
            email=required(raw, "email", text),
            has_signed=required(raw, "hasSigned", flag),
            raw=raw,
        )


@dataclass(frozen=True)
class FoundDocument:
    """A document that a search found."""

    document_id: str
    name: str
    """label"""
    status: DocumentStatus
    created_at: datetime
    signers: SignerCounts
    external_id: Optional[str]
    """your own id of the document, as set"""
    ended: Optional[Ended]
    people: Tuple[FoundSigner, ...]
    """the signers, in signing order"""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "FoundDocument":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            name=required(raw, "name", text),
            status=required(raw, "status", status),
            created_at=required(raw, "createdAt", time),
            signers=required(raw, "signers", SignerCounts.from_json),
            external_id=nullable(raw, "externalId", filled),
            ended=nullable(raw, "ended", Ended.from_json),
            people=many(raw, "people", FoundSigner.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class SearchResult:
    """One page of found documents, newest first."""

    documents: Tuple[FoundDocument, ...]
    next_cursor: Optional[str]
    """the `cursor` of the next page"""
    unmatched: Tuple[str, ...]
    """words of `q` that no document of the account has; only where nothing was found, and known"""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "SearchResult":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            documents=many(raw, "documents", FoundDocument.from_json),
            next_cursor=nullable(raw, "nextCursor", text),
            unmatched=many(raw, "unmatched", text),
            raw=raw,
        )


@dataclass(frozen=True)
class TextHit:
    """Where the first line of a text stands."""

    page: int
    x: float
    """left edge, in PDF points of the page as displayed"""
    y: float
    """bottom edge, from the bottom left corner of the page"""
    width: float
    """PDF points"""
    height: float
    """PDF points"""
    line: str
    """the line around it, shortened"""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "TextHit":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            page=required(raw, "page", whole),
            x=required(raw, "x", number),
            y=required(raw, "y", number),
            width=required(raw, "width", number),
            height=required(raw, "height", number),
            line=required(raw, "line", text),
            raw=raw,
        )


@dataclass(frozen=True)
class TextPlace:
    """Where a signature fits beside a text."""

    page: int
    x: float
    """left edge, in PDF points of the page as displayed"""
    y: float
    """bottom edge, from the bottom left corner of the page"""
    width: float
    """PDF points"""
    height: float
    """PDF points"""
    is_free: bool
    """only white space and rules below"""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "TextPlace":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            page=required(raw, "page", whole),
            x=required(raw, "x", number),
            y=required(raw, "y", number),
            width=required(raw, "width", number),
            height=required(raw, "height", number),
            is_free=required(raw, "isFree", flag),
            raw=raw,
        )


@dataclass(frozen=True)
class FoundText:
    """Where a text stands, and where a signature fits beside it."""

    text: str
    count: int
    hits: Tuple[TextHit, ...]
    """the first 20"""
    place: Optional[TextPlace]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "FoundText":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            text=required(raw, "text", text),
            count=required(raw, "count", whole),
            hits=many(raw, "hits", TextHit.from_json),
            place=nullable(raw, "place", TextPlace.from_json),
            raw=raw,
        )


@dataclass(frozen=True)
class FoundTexts:
    """The response to find_text, in its order."""

    document_id: str
    pages: int
    textless_pages: int
    """pictures, or blank pages"""
    texts: Tuple[FoundText, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, value: Any) -> "FoundTexts":
        """Reads it from parsed JSON of the API, which ``raw`` keeps."""
        raw = fields_of(value)
        return cls(
            document_id=required(raw, "documentId", filled),
            pages=required(raw, "pages", whole),
            textless_pages=required(raw, "textlessPages", whole),
            texts=many(raw, "texts", FoundText.from_json),
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
