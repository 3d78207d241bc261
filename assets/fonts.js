// Yazı tipleri. Biçimlerin ardından, ertelenmeden yüklenir: gövde, yazı tipleri gelene dek kısa bir süre bekler.
// Süre dolarsa bu sayfa sistemin yazı tipleriyle okunur; geç gelen yazı tipi satırları yerinden oynatmaz, önbellekte
// kalır ve sonraki sayfada görünür.
(() => {
  const WAIT = 250; // milisaniye
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
