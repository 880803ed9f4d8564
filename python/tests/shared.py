"""Reads the fixtures that the tests of the Node SDK read too."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def shared(name: str) -> Any:
    return json.loads((ROOT / "test" / "shared" / f"{name}.json").read_text(encoding="utf-8"))


def named(cases: Any) -> Any:
    """The arguments of ``parametrize``: each case under its name."""
    return {"argvalues": cases, "ids": [case["name"] for case in cases]}
