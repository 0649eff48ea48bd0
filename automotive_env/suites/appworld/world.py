"""AppWorld's world of a task: a program for a process, and a Python, of AppWorld's own, whose libraries this package cannot have.

It imports nothing of this package by name. What code does in this process it may do to everything in it; so the databases that it
leaves on the disk are evaluated in another process, which runs none.
"""

from __future__ import annotations

import importlib.util
from importlib import metadata
from pathlib import Path
from typing import Any

CPU_SECONDS = 600.0
MEMORY_BYTES = 2**34
MAX_TOLD = 20_000
"""Characters of an output, and of a requirement."""


def main() -> None:
    """Answer what `automotive_env.suites.appworld.play` asks."""
    spec = importlib.util.spec_from_file_location("rpc_server", Path(__file__).parents[1] / "rpc_server.py")
    assert spec
    assert spec.loader
    answering = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(answering)
    worlds: list[Any] = []

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        try:
            return _answer(question, worlds)
        except Exception as error:
            return {"fault": f"{type(error).__name__}: {error}"[:500]}

    answering.serve(answer, cpu_seconds=CPU_SECONDS, memory_bytes=MEMORY_BYTES)


def _answer(question: dict[str, Any], worlds: list[Any]) -> dict[str, Any]:
    match question:
        case {"do": "version"}:
            return {"version": metadata.version("appworld")}
        case {"do": "open", "task": task, "experiment": experiment}:
            from appworld import AppWorld

            worlds.append(AppWorld(task_id=task, experiment_name=experiment))
            person = worlds[0].task.supervisor
            return {name: str(getattr(person, name, "")) for name in ("first_name", "last_name", "email", "phone_number")}
        case {"do": "execute", "code": code}:
            output = str(worlds[0].execute(code))[:MAX_TOLD]
            return {"output": output, "completed": bool(worlds[0].task_completed())}
        case {"do": "close"}:
            worlds.pop().close()
            return {}
        case {"do": "evaluate", "task": task, "experiment": experiment}:
            from appworld import evaluate_task

            found = evaluate_task(task_id=task, experiment_name=experiment)
            told = {name: [str(one["requirement"])[:MAX_TOLD] for one in getattr(found, name)] for name in ("passes", "failures")}
            return {"success": bool(found.success), **told}
    raise ValueError(f"{question['do']} is not a question")


if __name__ == "__main__":
    main()
