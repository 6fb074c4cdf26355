"""Text in and out, one module for each dialect.

``fcsolve`` boards as Freecell Solver reads them, ``json`` positions as JSON, ``solution`` lists of
moves, ``detect`` whatever of these a file holds, read as a stream.
"""
