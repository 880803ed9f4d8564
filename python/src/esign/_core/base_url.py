"""The address of a deployment."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from .._errors.base import InvalidArgumentError

# Hosts on this machine
_LOOPBACK = re.compile(r"(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1)", re.ASCII)
_UNWRITABLE = re.compile(r"[\x00-\x20\x7f\\]")


@dataclass(frozen=True)
class BaseUrl:
    """Scheme, host and path prefix, without a slash at the end."""

    text: str
    # Host and port, for messages
    host: str
    # The path prefix
    folder: str


def _refuse(message: str) -> InvalidArgumentError:
    return InvalidArgumentError("base_url", message)


def read_base_url(text: str, allow_insecure: bool) -> BaseUrl:
    """Reads an address, with or without a path prefix.

    Raises InvalidArgumentError for anything but an http(s) URL, for one with a password, query or
    fragment, and for one that would send the key unencrypted.
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _refuse("the base URL is not a URL") from None
    if _UNWRITABLE.search(text):
        raise _refuse("the base URL is not a URL")
    if parts.scheme not in ("http", "https"):
        raise _refuse("the base URL must begin with https:// or http://")
    if not host:
        raise _refuse("the base URL is not a URL")
    if "@" in parts.netloc:
        raise _refuse("the base URL must not hold a user name or password")
    if "?" in text or "#" in text:
        raise _refuse("the base URL must not hold a query or a fragment")
    if any(part in (".", "..") for part in parts.path.split("/")):
        raise _refuse("the path of the base URL must not hold dots alone")
    if re.search(r"/api/v1/*$", parts.path):
        raise _refuse("the base URL must not end in /api/v1, which the client adds")
    named = parts.netloc if port is not None else host
    if parts.scheme == "http" and not _LOOPBACK.fullmatch(host) and not allow_insecure:
        raise _refuse(
            f"the API key would go to {named} unencrypted: use https://,"
            " or set allow_insecure if you mean it"
        )
    folder = parts.path.rstrip("/")
    return BaseUrl(f"{parts.scheme}://{parts.netloc}{folder}", named, folder)
