"""Sözle sayılar: `on dokuz` ↔ 19. Sıfırdan trilyonlara, ayrı yazılır; eksi sayı `eksi` sözüyle başlar."""

ONES = ("sıfır", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz")
TENS = ("", "on", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan")
SCALES = ("", "bin", "milyon", "milyar", "trilyon", "katrilyon", "kentilyon")
MINUS_WORD = "eksi"

VALUES = {word: n for n, word in enumerate(ONES)} | {word: 10 * n for n, word in enumerate(TENS) if word}
NUMBER_WORDS = frozenset({*VALUES, "yüz", *SCALES[1:]})


def lower(text: str) -> str:
    """Türkçe küçük harf: I → ı, İ → i."""
    return text.replace("I", "ı").replace("İ", "i").lower()


def _below_thousand(number: int) -> list[str]:
    hundreds, rest = divmod(number, 100)
    words = [] if hundreds == 0 else ["yüz"] if hundreds == 1 else [ONES[hundreds], "yüz"]
    return words + [word for word in (TENS[rest // 10], ONES[rest % 10] if rest % 10 else "") if word]


def write_words(number: int) -> str:
    """Tam sayıyı sözle yazar: `write_words(2019)` → `iki bin on dokuz`. 10²¹ ve üstü `ValueError` verir."""
    if abs(number) >= 1000 ** len(SCALES):
        raise ValueError(f"{number} sözle yazılamayacak kadar büyük")
    if number == 0:
        return ONES[0]
    words: list[str] = [MINUS_WORD] if number < 0 else []
    for power in reversed(range(len(SCALES))):
        group = abs(number) // 1000**power % 1000
        if group and not (power == 1 and group == 1):
            words += _below_thousand(group)
        if group and power:
            words.append(SCALES[power])
    return " ".join(words)


def read_words(text: str) -> int | None:
    """Sözle yazılmış sayının değeri; kurala uygun bir sayı değilse None (`iki üç`, `on yirmi`, `bir bin`)."""
    words = lower(text).split()
    total = group = 0
    for word in words[1:] if words[:1] == [MINUS_WORD] else words:
        if word in VALUES:
            group += VALUES[word]
        elif word == "yüz":
            group = max(group, 1) * 100
        elif word in SCALES:
            total, group = total + max(group, 1) * 1000 ** SCALES.index(word), 0
        else:
            return None
    number = total + group if words[:1] != [MINUS_WORD] else -(total + group)
    return number if write_words(number) == " ".join(words) else None
