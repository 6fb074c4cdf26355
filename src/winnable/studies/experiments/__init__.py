"""Experiments: games and players measured unit by unit, into one SQLite file that no interruption harms.

``plan`` reads a study file; ``store``, ``blocks`` and ``queue`` keep what is to be done and what came of it;
``work`` does it in a worker; ``workers`` are processes here or on a cluster; ``run`` brings these together;
``summary``, ``export`` and ``merge`` use what was measured.
"""
