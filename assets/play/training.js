// Ağı sayfada yeniden eğitir: istenen tohumdan, canlı eğrilerle; sonuç dersin koşumlarının dağılımında gösterilir.
(() => {
  const { number, make, svg, say, drawing, scale, logScale, points, text, line, diamond, network } = window.play;
  const LAST_SEED = 2 ** 32 - 1;
  const CHUNK = 10; // bir karede en çok bu kadar milisaniye hesap
  const EPOCHS_A_FRAME = 2; // canlı eğriler gözle izlensin; hareket istenmiyorsa karelerde sınır yoktur
  const BINS = 36;
  const GROUPS = ["ağırlık taşır", "değer taşır", "öğrenmemiş"];

  window.play.training = (box, data) => {
    const train = network.sequences(data.train), heldOut = network.sequences(data.heldOut);
    const size = heldOut.label.length, runs = data.scores.length;
    const mapped = data.scores.map(([reading, marker]) => [reading / 100, marker / 100]);
    const below = (counts, k) => counts.slice(0, k).reduce((sum, count) => sum + count, 0);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    let run = null, frame = 0;
    const finished = new Map(); // biten koşumlar: tohum → puanın iki payı

    // --- düğmeler
    const seedInput = make("input", { type: "number", min: 0, max: LAST_SEED, step: 1, inputmode: "numeric", value: data.seeds[0], required: true });
    const go = make("button", { type: "submit", class: "play-main" }, "Eğit");
    const pick = (seed) => () => { seedInput.value = seed(); begin(); };
    const form = make("form", { class: "play-controls", novalidate: true,
      onsubmit: (event) => { event.preventDefault(); if (running()) stop(); else begin(); } },
      make("label", {}, "tohum ", seedInput), go,
      make("div", { class: "play-choice", role: "group", "aria-label": "hazır tohumlar" },
        ...data.runNames.map((name, i) => make("button", { type: "button", onclick: pick(() => data.seeds[i]) }, name)),
        make("button", { type: "button", onclick: pick(() => Math.floor(Math.random() * 2 ** 32)) }, "rastgele")));

    const curves = drawing(drawCurves), places = drawing(drawPlaces), map = drawing(drawMap);
    const said = make("p", { class: "play-said", "aria-live": "polite" }, "Elmas haritada nereye gidecek? Tahmin edin, sonra eğitin.");
    const tally = make("p", { class: "play-facts" }, inLesson());
    const cell = () => make("td", { class: "num" }, "–");
    const cells = ["doğruluk", "isabet"].map((name) => ({ name, value: cell(), below: cell(), equal: cell() }));
    const table = make("table", { class: "table" },
      make("caption", {}, `Bu koşum ile dersteki ${number(runs)} koşum: kaçı daha düşük, kaçı eşit`),
      make("thead", {}, make("tr", {}, make("td", {}), ...["bu koşum", "daha düşük", "eşit"].map((name) => make("th", { scope: "col", class: "num" }, name)))),
      make("tbody", {}, ...cells.map((row) => make("tr", {}, make("th", { scope: "row" }, row.name), row.value, row.below, row.equal))));
    box.append(form, said, curves.frame, map.frame, tally, places.frame, table);

    const running = () => frame !== 0;

    function groupOf([reading, marker]) {
      return Math.abs(reading) >= data.readingCut ? 0 : marker >= data.markerCut ? 1 : 2;
    }

    function inLesson() {
      return `Dersteki ${number(runs)} koşum: ${counted(mapped.map(groupOf))}`;
    }

    function counted(groups) {
      return GROUPS.map((name, i) => `${name} ${number(groups.filter((group) => group === i).length)}`).join(", ") + ".";
    }

    function begin() {
      stop();
      const seed = Number(seedInput.value);
      if (!seedInput.value || !Number.isInteger(seed) || seed < 0 || seed > LAST_SEED) {
        seedInput.setAttribute("aria-invalid", "true");
        say(said, `Tohum 0 ile ${number(LAST_SEED)} arasında bir tam sayı olmalı.`);
        return;
      }
      seedInput.removeAttribute("aria-invalid");
      const parameters = network.initialParameters(seed);
      run = { seed, parameters, loss: [], accuracy: [], path: [], last: run?.done ? run : null, done: false };
      run.now = network.study(parameters, heldOut);
      go.textContent = "Durdur";
      say(said, `Tohum ${seed}: eğitiliyor.`);
      frame = requestAnimationFrame(advance);
    }

    function stop() {
      if (!running()) return;
      cancelAnimationFrame(frame);
      frame = 0;
      go.textContent = "Eğit";
      say(said, `Tohum ${run.seed}: ${run.loss.length}. turda durduruldu.`);
    }

    function advance() {
      const until = performance.now() + CHUNK;
      for (let n = 0; run.loss.length < data.epochs && performance.now() < until && (still.matches || n < EPOCHS_A_FRAME); n++) {
        const { loss, accuracy } = epoch();
        run.loss.push(loss);
        run.accuracy.push(accuracy);
      }
      run.done = run.loss.length === data.epochs;
      if (run.done) remember();
      run.now = network.study(run.parameters, heldOut);
      if (!still.matches || run.done) draw();
      if (!run.done) frame = requestAnimationFrame(advance);
      else finish();
    }

    function epoch() {
      remember();
      return network.descend(run.parameters, train, data.rate);
    }

    function remember() {
      const { scoreReading, scoreMarker } = network.fiveNumbers(run.parameters);
      run.path.push([scoreReading, scoreMarker]);
    }

    function draw() {
      curves.draw();
      places.draw();
      map.draw();
      [["accuracy", "right"], ["hit", "hits"]].forEach(([name, count], i) => {
        cells[i].value.textContent = number(run.now[name], 4);
        cells[i].below.textContent = number(below(data[name], run.now[count]));
        cells[i].equal.textContent = number(data[name][run.now[count]]);
      });
    }

    function finish() {
      frame = 0;
      go.textContent = "Eğit";
      const last = run.path.at(-1);
      const meaning = ["ağırlık taşır: puan okumaya da bakar", "değer taşır: puan yalnız işarete bakar", "ağ henüz öğrenmemiştir"][groupOf(last)];
      finished.set(run.seed, last);
      say(said, `Tohum ${run.seed}: ${data.epochs} turda doğruluk ${number(run.now.accuracy, 4)}, isabet ${number(run.now.hit, 4)}, `
        + `işaretli adıma düşen ağırlık ${number(run.now.mass, 4)}. Bu koşumda ${meaning}.`);
      tally.textContent = `${inLesson()} Sizin ${number(finished.size)} koşumunuz: ${counted([...finished.values()].map(groupOf))}`;
      map.draw();
    }

    // --- çizimler; geniş kutuda iki panel yan yana, darda alt alta
    function panels(width, height, draws) {
      const beside = width >= 480, each = beside ? (width - 24) / 2 : width;
      return {
        height: beside ? height : 2 * height,
        parts: draws.map((panel, i) => svg("g", { transform: beside ? `translate(${i * (each + 24)} 0)` : `translate(0 ${i * height})` }, ...panel(each, height))),
      };
    }

    const axis = (x, y, ticks, written) => [
      line(x(ticks[0]), y, x(ticks.at(-1)), y, "play-axis"),
      ...ticks.map((tick, i) => text(x(tick), y + 16, written(tick), { class: "play-tick" + (i === 0 ? " play-start" : i === ticks.length - 1 ? " play-end" : "") })),
    ];

    function drawCurves(width) {
      const panel = (name, key, most) => (w, h) => {
        const x = scale(0, data.epochs, 30, w - 2), y = scale(0, most, h - 26, 26);
        const drawn = (one, look) => svg("polyline", { points: points(one[key].map((value, epoch) => [x(epoch), y(value)])), class: look });
        return [
          text(0, 14, run?.last ? `${name}; noktalı: önceki koşum` : name, { class: "play-title" }),
          ...[0, 0.5, 1].filter((tick) => tick <= most).flatMap((tick) => [line(30, y(tick), w - 2, y(tick), "play-grid"), text(26, y(tick) + 4, number(tick, 1), { class: "play-tick play-end" })]),
          ...axis(x, h - 26, [0, data.epochs / 2, data.epochs], (tick) => (tick ? String(tick) : "tur 0")),
          ...(run?.last ? [drawn(run.last, "play-curve play-last")] : []),
          ...(run ? [drawn(run, "play-curve")] : []),
        ];
      };
      const losses = [0.9, ...(run?.loss ?? []), ...(run?.last?.loss ?? [])];
      return panels(width, 150, [panel("kayıp (eğitim)", "loss", Math.max(...losses)), panel("doğruluk (eğitim)", "accuracy", 1)]);
    }

    function drawPlaces(width) {
      const panel = (name, counts, now) => (w, h) => {
        const lowest = Math.min(counts.findIndex((count) => count > 0), now ?? size);
        const from = (Math.floor((10 * lowest) / size) * size) / 10;
        const bin = Math.max(1, Math.ceil((size - from) / BINS));
        const x = scale(from, size, 30, w - 2), y = logScale(0.7, runs, h - 26, 30);
        const bars = [];
        for (let start = from; start < size; start += bin) {
          const end = start + bin >= size ? size + 1 : start + bin; // son çubuk tam isabeti de alır
          const count = below(counts, end) - below(counts, start);
          if (!count) continue;
          const here = now !== null && now >= start && now < end ? "play-bar play-heaviest" : "play-bar";
          bars.push(svg("rect", { x: x(start) + 0.5, y: y(count), width: Math.max(1, x(Math.min(end, size)) - x(start) - 1), height: h - 26 - y(count), class: here }));
        }
        return [
          text(0, 14, name, { class: "play-title" }),
          ...[1, 10, 100].map((tick) => text(26, y(tick) + 4, tick, { class: "play-tick play-end" })),
          ...[1, 10, 100].map((tick) => line(30, y(tick), w - 2, y(tick), "play-grid")),
          ...bars,
          ...axis(x, h - 26, [from, (from + size) / 2, size], (tick) => number(tick / size, 2)),
          ...(now === null ? [] : [line(x(now), 24, x(now), h - 26, "play-here"), svg("path", { d: `M${x(now) - 6} 18h12l-6 9z`, class: "play-new" })]),
        ];
      };
      return panels(width, 150, [
        panel("doğruluk (ayrılmış): koşum sayısı", data.accuracy, run ? run.now.right : null),
        panel("isabet (ayrılmış): koşum sayısı", data.hit, run ? run.now.hits : null),
      ]);
    }

    function drawMap(width) {
      const height = Math.min(300, 0.62 * width + 40);
      const path = run?.path ?? [];
      const all = (channel) => [...mapped, ...path].map((pair) => pair[channel]);
      const side = Math.max(2.5, ...all(0).map(Math.abs)) + 0.1;
      const x = scale(-side, side, 30, width - 2), y = scale(Math.min(-1.5, ...all(1)) - 0.1, Math.max(6.5, ...all(1)) + 0.1, height - 28, 24);
      const dots = mapped.map(([reading, marker]) => `M${x(reading).toFixed(1)} ${y(marker).toFixed(1)}h0`).join("");
      const cut = data.readingCut;
      return { height, parts: [
        text(0, 14, "her nokta bir koşum: yatay κᵣ, dikey κₘ", { class: "play-title" }),
        line(30, y(0), width - 2, y(0), "play-grid"),
        line(x(-cut), 24, x(-cut), height - 28, "play-threshold"),
        line(x(cut), 24, x(cut), height - 28, "play-threshold"),
        line(x(-cut), y(data.markerCut), x(cut), y(data.markerCut), "play-threshold"),
        svg("path", { d: dots, class: "play-cloud" }),
        ...[-1, 1].map((way) => text(x(way * (cut + side) / 2), y(4.4), "ağırlık taşır", { class: "play-region" })),
        text(x(0.15), y(5.2), "değer taşır", { class: "play-region play-start" }),
        text(x(0), y(-1.3), "öğrenmemiş", { class: "play-region" }),
        ...[...finished.values()].map(([reading, marker]) => diamond(x(reading), y(marker), 5, "play-earlier")),
        ...[0, 3, 6].map((tick) => text(26, y(tick) + 4, tick, { class: "play-tick play-end" })),
        ...[-2, -1, 0, 1, 2].map((tick) => text(x(tick), height - 10, number(tick), { class: "play-tick" })),
        ...(path.length ? [
          svg("polyline", { points: points(path.map(([reading, marker]) => [x(reading), y(marker)])), class: "play-path" }),
          svg("circle", { cx: x(path[0][0]), cy: y(path[0][1]), r: 4, class: "play-old" }),
          diamond(x(path.at(-1)[0]), y(path.at(-1)[1]), 7, "play-new"),
        ] : []),
      ] };
    }
  };
})();
