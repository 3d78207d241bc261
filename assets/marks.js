// Aramadan gelinen sayfada aranan sözler işaretli durur: adresteki `?vurgu=` sözleri, hedef bölümün içinde. Esc ya da
// düğme kaldırır. CSS Custom Highlight ile: sayfanın öğelerine dokunulmaz; tarayıcı bilmiyorsa işaretsiz okunur.
window.bookMarks = (() => {
  const NAME = "vurgu";
  const CORE = new URL("search/core.js", document.currentScript.src);
  const SKIPPED = "pre, math, button, .bubble, .visually-hidden, .anchor";
  const clear = Object.assign(document.createElement("button"), { type: "button", className: "unmark", textContent: "İşaretleri kaldır" });
  clear.append(Object.assign(document.createElement("span"), { className: "key", textContent: " (Esc)" }));

  // Sözlük maddesinde terim ve tanımları, başka hedefte onun bölümü, hedef yoksa bütün metin.
  function scope() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const term = target?.closest("dt");
    if (!term) return [target?.closest("section[id], div[id]") ?? document.querySelector("article")];
    const entry = [term];
    for (let next = term.nextElementSibling; next?.matches("dd"); next = next.nextElementSibling) entry.push(next);
    return entry;
  }

  async function paint(words) {
    if (!CSS.highlights) return;
    await window.bookScript(CORE);
    const { hits, terms } = window.bookSearch;
    const matched = new Set(words.flatMap(terms));
    const ranges = [];
    for (const part of scope()) {
      const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (node.parentElement.closest(SKIPPED)) continue;
        for (const [start, word] of hits(node.data, matched)) {
          const range = new Range();
          range.setStart(node, start);
          range.setEnd(node, start + word.length);
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set(NAME, new Highlight(...ranges));
    if (ranges.length) document.body.append(clear);
  }

  function remove() {
    CSS.highlights?.delete(NAME);
    clear.remove();
  }
  clear.addEventListener("click", remove);
  document.addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && remove());

  const address = new URL(location);
  const asked = address.searchParams.get(NAME);
  if (asked) {
    paint(asked.split(" "));
    address.searchParams.delete(NAME);
    if (location.protocol !== "file:") history.replaceState(history.state, "", address); // paylaşılan adres yalın kalsın
  }
  return { NAME, paint };
})();
