"""Compares what the service holds with what a lost request asked for."""

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import AbstractSet, Callable, List, Optional, Sequence, Tuple

from .._models.documents import DocumentSummary
from .._models.signers import DocumentSigner, SignerInput


def comparable(text: str) -> str:
    """Normalises a name: line breaks and accents can be written in two ways."""
    return re.sub(r"\r\n?", "\n", unicodedata.normalize("NFC", text)).strip()


def created_candidates(
    documents: Sequence[DocumentSummary],
    *,
    name: str,
    since: float,
    until: float,
    is_other: Callable[[str], bool],
) -> List[DocumentSummary]:
    """The documents that a lost create may have made: new, PENDING, without signers, of that name.

    Times are in seconds since the epoch, by the service's clock.
    """
    return [
        found
        for found in documents
        if found.status == "PENDING"
        and found.signers.total == 0
        and since <= found.created_at.timestamp() <= until
        and comparable(found.name) == comparable(name)
        and not is_other(found.document_id)
    ]


@dataclass(frozen=True)
class Comparison:
    """``applied`` with its signers, ``nothing``, ``part`` with how many, or ``other``."""

    kind: str
    signers: Tuple[DocumentSigner, ...] = ()
    count: int = 0


def _identity(name: str, email: Optional[str], phone: str) -> str:
    address = (email or "").strip().lower()
    return json.dumps([comparable(name), address, re.sub(r"[^0-9]", "", phone)])


def compare_added(
    now: Sequence[DocumentSigner],
    *,
    before: AbstractSet[str],
    wanted: Sequence[SignerInput],
) -> Comparison:
    """Compares the signers added since with those requested, as ordered lists: a person may appear in
    them twice. ``before`` has the ids of the signers before the call."""
    added = sorted(
        (signer for signer in now if signer.signer_id not in before),
        key=lambda signer: signer.signing_order,
    )
    if not added:
        return Comparison("nothing")
    asked = [_identity(one.name, one.email, one.phone) for one in wanted]
    seen = [_identity(one.name, one.email, one.phone) for one in added]
    if seen != asked[: len(seen)]:
        return Comparison("other")
    if len(seen) < len(asked):
        return Comparison("part", count=len(seen))
    return Comparison("applied", signers=tuple(added))
