"""What the tests share: a running sandbox, and local servers."""

import os
from typing import Iterator

import pytest
from hypothesis import settings

import esign
from local_server import Server
from sandbox import Sandbox

# A busy machine is no failure; a failing example is printed so that it can be repeated
settings.register_profile("esign", deadline=None, print_blob=True, database=None)
settings.load_profile("esign")


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """The sandbox that ``npm run test:python`` started."""
    missing = {"ESIGN_BASE_URL", "ESIGN_API_KEY", "ESIGN_CONFIG_DIR"} - set(os.environ)
    assert not missing, f"run these tests with npm run test:python: {missing} not set"
    return Sandbox()


@pytest.fixture
def client(sandbox: Sandbox) -> Iterator[esign.EsignClient]:
    with esign.EsignClient() as made:
        yield made


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as started:
        yield started
