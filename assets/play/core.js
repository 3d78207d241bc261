// Deneme parçalarının ortak işleri: Türkçe sayı, öğe kurma, genişliğe göre çizim.
(() => {
  const MINUS = "−";

  // Sayının tam ikili değerini en yakın çifte yuvarlayıp Türkçe yazar; `_audit.numerals.write_number`ın eşidir.
  // Sayı, bitlerinden mantis × 2^üs olarak okunur; hesap tam sayılarla sürer, hiçbir basamak yolda yitmez.
  function number(value, decimals = 0, { percent = false } = {}) {
    if (!Number.isFinite(value)) throw new RangeError(`yazılacak sayı sonlu olmalı, ${value} geldi`);
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    const bits = view.getBigUint64(0);
    const stored = Number((bits >> 52n) & 0x7ffn);
    const fraction = bits & 0xfffffffffffffn;
    const mantissa = stored ? fraction | (1n << 52n) : fraction;
    const exponent = Math.max(stored, 1) - 1075;
    const one = 10n ** BigInt(decimals);
    const scaled = mantissa * one * (percent ? 100n : 1n);
    let units;
    if (exponent >= 0) {
      units = scaled << BigInt(exponent);
    } else {
      const down = BigInt(-exponent);
      units = scaled >> down;
      const rest = scaled - (units << down), half = 1n << (down - 1n);
      if (rest > half || (rest === half && units & 1n)) units += 1n;
    }
    const sign = bits >> 63n && units ? MINUS : "";
    const whole = String(units / one).replace(/\B(?=(\d{3})+$)/g, ".");
    const part = decimals ? "," + String(units % one).padStart(decimals, "0") : "";
    return sign + (percent ? "%" : "") + whole + part;
  }

  function build(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }
  const make = (tag, attributes = {}, ...children) => build(document.createElement(tag), attributes, children);
  const svg = (tag, attributes = {}, ...children) =>
    build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

  // Canlı bölgenin sözü ancak değişince yazılır: ekran okuyucu aynı sözü yinelemesin.
  function say(region, words) {
    if (region.textContent !== words) region.textContent = words;
  }

  // `render(genişlik)` çizimin öğelerini ve yüksekliğini verir; kutunun genişliği değişince yeniden çizilir.
  // Bir birim bir CSS pikselidir: yazı hiçbir genişlikte küçülmez. Sayıları yanındaki metin söyler.
  function drawing(render) {
    const picture = svg("svg", { "aria-hidden": "true" });
    const frame = make("div", { class: "play-drawing" }, picture);
    function draw() {
      const width = frame.clientWidth;
      if (!width) return;
      const { height, parts } = render(width);
      picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
      picture.setAttribute("height", height);
      picture.replaceChildren(...parts);
    }
    new ResizeObserver(draw).observe(frame);
    return { frame, draw };
  }

  // Doğrusal (ya da logaritmik) ölçek: değer → piksel.
  const scale = (from, to, start, end) => (value) => start + ((value - from) / (to - from)) * (end - start);
  const logScale = (from, to, start, end) => {
    const inside = scale(Math.log(from), Math.log(to), start, end);
    return (value) => inside(Math.log(value));
  };
  const points = (pairs) => pairs.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const text = (x, y, words, attributes = {}) => svg("text", { x, y, ...attributes }, words);
  const line = (x1, y1, x2, y2, name) => svg("line", { x1, y1, x2, y2, class: name });
  const diamond = (x, y, size, name) =>
    svg("path", { d: `M${x} ${y - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`, class: name });

  Object.assign(window.play, { number, make, svg, say, drawing, scale, logScale, points, text, line, diamond });
})();
