"""The scenarios that both SDKs play: every request, every wait, and what comes of them."""

from typing import Any, Callable, Dict

import pytest

from as_json import as_json
from scripted import Script, play, play_on_a_loop, scripted
from shared import named, shared


@pytest.mark.parametrize("run", [play, play_on_a_loop], ids=["sync", "async"])
@pytest.mark.parametrize("scenario", **named(shared("calls")))
def test_a_call_does_what_it_does_in_node(
    scenario: Dict[str, Any], run: Callable[[Script], Any]
) -> None:
    script = Script(scenario)
    result = run(script)
    assert script.done == scripted(scenario)
    assert as_json(result) == scenario["result"]
