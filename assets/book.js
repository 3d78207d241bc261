// Gerekince yüklenen betikler, kod kopyalama, şekil büyütme, sözlük bağlantıları, kapalı hedefleri açma, baskı. Gömülü işleyicinin ve Quarto'nun sayfasında çalışır.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // Gerekince yüklenen betik; iki kez istenirse bir kez yüklenir. Gelmeyen (hat kesilmiş olabilir) yeniden istenebilir.
  const scripts = new Map();
  window.bookScript = (address) => {
    const src = String(address);
    if (!scripts.has(src)) {
      const script = make("script", { async: false, src });
      scripts.set(src, new Promise((onload, onerror) => Object.assign(script, { onload, onerror })));
      scripts.get(src).catch(() => scripts.delete(src));
      document.head.append(script);
    }
    return scripts.get(src);
  };

  // Kopyala düğmesi; Quarto kendininkini koyduysa eklenmez.
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = make("textarea", { value: text, readOnly: true });
    document.body.append(area);
    area.select();
    document.execCommand("copy"); // güvenli olmayan bağlamda tek yol
    area.remove();
  }
  for (const block of all("main div.sourceCode")) {
    if (block.querySelector("button")) continue;
    const button = make("button", { type: "button", className: "copy", textContent: "Kopyala" });
    button.addEventListener("click", async () => {
      const done = await copy(block.querySelector("code").textContent.trimEnd() + "\n").then(() => true, () => false);
      button.textContent = done ? "Kopyalandı" : "Kopyalanamadı";
      button.classList.add("done");
      setTimeout(() => { button.textContent = "Kopyala"; button.classList.remove("done"); }, 2000);
    });
    button.setAttribute("aria-live", "polite");
    block.prepend(button);
  }

  // Şekil büyütme: tıklama ya da Enter açar; görüntüye tıklamak, Enter, + ve − yakınlaştırıp uzaklaştırır, oklar kaydırır,
  // Esc kapatır.
  const dialog = make("dialog", { className: "zoomed" });
  const close = make("button", { type: "button", textContent: "Kapat" });
  const stage = make("div", { tabIndex: 0 });
  dialog.setAttribute("aria-label", "Büyütülmüş şekil");
  dialog.append(stage, close);
  close.addEventListener("click", () => dialog.close());
  stage.addEventListener("click", (event) => (event.target === stage ? dialog.close() : magnify(event.clientX, event.clientY)));
  stage.addEventListener("keydown", ({ key }) => {
    const near = dialog.classList.contains("close-up");
    if (key === "Enter" || (key === "+" && !near) || (key === "-" && near)) magnify(innerWidth / 2, innerHeight / 2);
  });
  dialog.addEventListener("close", () => dialog.remove());
  // Dokunulan nokta yerinde kalır: okur baktığı ayrıntıyı yitirmez.
  function magnify(x, y) {
    const image = stage.firstElementChild, from = image.getBoundingClientRect();
    dialog.classList.toggle("close-up");
    const to = image.getBoundingClientRect();
    stage.scrollLeft += to.left + ((x - from.left) / from.width) * to.width - x;
    stage.scrollTop += to.top + ((y - from.top) / from.height) * to.height - y;
  }
  function zoom(image) {
    const large = image.cloneNode();
    large.removeAttribute("id");
    large.style.setProperty("--ratio", image.naturalWidth / image.naturalHeight || 1);
    stage.replaceChildren(large);
    dialog.classList.toggle("close-up", image.width > 0.9 * innerWidth); // telefonda zaten ekran kadar
    document.body.append(dialog);
    dialog.showModal();
  }
  for (const image of all("main figure img")) {
    if (image.closest("a, button")) continue;
    const button = make("button", { type: "button", className: "zoom" });
    button.setAttribute("aria-label", `Şekli büyüt: ${image.alt}`);
    image.replaceWith(button);
    button.append(image);
    button.addEventListener("click", () => zoom(image));
  }

  // Sözlük maddesinin bağlantısı
  for (const term of all(".glossary dt [id]")) {
    const link = make("a", { className: "anchor", href: `#${term.id}`, textContent: "#" });
    link.setAttribute("aria-label", `“${term.textContent}” maddesinin bağlantısı`);
    term.parentElement.append(link);
  }

  // Quarto'nun tabloları: kayan kutuları ve sütun adlarının kapsamı yoktur.
  for (const table of all("main table.table")) {
    if (table.closest(".table-scroll")) continue;
    const box = make("div", { className: "table-scroll" });
    table.replaceWith(box);
    box.append(table);
    for (const name of table.tHead?.querySelectorAll("th") ?? []) name.scope = "col";
  }

  // Kendi içinde kayan öğeler klavyeyle de kaysın; genişlik değişince ve formülün yazı tipi gelince yeniden bakılır.
  const scrollers = all("main pre, main .table-scroll, main table, main math[display=block]");
  function reach(element) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
  const watch = new ResizeObserver((entries) => entries.forEach(({ target }) => reach(target)));
  scrollers.forEach((element) => watch.observe(element));
  document.fonts.addEventListener("loadingdone", () => scrollers.forEach(reach));

  // Quarto'nun kapalı kutuları <details> değildir, Bootstrap onları sınıflarından tanır.
  const FOLDED = ".callout-collapse.collapse:not(.show)";
  function unfold(box, open) {
    box.classList.toggle("show", open);
    const header = box.parentElement.querySelector(".callout-header");
    header.classList.toggle("collapsed", !open);
    header.setAttribute("aria-expanded", open);
  }

  // O kutuların başlığı klavyeyle de açılır; adı, üstünde yazan sözdür.
  for (const header of all(".callout-header[data-bs-toggle]")) {
    header.removeAttribute("aria-label");
    header.setAttribute("role", "button");
    header.tabIndex = 0;
    header.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      header.click();
    });
  }

  // Adresin gösterdiği öğe kapalı bir kutudaysa kutu, bir hücreyse kodu açılır. Açık öğeye tarayıcı kendisi gider.
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const closed = target.matches(".cell") ? all(`#${CSS.escape(target.id)} > details.code-fold`) : [];
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) closed.push(box);
    const opening = closed.filter((box) => !box.open);
    for (const box of opening) box.open = true;
    const folded = all(FOLDED).filter((box) => box.contains(target));
    for (const box of folded) unfold(box, true);
    if (opening.length || folded.length) target.scrollIntoView();
  }
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();

  // Kâğıtta, kod ile şeklin verisi dışında her kutu açıktır; baskıdan sonra eski hâline döner. Aynı adlı kutulardan yalnız biri açık kalabilir,
  // bu yüzden adları da o sırada kaldırılır.
  let changed = [], folded = [];
  addEventListener("beforeprint", () => {
    changed = all("main details:not(.code-fold, .figure-data)").map((box) => ({ box, name: box.name, open: box.open }));
    for (const { box } of changed) Object.assign(box, { name: "", open: true });
    folded = all(FOLDED);
    for (const box of folded) unfold(box, true);
    all("main img[loading=lazy]").forEach((image) => { image.loading = "eager"; });
  });
  addEventListener("afterprint", () => {
    for (const { box, name, open } of changed) Object.assign(box, { open, name });
    for (const box of folded) unfold(box, false);
  });
})();
