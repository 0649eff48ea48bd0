"""Whose code the agents of a run are: told in its manifest, and checked against the agents that are known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automotive_env.agents.comparison_tracks import AgentTrack, track_of
from automotive_env.agents.registry import AGENTS
from automotive_env.agents.standing import standing_of
from automotive_env.errors import Contradiction, NotScored
from automotive_env.kate.activation.contestant import bare_name
from automotive_env.runs.records.manifest import AgentOrigin, RunManifest
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import Contestant, Suite

AgentSources = Mapping[str, Mapping[str, str]]
"""See `automotive_env.plugins.registry.used_sources`."""


def origins_of(
    specs: Mapping[str, Contestant], plugins: AgentSources, suite: str, options: Mapping[str, Any]
) -> dict[str, AgentOrigin]:
    """Whose code each agent is.

    Args:
        specs: agent -> who plays.
        plugins: what the run depends on of other packages.
        suite: as it was named; an agent that only a suite of another package has is of that package.
        options: of the run, as a manifest has them.
    """
    found: dict[str, AgentOrigin] = {}
    whole = next((source for key, source in plugins.items() if key.startswith("suites ")), None) if suite not in OURS else None
    for name, spec in specs.items():
        source = plugins.get(_key(name)) or (None if whole and _is_ours(spec) else whole)
        whose = AgentOrigin(distribution=source["distribution"], version=source["version"]) if source else AgentOrigin()
        track = _track(spec if whose.is_ours else None, options)
        found[name] = whose.model_copy(update={"standing": standing_of(spec), "track": track})
    return found


def check_origins(manifest: RunManifest, suite: Suite) -> None:
    """See that a manifest says of each agent what is known of it.

    Raises:
        Contradiction: it says something else.
        NotScored: it says nothing of an agent, as manifests of earlier versions.
    """
    for agent in manifest.agents if suite.name in OURS else ():
        own = own_agent(suite, agent)
        said = manifest.origins.get(agent)
        if said is None:
            raise NotScored(f"its manifest does not say which package {agent[:40]} comes from")
        source = manifest.plugins.get(_key(agent), {})
        if own is None and not source:
            raise Contradiction(f"{agent[:40]} is not an agent of this package, and the manifest names no other package for it")
        if own is None and said.distribution != source.get("distribution"):
            raise Contradiction(f"{agent[:40]} comes from {source.get('distribution', '')[:60]!r}, but its origin says otherwise")
        if own and (said.standing, said.is_ours) != (standing_of(own), True):
            raise Contradiction(f"{agent[:40]} is {standing_of(own)} and comes from this package, but its origin says otherwise")
        if not said.track:
            raise NotScored(f"its manifest does not say on which track {agent[:40]} played")
        if said.track != (track := _track(own, manifest.options)):
            raise Contradiction(f"{agent[:40]} played on the track {track}, but its origin says {said.track}")


def _track(spec: Contestant | None, options: Mapping[str, Any]) -> AgentTrack:
    """The track of an agent in a run with these options; None is one of another package, which may look at all it gets."""
    see, face = options.get("see"), options.get("face")
    faces = face if isinstance(face, list | tuple) else ("screen",)
    return track_of(spec, see if spec and isinstance(see, list | tuple) else None, faces)


def own_agent(suite: Suite, agent: str) -> Contestant | None:
    """An agent of this package by its name, with or without a prefix; None for one of another package, and in its suites."""
    name = bare_name(agent)
    return suite.players().get(name) if suite.name in OURS and name not in AGENTS.installed else None


def _is_ours(spec: Contestant) -> bool:
    """Whether a suite of another package lets an agent of ours play."""
    return any(getattr(spec, "inner", spec) is own for suite in OURS.values() for own in suite.players().values())


def _key(agent: str) -> str:
    return f"agents {bare_name(agent)}"
