# Written by scripts/python-models.ts from openapi.json. Do not edit.

from typing import Any, Literal, cast

from .reading import filled

# FAILED and CANCELLED are reserved and not used
DocumentStatus = Literal["PENDING", "SENT", "COMPLETED", "FAILED", "CANCELLED"]


def status(value: Any) -> DocumentStatus:
    return cast(DocumentStatus, filled(value))
