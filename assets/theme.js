// Açık ya da koyu görünüş. Başta, ertelenmeden yüklenir: sayfa yanlış renkle bir an bile görünmesin. Metnin yazı
// tipini de erkenden ister; diskten açılan sayfada bu istek yasaktır ve gereksizdir.
(() => {
  const KEY = "tema";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  // Gizli pencerede ya da kısıtlı tarayıcıda depolama hata verebilir; o zaman yalnız bu sayfada hatırlanır.
  function stored() {
    try { return localStorage.getItem(KEY); } catch { return null; }
  }

  function show() {
    root.dataset.theme = stored() ?? root.dataset.chosen ?? (system.matches ? "dark" : "light");
    document.querySelector("[data-theme-toggle]")?.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
  }

  function toggle() {
    root.dataset.chosen = root.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem(KEY, root.dataset.chosen); } catch { /* yalnız bu sayfada */ }
    show();
  }

  if (location.protocol !== "file:") {
    const href = new URL("fonts/literata.woff2", document.currentScript.src);
    document.head.append(Object.assign(document.createElement("link"),
      { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href }));
  }

  show();
  system.addEventListener("change", show);
  addEventListener("storage", show);
  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.querySelector("[data-theme-toggle]").addEventListener("click", toggle);
  });
})();
