"""Derste deneme parçaları: sayfanın sayıları motorunkilerdir, klavyeyle çalışır, betiksiz sayfa da okunur."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Locator, Page, expect

from _audit.numerals import write_number
from _engine import single_query as ag
from _engine import single_query_study as olcu
from _engine.distributions import softmax
from _engine.sequences import make_sequences, split
from _viz import Play

from .conftest import DESKTOP, LESSON, PHONE, Opener

WEEK_12 = "chapters/nlp-transformer-dikkat.html"

TRAIN, _, HELD_OUT = split(make_sequences())
FEW = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

Piece = Callable[..., Locator]


def piece(page: Page, kind: str) -> Locator:
    """Yanına gidilmiş, açılmış, çizimleri çizilmiş deneme parçası."""
    box = page.locator(f"[data-play={kind}]").first
    box.scroll_into_view_if_needed()
    expect(box).to_have_attribute("data-ready", "")
    expect(box.locator(".play-body svg:not([viewBox])")).to_have_count(0)
    return box


def said(box: Locator) -> Locator:
    return box.locator(".play-said")


def train(box: Locator, button: str) -> None:
    """Düğmeye basar, eğitimin bitmesini bekler."""
    box.get_by_role("button", name=button, exact=True).click()
    expect(said(box)).to_contain_text("turda doğruluk", timeout=60_000)


@pytest.fixture
def lesson(open_page: Opener) -> Page:
    return open_page(LESSON)


# --- sayılar ----------------------------------------------------------------------------------------------


def test_numbers_are_written_as_in_python(lesson: Page) -> None:
    piece(lesson, "temperature")
    draw = random.Random(2)
    values = [0.0, -0.0, 0.5, 1.5, 2.5, 2.675, 1.005, 0.125, -0.125, 1e21, -1e21, 5e-324, 1e-9, -0.00001]
    values += [1e15 + 0.5, 999.9995, 0.99995, 2.0**70, 123456789.0, 1 / 3]
    values += [draw.uniform(-1, 1) * 10 ** draw.randint(-6, 18) for _ in range(400)]
    values += [draw.randint(-(10**6), 10**6) / 2 ** draw.randint(0, 12) for _ in range(400)]
    cases = [(value, draw.randint(0, 6), draw.random() < 0.2) for value in values]
    cases += [(value, decimals, False) for value in values[:20] for decimals in range(5)]
    page = lesson.evaluate(
        "cases => cases.map(([value, n, percent]) => play.number(value, n, { percent }))", cases
    )
    python = [write_number(value, decimals, percent=percent) for value, decimals, percent in cases]
    assert page == python


def test_unwritable_numbers_are_refused(lesson: Page) -> None:
    piece(lesson, "temperature")
    said_by_page = lesson.evaluate("""() => [NaN, Infinity, -Infinity].map((value) => {
        try { return play.number(value, 2); } catch (error) { return error.name; }
    })""")
    assert said_by_page == ["RangeError"] * 3


# --- adımı çıkar ------------------------------------------------------------------------------------------

RUNS = ag.train(np.array(ag.PUBLISHED_SEEDS), TRAIN)


def choose(box: Locator, run: int, row: int) -> None:
    box.get_by_role("button", name=f"koşum {run + 1}").click()
    box.get_by_label("dizi", exact=True).fill(str(row))
    box.get_by_label("dizi", exact=True).press("Enter")


def step_button(box: Locator, step: int) -> Locator:
    return box.locator(".play-columns button").nth(step)


@FEW
@example(run=0, row=0, step=11)
@example(run=1, row=179, step=0)
@given(run=st.integers(0, 1), row=st.integers(0, len(HELD_OUT) - 1), step=st.integers(0, 11))
def test_removal_is_the_engine_s(lesson: Page, run: int, row: int, step: int) -> None:
    box = piece(lesson, "removal")
    choose(box, run, row)
    inputs = HELD_OUT.inputs[row : row + 1]
    full = ag.forward(RUNS[run], inputs)
    left = ag.forward(RUNS[run], inputs, removed=step)
    before, after = float(full.probability[0]), float(left.probability[0])

    expect(box.locator(".play-facts")).to_contain_text(f"olasılığı {write_number(before, 4)}")
    labels = [step_button(box, t).get_attribute("aria-label") for t in range(12)]
    assert labels == [_label(row, t, full.weights[0, t]) for t in range(12)]
    step_button(box, step).click()
    expect(said(box)).to_contain_text(f"{write_number(before, 4)}\u00a0→\u00a0{write_number(after, 4)}")
    expect(said(box)).to_contain_text(f"etkisi {write_number(abs(after - before), 4)}")
    turned = (left.logit[0] > 0) != (full.logit[0] > 0)
    expect(said(box)).to_contain_text("Karar döndü" if turned else "Karar değişmedi")
    labels = [step_button(box, t).get_attribute("aria-label") for t in range(12)]
    assert labels == [_label(row, t, left.weights[0, t]) for t in range(12)]
    other = (step + 5) % 12
    effects = olcu.removal_effects(RUNS[run], inputs)[0]
    best = max(step, other, key=lambda t: float(effects[t]))
    step_button(box, other).click()
    told = f"Denediğiniz 2 adımın en etkilisi {best}: {write_number(float(effects[best]), 4)}."
    expect(said(box)).to_contain_text(told)
    untried = box.locator("svg text", has_text="?")
    assert untried.count() == 10
    step_button(box, other).click()
    expect(step_button(box, other)).to_have_attribute("aria-pressed", "false")


def _label(row: int, step: int, weight: float) -> str:
    marked = ", işaretli" if step == HELD_OUT.marker[row] else ""
    reading = write_number(HELD_OUT.readings[row, step], 3)
    return f"adım {step}{marked}: okuma {reading}, ağırlık {write_number(weight, 2)}"


def test_finders_agree_with_the_lesson_s_counts(lesson: Page) -> None:
    """Düğmelerdeki sayılar tablonunkilerdir; getirilen dizi gerçekten o kümedendir."""
    box = piece(lesson, "removal")
    study = olcu.study(RUNS, HELD_OUT)
    apart = np.rint((1 - study.agreement) * len(HELD_OUT)).astype(int)
    for run in range(2):
        choose(box, run, 0)
        idle = box.get_by_role("button", name="ağır ama etkisiz")
        expect(idle).to_have_text(f"ağır ama etkisiz ({study.heavy_idle[run]})")
        other = box.get_by_role("button", name="en ağır ≠ en etkili")
        expect(other).to_have_text(f"en ağır ≠ en etkili ({apart[run]})")
        assert other.is_disabled() == (apart[run] == 0)
        idle.click()
        row = int(box.get_by_label("dizi", exact=True).input_value())
        weights = ag.forward(RUNS[run], HELD_OUT.inputs).weights[row]
        effects = olcu.removal_effects(RUNS[run], HELD_OUT.inputs)[row]
        assert weights.max() > olcu.HEAVY_WEIGHT
        assert effects[weights.argmax()] < olcu.SMALL_EFFECT


def test_steps_by_keyboard(lesson: Page) -> None:
    box = piece(lesson, "removal")
    box.get_by_role("button", name="sonraki dizi").focus()
    lesson.keyboard.press("Enter")
    expect(box.get_by_label("dizi", exact=True)).to_have_value("1")
    box.locator(".play-columns button[tabindex='0']").focus()
    lesson.keyboard.press("Home")
    for key, at in [("ArrowRight", 1), ("End", 11), ("ArrowRight", 0), ("ArrowLeft", 11)]:
        lesson.keyboard.press(key)
        expect(step_button(box, at)).to_be_focused()
    lesson.keyboard.press("Space")
    expect(step_button(box, 11)).to_have_attribute("aria-pressed", "true")
    expect(said(box)).to_contain_text("Adım 11 çıktı")
    lesson.keyboard.press("Enter")
    expect(step_button(box, 11)).to_have_attribute("aria-pressed", "false")
    assert box.locator(".play-columns button[tabindex='0']").count() == 1


def test_removed_step_stays_when_the_run_changes(lesson: Page) -> None:
    box = piece(lesson, "removal")
    step_button(box, 7).click()
    box.get_by_role("button", name="koşum 2").click()
    expect(step_button(box, 7)).to_have_attribute("aria-pressed", "true")
    box.get_by_role("button", name="sonraki dizi").click()
    assert box.locator(".play-columns [aria-pressed=true]").count() == 0


# --- yeniden eğitim ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "accuracy", "mass", "hit", "below"),
    [(0, "0,8889", "0,2721", "0,3444", ["32", "11"]), (1, "0,9944", "0,9691", "1,0000", None)],
)
def test_published_seeds_give_the_published_numbers(
    lesson: Page, run: int, accuracy: str, mass: str, hit: str, below: list[str] | None
) -> None:
    box = piece(lesson, "training")
    train(box, f"koşum {run + 1}")
    expect(said(box)).to_contain_text(
        f"doğruluk {accuracy}, isabet {hit}, işaretli adıma düşen ağırlık {mass}"
    )
    expect(said(box)).to_contain_text(("ağırlık taşır", "değer taşır")[run])
    assert box.locator("tbody td:nth-child(2)").all_inner_texts() == [accuracy, hit]
    in_lesson = lesson.locator("#tbl-bin-kosum tbody tr")
    column = 5 + run
    told = [in_lesson.nth(row).locator("th, td").nth(column - 1).inner_text() for row in (0, 2)]
    counted = box.locator("tbody td:nth-child(3)").all_inner_texts()
    assert counted == told
    assert below in (None, counted)


@FEW
@example(seed=0)
@example(seed=2**32 - 1)
@given(seed=st.integers(0, 2**32 - 1))
def test_any_seed_trains_as_in_the_engine(lesson: Page, seed: int) -> None:
    piece(lesson, "training")
    page = lesson.evaluate(
        """seed => {
          const { network, number } = play;
          const parse = (kind) => JSON.parse(document.querySelector(`[data-play=${kind}]`).dataset.content);
          const train = network.sequences(parse("training").train);
          const parameters = network.initialParameters(seed);
          const start = [...parameters];
          const losses = [];
          for (let n = 0; n < 200; n++) losses.push(network.descend(parameters, train, 0.6).loss);
          const study = network.study(parameters, network.sequences(parse("removal").heldOut));
          const printed = [study.accuracy, study.mass, study.hit].map((value) => number(value, 4));
          return { start, losses, parameters: [...parameters], printed };
        }""",
        seed,
    )
    seeds = np.array([seed])
    assert page["start"] == ag.initial_parameters(seeds).flat()[0].tolist()
    trained = ag.train(seeds, TRAIN)
    np.testing.assert_allclose(page["parameters"], trained.flat()[0], rtol=0, atol=1e-9)
    path = olcu.history(ag.initial_parameters(seeds), TRAIN, range(200))
    np.testing.assert_allclose(page["losses"], ag.loss(path, TRAIN)[:, 0], rtol=0, atol=1e-9)
    study = olcu.study(trained, HELD_OUT)
    assert page["printed"] == [write_number(m[0], 4) for m in (study.accuracy, study.mass, study.hit)]


def test_finished_runs_are_counted_by_the_lesson_s_groups(lesson: Page) -> None:
    box = piece(lesson, "training")
    rows = lesson.locator("#tbl-kumeler tbody tr")
    groups = [rows.nth(i).locator("th, td").nth(1).inner_text() for i in range(3)]
    names = ("ağırlık taşır", "değer taşır", "öğrenmemiş")
    in_lesson = ", ".join(f"{name} {count}" for name, count in zip(names, groups, strict=True))
    expect(box.locator(".play-facts")).to_have_text(f"Dersteki 1.000 koşum: {in_lesson}.")
    train(box, "koşum 1")
    train(box, "koşum 2")
    expect(said(box)).to_contain_text("değer taşır")
    expect(box.locator(".play-facts")).to_contain_text(
        "Sizin 2 koşumunuz: ağırlık taşır 1, değer taşır 1, öğrenmemiş 0."
    )


def test_training_by_keyboard_and_stopping(lesson: Page) -> None:
    box = piece(lesson, "training")
    seed = box.get_by_label("tohum", exact=True)
    seed.fill("7")
    seed.press("Enter")
    stop = box.get_by_role("button", name="Durdur")
    expect(stop).to_be_visible()
    stop.press("Enter")
    expect(said(box)).to_contain_text("turda durduruldu")
    expect(box.get_by_role("button", name="Eğit", exact=True)).to_be_visible()
    told = said(box).inner_text()
    lesson.wait_for_timeout(200)
    assert said(box).inner_text() == told


@pytest.mark.parametrize("seed", ["-1", "4294967296", "1.5", ""])
def test_wrong_seed_is_told(lesson: Page, seed: str) -> None:
    box = piece(lesson, "training")
    box.get_by_label("tohum", exact=True).fill(seed)
    box.get_by_role("button", name="Eğit", exact=True).click()
    expect(said(box)).to_contain_text("0 ile 4.294.967.295 arasında")
    expect(box.get_by_label("tohum", exact=True)).to_have_attribute("aria-invalid", "true")


def _drawings_while_training(page: Page) -> int:
    """Eğitim sürerken kayıp eğrisinin kaç kez çizildiği."""
    box = piece(page, "training")
    page.evaluate("""() => {
      window.drawn = 0;
      const svg = document.querySelector("[data-play=training] svg");
      new MutationObserver(() => { window.drawn += 1; }).observe(svg, { childList: true });
    }""")
    train(box, "koşum 2")
    return int(page.evaluate("window.drawn"))


def test_reduced_motion_shows_only_the_end(open_page: Opener) -> None:
    assert _drawings_while_training(open_page(LESSON, reduced_motion="reduce")) <= 2
    assert _drawings_while_training(open_page(LESSON)) >= 20


# --- β sürgüsü --------------------------------------------------------------------------------------------


def test_slider_gives_softmax(lesson: Page) -> None:
    box = piece(lesson, "temperature")
    slider = box.get_by_role("slider")
    for press, times, beta in [
        ("Home", 1, 0.0),
        ("ArrowRight", 10, 0.5),
        ("ArrowRight", 10, 1.0),
        ("End", 1, 3.0),
    ]:
        slider.focus()
        for _ in range(times):
            lesson.keyboard.press(press)
        weights = softmax(beta * np.array([2.0, 4.0, 0.0]))
        output = float(weights @ [0.4, -0.6, 1.2])
        names = ("birinci", "ikinci", "üçüncü")
        shares = ", ".join(f"{name} {write_number(w, 3)}" for name, w in zip(names, weights, strict=True))
        expected = f"β {write_number(beta, 2)}; {shares}; çıktı {write_number(output, 3)}"
        expect(slider).to_have_attribute("aria-valuetext", expected)
        expect(said(box)).to_be_empty()  # değeri sürgü söyler, canlı bölge yinelemez


def test_presets_are_the_figure_s_panels(open_page: Opener) -> None:
    """Hafta 12: şeklin dört β'sında ilk token'ın ağırlığı, metnin yazdığı sayılara yuvarlanır."""
    box = piece(open_page(WEEK_12), "temperature")
    told = []
    for button in box.get_by_role("button").all():
        button.click()
        told.append(said(box).inner_text())
    weights = softmax(np.outer([0.3, 1.0, 3.0, 8.0], [3.0, 1.5, 0.5, -1.0]))
    for sentence, row in zip(told, weights, strict=True):
        assert sentence.endswith(", ".join(f"t{i + 1} {write_number(w, 3)}" for i, w in enumerate(row)) + ".")


def test_preset_returns_to_the_table(lesson: Page) -> None:
    box = piece(lesson, "temperature")
    box.get_by_role("slider").press("End")
    button = box.get_by_role("button", name="1/√d")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    total = lesson.locator("#tbl-elle tr").last.locator("td").last.inner_text()
    expect(said(box)).to_contain_text(f"çıktı {total}")


# --- sayfa ------------------------------------------------------------------------------------------------

KINDS = ("temperature", "removal", "training")
NARROW = {"width": 320, "height": 700}


def test_nothing_is_loaded_before_it_is_near(lesson: Page) -> None:
    names = """() => performance.getEntriesByType("resource").map(entry => entry.name)
      .filter(name => name.includes("/play/") && name.endsWith(".js"))"""
    assert lesson.evaluate(names) == []
    piece(lesson, "temperature")
    loaded = " ".join(lesson.evaluate(names))
    assert "temperature.js" in loaded
    assert "training.js" not in loaded


def test_opens_from_disk(open_page: Opener, book_dir: Path) -> None:
    page = open_page(LESSON, base=book_dir.as_uri() + "/")
    for kind in KINDS:
        piece(page, kind)
    train(page.locator("[data-play=training]"), "koşum 1")


def test_page_without_script_reads_on(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + LESSON)
    assert page.locator("[data-play]").count() >= 3
    for box in page.locator("[data-play]").all():
        expect(box).to_be_hidden()
    expect(page.locator("#fig-etki img")).to_be_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "viewport", [DESKTOP, PHONE, {"width": 320, "height": 700}], ids=["genis", "telefon", "dar"]
)
def test_pieces_are_accessible(open_page: Opener, scheme: str, viewport: dict[str, int]) -> None:
    page = open_page(LESSON, viewport=viewport, color_scheme=scheme)
    for kind in KINDS:
        piece(page, kind)
    train(piece(page, "training"), "koşum 1")
    step_button(piece(page, "removal"), 7).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    found = Axe().run(page, context=".play").response["violations"]
    assert not [(v["id"], [node["html"][:160] for node in v["nodes"]]) for v in found]
    small = page.evaluate("""() => [...document.querySelectorAll(".play :is(button, input)")]
      .map(e => [e.getAttribute("aria-label") ?? e.textContent, e.getBoundingClientRect()])
      .filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name)""")
    assert small == []
    # Adım düğmeleri çizimin sütunlarıyla örtüşür: dokunulan sütun, görünen adımdır.
    spans = page.evaluate("""() => {
      const left = document.querySelector(".play-columns").getBoundingClientRect().left;
      return [...document.querySelectorAll(".play-columns button")].map(e => {
        const box = e.getBoundingClientRect();
        return [box.left - left, box.right - left];
      });
    }""")
    column = spans[0][1]
    np.testing.assert_allclose(spans, [[column * t, column * (t + 1)] for t in range(12)], atol=1)
    keys = page.locator("[data-play=removal] .play-key").evaluate_all("all => all.map(e => e.getBBox().x)")
    assert all(a <= x <= b for x, (a, b) in zip(keys, spans, strict=True))
    for step in (10, 8, 7, 11):  # yan yana sayılar da yazılır
        step_button(piece(page, "removal"), step).click()
    overlapping = page.evaluate("""() => [...document.querySelectorAll(".play svg")].flatMap(svg => {
      const boxes = [...svg.querySelectorAll("text")].map(t => [t.textContent, t.getBoundingClientRect()]);
      const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 4;
      return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
        .filter(([, b]) => !before(a, b) && !before(b, a)).map(([two]) => [one, two]));
    })""")
    assert overlapping == []
    if viewport["width"] < 640:
        tapped = page.locator(".play :is(button, input):not(.play-columns *)")
        assert min(tapped.evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")) >= 43.9
    letters = page.evaluate("""() => [...document.querySelectorAll(".play svg text")].flatMap(t => {
      const scale = t.ownerSVGElement.getBoundingClientRect().width / t.ownerSVGElement.viewBox.baseVal.width;
      const size = parseFloat(getComputedStyle(t).fontSize) * scale;
      return size < 11.99 ? [t.textContent] : [];
    })""")
    assert letters == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_room_is_kept_for_every_piece(open_page: Opener, width: int) -> None:
    """Ayrılan yer, açılan parçanın boyudur (bir satır payla: sistemin yazı tipi değişebilir)."""
    page = open_page(LESSON, viewport={"width": width, "height": 800})
    heights = "() => [...document.querySelectorAll('.play-body')].map(body => body.scrollHeight)"
    kept = page.evaluate(heights)
    for kind in KINDS:
        piece(page, kind)
    page.evaluate("document.querySelectorAll('.play-body').forEach(b => { b.style.minHeight = 0; })")
    assert page.evaluate(heights) == pytest.approx(kept, abs=24)


@pytest.mark.parametrize("anchor", ["", "#sec-bin-kosum", "#sec-etkisiz"])
def test_opening_does_not_shift_the_page(open_page: Opener, anchor: str) -> None:
    """Parça, ekrana girmeden açılır: okurun gözünün önünde hiçbir satır yerinden oynamaz."""
    page = open_page(LESSON + anchor)
    # Gövde, yazı tipi gelene dek görünmez; o sıradaki yerleşme okurun gördüğü bir kayma değildir.
    page.wait_for_function("document.documentElement.dataset.fonts !== 'waiting'")
    page.wait_for_timeout(500)
    page.evaluate(
        """() => {
            window.shifted = 0;
            const add = (sum, e) => sum + (e.hadRecentInput ? 0 : e.value);
            const look = list => window.shifted = list.getEntries().reduce(add, window.shifted);
            new PerformanceObserver(look).observe({ type: "layout-shift" });
        }"""
    )
    for _ in range(12):
        page.mouse.wheel(0, 400 if anchor == "" else -400)
        page.wait_for_timeout(80)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") < 0.01


# --- parçayı yazan hücre ----------------------------------------------------------------------------------


def test_unknown_piece_is_an_error() -> None:
    with pytest.raises(ValueError, match="'sorgu' diye bir deneme parçası yok"):
        Play("sorgu", "Başlık", "Söz", [], {})


def test_data_is_escaped_and_hidden() -> None:
    html = Play("removal", "A & B", "x'i < y", ["1'i > 2"], {"söz": '"<script>'}, name="ad")._repr_html_()
    assert html.startswith('<div class="play" hidden id="ad"')
    assert "<script" not in html
    assert "<strong>A &amp; B.</strong> x’i &lt; y" in html
    assert "<ol><li>1’i &gt; 2</li></ol>" in html
    assert "söz" not in repr(Play("removal", "A", "B", [], {"söz": 1}))
