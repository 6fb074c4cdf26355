"""Eyes and hands: games are read from windows and pictures of them, and played with the pointer.

Nothing outside this folder knows pixels. What a screen should show comes from a Scene, and what is to be done
from a Session; here are the eyes (``picture``, ``find``, ``layout``, the readers, ``assign``), what they have
seen (``seen``), and the hands. It needs the extras ``vision`` and, for windows, ``automate``.
"""
