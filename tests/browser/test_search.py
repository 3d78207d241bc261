"""Arama: harfler ve ekler, sözlüğün öbür adları, sonuçlar, klavye, erişilebilirlik; sunucudan ve diskten."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect

from .conftest import DESKTOP, LESSON, PHONE, Opener

ROOT = Path(__file__).resolve().parents[2]
TURKISH = "abcçdefgğhıijklmnoöprsştuüvyzâîû"


def search(page: Page, query: str) -> None:
    """Pencereyi `/` ile açar, sorguyu yazar, sonucun gelmesini bekler."""
    page.keyboard.press("/")
    page.locator(".book-search input").fill(query)
    expect(page.locator(".book-search .status")).not_to_be_empty()


def titles(page: Page) -> list[str]:
    return page.locator(".book-search .title").all_inner_texts()


@pytest.fixture(params=["sunucudan", "diskten"])
def page(request: pytest.FixtureRequest, open_page: Opener, site: str, book_dir: Path) -> Page:
    return open_page(base=site if request.param == "sunucudan" else book_dir.as_uri() + "/")


# --- harfler ve ekler --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def core(browser: Browser, book_dir: Path) -> Page:
    """Aramanın çekirdeği yüklenmiş sayfa: `bookSearch` ve `searchIndex` hazır."""
    page = browser.new_page()
    page.goto((book_dir / "index.html").as_uri())
    search(page, "kitap")
    return page


def fold(text: str) -> str:
    """Harf eşlemenin buradaki yazılışı: ayrıştır, imleri at, küçült, noktasızı noktalı yap."""
    letters = [
        letter for letter in unicodedata.normalize("NFKD", text) if unicodedata.category(letter)[0] != "M"
    ]
    return "".join(letters).lower().replace("ı", "i")


def folded(page: Page, texts: list[str]) -> list[str]:
    return page.evaluate("texts => texts.map(bookSearch.fold)", texts)


words = st.text(TURKISH + TURKISH.replace("ı", "").replace("i", "").upper() + "Iİ", max_size=12)
texts = st.text(
    st.characters(max_codepoint=0x24F, exclude_categories=["C"]) | st.sampled_from("İIıiğşçöü\u0307αΣς’")
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(words | texts, min_size=50, max_size=150))
def test_folding_agrees_with_python_and_is_idempotent(core: Page, many: list[str]) -> None:
    once = folded(core, many)
    assert once == [fold(text) for text in many]
    assert folded(core, once) == once


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(TURKISH, max_size=12), min_size=50, max_size=150))
def test_turkish_case_does_not_matter(core: Page, lower: list[str]) -> None:
    upper = [word.replace("i", "İ").upper() for word in lower]
    ascii_only = str.maketrans("çğıöşüâîû", "cgiosuaiu")
    assert folded(core, upper) == folded(core, lower) == [word.translate(ascii_only) for word in lower]


@pytest.mark.parametrize(
    "family",
    [
        "ağırlık ağırlıklar ağırlıkların ağırlığı ağırlığının ağırlıktan ağırlıkla ağırlıklarından ağırlıkta",
        "dikkat dikkati dikkatin dikkate dikkatte dikkatten dikkatle dikkatleri dikkattir",
        "kodlama kodlaması kodlamasını kodlamanın kodlamaya kodlamada kodlamalar",
        "tohum tohumlar tohumların tohumu tohumun tohumla",
        "koşum koşumlar koşumun koşumu koşumda koşumlarının",
        "kelime kelimeler kelimenin kelimeyi kelimelerden kelimesi",
        "maske maskesi maskeler maskenin maskeyi maskeyle",
        "tur turlar turda turlarda",
        "baş başlar başların başlardan",
        "ışık ışığı ışığın ışıkta ışıklar ışıktan",
    ],
)
def test_inflections_share_a_root(core: Page, family: str) -> None:
    found = core.evaluate(
        "words => words.map(word => bookSearch.root(bookSearch.fold(word)))", family.split()
    )
    assert len(set(found)) == 1, dict(zip(family.split(), found, strict=True))


@pytest.mark.parametrize("pair", ["birim bir", "konu konum", "eğitim eğim", "küme kum", "neden ne"])
def test_other_words_keep_their_own_root(core: Page, pair: str) -> None:
    one, other = core.evaluate(
        "words => words.map(word => bookSearch.root(bookSearch.fold(word)))", pair.split()
    )
    assert one != other


@pytest.mark.parametrize("query", ["isik", "IŞIK", "ışık", "Işık", "ışığın", "isiklarin"])
def test_dotless_letters_find_isik(core: Page, query: str) -> None:
    book = [
        [
            "a.html",
            "1",
            "Bölüm",
            [["bas", "1", "Bölüm", "Giriş."], ["kirilma", "1.1", "Kırılma", "Işık kırılır."]],
        ]
    ]
    answer = core.evaluate("([book, query]) => bookSearch.open(book)(query, 5)", [book, query])
    assert [result["href"] for result in answer["results"]] == ["a.html#kirilma"]
    assert answer["results"][0]["excerpt"] == [["Işık", True], [" kırılır.", False]]
    assert not answer["near"]


def test_spelling_mistakes_find_what_is_near(core: Page) -> None:
    answer = core.evaluate("bookSearch.open(searchIndex)('softmx', 5)")
    assert answer["near"]
    assert "".join(part for part, _ in answer["results"][0]["title"]) == "softmax"


def test_excerpts_are_pieces_of_the_text(core: Page) -> None:
    """Alıntı işaretsiz hâliyle bölümün metninden kesintisiz bir parçadır; her sonuçta işaretli söz vardır."""
    index = core.evaluate("searchIndex")
    whole = {
        href if n == 0 else f"{href}#{identifier}": text
        for href, _, _, found in index
        for n, (identifier, _, _, text, *_) in enumerate(found)
    }
    for query in ("ağırlık", "dil modeli", "attention", "0,6333", "kod çözücü"):
        for result in core.evaluate("query => bookSearch.open(searchIndex)(query, 100).results", query):
            excerpt = "".join(part for part, _ in result["excerpt"]).removeprefix("… ").removesuffix(" …")
            assert excerpt in whole[result["href"]], (query, result["href"])
            marks = [part for shown in ("title", "names", "excerpt") for part, hit in result[shown] if hit]
            assert marks, (query, result["href"])


# --- pencere -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["agirlik", "AĞIRLIK", "ağırlıkların"])
def test_every_spelling_finds_agirlik(page: Page, query: str) -> None:
    search(page, query)
    first = page.locator(".book-search [role=option]").first
    expect(first.locator(".title mark").last).to_have_text(re.compile("^[Aa]ğırlı[kğ]"))
    expect(first.locator(".excerpt mark").first).to_have_text(re.compile("^[Aa]ğırlı[kğ]"))
    assert any("dikkat ağırlığı" in title for title in titles(page))


@pytest.mark.parametrize("query", ["isik", "IŞIK"])
def test_every_spelling_finds_isik_in_the_book(page: Page, query: str) -> None:
    search(page, query)
    mark = page.locator(".book-search [role=option]").first.locator("mark").first
    expect(mark).to_have_text(re.compile("^[Iı]şı[kğ]"))


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("özdikkat", "öz-dikkat"),
        ("ozdikkat", "öz-dikkat"),
        ("çoklu kafalı", "çok başlı dikkat"),
        ("coklu kafali dikkat", "çok başlı dikkat"),
        ("konumsal kodlama", "konum kodlaması"),
        ("kodçözücü", "kod çözücü"),
        ("dönem", "tur"),
        ("belirteç", "token"),
        ("attention", "dikkat"),
        ("softmaks", "softmax"),
        ("SELF-ATTENTION", "öz-dikkat"),
        ("epoch", "tur"),
    ],
)
def test_other_names_find_the_term(core: Page, query: str, term: str) -> None:
    """Sözlüğün maddesi ilk sıradadır, ardından terimin geçtiği bölümler gelir."""
    answer = core.evaluate("query => bookSearch.open(searchIndex)(query, 20)", query)
    first, *others = answer["results"]
    assert "".join(part for part, _ in first["title"]) == term
    assert first["href"].startswith("chapters/sozluk.html#terim-")
    assert any("#sec-" in result["href"] and "sozluk" not in result["href"] for result in others)


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("softmax nedir", "softmax"),
        ("Öz-dikkat ne demek?", "öz-dikkat"),
        ("konum kodlaması nasıl", "konum kodlaması"),
        ("Vaswani kim", "Vaswani"),
    ],
)
def test_question_words_are_not_searched(core: Page, question: str, query: str) -> None:
    find = "query => bookSearch.open(searchIndex)(query, 20)"
    assert core.evaluate(find, question) == core.evaluate(find, query)
    assert core.evaluate(find, query)["total"]


def test_word_of_a_term_lists_the_term_first(core: Page) -> None:
    found = core.evaluate("bookSearch.open(searchIndex)('agirlik', 3).results")
    assert found[0]["href"].endswith("#terim-dikkat-agirligi")


def test_keyboard_alone(page: Page) -> None:
    search(page, "özdikkat")
    dialog, input_ = page.get_by_role("dialog", name="Kitapta ara"), page.get_by_role("combobox")
    options = page.get_by_role("option")
    expect(dialog).to_be_visible()
    expect(input_).to_be_focused()
    expect(input_).to_have_attribute("aria-expanded", "true")
    for key, n in [
        (None, 0),
        ("ArrowDown", 1),
        ("ArrowDown", 2),
        ("ArrowUp", 1),
        ("ArrowUp", 0),
        ("ArrowUp", -1),
    ]:
        if key:
            page.keyboard.press(key)
        chosen = options.nth(n)
        expect(chosen).to_have_attribute("aria-selected", "true")
        expect(chosen).to_be_in_viewport()
        expect(input_).to_have_attribute("aria-activedescendant", chosen.get_attribute("id"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("/")
    expect(input_).to_be_focused()
    expect(input_).to_have_value("özdikkat")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"chapters/sozluk\.html(\?vurgu=.*)?#terim-oz-dikkat$"))


def shown_marks(page: Page) -> list[str]:
    page.wait_for_function("() => CSS.highlights.get('vurgu')?.size > 0")
    return page.evaluate("[...CSS.highlights.get('vurgu')].map(range => range.toString())")


def test_words_are_marked_on_the_page_until_escape(page: Page) -> None:
    """Sonuca gidilince aranan sözler orada da işaretlidir; Esc ya da düğme kaldırır."""
    search(page, "konumsal kodlama")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sozluk.html*#terim-*")
    assert any(word.startswith("kodlama") for word in shown_marks(page))
    page.keyboard.press("Escape")
    assert page.evaluate("CSS.highlights.has('vurgu')") is False
    expect(page.get_by_role("button", name="İşaretleri kaldır")).to_have_count(0)


def test_words_are_marked_on_this_page_without_a_reload(page: Page) -> None:
    page.evaluate("window.kaldi = true")
    search(page, "yüksek ağırlık nedensellik değildir")
    page.keyboard.press("Enter")
    assert any(word.startswith("nedensellik") for word in map(str.lower, shown_marks(page)))
    assert page.evaluate("window.kaldi")
    page.get_by_role("button", name="İşaretleri kaldır").click()
    assert page.evaluate("CSS.highlights.has('vurgu')") is False


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("maskenin şekli", r"nlp-transformer-dikkat\.html#fig-causal-mask$"),
        ("figür maske", r"nlp-transformer-dikkat\.html#fig-causal-mask$"),
        ("şekil 1.3", r"dikkat-mekanizmasi\.html#fig-"),
        ("iki koşum arasındaki fark", r"dikkat-mekanizmasi\.html#tbl-egitim$"),
        ("not defteri", r"dikkat-mekanizmasi\.ipynb$"),
        ("defter indir", r"dikkat-mekanizmasi\.ipynb$"),
        ("notebook", r"\.ipynb$"),
        ("attention is all you need", r"kaynaklar\.html#ref-vaswani2017$"),
        ("softmax nedir", r"sozluk\.html#terim-softmax$"),
        ("maske", r"sozluk\.html#terim-maske$"),
    ],
)
def test_what_a_student_types(core: Page, query: str, first: str) -> None:
    found = core.evaluate("query => bookSearch.open(searchIndex)(query, 5).results", query)
    assert re.search(first, found[0]["href"]), [result["href"] for result in found]


def test_enter_goes_to_the_section_of_this_page(page: Page) -> None:
    search(page, "yüksek ağırlık nedensellik değildir")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.book-search")).to_be_hidden()
    assert page.evaluate("location.hash") == "#sec-nedensellik"
    expect(page.locator("#sec-nedensellik > h2")).to_be_in_viewport()


def test_pointer_opens_follows_and_closes(open_page: Opener) -> None:
    page = open_page(viewport=PHONE, has_touch=True)
    dialog = page.locator("dialog.book-search")
    page.locator("button[data-search]").tap()
    page.get_by_role("combobox").fill("maske")
    page.get_by_role("button", name="Kapat").tap()
    expect(dialog).to_be_hidden()
    page.locator("button[data-search]").tap()
    page.get_by_role("option").first.tap()
    expect(page).to_have_url(re.compile("#terim-maske$"))


def test_count_is_told(page: Page) -> None:
    search(page, "xyzzy")
    status = page.locator(".book-search [role=status]")
    expect(status).to_contain_text("Sonuç yok")
    expect(page.get_by_role("combobox")).to_have_attribute("aria-expanded", "false")
    page.get_by_role("combobox").fill("kodçözücü")
    expect(status).to_have_text(re.compile(rf"^{page.get_by_role('option').count()} sonuç$"))
    page.get_by_role("combobox").fill("")
    expect(status).to_be_empty()
    expect(page.get_by_role("option")).to_have_count(0)


def test_markup_typed_is_only_text(page: Page) -> None:
    search(page, "<b>dikkat</b> & \\ ( [ √")
    expect(page.locator(".book-search .excerpt b")).to_have_count(0)


def test_missing_index_is_said(browser: Browser, site: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/search-index.js", lambda route: route.abort())
    page.goto(site + LESSON)
    search(page, "dikkat")
    expect(page.locator(".book-search .status")).to_contain_text("yüklenemedi")
    page.keyboard.press("Escape")
    page.unroute("**/search-index.js")
    search(page, "dikkat")
    expect(page.get_by_role("option").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "viewport", [DESKTOP, PHONE, {"width": 320, "height": 640}], ids=["genis", "telefon", "dar"]
)
def test_results_are_accessible_and_fit(open_page: Opener, scheme: str, viewport: dict[str, int]) -> None:
    page = open_page(viewport=viewport, color_scheme=scheme)
    search(page, "konumsal kodlama")
    box = page.locator("dialog.book-search").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= viewport["width"]
    assert box["y"] + box["height"] <= viewport["height"]
    assert page.locator("[role=listbox]").evaluate("list => list.scrollWidth <= list.clientWidth")
    found = Axe().run(page).response["violations"]
    assert not found, json.dumps(
        [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found], indent=1
    )


def test_search_is_loaded_only_when_wanted(open_page: Opener) -> None:
    page = open_page()
    loaded = "performance.getEntriesByType('resource').map(entry => entry.name).join(' ')"
    assert not re.search("minisearch|search-index", page.evaluate(loaded))
    search(page, "dikkat")
    assert re.search("minisearch.*search-index", page.evaluate(loaded))


def test_vendored_library_keeps_its_licence() -> None:
    folder = ROOT / "assets" / "search"
    assert (folder / "minisearch.js").read_text("utf-8").startswith("/*! MiniSearch 7.2.0 | MIT |")
    assert "Luca Ongaro" in (folder / "LICENSE-minisearch.txt").read_text("utf-8")
