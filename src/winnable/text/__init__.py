"""Text in and out, one module for each dialect.

For FreeCell and its kin ``fcsolve`` boards as Freecell Solver reads them and ``json`` positions as JSON;
for Pyramid and its kin ``pairing_text`` drawn boards, ``flat`` decks on a line each, ``thesis`` and
``pairing_json`` JSON; for Undead ``sgt`` game IDs, ``sgt_save`` save files, ``undead_text`` drawn boards,
``undead_paths`` the dissertation's dictionaries and ``undead_json`` JSON. ``solution`` lists of moves,
``detect`` whatever of these a file holds, read as a stream, and ``boards`` any position written out.
"""
