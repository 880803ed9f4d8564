"""Reads values of parsed JSON. Every function raises ShapeProblem for a value of another type."""

import re
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, TypeVar

T = TypeVar("T")

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(?:([Zz])|([+-])(\d\d):?(\d\d))",
    re.ASCII,
)


class ShapeProblem(Exception):
    """A value of parsed JSON is not what the API promises; the message names its field."""


def text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise ShapeProblem("not a text")


def filled(value: Any) -> str:
    if text(value) != "":
        return text(value)
    raise ShapeProblem("empty")


def flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ShapeProblem("not a boolean")


def number(value: Any) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    raise ShapeProblem("not a number")


def whole(value: Any) -> int:
    found = number(value)
    if found == found // 1:
        return int(found)
    raise ShapeProblem("not a whole number")


def time(value: Any) -> datetime:
    """Reads a date-time of RFC 3339, section 5.6; digits beyond microseconds are dropped."""
    found = _TIME.fullmatch(text(value))
    if found is None:
        raise ShapeProblem("not a date-time")
    date, clock, fraction, zulu, sign, hours, minutes = found.groups()
    try:
        micros = (fraction or "").ljust(6, "0")
        local = datetime.fromisoformat(f"{date}T{clock}.{micros}")
        if zulu:
            return local.replace(tzinfo=timezone.utc)
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        return local.replace(tzinfo=timezone(-offset if sign == "-" else offset))
    except ValueError:
        raise ShapeProblem("not a date-time") from None


def fields_of(value: Any) -> Dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise ShapeProblem("not an object")


def required(raw: Mapping[str, Any], name: str, read: Callable[[Any], T]) -> T:
    """Reads a field that must be there."""
    try:
        return read(raw.get(name))
    except ShapeProblem as problem:
        raise ShapeProblem(f"{name}: {problem}") from None


def nullable(raw: Mapping[str, Any], name: str, read: Callable[[Any], T]) -> Optional[T]:
    """Reads a field that may be null or missing."""
    return None if raw.get(name) is None else required(raw, name, read)


def many(raw: Mapping[str, Any], name: str, read: Callable[[Any], T]) -> Tuple[T, ...]:
    """Reads a field that is a list."""
    found = raw.get(name)
    if not isinstance(found, list):
        raise ShapeProblem(f"{name}: not a list")
    return tuple(required({name: one}, name, read) for one in found)
