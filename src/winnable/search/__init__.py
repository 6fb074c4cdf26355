"""Searches and solvers: what they take and answer (api), the textbook algorithms, traces."""
