// Gönderme, kaynak, dipnot ve sözlük terimleri yerinde gösterilir. Betik yoksa hepsi yalın bağlantıdır.
(() => {
  const ROOT = new URL("..", document.currentScript.src);
  const LONGEST = 400; // diskten açılan sayfada başka sayfadan gösterilen metin
  const pages = new Map(); // başka sayfaların ayrıştırılmış hâli, adresine göre

  async function page(address) {
    if (!pages.has(address)) {
      const answer = await fetch(address);
      pages.set(address, answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null);
    }
    return pages.get(address);
  }

  async function find(link) {
    const id = decodeURIComponent(link.hash.slice(1));
    if (!id) return null;
    const address = link.href.replace(/#.*/, "");
    if (address === location.href.replace(/#.*/, "")) return document.getElementById(id);
    return location.protocol === "file:" ? indexed(address, id) : (await page(address))?.getElementById(id) ?? null;
  }

  // Diskten açılan sayfa ötekini okuyamaz; arama dizini ise betiktir, hedefin başlığı ile metnini o verir.
  async function indexed(address, id) {
    await window.bookScript(new URL("search-index.js", ROOT));
    const found = window.searchIndex.find(([href]) => new URL(href, ROOT).href === address)?.[3].find(([own]) => own === id);
    if (!found) return null;
    const [, number, title, text] = found;
    const line = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
    const box = document.createElement("div");
    if (!text.startsWith(title)) box.append(line("strong", `${number} ${title}`.trim()));
    box.append(line("p", text.length > LONGEST ? `${text.slice(0, text.lastIndexOf(" ", LONGEST))} …` : text));
    return box;
  }

  // Hedefin balona sığan özü: bölümde başlık ve ilk paragraf, ötekilerde kendisi.
  function essence(target) {
    if (target.matches("section")) {
      return [target.querySelector("h1, h2, h3, h4, h5"), target.querySelector(":scope > p")].filter(Boolean);
    }
    const term = target.closest("dt"); // terimin kimliği dt'nin içindeki sözdedir
    if (term) return [term, term.nextElementSibling].filter(Boolean);
    if (target.matches("li[id^=fn]")) return [...target.childNodes];
    return [target];
  }

  async function content(link) {
    const target = await find(link).catch(() => null);
    if (!target) return null;
    const node = document.createElement("div");
    node.append(...essence(target).map((part) => part.cloneNode(true)));
    node.querySelectorAll("[id]").forEach((element) => element.removeAttribute("id"));
    node.querySelectorAll("button.copy, a.anchor, .footnote-back").forEach((element) => element.remove());
    node.querySelectorAll("[tabindex]").forEach((element) => element.removeAttribute("tabindex"));
    node.querySelectorAll("button.zoom").forEach((button) => button.replaceWith(...button.childNodes));
    for (const image of node.querySelectorAll("img")) {
      image.src = new URL(image.getAttribute("src"), link.href).href;
      image.style.setProperty("--ratio", image.getAttribute("width") / image.getAttribute("height") || 1);
    }
    return node;
  }

  // Quarto kendi sayfasında gönderme ve dipnotları zaten gösterir.
  const ours = "a.quarto-xref, a.footnote-ref, a.glossary-term, a[role=doc-biblioref]";
  const links = document.body.matches(".fullcontent, .nav-sidebar, .quarto-light, .quarto-dark") ? "a.glossary-term" : ours;
  document.querySelectorAll(links).forEach((link) => window.bubble.attach(link, content));
})();
