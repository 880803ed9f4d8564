# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping, Optional, Tuple

from .documents import SignerCounts
from .timeline import Ended
from .reading import fields_of, filled, flag, many, nullable, number, required, text, time, whole
from .status import DocumentStatus, status


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
