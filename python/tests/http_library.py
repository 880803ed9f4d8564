"""The HTTP library under test, which the tests write as ``httpx``: ``ESIGN_TEST_HTTP=httpx2`` chooses httpx2."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING or os.environ.get("ESIGN_TEST_HTTP") != "httpx2":
    import httpx
else:
    import httpx2 as httpx

__all__ = ["httpx"]
