"""A client of the Electronic Signature Service, and what verifies its webhooks.

``EsignClient`` is synchronous, ``AsyncEsignClient`` runs on asyncio, and ``esign.webhooks`` needs the
standard library only.
"""

from . import webhooks
from ._async_client import AsyncEsignClient
from ._client import EsignClient
from ._core.context import AppInfo, RequestEvent, ResponseEvent, RetryEvent, SettleEvent
from ._core.limits import Timeouts
from ._documents.async_api import AsyncDocuments
from ._documents.sync_api import Documents
from ._downloads.async_download import AsyncDownload
from ._downloads.download import Download
from ._errors.api import (
    AccessNotEnabledError,
    ApiError,
    FileTooLargeError,
    InsufficientCreditsError,
    InternalError,
    InvalidRequestError,
    InvalidStateError,
    NotFoundError,
    RateLimitError,
    UnauthorizedError,
)
from ._errors.base import (
    EsignError,
    InvalidArgumentError,
    NotCompletedError,
    SaveFileError,
    UploadError,
)
from ._errors.calls import (
    AbortedError,
    ConnectionError,
    OutcomeUnknownError,
    ResponseShapeError,
    TimeoutError,
)
from ._errors.webhook import WebhookSignatureError
from ._models.documents import (
    CreatedDocument,
    Document,
    DocumentList,
    DocumentSummary,
    SendResult,
    SignerCounts,
)
from ._models.events import DocumentCompleted, ExtraEvent, SignerSigned
from ._models.finding import (
    FoundDocument,
    FoundSigner,
    FoundText,
    FoundTexts,
    SearchResult,
    TextHit,
    TextPlace,
)
from ._models.placement import Advanced, SignaturePlacement, SignaturePosition
from ._models.signers import (
    AddedSigner,
    AddedSigners,
    DocumentSigner,
    SentSigner,
    SignerInput,
    WebhookSigner,
)
from ._models.status import DocumentStatus
from ._models.timeline import (
    Ended,
    ExternalId,
    ResentLink,
    ResentSigner,
    Timeline,
    TimelineCause,
    TimelineEntry,
    TimelineSigner,
    WithdrawnDocument,
)
from ._version import __version__

__all__ = [
    "AbortedError",
    "AccessNotEnabledError",
    "AddedSigner",
    "AddedSigners",
    "Advanced",
    "ApiError",
    "AppInfo",
    "AsyncDocuments",
    "AsyncDownload",
    "AsyncEsignClient",
    "ConnectionError",
    "CreatedDocument",
    "Document",
    "DocumentCompleted",
    "DocumentList",
    "DocumentSigner",
    "DocumentStatus",
    "DocumentSummary",
    "Documents",
    "Download",
    "Ended",
    "EsignClient",
    "EsignError",
    "ExternalId",
    "ExtraEvent",
    "FileTooLargeError",
    "FoundDocument",
    "FoundSigner",
    "FoundText",
    "FoundTexts",
    "InsufficientCreditsError",
    "InternalError",
    "InvalidArgumentError",
    "InvalidRequestError",
    "InvalidStateError",
    "NotCompletedError",
    "NotFoundError",
    "OutcomeUnknownError",
    "RateLimitError",
    "RequestEvent",
    "ResentLink",
    "ResentSigner",
    "ResponseEvent",
    "ResponseShapeError",
    "RetryEvent",
    "SaveFileError",
    "SearchResult",
    "SendResult",
    "SentSigner",
    "SettleEvent",
    "SignaturePlacement",
    "SignaturePosition",
    "SignerCounts",
    "SignerInput",
    "SignerSigned",
    "TextHit",
    "TextPlace",
    "Timeline",
    "TimelineCause",
    "TimelineEntry",
    "TimelineSigner",
    "TimeoutError",
    "Timeouts",
    "UnauthorizedError",
    "UploadError",
    "WebhookSignatureError",
    "WebhookSigner",
    "WithdrawnDocument",
    "__version__",
    "webhooks",
]
