"""Plays a call of the shared fixtures without a socket: each request gets the next scripted answer."""

import asyncio
import json
import re
from datetime import datetime
from typing import Any, AsyncIterator, Callable, Dict, Iterator, List, Optional

import esign
from esign._core.context import Clock
from esign._core.endpoints import ENDPOINTS, EXTENSION_ENDPOINTS
from esign._session import Session
from http_library import httpx

API_KEY = "sk_test_3f9c1e5a7b2d4f60"
BASE_URL = "https://esign.example.com"


class CutStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that breaks after its first bytes."""

    def __iter__(self) -> Iterator[bytes]:
        yield b'{"documentId":'
        raise httpx.ReadError("cut")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b'{"documentId":'
        raise httpx.ReadError("cut")


def operation_of(request: httpx.Request) -> str:
    """The endpoint of a request; that of a download link is named with whether the key went there."""
    path = re.sub(r"(?<=/documents/)(?!search$)[^/]+", "{documentId}", request.url.path)
    path = re.sub(r"(?<=/signers/)[^/]+", "{signerId}", path)
    has_key = request.headers.get("authorization") == f"Bearer {API_KEY}"
    origin = f"{request.url.scheme}://{request.url.host}"
    for name, endpoint in {**ENDPOINTS, **EXTENSION_ENDPOINTS}.items():
        if origin == BASE_URL and endpoint == (request.method, path):
            return name if has_key else f"{name} without the key"
    return "link with the key" if has_key else "link"


def exception_of(failure: Dict[str, Any]) -> Exception:
    if failure.get("limit") == "connect":
        return httpx.ConnectTimeout("slow")
    if failure.get("limit") == "headers":
        return httpx.ReadTimeout("slow")
    return httpx.ReadError("cut") if failure["opened"] else httpx.ConnectError("refused")


def respond(step: Dict[str, Any]) -> httpx.Response:
    failure = step.get("failure")
    if failure is not None:
        if "status" in failure:
            return httpx.Response(failure["status"], stream=CutStream())
        raise exception_of(failure)
    answer = step["answer"]
    text = answer["text"] if "text" in answer else json.dumps(answer["body"])
    return httpx.Response(answer["status"], headers=answer.get("headers"), content=text.encode())


class Script:
    """Runs a scenario's steps; notes what the client really did."""

    def __init__(self, scenario: Dict[str, Any]) -> None:
        self.call = scenario["call"]
        self.done: List[str] = []
        self._steps = list(scenario["steps"])
        self._now = time_of(scenario["now"]).timestamp()

    def handle(self, request: httpx.Request) -> httpx.Response:
        operation = operation_of(request)
        self.done.append(operation)
        if operation == "addSigners":
            assert json.loads(request.content)["signers"] == self.call["signers"]
        step = self._steps.pop(0) if self._steps else {}
        if "sent" in step:
            assert json.loads(request.content) == step["sent"]
        if step.get("request") != operation:
            raise httpx.ReadError("not in the script")
        return respond(step)

    def sleep(self, seconds: float) -> None:
        self.done.append(f"sleep {round(seconds * 1000)}")
        if self._steps:
            self._steps.pop(0)

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)

    def prepare(self, session: Session) -> None:
        clock = Clock(now=lambda: self._now, random=lambda: 0.5)
        object.__setattr__(session.shared, "clock", clock)


def scripted(scenario: Dict[str, Any]) -> List[str]:
    """What a scenario says that the client does."""
    steps = scenario["steps"]
    return [step.get("request") or f"sleep {step['sleepMs']}" for step in steps]


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def signer_of(fields: Dict[str, Any]) -> esign.SignerInput:
    return esign.SignerInput(fields["name"], fields["phone"], fields["email"])


def named_file(text: str) -> Any:
    """A file object with a name, as ``open`` returns it."""
    from io import BytesIO

    file = BytesIO(text.encode())
    file.name = "lease.pdf"
    return file


def arguments_of(call: Dict[str, Any]) -> Dict[str, Any]:
    lost_at = call.get("lostAt")
    lost = {} if lost_at is None else {"lost_at": time_of(lost_at)}
    return {"max_retries": call.get("maxRetries"), **lost}


def shown(error: esign.EsignError) -> Dict[str, Any]:
    """The fields of errors that both SDKs have, under the names of Node's."""
    which = {"read": "headers", "attempt": "try"}.get(getattr(error, "which", ""))
    retry_after: Optional[float] = getattr(error, "retry_after", None)
    is_shape = isinstance(error, esign.ResponseShapeError)
    found: Dict[str, Any] = {
        "error": type(error).__name__,
        "status": getattr(error, "status", None),
        "code": getattr(error, "code", None),
        "phase": getattr(error, "phase", None),
        "opened": getattr(error, "opened", None),
        "which": which or getattr(error, "which", None),
        "lastKnownStatus": getattr(error, "last_known_status", None),
        "retryAfterMs": None if retry_after is None else round(retry_after * 1000),
        "attempts": None if is_shape else error.attempts,
    }
    if isinstance(error, esign.OutcomeUnknownError):
        found["candidates"] = list(error.candidates)
    return {name: value for name, value in found.items() if value is not None}


def target_of(call: Dict[str, Any]) -> Any:
    return esign.Document.from_json(call["document"]) if "document" in call else call["documentId"]


def made_by(client: Any, call: Dict[str, Any]) -> Any:
    """Makes the scenario's call: its result, or what has to be awaited for it."""
    documents, document_id = client.documents, call.get("documentId")
    more = arguments_of(call)
    runs: Dict[str, Callable[[], Any]] = {
        "listExtensions": lambda: client.extensions(),
        "retrieveTimeline": lambda: documents.timeline(document_id),
        "withdrawDocument": lambda: documents.withdraw(document_id, reason=call["reason"]),
        "resendLink": lambda: documents.resend(document_id, signer_id=call.get("signerId")),
        "searchDocuments": lambda: documents.search(call["q"], limit=call["limit"]),
        "findText": lambda: documents.find_text(document_id, call["texts"]),
        "setExternalId": lambda: documents.set_external_id(document_id, call["externalId"]),
        "createDocument": lambda: documents.create(
            named_file(call["file"]), name=call.get("name"), **more
        ),
        "addSigners": lambda: documents.add_signers(
            document_id, [signer_of(one) for one in call["signers"]], **more
        ),
        "sendDocument": lambda: documents.send(document_id, **more),
        "retrieveDocument": lambda: documents.retrieve(document_id, **more),
        "listDocuments": lambda: documents.list(limit=call["limit"], **more),
        "download": lambda: documents.download(target_of(call), **more),
    }
    return runs.get(call["operation"], lambda: documents.certificate(document_id, **more))()


def play(script: Script) -> Any:
    """Makes the scenario's call with the synchronous client."""
    http = httpx.Client(transport=httpx.MockTransport(script.handle))
    client = esign.EsignClient(base_url=BASE_URL, api_key=API_KEY, http_client=http)
    script.prepare(client.documents._session)
    client._driver.sleep = script.sleep
    try:
        made = made_by(client, script.call)
        if script.call["operation"] == "listDocuments":
            return list(made)
        if hasattr(made, "read"):
            return {"text": made.read().decode(), "filename": made.filename}
        return made
    except esign.EsignError as error:
        return shown(error)


async def play_async(script: Script) -> Any:
    """Makes the scenario's call with the asynchronous client."""
    http = httpx.AsyncClient(transport=httpx.MockTransport(script.handle))
    client = esign.AsyncEsignClient(base_url=BASE_URL, api_key=API_KEY, http_client=http)
    script.prepare(client.documents._session)
    client._driver.sleep = script.sleep_async
    try:
        made = made_by(client, script.call)
        if script.call["operation"] == "listDocuments":
            return [one async for one in made]
        made = await made
        if hasattr(made, "read"):
            return {"text": (await made.read()).decode(), "filename": made.filename}
        return made
    except esign.EsignError as error:
        return shown(error)


def play_on_a_loop(script: Script) -> Any:
    return asyncio.run(play_async(script))
