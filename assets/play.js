// Derste deneme parçaları (`_viz.play.Play`). Betikleri okur yaklaşınca yüklenir; betik yoksa parça gizli kalır, yerini
// üstündeki durağan şekil tutar. Klasik betiklerdir: diskten açılan sayfada da yüklenir. Parçanın yeri play.css'te
// baştan ayrılmıştır: açılması satırları oynatmaz.
(() => {
  const SCRIPTS = {
    temperature: ["core.js", "temperature.js"],
    removal: ["core.js", "network.js", "removal.js"],
    training: ["core.js", "network.js", "training.js"],
  };
  const AHEAD = "700px 0px"; // bu kadar yaklaşınca: yüklenip yerleşmesi görünmeden bitsin
  const folder = new URL("play/", document.currentScript.src);
  const requested = new Map();

  window.play = {};

  function load(name) {
    if (!requested.has(name)) {
      const href = new URL(name, folder).href;
      const script = Object.assign(document.createElement("script"), { async: false, src: href });
      requested.set(name, new Promise((done, failed) => Object.assign(script, { onload: done, onerror: failed })));
      document.head.append(script);
    }
    return requested.get(name);
  }

  // Parçanın verisi: kendisininki ve `data-shares` ile adı verilen parçanınki.
  function content(box) {
    const shared = box.dataset.shares && document.getElementById(box.dataset.shares);
    return { ...(shared ? content(shared) : {}), ...JSON.parse(box.dataset.content) };
  }

  async function open(box) {
    const kind = box.dataset.play;
    try {
      await Promise.all(SCRIPTS[kind].map(load));
    } catch {
      box.remove(); // betiği gelmeyen parça, betiksiz sayfadaki gibidir
      return;
    }
    window.play[kind](box.querySelector(".play-body"), content(box));
    box.dataset.ready = "";
  }

  const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      open(target);
    }
  }, { rootMargin: AHEAD });

  for (const box of document.querySelectorAll("[data-play]")) {
    box.hidden = false;
    near.observe(box);
  }
})();
