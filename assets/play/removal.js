// "Adımı çıkar": koşum ve ayrılmış dizi seçilir, bir adım dağılımdan düşürülür; ağırlıklar ve olasılık değişir.
(() => {
  const { number, make, svg, say, drawing, scale, text, line, diamond, network } = window.play;
  const READINGS = [26, 106], WEIGHTS = [138, 224], EFFECTS = [254, 318], NUMBERS = 341, HEIGHT = 350;
  const WRITTEN = 0.1; // bundan küçük ağırlığın sayısı çubuğun üstüne yazılmaz

  const answer = (logit) => (logit > 0 ? "olumlu" : "olumsuz");

  window.play.removal = (box, data) => {
    const { readings, marker, label } = network.sequences(data.heldOut);
    const runs = data.runs.map((parameters) => network.fiveNumbers(parameters));
    const steps = readings[0].length;
    const highest = Math.max(...readings.flat().map(Math.abs));
    const state = { run: 0, row: 0, removed: -1, tabStop: 0 };
    const tried = new Map(); // bu koşum ve dizide denenen adımlar ve etkileri

    // Koşum başına iki ilginç dizi kümesi, dersin ölçüleriyle.
    const found = runs.map((numbers) => {
      const idle = [], apart = [];
      readings.forEach((row, i) => {
        const { weights } = network.forward(numbers, row, marker[i]);
        const effects = network.removalEffects(numbers, row, marker[i]);
        const top = network.largest(weights);
        if (weights[top] > data.heavyCut && effects[top] < data.idleCut) idle.push(i);
        if (top !== network.largest(effects)) apart.push(i);
      });
      return { idle, apart };
    });

    // --- düğmeler
    const runButtons = data.runNames.map((name, run) =>
      make("button", { type: "button", onclick: () => change({ run }) }, name));
    const rowInput = make("input", { type: "number", min: 0, max: readings.length - 1, step: 1, inputmode: "numeric",
      onchange: () => change({ row: Math.min(readings.length - 1, Math.max(0, Math.round(rowInput.valueAsNumber) || 0)), removed: -1 }) });
    const turn = (by) => () => change({ row: (state.row + by + readings.length) % readings.length, removed: -1 });
    const finders = Object.entries({ idle: "ağır ama etkisiz", apart: "en ağır ≠ en etkili" }).map(([kind, words]) => {
      const button = make("button", { type: "button", onclick: () => {
        const rows = found[state.run][kind];
        change({ row: rows.find((row) => row > state.row) ?? rows[0], removed: -1 });
      } });
      return { kind, words, button };
    });

    // --- adımlar: çizimin sütunlarını kaplayan düğmeler; ok tuşlarıyla gezilir
    const stepButtons = Array.from({ length: steps }, (_, t) => make("button", { type: "button",
      onclick: () => change({ removed: state.removed === t ? -1 : t, tabStop: t }) }));
    const MOVES = { ArrowRight: (t) => t + 1, ArrowLeft: (t) => t - 1, Home: () => 0, End: () => steps - 1 };
    const columns = make("div", { class: "play-columns", role: "group", "aria-label": "adımlar: basınca çıkar, yeniden basınca geri gelir",
      onkeydown: (event) => {
        const to = MOVES[event.key]?.(state.tabStop);
        if (to === undefined) return;
        event.preventDefault();
        change({ tabStop: (to + steps) % steps });
        stepButtons[state.tabStop].focus();
      } }, ...stepButtons);

    const chart = drawing(drawSteps), decision = drawing(drawDecision);
    chart.frame.append(columns);
    const facts = make("p", { class: "play-facts" });
    const said = make("p", { class: "play-said", "aria-live": "polite" });

    box.append(
      make("div", { class: "play-controls" },
        make("div", { class: "play-choice", role: "group", "aria-label": "koşum" }, ...runButtons),
        make("div", { class: "play-stepper" },
          make("button", { type: "button", "aria-label": "önceki dizi", onclick: turn(-1) }, "‹"),
          make("label", {}, "dizi ", rowInput),
          make("button", { type: "button", "aria-label": "sonraki dizi", onclick: turn(1) }, "›")),
        make("div", { class: "play-find", role: "group", "aria-label": "ilginç diziler" }, ...finders.map(({ button }) => button))),
      facts, chart.frame, decision.frame, said);

    let full, left; // ağın kararı: bütün adımlarla ve çıkarılan adım olmadan

    function change(news) {
      if ("run" in news || "row" in news) tried.clear();
      Object.assign(state, news);
      const { run, row, removed } = state;
      full = network.forward(runs[run], readings[row], marker[row]);
      left = removed < 0 ? full : network.forward(runs[run], readings[row], marker[row], removed);
      if (removed >= 0) tried.set(removed, Math.abs(left.probability - full.probability));
      show();
    }

    function show() {
      const { run, row, removed } = state;
      runButtons.forEach((button, i) => button.setAttribute("aria-pressed", i === run));
      rowInput.value = row;
      for (const { kind, words, button } of finders) {
        const { length } = found[run][kind];
        button.textContent = `${words} (${number(length)})`;
        button.disabled = length === 0;
      }
      stepButtons.forEach((button, t) => {
        const marked = t === marker[row] ? ", işaretli" : "";
        button.setAttribute("aria-label", `adım ${t}${marked}: okuma ${number(readings[row][t], 3)}, ağırlık ${number(left.weights[t], 2)}`);
        button.setAttribute("aria-pressed", t === removed);
        button.tabIndex = t === state.tabStop ? 0 : -1;
      });
      const right = answer(full.logit) === (label[row] ? "olumlu" : "olumsuz");
      facts.textContent = `İşaretli adım ${marker[row]}, okuması ${number(readings[row][marker[row]], 3)}; etiket `
        + `${label[row] ? "olumlu" : "olumsuz"}. Ağın olasılığı ${number(full.probability, 4)}, kararı ${answer(full.logit)}: ${right ? "doğru" : "yanlış"}.`;
      say(said, removed < 0 ? invitation() : told(removed));
      chart.draw();
      decision.draw();
    }

    function invitation() {
      const top = network.largest(full.weights);
      return `En ağır adım ${top}, ağırlığı ${number(full.weights[top], 2)}. Sizce en etkili adım hangisi? Dokunun: çıkar, payı ötekilere dağılır.`;
    }

    function mostEffective() {
      const [step, effect] = [...tried].reduce((best, one) => (one[1] > best[1] ? one : best));
      return tried.size > 1 ? ` Denediğiniz ${tried.size} adımın en etkilisi ${step}: ${number(effect, 4)}.` : "";
    }

    function told(removed) {
      const effect = number(Math.abs(left.probability - full.probability), 4);
      const turned = answer(left.logit) === answer(full.logit) ? "Karar değişmedi." : `Karar döndü: şimdi ${answer(left.logit)}.`;
      return `Adım ${removed} çıktı; ağırlığı ${number(full.weights[removed], 2)} idi. Olasılık ${number(full.probability, 4)} → `
        + `${number(left.probability, 4)}, etkisi ${effect}. ${turned}${mostEffective()}`;
    }

    function drawSteps(width) {
      const { row, removed } = state, column = width / steps, half = column / 2;
      const x = (t) => t * column + half;
      const up = scale(-highest, highest, READINGS[1], READINGS[0]);
      const tall = scale(0, 1, WEIGHTS[1], WEIGHTS[0]), deep = scale(0, 1, EFFECTS[1], EFFECTS[0]);
      // Dar ekranda yan yana iki sayı birbirine binmesin: sağdaki, soldakinin üstüne çıkar.
      const weightLabels = {}, effectLabels = {};
      const write = (heights, t, y, value) => {
        const left = heights[t - 1];
        heights[t] = column < 30 && left !== undefined && Math.abs(y - left) < 13 ? left - 13 : y;
        parts.push(text(x(t), heights[t], number(value, 2), { class: "play-value" }));
      };
      const parts = [
        text(0, 14, `okuma; kare: işaretli, kesikli çizgi: eşik ${number(data.threshold, 2)}`, { class: "play-title" }),
        text(0, 128, removed < 0 ? "ağırlık" : "ağırlık; kesikli çerçeve: çıkarmadan önce", { class: "play-title" }),
        text(0, 246, "etki; soru işaretli adımı siz deneyin", { class: "play-title" }),
        line(0, up(0), width, up(0), "play-axis"),
        line(0, up(data.threshold), width, up(data.threshold), "play-threshold"),
        line(0, WEIGHTS[1], width, WEIGHTS[1], "play-axis"),
        line(0, EFFECTS[1], width, EFFECTS[1], "play-axis"),
      ];
      readings[row].forEach((reading, t) => {
        const out = t === removed ? " play-out" : "", y = up(reading), isMarked = t === marker[row];
        if (t === removed) parts.unshift(svg("rect", { x: t * column, y: 18, width: column, height: HEIGHT - 18, class: "play-gone" }));
        parts.push(line(x(t), up(0), x(t), y, "play-stem" + out));
        parts.push(isMarked
          ? svg("rect", { x: x(t) - 6, y: y - 6, width: 12, height: 12, class: "play-marker" + out })
          : svg("circle", { cx: x(t), cy: y, r: 4.5, class: "play-dot" + out }));
        const weight = left.weights[t], before = full.weights[t], bar = Math.max(2, Math.min(column - 6, 34));
        parts.push(svg("rect", { x: x(t) - bar / 2, y: tall(weight), width: bar, height: WEIGHTS[1] - tall(weight), class: "play-bar" }));
        if (removed >= 0 && before > 0.005) {
          parts.push(svg("rect", { x: x(t) - bar / 2, y: tall(before), width: bar, height: WEIGHTS[1] - tall(before), class: "play-before" }));
        }
        if (weight >= WRITTEN) write(weightLabels, t, tall(removed < 0 ? weight : Math.max(weight, before)) - 4, weight);
        const effect = tried.get(t);
        if (effect === undefined) {
          parts.push(text(x(t), EFFECTS[1] - 6, "?", { class: "play-tick" }));
        } else {
          parts.push(svg("rect", { x: x(t) - bar / 2, y: Math.min(deep(effect), EFFECTS[1] - 1), width: bar, height: Math.max(1, EFFECTS[1] - deep(effect)), class: "play-bar play-heaviest" }));
          if (effect >= WRITTEN) write(effectLabels, t, deep(effect) - 4, effect);
        }
        if (t === removed) {
          parts.push(svg("path", { d: `M${x(t) - 7} ${y - 7}l14 14m0 -14l-14 14`, class: "play-cross" }));
        }
        parts.push(svg("rect", { x: x(t) - half + 1.5, y: NUMBERS - 15, width: column - 3, height: 22, rx: 4, class: "play-key" }));
        parts.push(text(x(t), NUMBERS, t, { class: "play-tick" + (isMarked ? " play-strong" : "") }));
      });
      return { height: HEIGHT, parts };
    }

    function drawDecision(width) {
      const p = scale(0, 1, 14, width - 14), y = 40, moved = state.removed >= 0;
      const from = p(full.probability), to = p(left.probability);
      const edge = (at) => ({ x: Math.min(width - 34, Math.max(34, at)) });
      const parts = [
        text(14, 14, "olumsuz", { class: "play-title" }),
        text(width - 14, 14, "olumlu", { class: "play-title play-end" }),
        text(width / 2, 14, "olasılık", { class: "play-title play-middle" }),
        line(p(0), y, p(1), y, "play-axis"),
        line(p(0.5), y - 14, p(0.5), y + 14, "play-threshold"),
        ...[0, 1].map((end) => line(p(end), y - 5, p(end), y + 5, "play-axis")),
      ];
      if (moved && Math.abs(to - from) > 12) {
        const way = Math.sign(to - from), tip = to - way * 8;
        parts.push(svg("path", { d: `M${from} ${y}H${tip}m${-way * 7} -5l${way * 7} 5l${-way * 7} 5`, class: "play-way" }));
      }
      parts.push(svg("circle", { cx: from, cy: y, r: 6, class: moved ? "play-old" : "play-dot" }));
      if (moved) parts.push(diamond(to, y, 7, "play-new"));
      parts.push(text(edge(to).x, y + 26, number(left.probability, 2), { class: "play-value play-strong" }));
      if (moved && Math.abs(edge(to).x - edge(from).x) > 40) {
        parts.push(text(edge(from).x, y + 26, number(full.probability, 2), { class: "play-value" }));
      }
      return { height: 72, parts };
    }

    change({ tabStop: marker[0] });
  };
})();
