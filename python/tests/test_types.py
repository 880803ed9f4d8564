"""The package is typed, and written for Python 3.9."""

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import esign
from shared import ROOT, shared

PACKAGE = ROOT / "python"
SOURCES = sorted(
    path for folder in ("src", "examples") for path in (PACKAGE / folder).rglob("*.py")
)


def mypy(cwd: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "mypy", "--cache-dir", "/dev/null", *arguments]
    return subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, text=True)


# It takes long, so it begins while the tests of the other files run
STRICT = mypy(PACKAGE)


def test_mypy_has_nothing_to_say_about_package_and_tests() -> None:
    said, _ = STRICT.communicate()
    assert STRICT.returncode == 0, said


def test_who_uses_the_package_gets_its_types(tmp_path: Path) -> None:
    (tmp_path / "use.py").write_text(
        "import esign\n"
        "def f(c: esign.EsignClient) -> esign.SendResult:\n"
        "    return c.documents.send('x')\n"
        "async def g(c: esign.AsyncEsignClient) -> int:\n"
        "    return (await c.documents.send('x')).credits_remaining\n"
    )
    said, _ = mypy(tmp_path, "--strict", "--python-version", "3.9", "use.py").communicate()
    assert "Found 1 error in 1 file" in said
    assert 'use.py:5: error: Incompatible return value type (got "Optional[int]"' in said


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_file_is_python_3_9(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ast.parse(text, feature_version=(3, 9))
    assert len(text.splitlines()) <= 250


def test_the_version_is_the_same_everywhere() -> None:
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    installed = importlib.metadata.version("esign-sdk")
    assert esign.__version__ == installed == manifest["version"]


def test_the_package_leads_to_the_repository_and_its_readme_to_files_of_it() -> None:
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    home = manifest["homepage"].partition("#")[0]
    installed = importlib.metadata.metadata("esign-sdk")
    urls = installed.get_all("Project-URL") or []
    assert len(urls) == 5 and all(url.partition(", ")[2].startswith(home) for url in urls)
    links = re.findall(r"\]\(([^)]+)\)", (PACKAGE / "README.md").read_text(encoding="utf-8"))
    own = [link for link in links if link.startswith(home)]
    assert len(own) >= 4
    assert all(link in own or link.startswith("https://pypi.org/") for link in links)
    for link in own:
        assert (ROOT / link[len(f"{home}/blob/main/") :].partition("#")[0]).exists(), link


def test_pip_installs_the_library_that_is_looked_for_first() -> None:
    wanted = [one.replace("'", '"') for one in importlib.metadata.requires("esign-sdk") or []]
    assert sorted(one.partition(" ")[0].partition("<")[0].partition(">")[0] for one in wanted) == [
        "httpx",
        "httpx2",
    ]
    assert all(
        ('>= "3.10"' in one or '>="3.10"' in one) == one.startswith("httpx2") for one in wanted
    )


def test_the_tests_run_against_the_installed_package() -> None:
    where = Path(esign.__file__)
    assert PACKAGE / "src" not in where.parents
    assert (where.parent / "py.typed").exists()


def test_every_public_name_has_its_counterpart_in_node_or_a_reason_for_none() -> None:
    surface = shared("surface")
    named = [*surface["both"].values(), *surface["python"]]
    top = {name for name in named if "." not in name}
    assert top == set(esign.__all__)
    assert all(hasattr(esign, name) for name in top)
    inner = {name.partition(".")[2] for name in named if "." in name}
    assert inner == {name for name in esign.webhooks.__all__ if name.islower()}
