"""Verdicts as people would say them: one plain sentence on what should have been so and what was found.

The tree of criteria is the whole account; a sentence tells the one thing that a driver would notice first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from automotive_env.errors import SETUP_FAILED
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.everyday_words import amount, path_in_words, state, thing
from automotive_env.text.lists import all_of
from automotive_env.validators.criterion import Criterion

MAX_PART = 100
"""Characters of what was wanted, and of what was found."""
_SIGNAL = re.compile(r"\w+(?:\.\w+)*\.[\w']+(?: seat| row (?:left|right))?(?:\.\w+)*")
_ABOUT_AGENT = re.compile(r"The agent [^.]*")
_ITSELF = re.compile(r"(; |that |why |what |but )it ")
_MOVED = re.compile(r"at least (?P<by>.+) (?P<way>higher|lower) than it was")
_CHANGE = re.compile(r"(?P<was>.+) -> (?P<now>.+)")
_DONE = re.compile(r"the (?P<what>.+?) (?P<never>never )?(?P<how>\w+ed|reset|left to play|taken)")
_SEVERAL = re.compile(r"^1 to \d+ messages")
_SHUT = re.compile(r"(?P<what>.+) (?P<how>open|shut)")
_SAID: Mapping[str, str] = {
    "air_direction": "The {wanted}; it goes to {found}",
    "alert_raised": "The agent should have raised {wanted}; it raised {found}",
    "answer": "The agent should have answered; it said nothing",
    "call_declined": "The call should have been declined; it was not",
    "destination": "There should be {wanted}; it leads to {found}",
    "grounding.target": "The answer should be {wanted}; it is {found}",
    "heard": "Expected that {wanted}; the messages are: {found}",
    "no_alert": "The agent should not have raised an alert; it raised one of {found}",
    "said_to_driver": "The agent should have told the driver why it did nothing; it said nothing",
    "silent": "The agent should have said nothing; it said “{found}”",
    "written": "The agent should have sent {wanted}; it sent {found}",
}
"""Name of a criterion -> its sentence, where the one that fits most criteria would be stiff."""
_SET: Mapping[str, str] = {
    "apps.foreground": "The {wanted} app should be on the screen, but the {found} app is",
    "service.resets": "A service reminder should have been reset; it was not",
}
"""Name of a signal -> its sentence, where the one that fits most settings would be stiff."""
_LISTS = {
    "apps_silenced": "list of silenced apps",
    "favourite_people": "list of favourite people",
    "favourites": "list of favourite places",
    "queue": "queue",
    "stations_kept": "list of favourite stations",
    "stops": "list of stops",
}
"""Criteria that compare two lists -> what the list is called."""
_NOTHING = frozenset({"", "no stops", "nobody", "none", "nothing", "nowhere"})
_LAST = ("said_to_driver", "side_effects")
"""Criteria that tell least where others are not met either."""


def why_plainly(record: EpisodeRecord, criterion: Criterion | None = None) -> str:
    """Why an episode did not pass, in one sentence; empty where it passed.

    Args:
        record: of the episode.
        criterion: its verdict, where that was read already.
    """
    if record.success:
        return ""
    criterion = record.criterion if criterion is None else criterion
    if record.outcome == "step_limit":
        return "The agent did not finish in time."
    if record.outcome == "agent_error":
        return _sentence(f"The agent failed: {_short(record.error)}")
    if record.interrupted and record.error.startswith(SETUP_FAILED):
        return _sentence(_short(record.error))
    if record.interrupted:
        broken = "model" if record.outcome == "model_error" else "environment"
        return _sentence(f"The {broken} ended the episode{f': {_short(record.error)}' if record.error else ''}")
    if criterion is not None and not criterion.met:
        return everyday(criterion)
    if record.side_effects:
        return _sentence(_changed(record.side_effects))
    return _sentence(_short(record.error) or "it did not pass")


def said_to_player(sentence: str) -> str:
    """A sentence about the agent, said to the person who played in its place.

    >>> said_to_player("The agent should have refused; it said that it had done it.")
    'You should have refused; you said that you had done it.'
    """
    return _ABOUT_AGENT.sub(lambda told: _ITSELF.sub(r"\1you ", told[0]).replace("The agent", "You", 1), sentence)


def everyday(criterion: Criterion) -> str:
    """The criterion that was not met and tells most as one plain sentence; empty where all are met.

    >>> everyday(Criterion("seat.heater.driver", "seat.heater.driver on", "off", met=False))
    'The driver seat heater should be on; it is still off.'
    >>> everyday(Criterion("written", "1 to 3 messages to Emma", "none", met=False))
    'The agent should have sent a message to Emma; it sent none.'
    """
    first = nearest(criterion)
    if first is None:
        return ""
    told = _told(first, alone=sum(1 for _ in _settings(criterion)) == 1)
    gave_up = first.name != "ending" and any(one.name == "ending" and one.found == "infeasible" for one in criterion.unmet())
    return f"The agent gave up. {_sentence(told)}" if gave_up else _sentence(told)


def nearest(criterion: Criterion) -> Criterion | None:
    """The single criterion that was not met and tells most; of alternatives that of the one that lacks least."""
    if criterion.met:
        return None
    if criterion.joint == "any" and criterion.parts:
        return nearest(min(criterion.parts, key=lambda part: sum(1 for _ in part.unmet())))
    if criterion.joint == "all":
        return _first(criterion)
    return next(criterion.unmet(), criterion)


def _first(criterion: Criterion) -> Criterion | None:
    """Of parts that must all be met, what a driver would notice first: a wrong turn before its end, a setting before words."""
    found = [one for part in criterion.parts if (one := nearest(part)) is not None]
    return min(found, key=_rank, default=criterion)


def _rank(one: Criterion) -> int:
    if one.name == "ending":
        return 0 if one.wanted == "status infeasible" else 2
    return 3 if one.name in _LAST else 1


def _settings(criterion: Criterion) -> Iterable[Criterion]:
    """The single criteria in a tree that are about settings of the car."""
    if criterion.parts:
        for part in criterion.parts:
            yield from _settings(part)
    elif "." in _subject(criterion):
        yield criterion


def _told(one: Criterion, *, alone: bool) -> str:
    """A criterion in words; where its setting is the only one, the task began with it as it was not to be."""
    if one.name == "ending":
        return _ending(one)
    if one.name == "side_effects":
        return _changed(one.found.split(", "))
    if one.joint == "not" and one.parts:
        return _unwanted(one.parts[0])
    if one.name == "ever":
        return _once(one)
    if "." in (name := _subject(one)):
        return _setting(one, name, alone=alone)
    if one.name.startswith("harm_"):
        return f"Something harmful happened: expected {_short(one.wanted)}, but found {_short(one.found)}"
    return _fact(one)


def _fact(one: Criterion) -> str:
    """What is no setting: words, messages, routes, alerts and lists."""
    wanted, found = _short(_SEVERAL.sub("a message", one.wanted)), _short(_signals_in_words(one.found))
    if one.name.startswith("answer_"):
        contains = "does not" if found.startswith(("no such", "none", "neither")) else f"contains {found}"
        return f"The answer should contain {wanted.removeprefix('an answer with ')}; it {contains}"
    if one.name in _LISTS:
        return _list(_LISTS[one.name], one)
    nothing = one.found in _NOTHING
    if one.name in _SAID and not (nothing and one.name == "destination"):
        how = wanted.replace(" to ", " should go to ", 1) if one.name == "air_direction" else wanted
        return _SAID[one.name].format(wanted=how, found=found).replace("it goes to nowhere", "it goes nowhere")
    if done := _DONE.fullmatch(wanted):
        was = "it was" if done["never"] else "it was not"
        return f"The {done['what']} should {done['never'] or ''}have been {done['how']}; {was}"
    if shut := _SHUT.fullmatch(wanted):
        return f"{shut['what']} should be {shut['how']}; " + (f"they are {found}" if found == "all shut" else f"open is {found}")
    if wanted.startswith(("a ", "an ", "no ", "one ")):
        return f"There should be {wanted}; {_there(found, nothing=nothing)}"
    return f"Expected {wanted}, but found {found}"


def _there(found: str, *, nothing: bool) -> str:
    return "there is none" if nothing else f"instead there is {found}"


def _list(name: str, one: Criterion) -> str:
    """How two lists differ."""
    wanted, found = one.wanted.removeprefix("silenced: ").split(", "), one.found.split(", ")
    missing = [item for item in wanted if item not in found and item not in _NOTHING]
    more = [item for item in found if item not in wanted and item not in _NOTHING]
    if missing:
        is_missing = "it is missing" if len(missing) == 1 else "they are missing"
        return f"{_short(all_of(missing))} should be in the {name}; {is_missing}"
    if more:
        return f"{_short(all_of(more))} should not be in the {name}"
    return f"The {name} should be {_short(one.wanted)}; the order is {_short(one.found)}"


def _unwanted(one: Criterion) -> str:
    """A criterion that should not have been met."""
    name = _subject(one)
    if "." not in name:
        return f"Did not expect {_short(one.wanted)}, but found {_short(one.found)}"
    if one.wanted.endswith(", as it was"):
        return f"{thing(name)} should have changed; it is still {_short(one.found)}"
    unwanted = one.wanted.removeprefix(f"{name} ")
    found = "it is" if unwanted == one.found else _is(name, one.found)
    return f"{thing(name)} should not be {_short(state(name, unwanted))}; {found}"


def _changed(paths: Iterable[str]) -> str:
    changed = list(dict.fromkeys(map(path_in_words, paths)))
    return f"The agent also changed what it should have left alone: {_short(', '.join(changed))}"


def _ending(one: Criterion) -> str:
    if one.found not in ("complete", "infeasible"):
        return f"The agent should have said that it had finished; the turn was {one.found}"
    if one.found == "infeasible":
        return "The agent said that it could not do it, but it could"
    return "The agent should have refused; it said that it had done it"


def _subject(one: Criterion) -> str:
    """The name of the signal that a criterion is about: its own name, without what the kind of criterion adds."""
    name = one.name
    while name and not one.wanted.startswith(f"{name} "):
        name = name.rpartition("_")[0]
    return name


def _once(one: Criterion) -> str:
    """What had to be so at some time. Of several things the first is told, since what was found is not told of each."""
    first, *more = one.wanted.removeprefix("once: ").lstrip("(").split(" and ")
    others = " (among other things)" if more else ""
    found = _SIGNAL.match(first)
    if found is None:
        return f"At some time there should have been {_short(first)}{others}; there was not"
    value = first[found.end() :].strip().removesuffix(", as it was")
    return f"{thing(found[0])} should have been {state(found[0], value)} at some time{others}; it never was"


def _setting(one: Criterion, name: str, *, alone: bool) -> str:
    wanted, what = one.wanted.removeprefix(f"{name} "), thing(name)
    if one.name in _SET:
        return _SET[one.name].format(wanted=_short(wanted), found=_short(one.found))
    if moved := _MOVED.fullmatch(wanted):
        return f"{what} should be at least {amount(moved['by'])} {moved['way']}; {_is(name, one.found)}"
    if step := _CHANGE.fullmatch(wanted):
        return f"{what} should have gone from {step['was']} to {step['now']}; {_is(name, one.found)}"
    if wanted.endswith(", as it was"):
        return f"{what} should have stayed at {state(name, wanted.removesuffix(', as it was'))}; {_is(name, one.found)}"
    value = _short(state(name, wanted.replace(">= ", "at least ").replace("<= ", "at most ")))
    value = f"open {value}" if value == "a bit" else value
    return f"{what} should be {value}; {_is(name, _short(one.found), still=alone and one.found in ('on', 'off'))}"


def _is(name: str, found: str, *, still: bool = False) -> str:
    if found in _NOTHING:
        return "there is none"
    change = _CHANGE.fullmatch(found)
    if change is None:
        return f"it is {'still ' if still else ''}{state(name, found)}"
    unmoved = change["now"].split(" ")[0] == change["was"]
    now = state(name, change["now"])
    was = f"level {change['was']}" if now.startswith("level ") else change["was"]
    return f"it is still {now}" if unmoved else f"it went from {was} to {now}"


def _signals_in_words(found: str) -> str:
    """What was found, with names of signals as people write them."""
    return _SIGNAL.sub(lambda match: thing(match[0]), found) if re.fullmatch(r"[a-z_. ]+ [\d.]+ ?%.*", found) else found


def _short(text: str) -> str:
    return text if len(text) <= MAX_PART else f"{text[: MAX_PART - 1].rstrip()}…"


def _sentence(text: str) -> str:
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?", "…", "…”")) else f"{text}."
