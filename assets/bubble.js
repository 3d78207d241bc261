// Yerinde gösterim balonu: preview.js ve numbers.js kullanır. Bir anda bir balon açıktır; Esc kapatır,
// imleç balonun üstüne geçebilir, balondan çıkınca kapanır. `enter` klavyeyi balonun bağlantısına geçirir; Esc ve Sekme
// sahibine geri getirir.
window.bubble = (() => {
  const OPEN_AFTER = 250, CLOSE_AFTER = 200, GAP = 8;
  const box = document.createElement("div");
  box.className = "bubble";
  box.id = "balon";
  box.popover = "manual";
  let owner = null, timer = 0, returning = false;

  function place(target) {
    const [first] = target.getClientRects();
    const over = first.top - 2 * GAP, under = innerHeight - first.bottom - 2 * GAP;
    box.style.removeProperty("--free");
    const below = box.offsetHeight <= under || under >= over;
    box.style.setProperty("--free", `${below ? under : over}px`); // sığmazsa büyük yana, onun boyunda
    const width = box.offsetWidth, height = box.offsetHeight;
    const left = Math.max(GAP, Math.min(first.left, document.documentElement.clientWidth - width - GAP));
    box.style.left = `${left + scrollX}px`;
    box.style.top = `${(below ? first.bottom + GAP : first.top - height - GAP) + scrollY}px`;
  }

  function open(target, content) {
    clearTimeout(timer);
    if (owner === target) return;
    close();
    box.replaceChildren(content);
    document.querySelector("main").append(box);
    box.showPopover();
    place(target);
    owner = target;
    target.setAttribute("aria-describedby", box.id);
    if (target.hasAttribute("aria-expanded")) target.setAttribute("aria-expanded", "true");
  }

  function close() {
    clearTimeout(timer);
    if (!owner) return;
    owner.removeAttribute("aria-describedby");
    if (owner.hasAttribute("aria-expanded")) owner.setAttribute("aria-expanded", "false");
    owner = null;
    box.hidePopover();
    box.remove();
  }

  const later = (action, wait) => { clearTimeout(timer); timer = setTimeout(action, wait); };
  const closeSoon = () => later(close, CLOSE_AFTER);

  function back() {
    const from = owner;
    close();
    returning = true; // odak balonu yeniden açmasın
    from.focus({ preventScroll: true });
    returning = false;
  }

  // `content(target)` bir düğüm (ya da onun sözünü) verir; null ise balon açılmaz ve bağlantı yalın kalır.
  function attach(target, content) {
    const show = async () => {
      const node = await content(target);
      if (node) open(target, node);
    };
    // Duran imlecin altına kayarak gelen bağlantı balon açmaz: imleç üstünde kıpırdamış olmalıdır.
    const wait = (event) => event.pointerType === "mouse" && later(show, OPEN_AFTER);
    target.addEventListener("pointerenter", () => target.addEventListener("pointermove", wait, { once: true }));
    target.addEventListener("pointerleave", (event) => {
      target.removeEventListener("pointermove", wait);
      if (event.pointerType === "mouse") closeSoon();
    });
    target.addEventListener("focus", () => !returning && target.matches(":focus-visible") && show());
    target.addEventListener("blur", (event) => !box.contains(event.relatedTarget) && closeSoon());
    // Dokunuşta ilk vuruş gösterir, ikincisi bağlantıyı izler.
    target.addEventListener("click", async (event) => {
      const touch = event.pointerType === "touch" || event.pointerType === "pen";
      if (owner === target || (target.href && !touch)) return;
      event.preventDefault();
      const node = await content(target);
      if (node) open(target, node);
      else if (target.href) location.assign(target.href);
    });
    return async () => {
      await show();
      box.querySelector("a")?.focus();
    };
  }

  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && closeSoon());
  box.addEventListener("focusout", (event) => !box.contains(event.relatedTarget) && event.relatedTarget !== owner && closeSoon());
  box.addEventListener("click", (event) => event.target.closest("a") && close());
  box.addEventListener("keydown", (event) => ["Escape", "Tab"].includes(event.key) && back());
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.addEventListener("pointerdown", (event) => {
    if (owner && !box.contains(event.target) && !owner.contains(event.target)) close();
  });
  return { attach, close };
})();
