# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from typing import Any, Literal, cast

from .reading import filled

DocumentStatus = Literal["PENDING", "SENT", "COMPLETED", "FAILED", "CANCELLED"]
"""The status of a document. FAILED and CANCELLED are reserved and not used."""


def status(value: Any) -> DocumentStatus:
    return cast(DocumentStatus, filled(value))
