// Gömülü işleyicinin sayfası: çekmece, okunan bölümün işareti, ilerleme, başlık bağlantıları, klavye.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];

  // Çekmece: dışına dokunmak, Esc ve bir bağlantı kapatır.
  const drawer = document.querySelector(".drawer");
  document.addEventListener("click", (event) => {
    const outside = !drawer.contains(event.target) || event.target.closest(".drawer a");
    const shade = event.target === drawer.querySelector("div") && event.offsetX > event.target.offsetWidth;
    if (drawer.open && (outside || shade)) drawer.open = false;
  });
  drawer.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !drawer.contains(event.relatedTarget)) drawer.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer.open) return;
    drawer.open = false;
    drawer.querySelector("summary").focus();
  });

  // Okunan bölüm: ekranın üst dörtte birindeki çizgiyi kesen en içteki bölüm; sayfanın dibinde sonuncusu.
  const root = document.documentElement;
  const sections = all("main section[id]").filter((section) => document.querySelector(`.contents a[href="#${CSS.escape(section.id)}"]`));
  const crossing = new Set();
  let marked = null;
  function mark() {
    const bottom = scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - 2;
    const current = bottom ? sections.at(-1) : sections.findLast((section) => crossing.has(section));
    if (current === marked) return;
    marked = current;
    for (const link of all(".contents a")) {
      if (current && link.getAttribute("href") === `#${current.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const side = document.querySelector(".side.right"), here = side.querySelector("[aria-current]");
    if (here) side.scrollTo({ top: here.offsetTop - side.clientHeight / 2 });
  }
  const spy = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) crossing[isIntersecting ? "add" : "delete"](target);
    mark();
  }, { rootMargin: "-25% 0px -75% 0px" });
  sections.forEach((section) => spy.observe(section));

  // Kenar notu ve geniş öğe, altından geçtiği kenar sütununu örter: sütun o sırada gizlenir.
  const right = document.querySelector(".side.right"), left = document.querySelector(".side.left");
  const covering = new Set();
  const cover = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) covering[isIntersecting ? "add" : "delete"](target);
    right.classList.toggle("covered", covering.size > 0);
    left.classList.toggle("covered", [...covering].some((element) => element.matches("[class*=column-screen]")));
  });
  all("main :is(.column-margin, .aside, [class*=column-page]:not([class*=-left]), [class*=column-screen])").forEach((element) => cover.observe(element));

  // İlerleme çizgisi
  const line = document.querySelector(".progress");
  const advance = () => { line.style.scale = `${Math.min(1, scrollY / Math.max(1, root.scrollHeight - innerHeight))} 1`; };
  addEventListener("scroll", () => { advance(); mark(); }, { passive: true });
  addEventListener("resize", advance);
  advance();

  // Başlıkların bağlantısı
  for (const section of all("article section[id]")) {
    const heading = section.querySelector(":scope > :is(h2, h3, h4, h5)");
    if (!heading) continue;
    const link = Object.assign(document.createElement("a"), { className: "anchor", href: `#${section.id}`, textContent: "#" });
    link.setAttribute("aria-label", "Bu bölümün bağlantısı");
    heading.append(link);
  }

  // Klavye: j, k, t, /, ?
  const help = document.querySelector("dialog.keys");
  const helpButton = document.querySelector("[data-keys]");
  helpButton.hidden = false;
  helpButton.addEventListener("click", () => help.showModal());

  // Son gidilen başlık ekrandayken adım ondan, yoksa okunan yerden sayılır.
  function step(direction) {
    const headings = all("article :is(h2, h3)").filter((heading) => heading.checkVisibility());
    const top = (heading) => heading.getBoundingClientRect().top - parseFloat(getComputedStyle(root).scrollPaddingTop);
    const last = headings.indexOf(document.activeElement);
    const near = last >= 0 && Math.abs(top(headings[last])) < innerHeight / 2;
    const next = near ? headings[last + direction]
      : direction > 0 ? headings.find((heading) => top(heading) > 2) : headings.findLast((heading) => top(heading) < -2);
    if (!next) return void (direction < 0 && scrollTo({ top: 0 }));
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    next.scrollIntoView();
  }

  // Arama ayrı bir betiktir: [data-search] öğelerini gösterir ve "book:search" olayını dinler.
  const search = () => {
    if (!document.querySelector("button[data-search]").hidden) document.dispatchEvent(new CustomEvent("book:search"));
  };
  all("button[data-search]").forEach((button) => button.addEventListener("click", search));

  const keys = {
    "j": () => step(1),
    "k": () => step(-1),
    "t": () => document.querySelector("[data-theme-toggle]").click(),
    "/": search,
    "?": () => help.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select, [contenteditable]") || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
})();
