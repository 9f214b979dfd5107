"""End set-up in order when it is told to, so that the programs it has started end with it."""

from __future__ import annotations

import signal
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """Set-up was told to end. No `Exception`, so that nothing takes it for a failed step."""

    def __init__(self, number: int) -> None:
        """Keep the number of the signal."""
        super().__init__(signal.Signals(number).name)
        self.number = number


def raise_on_signals() -> None:
    """Turn the first signal into `Ended`, in the main thread; later ones don't disturb the end.

    A signal that is ignored stays so: that is how nohup and background jobs of a shell want it.
    """
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _raise)


def _raise(number: int, frame: FrameType | None) -> None:
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    raise Ended(number)
