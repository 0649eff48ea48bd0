"""Longer jobs, run by hand or by night."""
