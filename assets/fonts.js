// Yazı tipleri. Biçimlerin ardından, ertelenmeden yüklenir: gövde, yazı tipleri gelene dek kısa bir süre bekler.
// Süre dolarsa metin bu sayfada sistemin yazı tipiyle okunur: geç gelen yazı tipi satırları yerinden oynatmaz, önbellekte
// kalır ve sonraki sayfada görünür. Formüller kendi yazı tipini her zaman alır. Adreste hedef varsa sayfa, hedef gelip
// yerine oturmadan görünmez: başı görünüp sonra sıçramaz.
(() => {
  const WAIT = location.protocol === "file:" ? 2000 : 400; // milisaniye; diskten mutlaka gelir
  const root = document.documentElement;
  const wanted = ["1em Literata", "600 1em Literata", "italic 1em Literata"];
  if ("math" in document.currentScript.dataset) wanted.push('1em "Kitap Matematik"');

  const parsed = new Promise((done) => { document.addEventListener("DOMContentLoaded", done); });
  const LATEST = 2000; // hedefi beklemenin sınırı
  let own = false;

  function show() {
    if (root.dataset.fonts !== "waiting") return;
    root.dataset.fonts = own ? "own" : "system";
    const fresh = performance.getEntriesByType("navigation")[0]?.type === "navigate"; // geri dönen okur yerinde kalır
    if (fresh && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }
  function settle() {
    if (!location.hash || document.readyState !== "loading") return show();
    parsed.then(show);
    setTimeout(show, LATEST);
  }

  root.dataset.fonts = "waiting";
  Promise.all(wanted.map((font) => document.fonts.load(font))).then(() => { own = true; }).finally(settle);
  setTimeout(settle, WAIT);
})();
