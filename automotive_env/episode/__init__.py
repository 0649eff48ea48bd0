"""An episode: observations, actions, sessions, verdicts, and the cars that are played."""
