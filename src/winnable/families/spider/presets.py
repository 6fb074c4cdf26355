"""Named games whose answer is known, of Spider and its kin: KPatience's deals by their numbers, and a pack in
which no card ever goes onto another. ``tests/families/test_presets.py`` has the solver prove every claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from winnable.choices import Preset

__all__ = ["PRESETS"]

# Even ranks are dealt first, so no move but to deal is ever there; a hand file (see docs/formats.md).
_NO_MOVE: Final = """\
-4d -4d -4h -4h -4s Ac
-4s -6c -6c -6d -6d Ac
-6h -6h -6s -6s -8c Ad
-8c -8d -8d -8h -8h Ad
-8s -8s -0c -0c Ah
-0d -0d -0h -0h Ah
-0s -0s -Qc -Qc As
-Qd -Qd -Qh -Qh As
-Qs -Qs -Kd -Kd 3c
-Kh -Kh -Ks -Ks 3c
3d 5d 7h 9s Kc
3d 5d 7h 9s Kc
3h 5h 7s Jc 2c
3h 5h 7s Jc 2c
3s 5s 9c Jd 2d
3s 5s 9c Jd 2d
5c 7c 9d Jh 2h
5c 7c 9d Jh 2h
7d 9h Js 2s 4c
7d 9h Js 2s 4c
"""


def _deal(name: str, number: int, *, won: bool = True) -> Preset:
    return Preset(name=name, start=f"kpat:{number}", won=won, about=f"KPatience's deal {number}")


PRESETS: Final[Mapping[str, tuple[Preset, ...]]] = {
    "spider": (
        _deal("four suits", 1),
        Preset(name="proved impossible", start=_NO_MOVE, won=False, about="no card ever goes onto another"),
    ),
    "spider:suits=2": (_deal("two suits", 1),),
    "spider:suits=1": (_deal("one suit", 1),),
    "spiderette": (_deal("winnable", 1), _deal("proved impossible", 45, won=False)),
    "will_o_the_wisp": (_deal("winnable", 1), _deal("proved impossible", 53, won=False)),
    "mrs_mop": (_deal("winnable", 1), _deal("proved impossible", 46, won=False)),
    "scorpion": (_deal("winnable", 5), _deal("proved impossible", 1, won=False)),
}
