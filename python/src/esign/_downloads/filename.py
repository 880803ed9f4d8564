"""The file name that a response suggests."""

import re
from typing import Optional
from urllib.parse import unquote_to_bytes

_QUOTED = re.compile(r';\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_TOKEN = re.compile(r";\s*filename\s*=\s*([^\s\";]+)", re.IGNORECASE)
_EXTENDED = re.compile(
    r";\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^\s;]+)", re.IGNORECASE
)
# Characters that break lines, start escapes, change the direction of text or cannot be seen. The
# joiners U+200C and U+200D are not among them: Indic scripts need them
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\u00ad\u180e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_EXTENSION = ".pdf"
_LONGEST_BYTES = 200


def _decode(charset: str, text: str) -> Optional[str]:
    try:
        return unquote_to_bytes(text).decode(charset.lower())
    except UnicodeDecodeError:
        return None


def _named(header: str) -> Optional[str]:
    extended = _EXTENDED.search(header)
    decoded = None if extended is None else _decode(extended.group(1), extended.group(2))
    if decoded is not None:
        return decoded
    quoted = _QUOTED.search(header)
    if quoted is not None:
        return re.sub(r"\\(.)", r"\1", quoted.group(1))
    token = _TOKEN.search(header)
    return None if token is None else token.group(1)


def disposition_filename(header: Optional[str]) -> Optional[str]:
    """Reads a ``Content-Disposition`` header (RFC 6266, RFC 5987) and makes its name safe.

    Base name only, without control, direction and invisible characters, without leading dots and
    dashes, always with the extension ``.pdf``, at most 200 bytes. None when nothing usable is left.
    """
    named = None if header is None else _named(header)
    if named is None:
        return None
    base = re.split(r"[/\\]", named)[-1]
    stem = re.sub(r"\.pdf$", "", _HIDDEN.sub("", base).strip(), flags=re.IGNORECASE)
    stem = re.sub(r"^[\s.-]+|[\s.]+$", "", stem)
    if stem == "":
        return None
    kept = stem.encode()[: _LONGEST_BYTES - len(_EXTENSION)].decode("utf-8", "ignore")
    return f"{kept}{_EXTENSION}"
