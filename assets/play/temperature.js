// β sürgüsü: aynı puanlar, değişen ters sıcaklık. Değerler verilmişse çıktı, ağırlıklı ortalama olarak görünür.
(() => {
  const { number, make, svg, say, drawing, scale, text, line, diamond } = window.play;
  const HEIGHT = 208, TOP = 42, FLOOR = 168;

  function softmax(scores, beta) {
    const top = beta * Math.max(...scores);
    const exps = scores.map((score) => Math.exp(beta * score - top));
    const total = exps.reduce((sum, e) => sum + e, 0);
    return exps.map((e) => e / total);
  }

  window.play.temperature = (box, { labels, scores, values, scoreName, presets, most, step, decimals }) => {
    const start = presets[0].beta;
    let weights = softmax(scores, start);
    const output = () => weights.reduce((sum, weight, i) => sum + weight * values[i], 0);

    const shown = make("output", {});
    const slider = make("input", { type: "range", min: 0, max: most, step, value: start, oninput: change });
    const label = make("label", { class: "play-slider" }, make("span", {}, "ters sıcaklık β ="), shown, slider);
    const stops = presets.map(({ name, beta }) => ({ beta, button: make("button", { type: "button",
      onclick: () => { slider.value = beta; change(); tell(); } }, name) }));
    const chart = drawing(drawWeights);
    const sum = values ? drawing(drawOutput) : null;
    const said = make("p", { class: "visually-hidden play-said", "aria-live": "polite" });
    box.append(make("div", { class: "play-controls" }, label,
      make("div", { class: "play-choice", role: "group", "aria-label": "hazır β değerleri" }, ...stops.map(({ button }) => button))), chart.frame, ...(sum ? [sum.frame] : []), said);

    function change() {
      const beta = slider.valueAsNumber;
      weights = softmax(scores, beta);
      shown.textContent = number(beta, decimals);
      for (const stop of stops) stop.button.setAttribute("aria-pressed", stop.beta === beta);
      slider.setAttribute("aria-valuetext", `β ${shown.textContent}; ${summary()}`);
      chart.draw();
      sum?.draw();
    }

    const summary = () => labels.map((name, i) => `${name} ${number(weights[i], 3)}`).join(", ")
      + (values ? `; çıktı ${number(output(), 3)}` : "");

    // Sürgünün değerini ekran okuyucu sürgüden okur; canlı bölge yalnız düğmeler içindir.
    function tell() {
      say(said, `β = ${shown.textContent}: ${summary()}.`);
    }

    function drawWeights(width) {
      const column = width / scores.length, bar = Math.min(column * 0.6, 72);
      const tall = scale(0, 1, FLOOR, TOP);
      const heaviest = weights.indexOf(Math.max(...weights));
      const parts = [
        text(4, 14, "ağırlık; kesikli çizgi: eşit pay", { class: "play-title" }),
        line(0, tall(1 / scores.length), width, tall(1 / scores.length), "play-threshold"),
        line(0, FLOOR, width, FLOOR, "play-axis"),
      ];
      weights.forEach((weight, i) => {
        const x = column * (i + 0.5);
        parts.push(
          svg("rect", { x: x - bar / 2, y: tall(weight), width: bar, height: FLOOR - tall(weight), class: i === heaviest ? "play-bar play-heaviest" : "play-bar" }),
          text(x, tall(weight) - 5, number(weight, 3), { class: "play-value play-strong" }),
          text(x, FLOOR + 17, labels[i], { class: "play-tick play-strong" }),
          text(x, FLOOR + 34, `${scoreName} ${number(scores[i], Number.isInteger(scores[i]) ? 0 : 1)}`, { class: "play-tick" }));
      });
      return { height: HEIGHT, parts };
    }

    function drawOutput(width) {
      const x = scale(Math.min(...values), Math.max(...values), 40, width - 40), y = 44;
      const at = x(output());
      return { height: 78, parts: [
        text(4, 14, "çıktı: değerlerin ağırlıklı ortalaması", { class: "play-title" }),
        line(x(Math.min(...values)), y, x(Math.max(...values)), y, "play-axis"),
        ...values.flatMap((value, i) => [
          svg("circle", { cx: x(value), cy: y, r: 2 + 8 * Math.sqrt(weights[i]), class: "play-old" }),
          text(x(value), y + 28, `${labels[i]} ${number(value, 1)}`, { class: "play-tick" }),
        ]),
        diamond(at, y, 7, "play-new"),
        text(at, y - 12, number(output(), 3), { class: "play-value play-strong" }),
      ] };
    }

    change();
  };
})();
