"""Writes models as the API writes them, to compare them with the fixtures."""

import re
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found.group(1).upper(), name.rstrip("_"))


def as_json(value: Any) -> Any:
    """The fields of a model under their JSON names, without ``raw`` and without what is not there."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%S}.{value.microsecond // 1000:03}Z"
    if isinstance(value, (list, tuple)):
        return [as_json(one) for one in value]
    if not is_dataclass(value):
        return value
    made = {_camel(one.name): as_json(getattr(value, one.name)) for one in fields(value)}
    optional = ("raw", "advanced")
    return {name: one for name, one in made.items() if name not in optional or one and name != "raw"}
