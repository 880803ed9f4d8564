"""Makes events for tests of receivers."""

import copy
import re
from typing import Any, Dict, Literal, Mapping
from urllib.parse import quote

from ._models.event_examples import EVENT_EXAMPLES


def _json_name(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found.group(1).upper(), name)


def _last_to_sign(signers: Any) -> Any:
    signed = [signer for signer in signers if signer["hasSigned"]]
    return signed[-1] if signed else None


def _derived(type: str, example: Mapping[str, Any], given: Mapping[str, Any]) -> Dict[str, Any]:
    """The fields that follow from those given."""
    if type == "signer.signed":
        if "signers" not in given:
            return {}
        signers = given["signers"]
        is_completed = all(signer["hasSigned"] for signer in signers)
        status = "COMPLETED" if is_completed else "SENT"
        return {"status": status, "signer": _last_to_sign(signers)}
    if type != "document.completed":
        return {}
    document_id = given.get("documentId", example["documentId"])
    wanted = quote(str(document_id), safe="!*'()")
    url = example["certificateUrl"].replace(example["documentId"], wanted)
    occurred_at = given.get("occurredAt", example["occurredAt"])
    return {"completedAt": occurred_at, "certificateUrl": url}


EventType = Literal[
    "signer.signed",
    "document.completed",
    "signer.opened",
    "signer.declined",
    "document.withdrawn",
    "document.expired",
]


def make_event(type: EventType, **fields: object) -> Dict[str, Any]:
    """Makes a valid event, as parsed JSON, for testing a receiver.

    The given fields, such as ``document_id``, replace those of an example, and the rest is kept
    consistent: the certificate's URL with the document, the signer and the status with the signers.
    Values are JSON. Raises TypeError for a field that the event does not have.
    """
    example = copy.deepcopy(EVENT_EXAMPLES[type])
    given = {_json_name(name): value for name, value in fields.items()}
    for name in given:
        if name not in example or name == "event":
            raise TypeError(f"{type} has no field {name} to set")
    return {**example, **_derived(type, example, given), **given}
