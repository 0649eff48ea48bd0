"""A run in which everything that a stranger may write is hostile."""

from __future__ import annotations

from pathlib import Path

from result_fakes import HOSTILE, add_episode, call, episode, manifest, observation, step

from automotive_env.runs.records.folder import RunFolder
from automotive_env.validators.criterion import Criterion

TEXTS = ("goal", "agent", "task", "place", "error", "dimension", "category", "model", "suite")


def hostile_run(path: Path) -> RunFolder:
    """Two agents on one instance, with hostile text in every field that holds text."""
    folder = RunFolder.create(path, manifest(model=HOSTILE, backend=HOSTILE, agents=(HOSTILE,), options={HOSTILE: HOSTILE}))
    seen = observation(app=HOSTILE, elements=[f'0 Button "{HOSTILE}" #a (60,700)', HOSTILE], time=HOSTILE, gps=HOSTILE)
    seen |= {"sizes": ["120x76", HOSTILE], "vehicle": {HOSTILE: HOSTILE}, "driving_state": HOSTILE, "network": {HOSTILE: True}}
    choice = {"text": HOSTILE, "reasoning": HOSTILE, "finish": HOSTILE, "logprobs": [{"token": HOSTILE, "logprob": -1.0}]}
    choice["tool_calls"] = [{"id": HOSTILE, "name": HOSTILE, "arguments": HOSTILE}]
    messages = [{"role": role, "text": HOSTILE} for role in ("system", "user", "assistant", "tool")]
    tools = [{"name": HOSTILE, "description": HOSTILE, "parameters": {HOSTILE: HOSTILE}}]
    vote = {"groups": [[0], [1]], "kinds": [HOSTILE, "calls"], "does": [HOSTILE, HOSTILE], "chosen": 1, "by": "model"}
    notes = {"told": [{"id": HOSTILE, "kind": HOSTILE, "similarity": 0.5}], "vote": vote, HOSTILE: HOSTILE}
    exchange = {"messages": messages, "tools": tools, "purpose": HOSTILE, "sampling": {HOSTILE: HOSTILE}, "notes": notes}
    told = call("", choices=[choice, choice], **exchange)
    odd = call("", choices=[choice], **exchange | {"notes": {"told": HOSTILE, "vote": {"groups": HOSTILE, "chosen": {}}}})
    fields = {
        "observation": seen,
        "reasoning": HOSTILE,
        "error": HOSTILE,
        "calls": [told, odd],
        "changes": [
            {"path": HOSTILE, "before": HOSTILE, "after": {HOSTILE: [HOSTILE]}, "cause": HOSTILE, "by": by}
            for by in ("agent", "event")
        ],
        "outcome": {"done": False, "message": HOSTILE, "data": {HOSTILE: HOSTILE}},
        "notes": {HOSTILE: {HOSTILE: HOSTILE}},
    }
    harm = ({"name": HOSTILE, "step": 1, "wanted": HOSTILE, "found": HOSTILE},)
    verdict = Criterion(HOSTILE, HOSTILE, HOSTILE, met=False).to_json()
    given = dict.fromkeys(TEXTS, HOSTILE) | {
        "side_effects": (HOSTILE,),
        "harm": harm,
        "verdict": verdict,
        "scores": {HOSTILE: 0.5},
    }
    for name, outcome in (("a", "fail"), ("b", "pass")):
        acted = {"action_type": HOSTILE, "index": 0, HOSTILE: HOSTILE}
        steps = [step(1, **fields, action=acted), *(step(number, **fields, action=None) for number in range(2, 45))]
        record = episode(name, outcome, **given | {"agent": f"{name} {HOSTILE}"}, ending=HOSTILE, pair=HOSTILE)
        add_episode(folder, record, steps)
    folder.finish(HOSTILE)
    return folder
