"""The endpoints of the API."""

from typing import Any, Callable, Mapping, Optional, Tuple, TypeVar
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


def _check_document_id(document_id: Optional[str]) -> str:
    """Refuses ids that would change the request's path: empty ones and dots."""
    is_usable = isinstance(document_id, str) and document_id.strip() not in ("", ".", "..")
    if document_id is None or not is_usable:
        raise InvalidArgumentError("document_id", "the document id is missing or empty")
    return document_id


def endpoint_call(
    context: Context,
    endpoint: str,
    *,
    document_id: Optional[str] = None,
    query: Optional[Mapping[str, Optional[int]]] = None,
    headers: Optional[Mapping[str, str]] = None,
    content: Optional[bytes] = None,
    upload: Optional[Upload] = None,
    stream: bool = False,
) -> Call:
    """Builds an authenticated call. Raises InvalidArgumentError for an unusable id."""
    method, template = ENDPOINTS[endpoint]
    path = template
    if "{documentId}" in template:
        wanted = quote(_check_document_id(document_id), safe="!*'()", errors="replace")
        path = template.replace("{documentId}", wanted)
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
