"""Suites: what a run can play; each keeps to the contract of `automotive_env.suites.suite`."""
