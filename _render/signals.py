"""Komutun kesilmesi: SIGINT de SIGTERM de `KeyboardInterrupt` olur."""

import signal


def interruptible() -> None:
    """Kesmeyi dinler. `book.py` paketler yüklenene dek engellemiştir: o sırada gelen, şimdi yükselir."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
