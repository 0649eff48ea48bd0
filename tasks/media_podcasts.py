"""Media: podcasts, whose episodes are told apart by their subject, their length and how new they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.headunit.widgets.wording import clock
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.media import TURNED_ON
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Besides
from automotive_env.validators.answers import Amount, Fact, Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.known_names import SHOWS, NoOtherName
from automotive_env.world.content.music import Show, released
from automotive_env.world.devices.music import Track

TOO_LONG = Says(
    "that no episode is short enough",
    r"\b(none|nothing (\w+ ){0,7}(fits|short|under|below|that)|"
    r"(take|last|run)s? (more than|over|longer than) \d+|too (long|old)|longer|older|exceed\w*|"
    r"over (your|the|my) (limit|time)|more (time|minutes) than|shortest( \w+){0,4} (takes|lasts|is (?!on\b)|runs|needs)|"
    r"no (\w+ ){0,3}(episodes?|one|enough)|"
    r"(not|\w+n't|cannot|neither) (\w+ ){0,4}(fit\w*|short\w*|enough|under|below|within|find|finish\w*|end\w*))\b",
    r"(^|[.!?;] )(that|it|this one) (fits|plays|is playing)\b",
)


def podcast(ui: UiScript, title: str) -> UiScript:
    """The episodes of a podcast."""
    return ui.open("media").tap("media_podcasts").tap("podcast_item", title)


def minutes(episode: Track) -> int:
    """How long an episode is, as its line says."""
    return max(1, round(episode.duration / 60))


class WhichPodcast(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Which podcast is on a subject, and how many of its episodes are short enough: told, and nothing played."""

    says = (
        "One of my podcasts is about {topic}. What is it called, and how many of its episodes take less than {minutes} minutes?",
        "I'd like to recommend my {topic} podcast to a colleague: its name, and how many of its episodes are under {minutes} "
        "minutes, please.",
        "The {topic} podcast, which one was that? And how many of it would fit into {minutes} minutes, each by itself?",
        "Not to play, just to know: the one on {topic}, its name, and how many episodes take less than {minutes} minutes.",
        "Somebody asked me what I hear on {topic}. Name it, and count me the episodes shorter than {minutes} minutes.",
        "I subscribed to something on {topic} once. What is it, and how many of them are over before {minutes} minutes are?",
    )
    endings = ("answer",)
    steps = 10

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        topics = [show.topic for show in draw.content.shows]
        known = [show for show in draw.content.shows if topics.count(show.topic) == 1]
        found = [(show, most, count) for show in known for most in range(12, 45) if (count := _under(show, most))]
        if not found:
            raise SceneImpossible(f"no podcast of {draw.place.name} has a subject of its own")
        show, most, count = draw.choice(found)
        return {"topic": show.topic.lower(), "show": show.title, "minutes": most, "count": count}

    def _show(self, inst: TaskInstance) -> Show:
        return next(show for show in inst.scene.content.shows if show.title == inst.params["show"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        show, episodes = inst.params["show"], self._show(inst).episodes
        others = tuple(one.title for one in inst.scene.content.shows if one.title != show)
        beside = (inst.params["minutes"], len(episodes), *(minutes(one) for one in episodes))
        count = Besides(Amount(inst.params["count"], "", 0.5, beside), (show, *(one.title for one in episodes)))
        return then.answered(Word((show,), others), count, NoOtherName((show,), SHOWS)) & then.as_it_was(s.MEDIA_PLAYING)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        show, count = inst.params["show"], inst.params["count"]
        last = self._show(inst).episodes[-1].title

        def read(ui: UiScript) -> UiScript:
            return podcast(ui, show).scroll_to("episode_item", last)

        yield lambda ui: read(ui).answer(f"It is {show}, and {count} of its episodes are that short.")
        yield lambda ui: read(ui).answer(f"{show}: {count} of 6")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        show, count = inst.params["show"], inst.params["count"]
        other = next(one.title for one in inst.scene.content.shows if one.title != show)
        yield lambda ui: podcast(ui, show).answer(f"It is {show}.")
        yield lambda ui: podcast(ui, show).answer(f"It is {show}, with {count + 1} of them.")
        yield lambda ui: podcast(ui, show).tap("play_all_button").answer(f"{show}, {count} of them.")
        yield lambda ui: podcast(ui, other).answer(f"{other}, {count} of them.")


def _under(show: Show, most: int) -> int:
    """How many episodes, some and not all, are shorter than so many minutes; 0 where one is nearly as long."""
    lengths = [minutes(one) for one in show.episodes]
    count = sum(length < most for length in lengths)
    return count if count < len(lengths) and count not in lengths and min(abs(one - most) for one in lengths) > 1 else 0


class UntilIAmDue(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """The longest of the newer episodes that is over before somebody comes, who wrote when, and wrote again; or none is."""

    says = (
        "I'm waiting for {who}, who wrote when: of {show}, the longest I can hear to the end till then, up to {days} days old.",
        "Whatever of {show} fills the time best till {who} gets in, not cut off; at most {days} days old. It's in the messages "
        "when that is.",
        "Before {who} is here I'd like a whole {show}, as long a one as possible, {days} days old at most. I was texted when.",
        "Let me have a {show} that is over when {who} comes, the longest of those; up to {days} days old. They wrote the time.",
        "As much of {show} as goes into the time until {who} is here, please, who told me by message: one piece of the last "
        "{days} days, and no cliffhanger.",
        "{show}. Not any: of the last {days} days, as I know the others, and over by the time that {who} wrote, which I'd like "
        "to fill up to there.",
    )
    endings = ("act", "decline")
    steps = 15

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, hours=(6, 22))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        today = date.fromisoformat(scene.time[:10])
        wanted = draw.ending == "act"
        found = [
            {"show": show.title, "newer": newer, "minutes": most, "title": title}
            for show in draw.content.shows
            for newer in range(2, len(show.episodes))
            for most, title in _filling(show, newer)
            if bool(title) is wanted
        ]
        if not found:
            raise SceneImpossible("no episode fills the time")
        drawn: dict[str, Any] = draw.choice(found)
        show = next(one for one in draw.content.shows if one.title == drawn["show"])
        recent = {one.title: minutes(one) for one in show.episodes[: drawn["newer"]]}
        best, longest = recent.get(drawn["title"], 0), max(recent.values())
        first = longest + 5 if best < longest else max(best - 4, 2)  # another episode would fit that, or none
        who = draw.person(but=[name for name, _ in scene.messages])
        days = (today - released(show, drawn["newer"] - 1, today)).days + 1
        return drawn | {"days": days, "who": who, "rival": draw.person(but=[who]), "first": first}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        who, scene, first, last = inst.params["who"], inst.scene, inst.params["first"], inst.params["minutes"]

        def at(minutes: int) -> str:
            return clock(str(datetime.fromisoformat(scene.time) + timedelta(minutes=minutes)), scene.clock)

        car.writes(who, f"I'll be at your car at {at(first)}.")
        car.writes(who, f"Make that {at(last)}, sorry.")
        car.writes(inst.params["rival"], f"I'm ready from {at(first + 4 if first > last else first - 1)} on.")
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "decline":
            return then.media.undisturbed()
        return then.media.plays_title(inst.params["title"]) & then.media.plays_album(inst.params["show"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*TURNED_ON, "conversation.messages")

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (TOO_LONG,)

    def _others(self, inst: TaskInstance) -> list[str]:
        """The longest episode, and the one that would fit but is too old."""
        episodes = next(one for one in inst.scene.content.shows if one.title == inst.params["show"]).episodes
        fitting = [one for one in episodes if minutes(one) < inst.params["minutes"] and one.title != inst.params["title"]]
        return [max(group, key=minutes).title for group in (episodes, fitting)]

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        show, title = inst.params["show"], inst.params["title"]

        def read(ui: UiScript) -> UiScript:
            return podcast(ui.open("messages").tap("message_item", inst.params["who"]), show)

        if inst.ending == "decline":
            yield lambda ui: read(ui).infeasible("None of the newer episodes is that short.")
            yield lambda ui: read(ui).answer("They are all too long.").infeasible("No episode fits.")
            return
        yield lambda ui: read(ui).tap("episode_item", title)
        yield lambda ui: read(ui).tap("play_all_button").back().tap("media_queue").tap("track_item", title)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        show, title = inst.params["show"], inst.params["title"]
        longest, old = self._others(inst)
        yield lambda ui: podcast(ui, show).tap("episode_item", longest)
        yield lambda ui: podcast(ui, show).tap("episode_item", old)
        yield lambda ui: podcast(ui, show).answer("That fits.")
        if inst.ending == "act":
            yield lambda ui: podcast(ui, show).infeasible("None of its episodes is that short.")
            yield lambda ui: podcast(ui, show).tap("episode_item", title).tap("episode_item", longest)
        else:
            yield lambda ui: podcast(ui, show).tap("episode_item").infeasible("None of its episodes is that short.")
            yield lambda ui: podcast(ui, show).infeasible("I would rather not play that.")


def _filling(show: Show, newer: int) -> Iterable[tuple[int, str]]:
    """Minutes, and which of so many newer episodes fills them best, "" where none does; an older one would in both cases."""
    recent, old = show.episodes[:newer], sorted(map(minutes, show.episodes[newer:]))
    for episode in recent:
        longer = [minutes(one) for one in recent if one is not episode and minutes(one) >= minutes(episode)]
        for room in (tempting + 2 for tempting in old if tempting > minutes(episode)):
            if all(one > room + 1 for one in longer) and not any(abs(one - room) <= 1 for one in old):
                yield room, episode.title
    room = min(map(minutes, recent)) - 3
    if room > old[0] + 1:
        yield room, ""


class AsSoonAsItIsOut(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """A new episode of the podcast on a subject is announced after a while, and one of another podcast before it."""

    says = (
        "My podcast on {topic} should bring something new within {seconds} seconds. Let me hear it when it is announced.",
        "They promised a new episode on {topic} any moment, {seconds} seconds at most. Put it on as soon as you're told.",
        "Give it up to {seconds} seconds: a notice will come about my podcast on {topic}. Then, not before, I want to hear it.",
        "Whatever is announced next of what I hear on {topic}, play that for me, because my friends always spoil it. {seconds} "
        "seconds at most.",
        "Wait for the next new episode on {topic} that comes in, {seconds} seconds at the most, and start it.",
        "I can't look down here. Something fresh on {topic} will be announced within {seconds} seconds; no, not what's on now, "
        "nor anything else that comes in: that one then.",
    )
    steps = 18

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        topics = [show.topic for show in draw.content.shows]
        known = [show for show in draw.content.shows if topics.count(show.topic) == 1]
        if not known:
            raise SceneImpossible(f"no podcast of {draw.place.name} has a subject of its own")
        show = draw.choice(known)
        other = draw.choice([one for one in draw.content.shows if one is not show])
        told = {"topic": show.topic.lower(), "show": show.title, "title": show.episodes[0].title}
        times = {"seconds": draw.choice([95, 100, 110]), "out": draw.choice([14, 18, 50, 54, 86, 90])}
        return told | {"other": other.title, "tempting": other.episodes[0].title} | times

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def out(show: str, title: str, seconds: float) -> Event:
            text = f"{show}: {title}"
            return Event(
                lambda car: car.event("notice of an app", app="podcast", title="New episode", text=text), after_seconds=seconds
            )

        drawn = inst.params
        return (
            out(drawn["other"], drawn["tempting"], drawn["out"] - 8),
            out(drawn["show"], drawn["title"], drawn["out"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        def right(then: Episode) -> Criterion:
            return then.media.plays_title(inst.params["title"]) & then.media.plays_album(inst.params["show"])

        out = inst.params["out"]
        guessed = then.at(out).is_(s.MEDIA_TITLE, inst.params["title"])
        return then.soon(right, out, NOTICED) & right(then) & ~guessed & then.waited(out) & then.notifications.kept()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TURNED_ON

    def _told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.watch(inst.params["out"]).dismiss().tap("notifications")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        show, title = inst.params["show"], inst.params["title"]
        yield lambda ui: podcast(self._told(ui, inst).home(), show).tap("episode_item", title)
        yield lambda ui: podcast(ui, show).watch(inst.params["out"]).dismiss().tap("play_all_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        show, title, other = inst.params["show"], inst.params["title"], inst.params["other"]
        yield lambda ui: self._told(ui, inst).answer(f"{title} is new.")
        yield lambda ui: podcast(ui, show).tap("episode_item", title)
        yield lambda ui: podcast(ui.wait(inst.params["out"]), other).tap("play_all_button")
        yield lambda ui: podcast(ui.wait(inst.params["out"] + NOTICED), show).tap("play_all_button")
        yield lambda ui: podcast(self._told(ui, inst).home(), show).nth("episode_item", 2)
        yield lambda ui: podcast(self._told(ui, inst).home(), show).tap("episode_item", title).back().tap("play_pause_stop")
