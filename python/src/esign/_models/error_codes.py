# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from typing import Mapping

# Every error code of the API with its HTTP status
ERROR_STATUSES: Mapping[str, int] = {
    "invalid_content_type": 400,
    "invalid_request": 400,
    "invalid_file": 400,
    "signer_limit_reached": 400,
    "no_signers": 400,
    "unauthorized": 401,
    "insufficient_credits": 402,
    "api_access_not_enabled": 403,
    "not_found": 404,
    "invalid_state": 409,
    "file_too_large": 413,
    "internal_error": 500,
}
