"""What is heard."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder, shown
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal


class MediaCriteria(CriteriaBuilder):
    """Sentences about what is heard."""

    def play(self) -> Criterion:
        """The player plays, be it songs or an episode of a podcast (no device's session tells which), and can be heard."""
        return self._plays(s.MEDIA_PLAYING, "music") & self.audible()

    def play_radio(self) -> Criterion:
        """The radio plays and can be heard."""
        return self._plays(s.RADIO_PLAYING, "radio") & self.audible()

    def _plays(self, playing: Signal, channel: str) -> Criterion:
        """A source plays and has the loudspeakers."""
        return self.on(playing) & self.is_(s.SOUND_CHANNEL, channel)

    def audible(self) -> Criterion:
        """The sound is neither muted nor turned down to nothing."""
        return self.off(s.MUTED) & self.between(s.VOLUME, 1, None)

    def plays_title(self, *titles: str) -> Criterion:
        """A song, or an episode of a podcast, plays and can be heard; of several one of them."""
        return self.play() & self.is_(s.MEDIA_TITLE, *titles)

    def plays_station(self, station: str) -> Criterion:
        """A station plays and can be heard."""
        return self.play_radio() & self.is_(s.STATION, station)

    def silent(self) -> Criterion:
        """Neither music nor the radio is heard."""
        stopped = self.off(s.MEDIA_PLAYING) & self.off(s.RADIO_PLAYING)  # whichever had the loudspeakers last
        return self.on(s.MUTED) | self.between(s.VOLUME, None, 0) | stopped

    def quieter(self) -> Criterion:
        """Nothing is heard, or it is noticeably quieter than it was: by a quarter at least."""
        return self.silent() | self.falls(s.VOLUME, max(1.0, self.number_at_start(s.VOLUME) / 4))

    def queue_holds(self, *titles: str) -> Criterion:
        """These songs or episodes stand in the queue, in this order, and nothing else."""
        places = zip(s.QUEUE, titles, strict=False)
        return every(self.is_(s.QUEUE_LENGTH, len(titles)), *(self.is_(place, title) for place, title in places))

    def queue_is_of(self, *titles: str) -> Criterion:
        """These songs or episodes, at most as many as `signals.QUEUE`, stand in the queue, in any order, and nothing else."""
        length = self.is_(s.QUEUE_LENGTH, len(titles))
        there = sorted(shown(title) for place in s.QUEUE if (title := self.read(place)) is not None)
        return length & Criterion("queue", ", ".join(titles), ", ".join(there) or "nothing", there == sorted(titles))

    def queue_grows_by(self, title: str) -> Criterion:
        """The queue, which was shorter than `signals.QUEUE`, is as it was, with this song or episode at its end."""
        was = int(self.number_at_start(s.QUEUE_LENGTH))
        return self.as_it_was(*s.QUEUE[:was]) & self.is_(s.QUEUE_LENGTH, was + 1) & self.is_(s.QUEUE[was], title)

    def undisturbed(self) -> Criterion:
        """The agent has neither stopped nor skipped what the player plays."""
        paths = (s.MEDIA_PLAYING.world, s.MEDIA_TRACK.world)
        made = [one.change for one in self._log.changes if one.by == "agent" and one.change.path in paths]
        found = ", ".join(f"{one.path} {one.before} -> {one.after}" for one in made)
        return Criterion("undisturbed", "the player left to play", found or "left to play", not made)

    def skips(self, songs: int) -> Criterion:
        """The agent went on by so many songs, back and forth taken together, as far as the car tells where in the queue it is."""
        moves = [one.change for one in self._log.changes if one.by == "agent" and one.change.path == s.MEDIA_TRACK.world]
        gone = sum(int(str(move.after)) - int(str(move.before)) for move in moves)
        told = f"{gone:+d}" if moves else "not told"
        return Criterion("skips", f"{songs:+d} in the queue", told, not moves or gone == songs)

    def keeps_stations(self, *new: str, without: Iterable[str] = ()) -> Criterion:
        """The radio's favourites are those of the start and the new ones, `without` some."""
        then, kept = ({str(name) for place in s.KEPT_STATIONS if (name := read(place))} for read in (self.start, self.read))
        wanted = then.union(new).difference(without)
        return Criterion("stations_kept", ", ".join(sorted(wanted)), ", ".join(sorted(kept)), kept == wanted)
