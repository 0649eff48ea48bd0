"""Grounding: one wish, one screen, one touch. Which point of the picture fulfils the wish?"""
