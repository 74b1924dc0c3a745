"""Earlier moments of a game to which the person who decides may return."""

from __future__ import annotations

from got_env.replay import ReplayWriter
from got_env.replay.writer import Mark


class Undo:
    """The choices of one house since another one decided or something hidden was shown.

    Going back over them takes nothing from anybody: nobody else has answered them, and nobody has
    learned anything from them.

    Args:
        writer: of the game.
    """

    def __init__(self, writer: ReplayWriter) -> None:
        self._writer = writer
        self._marks: list[Mark] = []

    def __bool__(self) -> bool:
        return bool(self._marks)

    def play(self, action: int) -> None:
        """Play a choice of a person; it can be taken back unless it ends the chain.

        Raises:
            IllegalAction: if it is not legal; nothing changes.
        """
        writer = self._writer
        mark = writer.mark()
        chosen = int(writer.mask.sum()) > 1
        seat = int(writer.seats[0])
        writer.play(action)
        if int(writer.seats[0]) != seat or writer.game.words.reveals(mark.states, writer.states, 0):
            self.forget()
        elif chosen or self._marks:
            # A forced answer is only passed over on the way back to a choice.
            self._marks.append(mark)

    def forget(self) -> None:
        """Let all that was played stand."""
        self._marks.clear()

    def back(self) -> bool:
        """Go back to the last choice of the person; False if there is none."""
        while self._marks:
            mark = self._marks.pop()
            if int(mark.mask.sum()) > 1:
                self._writer.return_to(mark)
                return True
        return False
