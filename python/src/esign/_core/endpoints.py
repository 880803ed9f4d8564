"""The endpoints of the API."""

from typing import Any, Callable, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import quote, urlencode

from .._errors.base import InvalidArgumentError
from .context import Context
from .perform import Call, json_reader, perform
from .steps import Answer, Steps, Upload

T = TypeVar("T")

# Method and path template of every endpoint (specification, section 4)
ENDPOINTS = {
    "createDocument": ("POST", "/api/v1/documents"),
    "listDocuments": ("GET", "/api/v1/documents"),
    "retrieveDocument": ("GET", "/api/v1/documents/{documentId}"),
    "addSigners": ("POST", "/api/v1/documents/{documentId}/signers"),
    "sendDocument": ("POST", "/api/v1/documents/{documentId}/send"),
    "downloadCertificate": ("GET", "/api/v1/documents/{documentId}/certificate"),
}

# What a deployment may offer beside the specification
EXTENSION_ENDPOINTS = {
    "listExtensions": ("GET", "/api/v1/extensions"),
    "searchDocuments": ("GET", "/api/v1/documents/search"),
    "retrieveTimeline": ("GET", "/api/v1/documents/{documentId}/timeline"),
    "withdrawDocument": ("POST", "/api/v1/documents/{documentId}/withdraw"),
    "resendLink": ("POST", "/api/v1/documents/{documentId}/resend"),
    "resendToSigner": ("POST", "/api/v1/documents/{documentId}/signers/{signerId}/resend"),
    "findText": ("POST", "/api/v1/documents/{documentId}/find-text"),
    "setExternalId": ("PUT", "/api/v1/documents/{documentId}/external-id"),
}


def _path_part(what: str, value: Optional[str]) -> str:
    """Escapes an id. Refuses those that would change the path: empty ones and dots."""
    is_usable = isinstance(value, str) and value.strip() not in ("", ".", "..")
    if value is None or not is_usable:
        raise InvalidArgumentError(f"{what}_id", f"the {what} id is missing or empty")
    return quote(value, safe="!*'()", errors="replace")


def endpoint_call(
    context: Context,
    endpoint: str,
    *,
    document_id: Optional[str] = None,
    signer_id: Optional[str] = None,
    query: Optional[Mapping[str, Union[str, int, None]]] = None,
    headers: Optional[Mapping[str, str]] = None,
    content: Optional[bytes] = None,
    upload: Optional[Upload] = None,
    stream: bool = False,
) -> Call:
    """Builds an authenticated call. Raises InvalidArgumentError for an unusable id."""
    method, path = {**ENDPOINTS, **EXTENSION_ENDPOINTS}[endpoint]
    for what, value in (("document", document_id), ("signer", signer_id)):
        if f"{{{what}Id}}" in path:
            path = path.replace(f"{{{what}Id}}", _path_part(what, value))
    asked = {name: value for name, value in (query or {}).items() if value is not None}
    search = f"?{urlencode(asked)}" if asked else ""
    return Call(
        operation=endpoint,
        method=method,
        url=f"{context.shared.base_url.text}{path}{search}",
        headers=headers or {},
        content=content,
        upload=upload,
        document_id=document_id,
        stream=stream,
    )


def call_endpoint(
    context: Context, call: Call, parse: Callable[[Any], T]
) -> Steps[Tuple[T, Answer]]:
    """Sends a request and reads its JSON response. Raises the errors of a call."""
    return perform(context, call, json_reader(context, call, parse))
