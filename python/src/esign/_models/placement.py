# Written by scripts/python-models.ts from openapi.json. Do not edit.

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence

from .reading import fields_of, many, nullable, number, required, whole


@dataclass(frozen=True)
class SignaturePosition:
    """A rectangle on a page, in PDF points."""

    # 1-based page index
    page: int
    # left edge in PDF points
    x: float
    # bottom edge in PDF points, from the bottom left corner of the page
    y: float
    # PDF points
    width: float
    # PDF points
    height: float

    @classmethod
    def from_json(cls, value: Any) -> "SignaturePosition":
        raw = fields_of(value)
        return cls(
            page=required(raw, "page", whole),
            x=required(raw, "x", number),
            y=required(raw, "y", number),
            width=required(raw, "width", number),
            height=required(raw, "height", number),
        )

    def to_json(self) -> Dict[str, Any]:
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

    # one rectangle per page; duplicate pages are rejected
    positions: Sequence[SignaturePosition]

    @classmethod
    def from_json(cls, value: Any) -> "SignaturePlacement":
        raw = fields_of(value)
        return cls(
            positions=many(raw, "positions", SignaturePosition.from_json),
        )

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {}
        made["positions"] = [one.to_json() for one in self.positions]
        return made


@dataclass(frozen=True)
class Advanced:
    """Optional settings of a signer."""

    signature_placement: Optional[SignaturePlacement] = None

    @classmethod
    def from_json(cls, value: Any) -> "Advanced":
        raw = fields_of(value)
        return cls(
            signature_placement=nullable(raw, "signaturePlacement", SignaturePlacement.from_json),
        )

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {}
        if self.signature_placement is not None:
            made["signaturePlacement"] = self.signature_placement.to_json()
        return made
