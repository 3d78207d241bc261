// Doğrulanmış sayılar: üstüne gelince, odaklanınca ya da dokununca sayının nereden geldiğini gösterir.
// Tam değer ve hücre, sayfanın sonundaki `.sayi-raporu` tablosundan okunur (_audit yazar). Klavyede her bölüm bir duraktır:
// Sekme bölümün ilk (ya da en son gezilen) sayısına gider, ← ve → sayfanın öteki sayılarına.
(() => {
  const KINDS = { sayi: "İfade", iddia: "Sınanan iddia", kaynak: "Kaynak" };
  const VERDICTS = { True: "doğru", False: "yanlış" };
  const clean = (text) => text.replace(/\s+/g, " ").trim();

  // Rapor satırları, ifadeye göre belirme sırasıyla.
  function report() {
    const table = document.querySelector("table.sayi-raporu, .sayi-raporu table");
    const rows = new Map();
    if (!table) return rows;
    const names = [...table.tHead.rows[0].cells].map((cell) => clean(cell.textContent).toLocaleLowerCase("tr"));
    for (const row of table.tBodies[0].rows) {
      const cell = Object.fromEntries(names.map((name, i) => [name, row.cells[i]]));
      const key = clean(cell["ifade"].textContent);
      rows.set(key, [...(rows.get(key) ?? []), cell]);
    }
    return rows;
  }

  const written = (value) => (/^[+-]?\d+\.\d+(e[+-]?\d+)?$/.test(value) ? value.replace(".", ",") : value);

  function entry(name, ...value) {
    const term = document.createElement("dt"), definition = document.createElement("dd");
    term.textContent = name;
    definition.append(...value);
    return [term, definition];
  }

  function card(kind, said, row) {
    const list = document.createElement("dl");
    const shown = kind === "kaynak" ? said : Object.assign(document.createElement("code"), { textContent: said });
    list.append(...entry(KINDS[kind], shown));
    if (!row) return list;
    const value = row["tam değer"]?.textContent.trim();
    if (value) list.append(...(value in VERDICTS ? entry("Sonuç", VERDICTS[value]) : entry("Tam değer", written(value))));
    const link = row["hücre"]?.querySelector("a");
    if (link) list.append(...entry("Hesaplayan", link.cloneNode(true)));
    return list;
  }

  // İfadenin ilk adına değer veren kod satırı: `a, gap = …`.
  function computingLine(cell, said) {
    const lines = [...cell.querySelectorAll(".sourceCode code > span[id]")];
    for (const name of said.match(/[A-Za-z_]\w*/g) ?? []) {
      const assigned = new RegExp(`^[\\w\\s,.*[\\]]*\\b${name}\\b[\\w\\s,.*[\\]]*=(?!=)`);
      const line = lines.find((candidate) => assigned.test(candidate.textContent));
      if (line) return line;
    }
    return null;
  }

  // Sayının bağlantısı hücrenin kapalı kodunu açar, hesaplayan satıra götürür: aranan, sonuç değil koddur.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".bubble dl a, .sayi-raporu a");
    const cell = link && document.getElementById(decodeURIComponent(link.hash.slice(1)))?.closest(".cell");
    if (!cell) return;
    cell.querySelectorAll("details.code-fold").forEach((box) => { box.open = true; });
    const line = computingLine(cell, link.closest("dl, tr").querySelector("code").textContent);
    if (!line) return;
    event.preventDefault();
    location.hash = line.id; // hedef satır boyanır, geri tuşu döner
    line.scrollIntoView({ block: "center" });
  });

  const stops = []; // sayfadaki sayılar, sırayla
  const part = (span) => span.closest("section[id]");

  function stop(span) { // bölümün durağı artık bu sayıdır
    for (const other of stops) if (part(other) === part(span)) other.tabIndex = -1;
    span.tabIndex = 0;
  }

  function walk(span, step) {
    const next = stops.filter((other) => other === span || other.checkVisibility());
    next[next.indexOf(span) + step]?.focus();
  }

  const rows = report();
  const reached = new Set(); // görünen bir durağı olan bölümler
  for (const span of document.querySelectorAll("[data-sayi], [data-iddia], [data-kaynak]")) {
    const kind = Object.keys(KINDS).find((name) => name in span.dataset);
    const said = clean(span.dataset[kind]);
    const row = rows.get(said)?.[0];
    if (rows.get(said)?.length > 1) rows.get(said).shift();
    if (span.closest("a, summary, button, .sayi-raporu, nav")) continue; // etkileşimli öğenin içinde ikinci bir düğme olmaz
    span.tabIndex = reached.has(part(span)) ? -1 : 0;
    if (span.checkVisibility()) reached.add(part(span));
    stops.push(span);
    span.setAttribute("role", "button");
    span.setAttribute("aria-expanded", "false");
    span.classList.add("ready");
    const enter = window.bubble.attach(span, () => card(kind, said, row));
    span.addEventListener("focus", () => stop(span));
    span.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.altKey || event.ctrlKey || event.metaKey || !(step || [" ", "Enter"].includes(event.key))) return;
      event.preventDefault();
      if (step) walk(span, step);
      else enter();
    });
  }
})();
