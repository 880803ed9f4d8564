"""What the README shows is run, in its order, against the sandbox."""

import re
import shutil
from pathlib import Path
from typing import Any, Dict, List

import pytest

import esign
from sandbox import PDF, Sandbox
from shared import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_every_block_runs(
    sandbox: Sandbox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copy(PDF, tmp_path / "contract.pdf")
    monkeypatch.chdir(tmp_path)
    blocks: List[str] = BLOCK.findall((ROOT / "python" / "README.md").read_text(encoding="utf-8"))
    said: List[str] = []
    names: Dict[str, Any] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"README.md block {number}", "exec"), names)
        said.append(capsys.readouterr().out)
        if number == 0:
            created: esign.CreatedDocument = names["created"]
            sandbox.sign_all(created.document_id)
    assert len(said) == 6
    assert said[1] == "COMPLETED\n"
    assert "/sign/" in said[0] and "contract.pdf SENT" in said[0]
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "certificate.pdf",
        "contract signed.pdf",
        "contract.pdf",
    ]
    assert "contract.pdf COMPLETED" in said[2]
    assert said[3].startswith("409 invalid_state ")
    assert said[4] == "The sender’s own id of the document set\n"
    assert said[5] == "document.viewed\n"
