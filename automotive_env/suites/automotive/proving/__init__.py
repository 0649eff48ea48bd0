"""Proving that a task can be trusted: what CI holds the tasks of this benchmark to, for tasks of anybody.

>>> from automotive_env.suites.automotive.proving.gates import faults
>>> from automotive_env.tasks.registry import find_task
>>> faults(find_task("hvac.recirculate_air"))
[]
"""
