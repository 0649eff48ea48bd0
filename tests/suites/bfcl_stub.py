"""A package that looks like bfcl-eval where the suite looks: two classes, their documentation, and entries of each category."""

import json
from pathlib import Path

import pytest

from automotive_env.suites.bfcl import functions, package, scenario, session

SOURCE = """
import math
import mmap
import signal

PADDING = {"pad": {"title": "padding", "opened": 0}}


class TicketAPI:
    def __init__(self):
        self.queue = {}
        self._secret = 0

    def _load_scenario(self, scenario, long_context=False):
        self.queue = scenario.get("queue", {})
        if long_context:
            self.queue |= PADDING

    def create_ticket(self, title, priority=1):
        number = str(len(self.queue))
        self.queue[number] = {"title": title, "priority": priority, "opened": 0}
        return {"id": number, **self.queue[number]}

    def open_ticket(self, number):
        self._secret += 1
        self.queue[number]["opened"] += 1
        return self.queue[number]

    def list_tickets(self):
        return {"tickets": list(self.queue)}

    def wait(self):
        if signal.getitimer(signal.ITIMER_PROF)[0]:
            signal.setitimer(signal.ITIMER_PROF, 0.1)  # as if most of the time were over
        while True:
            pass

    def hoard(self):
        return "x" * 10**10

    def fill(self):
        try:
            self._filled = mmap.mmap(-1, 12 * 10**8)  # counts as memory, and costs no time
        except OSError:
            raise MemoryError from None
        return {"filled": True}

    def speak(self):
        print("{}")
        return input()


class MathAPI:
    def power(self, base, exponent):
        return {"result": base**exponent}
"""
_FUNCTIONS = {
    "TicketAPI": {
        "create_ticket": {"title": "string", "priority": "integer"},
        "open_ticket": {"number": "string"},
        "list_tickets": {},
        "wait": {},
        "hoard": {},
        "fill": {},
        "speak": {},
    },
    "MathAPI": {"power": {"base": "float", "exponent": "float"}},
}
_BEGIN = {"TicketAPI": {"queue": {"b": {"title": "old", "opened": 0}, "a": {"title": "older", "opened": 0}}}}


def write_stub(folder: Path) -> Path:
    """Write the package and mpmath into a folder that is to be on the path."""
    root = folder / "bfcl_eval"
    classes = root / package.SOURCE
    documents = root / package.DOCUMENTS
    answers = root / "data" / "possible_answer"
    for new in (classes, documents, answers):
        new.mkdir(parents=True)
    for inner in (root, root / "eval_checker", root / "eval_checker/multi_turn_eval", classes):
        (inner / "__init__.py").touch()
    (folder / "mpmath.py").touch()
    ticket, math = SOURCE.split("class MathAPI")
    (classes / "ticket_api.py").write_text(ticket)
    (classes / "math_api.py").write_text(f"class MathAPI{math}")
    for name, functions_ in _FUNCTIONS.items():
        (documents / f"{package.CLASSES[name]}.json").write_text("\n".join(map(_document, functions_.items())))
    for category in scenario.CATEGORIES:
        rows = [_entry(category, number) for number in range(4)]
        name = f"BFCL_v9_multi_turn_{category}.json"
        (root / "data" / name).write_text("\n".join(json.dumps(entry) for entry, _ in rows))
        (answers / name).write_text("\n".join(json.dumps({"id": entry["id"], "ground_truth": right}) for entry, right in rows))
    return folder


def _document(function):
    name, parameters = function
    properties = {key: {"type": kind, "description": key} for key, kind in parameters.items()}
    told = {"type": "dict", "properties": properties, "required": list(parameters)[:1]}
    return json.dumps({"name": name, "description": f"Does {name}.", "parameters": told, "response": {"type": "dict"}})


def _entry(category, number):
    says = [f"Write down that number {number} is broken.", "Open it, please."]
    right = [[f"create_ticket('broken {number}', priority={number})"], ["open_ticket(number='2')", "list_tickets()"]]
    entry = {"id": f"multi_turn_{category}_{number}", "involved_classes": ["TicketAPI", "MathAPI"]}
    entry["initial_config"] = _BEGIN if number < 2 else {"TicketAPI": {"queue": {"1": {"title": str(number), "opened": 0}}}}
    if number >= 2:
        right[1] = ["open_ticket(number='1')", "list_tickets()"]
    if category == "miss_param":
        says.insert(1, "And open that one.")
        right.insert(1, [])
    if category == "miss_func":
        says.insert(2, "")
        right.insert(1, [])
        entry["missed_function"] = {"2": ["open_ticket"]}
    entry["question"] = [[{"role": "user", "content": text}] if text else [] for text in says]
    return entry, right


def forget() -> None:
    """Forget which package was found."""
    for cached in (package.installed, functions.functions_of, scenario.all_scenarios):
        cached.cache_clear()
    session._CLASSES.end()


@pytest.fixture
def stub(tmp_path, monkeypatch):
    """The package is on the path."""
    folder = tmp_path / "stub"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(write_stub(folder)))
    forget()
    yield folder
    forget()
