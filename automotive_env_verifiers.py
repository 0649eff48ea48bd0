"""The car under a name that the loaders of verifiers take, which have no dots: `vf-eval automotive_env_verifiers`."""

from automotive_env.adapters.verifiers import CarEnv, CarHarness, CarTaskset

__all__ = ["CarEnv", "CarHarness", "CarTaskset"]
