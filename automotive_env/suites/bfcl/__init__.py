"""BFCL-V3's multi-turn categories, as data and classes of the user's own installation of `bfcl-eval`."""
