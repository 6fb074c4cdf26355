"""What lies on the game's window: the program's own dialogs, and the windows of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.errors import quote
from winnable.screen.report import Report

if TYPE_CHECKING:
    from winnable.screen.pointer import Pointer
    from winnable.screen.profile import Profile
    from winnable.screen.window import Window

__all__ = ["Covers"]

_MOST_KEYS = 3  # presses for one dialog


class Covers:
    """Clears a window: dialogs that the profile knows are closed, other programs' windows left behind."""

    def __init__(self, window: Window, pointer: Pointer, profile: Profile, report: Report) -> None:
        self.window, self.pointer, self.profile, self.report = window, pointer, profile, report
        self._pressed: dict[Window, int] = {}

    def says(self, means: str) -> bool:
        """Is there a dialog of the program that means this?"""
        return any(dialog and dialog.means == means for _, dialog in self.profile.dialogs(self.window))

    def clear(self) -> str:
        """Does one thing about what lies on the window; why it is not clear yet, or empty if it is."""
        self.window.check_shown()
        dialogs = self.profile.dialogs(self.window)
        covers = self.window.covered_by()
        for other, dialog in dialogs:
            if dialog is not None and self._pressed.get(other, 0) < _MOST_KEYS:
                self._pressed[other] = self._pressed.get(other, 0) + 1
                self.report.dismissed += self._pressed[other] == 1
                other.bring_forward()
                self.pointer.key(dialog.key)
                return f"the dialog {quote(other.title)} does not go away"
        if not covers:
            return ""
        own = [other for other, _ in dialogs]
        if covers[0] in own:
            return f"a dialog {quote(covers[0].title)} lies on the board, which the profile does not know"
        self.window.bring_forward()
        return f"the window {quote(covers[0].title)} lies on the board"
