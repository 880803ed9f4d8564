# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence

from .reading import fields_of, many, nullable, number, required, whole


@dataclass(frozen=True)
class SignaturePosition:
    """A rectangle on a page, in PDF points."""

    page: int
    """1-based page index"""
    x: float
    """left edge in PDF points"""
    y: float
    """bottom edge in PDF points, from the bottom left corner of the page"""
    width: float
    """PDF points"""
    height: float
    """PDF points"""

    @classmethod
    def from_json(cls, value: Any) -> "SignaturePosition":
        """Reads it from parsed JSON of the API."""
        raw = fields_of(value)
        return cls(
            page=required(raw, "page", whole),
            x=required(raw, "x", number),
            y=required(raw, "y", number),
            width=required(raw, "width", number),
            height=required(raw, "height", number),
        )

    def to_json(self) -> Dict[str, Any]:
        """What the API takes, ready to be written as JSON."""
        made: Dict[str, Any] = {}
        made["page"] = self.page
        made["x"] = self.x
        made["y"] = self.y
        made["width"] = self.width
        made["height"] = self.height
        return made


@dataclass(frozen=True)
class SignaturePlacement:
    """Where a signature goes: one rectangle a page."""

    positions: Sequence[SignaturePosition]
    """one rectangle per page; duplicate pages are rejected"""

    @classmethod
    def from_json(cls, value: Any) -> "SignaturePlacement":
        """Reads it from parsed JSON of the API."""
        raw = fields_of(value)
        return cls(
            positions=many(raw, "positions", SignaturePosition.from_json),
        )

    def to_json(self) -> Dict[str, Any]:
        """What the API takes, ready to be written as JSON."""
        made: Dict[str, Any] = {}
        made["positions"] = [one.to_json() for one in self.positions]
        return made


@dataclass(frozen=True)
class Advanced:
    """Optional settings of a signer."""

    signature_placement: Optional[SignaturePlacement] = None

    @classmethod
    def from_json(cls, value: Any) -> "Advanced":
        """Reads it from parsed JSON of the API."""
        raw = fields_of(value)
        return cls(
            signature_placement=nullable(raw, "signaturePlacement", SignaturePlacement.from_json),
        )

    def to_json(self) -> Dict[str, Any]:
        """What the API takes, ready to be written as JSON."""
        made: Dict[str, Any] = {}
        if self.signature_placement is not None:
            made["signaturePlacement"] = self.signature_placement.to_json()
        return made
