"""Signals, and the checks that read them."""
