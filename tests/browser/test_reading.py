"""Okuma deneyimi, bir ders sayfasında: görünüş, klavye, yerinde gösterim, kod, şekil, baskı."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from _viz.palette import PALETTE

from .conftest import DESKTOP, LESSON, PHONE, SHIFT, Opener

ROOT = Path(__file__).resolve().parents[2]


def theme(page: Page) -> str:
    return str(page.evaluate("document.documentElement.dataset.theme"))


def test_css_mirrors_the_palette() -> None:
    """Sayfanın `--c-*` renkleri ile figürlerin paleti aynıdır."""
    css = (ROOT / "assets" / "book.css").read_text("utf-8")
    page = dict(re.findall(r"--c-([\w-]+): (light-dark\(.*?\));", css))
    figures = {color.name: f"light-dark({color.light}, {color.dark})" for color in PALETTE}
    assert page
    assert page == {name: figures[name] for name in page}


@pytest.mark.parametrize("from_disk", [False, True], ids=["sunucudan", "diskten"])
def test_theme_is_kept_over_pages(open_page: Opener, site: str, book_dir: Path, from_disk: bool) -> None:
    base = book_dir.as_uri() + "/" if from_disk else site
    page = open_page(base=base, color_scheme="light")
    toggle = page.locator("[data-theme-toggle]")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    toggle.click()
    assert theme(page) == "dark"
    assert toggle.get_attribute("aria-pressed") == "true"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    page.goto(base + "index.html")
    assert theme(page) == "dark"
    page.keyboard.press("t")
    page.reload()
    assert theme(page) == "light"


def test_theme_follows_the_system(open_page: Opener) -> None:
    page = open_page(color_scheme="dark")
    assert theme(page) == "dark"
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_figures_follow_the_toggle(open_page: Opener) -> None:
    """Sistem açık, sayfa koyu: SVG `<img>` de koyu çizilir."""
    page = open_page(color_scheme="light")
    figure = page.locator("main figure img").first
    figure.scroll_into_view_if_needed()
    light = figure.screenshot()
    page.keyboard.press("t")
    assert figure.evaluate("image => getComputedStyle(image).colorScheme") == "dark"
    page.wait_for_timeout(200)
    assert figure.screenshot() != light


def test_keyboard_reaches_everything(open_page: Opener) -> None:
    """Sekme tuşu görünen her bağlantı ve düğmeye, görünür bir çerçeveyle uğrar."""
    page = open_page()
    wanted = page.evaluate("""() => {
      const seen = [...document.querySelectorAll("a[href], button, summary, [tabindex='0']")]
        .filter(e => e.checkVisibility({ visibilityProperty: true }) && e.tabIndex >= 0);
      seen.forEach((e, i) => { e.dataset.sira = i; });
      return seen.length;
    }""")
    reached, bare = set(), []
    for _ in range(wanted + 60):  # yaklaşınca yüklenen denemelerin durakları da araya girer
        page.keyboard.press("Tab")
        at, outline = page.evaluate(
            "[document.activeElement.dataset.sira, getComputedStyle(document.activeElement).outlineStyle]"
        )
        if at is not None:
            reached.add(at)
            if outline == "none":
                bare.append(at)
    assert len(reached) == wanted
    assert not bare


def test_skip_link_comes_first(open_page: Opener) -> None:
    page = open_page()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip visually-hidden"
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "icerik"


def test_j_and_k_walk_the_sections(open_page: Opener) -> None:
    page = open_page()
    headings = page.locator("article :is(h2, h3)")
    for key, n in [("j", 0), ("j", 1), ("j", 2), ("k", 1)]:
        page.keyboard.press(key)
        expect(headings.nth(n)).to_be_focused()
    expect(headings.nth(1)).to_be_in_viewport()


def test_current_section_is_marked(open_page: Opener) -> None:
    page = open_page()
    second = page.locator(".side.right .contents > ul > li > a").nth(1)
    second.click()
    expect(second).to_have_attribute("aria-current", "true")
    assert page.locator(".side.right .contents [aria-current]").count() == 1


def test_question_mark_lists_the_keys(open_page: Opener) -> None:
    page = open_page()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Klavye kısayolları")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.keys")).to_be_hidden()


def test_drawer_on_a_phone(open_page: Opener) -> None:
    page = open_page(viewport=PHONE)
    summary = page.locator(".drawer > summary")
    panel = page.locator(".drawer > div")
    expect(panel).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('.drawer')")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    panel.locator(".contents a").first.click()
    expect(panel).to_be_hidden()


def test_cross_reference_is_shown_in_place(open_page: Opener) -> None:
    page = open_page()
    link = page.locator('main a.quarto-xref[href^="#fig-"]').first
    caption = page.locator(link.get_attribute("href") + " figcaption").inner_text()
    link.hover()
    balloon = page.locator(".bubble")
    expect(balloon).to_contain_text(caption[:20])
    balloon.hover()
    page.wait_for_timeout(400)
    expect(balloon).to_be_visible()
    page.keyboard.press("Escape")
    expect(balloon).to_have_count(0)


@pytest.mark.parametrize("height", [600, 900])
def test_figure_preview_stays_on_the_screen(open_page: Opener, height: int) -> None:
    page = open_page(viewport={"width": 1280, "height": height})
    balloon = page.locator(".bubble")
    for link in page.locator('main p a.quarto-xref[href^="#fig-"]:visible').all():
        for place in ("start", "center", "end"):
            link.evaluate("(link, block) => { link.blur(); link.scrollIntoView({ block }); }", place)
            page.keyboard.press("Escape")
            link.evaluate("link => link.dispatchEvent(new PointerEvent('click', "
                          "{ bubbles: true, cancelable: true, pointerType: 'touch' }))")  # fmt: skip
            expect(balloon).to_be_visible()
            box = balloon.bounding_box()
            assert box["y"] >= 0, link
            assert box["y"] + box["height"] <= height, link


def test_number_tells_where_it_comes_from(open_page: Opener) -> None:
    page = open_page()
    number = page.locator("p [data-sayi].ready").first
    number.focus()
    page.keyboard.press("Enter")
    balloon = page.locator(".bubble")
    expect(balloon).to_contain_text(number.get_attribute("data-sayi"))
    expect(balloon).to_contain_text("Tam değer")
    balloon.locator("a").click()
    expect(balloon).to_have_count(0)
    assert page.evaluate("location.hash").startswith("#")


def test_number_leads_to_its_code_by_keyboard(open_page: Opener) -> None:
    """Enter balondaki bağlantıya geçer, Esc sayıya döner; bağlantı hesaplayan kodu açar."""
    page = open_page()
    page.evaluate(
        "document.querySelectorAll('main details:not(.code-fold)').forEach(b => { b.open = true; })"
    )
    row = page.locator(".sayi-raporu tbody tr:has(a[href='#tbl-egitim'])").first
    said = row.locator("> *").nth(2).text_content()
    number = page.locator(f'[data-sayi="{said}"].ready').first
    balloon = page.locator(".bubble")
    number.focus()
    for key in ("Enter", "Space"):
        page.keyboard.press(key)
        expect(balloon.locator("a")).to_be_focused()
        page.keyboard.press("Escape")
        expect(number).to_be_focused()
        expect(balloon).to_have_count(0)
    code = page.locator(".cell:has(#tbl-egitim) details.code-fold")
    expect(code).not_to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(balloon.locator("a")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"#cb\d+-\d+$"))
    expect(code).to_have_attribute("open", "")
    line = page.locator("#cell-tbl-egitim, .cell:has(#tbl-egitim)").locator("code > span:target")
    name = re.findall(r"\w+", said)[0]
    expect(line).to_contain_text(re.compile(rf"\b{name}\b.*="))  # hesaplayan satır
    expect(line).to_be_in_viewport()


def test_exact_value_has_a_decimal_comma(open_page: Opener) -> None:
    page = open_page()
    number = page.locator("p [data-sayi='baseline'].ready").first
    number.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".bubble")).to_contain_text(re.compile(r"0,6333\d+"))


def test_numbers_are_one_stop_a_section(open_page: Opener) -> None:
    """Sekme bölümün bir sayısına uğrar; oklar sayfanın bütün görünen sayılarını gezer."""
    page = open_page()
    stops = page.evaluate("""() => [...document.querySelectorAll(".ready")]
      .filter(e => e.tabIndex === 0 && e.checkVisibility()).map(e => e.closest("section[id]").id)""")
    assert len(stops) > 5
    assert len(stops) == len(set(stops))
    numbers = page.locator("main .ready:visible")
    numbers.first.focus()
    for n in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(numbers.nth(n)).to_be_focused()
        expect(page.locator(".bubble")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(numbers.nth(2)).to_be_focused()
    assert numbers.nth(2).get_attribute("tabindex") == "0"
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.matches('.ready')") or page.evaluate(
        "document.activeElement.closest('section[id]').id"
    ) != numbers.nth(2).evaluate("e => e.closest('section[id]').id")


@pytest.mark.parametrize("from_disk", [False, True], ids=["sunucudan", "diskten"])
def test_citation_and_term_are_shown_in_place(
    open_page: Opener, site: str, book_dir: Path, from_disk: bool
) -> None:
    """Başka sayfadaki kaynak ve terim, diskten açılan sayfada da balonda görünür."""
    page = open_page(
        "chapters/nlp-transformer-dikkat.html", base=book_dir.as_uri() + "/" if from_disk else site
    )
    link = page.locator("main p a[href$='#ref-vaswani2017']").first
    link.hover()
    expect(page.locator(".bubble")).to_contain_text("Attention Is All You Need")
    page.keyboard.press("Escape")
    term = page.locator("main p a.glossary-term").first
    term.hover()
    expect(page.locator(".bubble p, .bubble dd").first).not_to_be_empty()


def test_claim_says_true_in_turkish(open_page: Opener) -> None:
    page = open_page()
    page.locator("p [data-iddia].ready").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".bubble")).to_contain_text("doğru")
    expect(page.locator(".bubble")).not_to_contain_text("True")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["genis", "telefon"])
def test_targets_are_large_enough(open_page: Opener, viewport: dict[str, int]) -> None:
    """Metnin içinde olmayan bağlantılar ve düğmeler en az 24 piksel yüksektir (WCAG 2.5.8)."""
    page = open_page(viewport=viewport)
    small = page.evaluate("""() =>
      [...document.querySelectorAll(".bar :is(a, button), .crumbs a, .about a, .side a, .turn a, a.anchor")]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 24).map(e => e.outerHTML)""")
    assert not small


def test_short_cells_do_not_wrap(open_page: Opener) -> None:
    page = open_page(viewport=PHONE)
    for text in ("koşum 1", "(2, 0, 3, 0)"):
        cell = page.locator("main tbody :is(td, th):visible", has_text=text).first
        lines = cell.evaluate("cell => { const r = document.createRange(); r.selectNodeContents(cell); "
                              "return new Set([...r.getClientRects()].map(b => b.top)).size; }")  # fmt: skip
        assert lines == 1, text


def test_tap_shows_then_follows(open_page: Opener) -> None:
    page = open_page(viewport=PHONE, has_touch=True)
    link = page.locator("main p a.quarto-xref").first
    link.tap()
    expect(page.locator(".bubble")).to_be_visible()
    assert page.evaluate("location.hash") == ""
    link.tap()
    page.wait_for_function("location.hash !== ''")


def test_copy_button_copies_the_code(open_page: Opener) -> None:
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(
        "document.querySelectorAll('details').forEach(box => { box.open = !box.matches('.drawer'); })"
    )
    source = (ROOT / LESSON).with_suffix(".qmd").read_text("utf-8")
    for block in page.locator("main div.sourceCode").all()[:3]:
        block.hover()
        button = block.locator("button.copy")
        button.click()
        expect(button).to_have_text("Kopyalandı")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.count("\n") > 1
        assert f"\n{copied}```" in source  # satır numaraları ve boş satır karışmaz


def test_figure_opens_large_and_closes(open_page: Opener) -> None:
    page = open_page()
    button = page.locator("button.zoom").first
    width = button.locator("img").bounding_box()["width"]
    button.focus()
    page.keyboard.press("Enter")
    large = page.locator("dialog.zoomed img")
    expect(large).to_be_visible()
    opened = large.bounding_box()["width"]
    assert opened > width
    page.keyboard.press("+")
    assert large.bounding_box()["width"] > opened
    page.keyboard.press("-")
    assert large.bounding_box()["width"] == opened
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    expect(button).to_be_focused()


def test_figure_on_a_phone_shows_more_and_keeps_the_touched_point(open_page: Opener) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    button = page.locator("#fig-agirliklar button.zoom")
    shown = button.locator("img").bounding_box()["width"]
    button.tap()
    large = page.locator("dialog.zoomed img")
    assert large.bounding_box()["width"] > 1.5 * shown
    page.touchscreen.tap(200, 400)  # bütünü görünür
    before = large.bounding_box()
    page.touchscreen.tap(300, 400)
    after = large.bounding_box()
    touched = (300 - before["x"]) / before["width"]
    assert after["x"] + touched * after["width"] == pytest.approx(300, abs=2)


def test_figures_are_readable_on_a_phone(open_page: Opener) -> None:
    """Geniş figür ekranın iki kenarına dek uzanır: 12 birimlik yazı 12 pikselin altına inmez."""
    page = open_page(viewport=PHONE)
    for image in page.locator("main > article > section figure img.figure-img:visible").all():
        box = image.bounding_box()
        assert box["width"] >= min(int(image.get_attribute("width")), PHONE["width"]) - 1


def test_link_to_a_folded_cell_opens_it(open_page: Opener) -> None:
    page = open_page()
    cell = page.locator("main .cell:has(details.code-fold)[id]").first
    page.evaluate("id => { location.hash = id; }", cell.get_attribute("id"))
    expect(cell.locator("details.code-fold").first).to_have_attribute("open", "")


@pytest.mark.parametrize("anchor", ["sec-ozet", "fig-agirliklar"])
def test_deep_link_arrives_without_a_jump(open_page: Opener, anchor: str) -> None:
    """Bağlantıyla gelinen yer ilk karede yerindedir: sayfanın başı görünüp sıçramaz.

    Sayfanın beklediği süreler uzatılır: başka işin koştuğu makinede dolarlarsa ölçülen sayfa değil makinedir.
    """
    page = open_page("index.html")
    page.add_init_script("const wait = setTimeout; window.setTimeout = (f, ms) => wait(f, 20 * (ms ?? 0));")
    page.goto(page.url.removesuffix("index.html") + LESSON + "#" + anchor)
    page.evaluate("document.fonts.ready")
    assert page.evaluate(SHIFT) < 0.01
    expect(page.locator("#" + anchor)).to_be_in_viewport()


def test_cover_leads_in(open_page: Opener) -> None:
    """İlk sayfa bölümlere, bütün şekillerin dizinine ve aramaya götürür."""
    page = open_page("index.html")
    cover = page.locator(".cover")
    expect(cover.locator(".cards a")).to_have_count(page.locator(".side.left .outline a").count() - 1)
    cover.locator("details.floats summary").click()
    mask = cover.locator("details.floats a", has_text="maske").first
    assert mask.get_attribute("href").startswith("chapters/nlp-transformer-dikkat.html#fig-")
    cover.get_by_role("button", name="Kitapta ara").click()
    expect(page.get_by_role("dialog", name="Kitapta ara")).to_be_visible()
    page.keyboard.press("Escape")
    cover.get_by_role("link", name="Okumaya başla").click()
    page.wait_for_url("**/" + LESSON)


def test_figure_text_is_not_larger_than_the_body(open_page: Opener) -> None:
    """Figür çizildiği boydan büyük gösterilmez; açıklaması sığdığı yerde yanındadır."""
    page = open_page()
    for image in page.locator("main figure img.figure-img:visible").all():
        assert image.bounding_box()["width"] <= int(image.get_attribute("width")) + 1
    figure = page.locator("#fig-egitim")
    image, caption = (figure.locator(name).bounding_box() for name in ("img", "figcaption"))
    assert caption["x"] >= image["x"] + image["width"]


def test_table_headers_have_a_scope(open_page: Opener) -> None:
    page = open_page()
    table = page.locator("#tbl-egitim table")
    assert table.locator("thead th:not([scope=col])").count() == 0
    rows = table.locator("tbody tr").count()
    assert table.locator("tbody th[scope=row]").count() == rows


def test_reduced_motion(open_page: Opener) -> None:
    page = open_page(reduced_motion="reduce")
    turn = (
        "getComputedStyle(document.querySelector('details.callout > summary'), '::after').transitionDuration"
    )
    assert page.evaluate(turn) == "0s"


def test_links_arrive_at_once(open_page: Opener) -> None:
    """Sayfanın sonundaki bir başlığa, aradaki sayfa akıtılmadan varılır."""
    page = open_page()
    top = page.evaluate("""() => {
      const link = [...document.querySelectorAll(".side.right .contents a")].at(-2);
      link.click();
      return document.querySelector(link.getAttribute("href")).getBoundingClientRect().top;
    }""")
    assert abs(top) < page.viewport_size["height"]


def test_prints_as_a_handout(open_page: Opener) -> None:
    """Baskıda gezinme yoktur, kapalı kod dışında kutular açıktır ve hiçbir şey kırpılmaz."""
    page = open_page(viewport={"width": 660, "height": 900})
    folds = page.locator("main > article > section details.code-fold")
    folds.first.evaluate("box => { box.open = true; }")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for hidden in (".bar", ".turn", ".crumbs", "button.copy"):
        assert page.locator(hidden).first.is_hidden(), hidden
    assert page.locator("main details:not([open], .code-fold, .figure-data)").count() == 0
    assert folds.first.locator("pre").is_visible()
    assert folds.nth(1).is_hidden()
    assert page.get_by_role("heading", name="Bu Bölümün Sayıları").count() == 0
    clipped = page.evaluate("""() =>
      [...document.querySelectorAll("main pre, main table, main math, main img")]
        .filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map(e => e.outerHTML.slice(0, 80))""")
    assert not clipped
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("main details:not([open])").count() > 0


def test_reads_without_script(browser: Browser, site: str) -> None:
    """Betik kapalıyken metin, gezinme ve bağlantılar durur, yana kayma olmaz."""
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, color_scheme="dark")
    page = context.new_page()
    page.goto(site + LESSON)
    expect(page.locator("h1")).to_be_visible()
    page.locator(".drawer > summary").click()
    expect(page.locator(".drawer .outline")).to_be_visible()
    for hidden in ("[data-theme-toggle]", "button[data-search]", "[data-keys]"):
        expect(page.locator(hidden)).to_be_hidden()
    context.close()
