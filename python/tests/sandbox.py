"""The command of this repository, for the running sandbox."""

import json
import subprocess
from typing import Any, List

import esign
from shared import ROOT

PDF = ROOT / "test" / "fixtures" / "plain.pdf"
ASHA = esign.SignerInput(name="Asha Rao", email="asha@example.in", phone="9876543210")
RAVI = esign.SignerInput(name="Ravi Kumar", email="ravi@example.in", phone="9876501234")


class Sandbox:
    """Drives the sandbox as a person would."""

    def run(self, *arguments: str) -> Any:
        """Runs ``esign sandbox …`` to its end and returns the JSON that it printed."""
        command: List[str] = ["node", str(ROOT / "bin" / "run.cjs"), "sandbox", *arguments, "--json"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        return json.loads(ended.stdout)

    def sign_all(self, document_id: str) -> None:
        """Goes through the signers' real pages, one after the other."""
        self.run("sign", document_id, "--all")
