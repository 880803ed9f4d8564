"""Makes text from outside safe for errors and logs."""

import re
from typing import Dict, Mapping, Sequence
from urllib.parse import SplitResult, urlsplit

# The longest excerpt of a body, in characters
_EXCERPT = 4096
# More than an excerpt, so that a secret across its end is still recognised
_SCANNED = 4 * _EXCERPT
_HIDDEN = "[hidden]"
_SPACE = r"\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_FLAGS = re.ASCII | re.IGNORECASE
_START = r"(?<![A-Za-z0-9_])"

_HIDDEN_HEADERS = re.compile(
    r"^(proxy-)?authorization$|cookie|secret|token|api-?key|signature", re.ASCII
)
_PRIVATE_FIELDS = re.compile(
    rf'("(?:signUrl|phone|email|apiKey|secret|webhookSecret|password|otp)"[{_SPACE}]*:[{_SPACE}]*")'
    r'[^"]*("?)',
    _FLAGS,
)
_URL = re.compile(rf"{_START}https?://[^\"'<>\\{_SPACE}]+", _FLAGS)
_KEY = re.compile(rf"{_START}((?:sk|whsec)_[a-z]{{0,8}}_?)[A-Za-z0-9_-]{{4,}}", _FLAGS)
_BEARER = re.compile(rf'{_START}(bearer)[{_SPACE}]+[^",;{_SPACE}]+', _FLAGS)
_EDGE = rf"\"'<>(),:;=@{_SPACE}"
_EMAIL = re.compile(rf"(?<![^{_EDGE}])[^{_EDGE}]+@[^{_EDGE}]+")


def _origin(parts: SplitResult) -> str:
    """The origin of a URL. Raises ValueError for one without a host or with an invalid port."""
    host = parts.hostname or ""
    if host == "":
        raise ValueError("no host")
    shown = f"[{host}]" if ":" in host else host
    default = {"http": 80, "https": 443}.get(parts.scheme)
    port = "" if parts.port in (None, default) else f":{parts.port}"
    return f"{parts.scheme}://{shown}{port}"


def redact_url(url: str) -> str:
    """A URL without user, password, query and fragment: enough to see where a request went."""
    try:
        parts = urlsplit(url)
        query = "" if parts.query == "" else f"?{_HIDDEN}"
        return f"{_origin(parts)}{parts.path or '/'}{query}"
    except ValueError:
        return re.sub(r"[?#].*$", "", url, flags=re.DOTALL)


def _origin_only(found: "re.Match[str]") -> str:
    try:
        parts = urlsplit(found.group())
        return f"{_origin(parts)}/" + ("" if parts.path in ("", "/") else "…")
    except ValueError:
        return _HIDDEN


def redact_text(text: str, secrets: Sequence[str] = ()) -> str:
    """At most 4096 characters, without the given secrets, keys, bearer tokens, emails, and the values
    of fields such as ``signUrl`` and ``phone``; URLs are cut to their origin."""
    safe = text[:_SCANNED]
    for secret in secrets:
        if secret != "":
            safe = safe.replace(secret, _HIDDEN)
    safe = _PRIVATE_FIELDS.sub(rf"\1{_HIDDEN}\2", safe)
    safe = _BEARER.sub(rf"\1 {_HIDDEN}", safe)
    safe = _KEY.sub(rf"\1{_HIDDEN}", safe)
    safe = _URL.sub(_origin_only, safe)
    return _EMAIL.sub(_HIDDEN, safe)[:_EXCERPT]


def redact_headers(headers: Mapping[str, str], secrets: Sequence[str] = ()) -> Dict[str, str]:
    """Hides credentials and cookies, and cuts URLs to their origin. Names become lower case."""
    safe: Dict[str, str] = {}
    for name, value in headers.items():
        lower = name.lower()
        hidden = _HIDDEN_HEADERS.search(lower) is not None
        safe[lower] = _HIDDEN if hidden else redact_text(value, secrets)
    return safe
