// Yazı tipleri. Biçimlerin ardından, ertelenmeden yüklenir: gövde, yazı tipleri gelene dek kısa bir süre bekler.
// Süre dolarsa metin bu sayfada sistemin yazı tipiyle okunur: geç gelen yazı tipi satırları yerinden oynatmaz, önbellekte
// kalır ve sonraki sayfada görünür. Formüller kendi yazı tipini her zaman alır.
(() => {
  const WAIT = location.protocol === "file:" ? 2000 : 400; // milisaniye; diskten mutlaka gelir
  const root = document.documentElement;
  const wanted = ["1em Literata", "600 1em Literata", "italic 1em Literata"];
  if ("math" in document.currentScript.dataset) wanted.push('1em "Kitap Matematik"');

  function settle(state) {
    if (root.dataset.fonts === "waiting") root.dataset.fonts = state;
  }

  root.dataset.fonts = "waiting";
  Promise.all(wanted.map((font) => document.fonts.load(font))).then(() => settle("own"), () => settle("system"));
  setTimeout(settle, WAIT, "system");
})();
