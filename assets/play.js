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

  window.play = {};

  // Parçanın verisi: kendisininki ve `data-shares` ile adı verilen parçanınki.
  function content(box) {
    const shared = box.dataset.shares && document.getElementById(box.dataset.shares);
    return { ...(shared ? content(shared) : {}), ...JSON.parse(box.dataset.content) };
  }

  async function open(box) {
    const kind = box.dataset.play;
    try {
      await Promise.all(SCRIPTS[kind].map((name) => window.bookScript(new URL(name, folder))));
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
