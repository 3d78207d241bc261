// Arama penceresi. Çekirdek, kitaplık ve dizin klasik betiklerdir: pencere ilk açılınca (düğmeye yaklaşınca) yüklenir,
// diskten açılan sayfada da çalışır. page.js "book:search" olayıyla açar.
(() => {
  const ROOT = new URL("..", document.currentScript.src);
  const SCRIPTS = ["assets/search/minisearch.js", "assets/search/core.js", "search-index.js"];
  const MOST = 20; // gösterilen sonuç
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  let ready = null;
  function prepare() {
    ready ??= Promise.all(SCRIPTS.map((path) => window.bookScript(new URL(path, ROOT))))
      .then(() => window.bookSearch.open(window.searchIndex));
    ready.catch(() => { ready = null; }); // hat kesilmiş olabilir: bir dahaki açılışta yeniden denenir
    return ready;
  }

  const input = make("input", { type: "text", autocomplete: "off", spellcheck: false, enterKeyHint: "go", placeholder: "Terim, konu, şekil ya da İngilizcesi" });
  const close = make("button", { type: "button", textContent: "Kapat" });
  const status = make("p", { className: "status" });
  const list = make("div", { id: "arama-sonuclari" });
  const help = make("p", { className: "help" });
  help.innerHTML = "<span><kbd>↑</kbd> <kbd>↓</kbd> seç</span><span><kbd>Enter</kbd> git</span><span><kbd>Esc</kbd> kapat</span>";
  const dialog = make("dialog", { className: "book-search" }, make("div", {}, make("div", { className: "field" }, input, close), status, list, help));
  const attributes = (element, given) => Object.entries(given).forEach(([name, value]) => element.setAttribute(name, value));
  attributes(dialog, { "aria-label": "Kitapta ara" });
  attributes(input, { "role": "combobox", "aria-label": "Kitapta ara", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "false", "autocapitalize": "off" });
  attributes(status, { role: "status" });
  attributes(list, { "role": "listbox", "aria-label": "Sonuçlar" });
  document.body.append(dialog);

  const text = (parts) => parts.map(([words, hit]) => (hit ? make("mark", { textContent: words }) : words));
  const span = (className, ...children) => make("span", { className }, ...children);

  function option({ href, page, number, names, title, excerpt }, n) {
    const heading = span("title", ...(number ? [span("number", number), " "] : []), ...text(title));
    const about = names.length ? [span("names", ...text(names))] : [];
    const address = new URL(href, ROOT);
    const hits = [...new Set([title, names, excerpt].flat().filter(([, hit]) => hit).map(([words]) => words.toLocaleLowerCase("tr")))];
    const link = make("a", { id: `arama-${n}`, tabIndex: -1 },
      ...(page ? [span("where", page)] : []), heading, ...about, span("excerpt", ...text(excerpt)));
    link.setAttribute("role", "option");
    if (address.pathname.endsWith(".html")) address.searchParams.set(window.bookMarks.NAME, hits.join(" "));
    else link.download = "";
    link.href = address;
    if (names.length) link.classList.add("term");
    return link;
  }

  function select(link) {
    list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    link?.setAttribute("aria-selected", "true");
    link?.scrollIntoView({ block: "nearest" });
    if (link) input.setAttribute("aria-activedescendant", link.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function said({ total, near }) {
    if (!total) return "Sonuç yok. Daha kısa ya da başka bir sözle deneyin.";
    const count = total > MOST ? `${total} sonuç, ilk ${MOST} tanesi` : `${total} sonuç`;
    return near ? `Tam karşılığı yok; yakın ${count}` : count;
  }

  async function look() {
    const query = input.value.trim();
    let find;
    try {
      find = await prepare();
    } catch {
      status.textContent = "Arama dizini yüklenemedi. Bağlantınızı denetleyip pencereyi yeniden açın.";
      return;
    }
    if (query !== input.value.trim()) return; // beklerken yazılan sorgu kendi sonucunu getirir
    const answer = find(query, MOST);
    status.textContent = query ? said(answer) : "";
    list.replaceChildren(...answer.results.map(option));
    list.scrollTop = 0;
    input.setAttribute("aria-expanded", String(answer.results.length > 0));
    for (const link of list.children) link.setAttribute("aria-selected", "false");
    select(list.firstElementChild);
  }

  function show() {
    dialog.showModal();
    input.select();
    look();
  }

  input.addEventListener("input", look);
  input.addEventListener("keydown", (event) => {
    const current = list.querySelector("[aria-selected=true]");
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (event.isComposing || !current || !(step || event.key === "Enter")) return;
    event.preventDefault();
    if (step) select(current[step] ?? (step === "nextElementSibling" ? list.firstElementChild : list.lastElementChild));
    else current.click();
  });
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    dialog.close();
    if (link.pathname !== location.pathname) return;
    event.preventDefault(); // bu sayfa yeniden yüklenmez
    if (location.hash === link.hash) document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView();
    else location.hash = link.hash;
    window.bookMarks.paint(new URL(link.href).searchParams.get(window.bookMarks.NAME).split(" "));
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  close.addEventListener("click", () => dialog.close());

  document.addEventListener("book:search", show);
  for (const element of document.querySelectorAll("[data-search]")) element.hidden = false;
  const button = document.querySelector("button[data-search]");
  for (const near of ["pointerenter", "focus"]) button.addEventListener(near, () => prepare().catch(() => {}), { once: true });
})();
