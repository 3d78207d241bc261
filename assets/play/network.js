// Dersin ağı tarayıcıda: tam sayı üreteci, ileri geçiş, gradyan inişi. `_engine/single_query.py`nin eşidir;
// tests/browser/test_play.py iki yanın aynı sayıları verdiğini sınar.
//
// Bir küme {readings: [[12 okuma]], marker: [n], label: [n]}'dir; 19 parametre tek dizidedir (Wk, Wv, q, w, b).
(() => {
  const D = 3, CHANNELS = 2, N_PARAMETERS = 19;
  const WK = 0, WV = 6, Q = 12, W = 15, B = 18; // parametrelerin başladığı yerler
  const SCALE = 1 / Math.sqrt(D);
  const INITIAL_SPREAD = 0.9;

  // Sayfadaki veri okumaları binde bir olarak taşır.
  const sequences = ({ readings, marker, label }) =>
    ({ readings: readings.map((row) => row.map((thousandths) => thousandths / 1000)), marker, label });

  function uniformDraws(seed, n) {
    let state = seed >>> 0;
    state = Math.imul(state ^ (state >>> 16), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
    state ^= state >>> 16;
    return Float64Array.from({ length: n }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    });
  }

  function initialParameters(seed) {
    const draws = uniformDraws(seed, 3 * (N_PARAMETERS - 1));
    const parameters = new Float64Array(N_PARAMETERS);
    for (let i = 0; i < N_PARAMETERS - 1; i++) {
      parameters[i] = (draws[3 * i] + draws[3 * i + 1] + draws[3 * i + 2] - 1.5) * INITIAL_SPREAD;
    }
    return parameters;
  }

  const sigmoid = (x) => 0.5 * (1 + Math.tanh(0.5 * x));

  // Ağın yaptığı her şey: puanda ve değerde okumanın ve işaretin payı, bir de sapma.
  function fiveNumbers(p) {
    const share = (matrix, vector, channel) => {
      let sum = 0;
      for (let d = 0; d < D; d++) sum += p[matrix + CHANNELS * d + channel] * p[vector + d];
      return sum;
    };
    return {
      scoreReading: share(WK, Q, 0) * SCALE,
      scoreMarker: share(WK, Q, 1) * SCALE,
      valueReading: share(WV, W, 0),
      valueMarker: share(WV, W, 1),
      bias: p[B],
    };
  }

  // Bir dizinin ağırlıkları, kararı ve olasılığı; `removed` adımının puanı −∞ olur, kalanlar bire tamamlanır.
  function forward(numbers, readings, marker, removed = -1) {
    const scores = readings.map((reading, t) => {
      if (t === removed) return -Infinity;
      return numbers.scoreReading * reading + (t === marker ? numbers.scoreMarker : 0);
    });
    const top = Math.max(...scores);
    const exps = scores.map((score) => Math.exp(score - top));
    const total = exps.reduce((sum, e) => sum + e, 0);
    const weights = exps.map((e) => e / total);
    const mean = weights.reduce((sum, weight, t) => sum + weight * readings[t], 0);
    const logit = numbers.valueReading * mean + numbers.valueMarker * weights[marker] + numbers.bias;
    return { weights, mean, logit, probability: sigmoid(logit) };
  }

  const largest = (values) => values.indexOf(Math.max(...values));

  // Her adım tek tek çıkarılınca olasılığın oynaması.
  function removalEffects(numbers, readings, marker) {
    const { probability } = forward(numbers, readings, marker);
    return readings.map((_, t) => Math.abs(forward(numbers, readings, marker, t).probability - probability));
  }

  // Bir tur: kümedeki kayıp ve doğruluk, sonra gradyanın tersine bir adım (parametreleri yerinde değiştirir).
  function descend(p, data, rate) {
    const numbers = fiveNumbers(p), n = data.label.length;
    let loss = 0, right = 0;
    const slope = { scoreReading: 0, scoreMarker: 0, valueReading: 0, valueMarker: 0, bias: 0 };
    for (let i = 0; i < n; i++) {
      const readings = data.readings[i], marker = data.marker[i], label = data.label[i];
      const { weights, mean, logit, probability } = forward(numbers, readings, marker);
      const wrong = label ? -logit : logit;
      loss += Math.max(wrong, 0) + Math.log1p(Math.exp(-Math.abs(wrong)));
      right += logit > 0 === (label === 1);

      // Ağırlıklı dağılımda okumanın değişimi ve okumayla işaretin ortak değişimi.
      let square = 0;
      for (let t = 0; t < readings.length; t++) square += weights[t] * readings[t] ** 2;
      const weight = weights[marker], together = weight * (readings[marker] - mean);
      const error = (probability - label) / n;
      slope.scoreReading += error * (numbers.valueReading * (square - mean ** 2) + numbers.valueMarker * together);
      slope.scoreMarker += error * (numbers.valueReading * together + numbers.valueMarker * weight * (1 - weight));
      slope.valueReading += error * mean;
      slope.valueMarker += error * weight;
      slope.bias += error;
    }

    // Beş sayının gradyanı zincir kuralıyla 19 parametreye dağılır.
    const before = p.slice();
    const score = [slope.scoreReading * SCALE, slope.scoreMarker * SCALE];
    const value = [slope.valueReading, slope.valueMarker];
    for (let d = 0; d < D; d++) {
      for (let c = 0; c < CHANNELS; c++) {
        const at = CHANNELS * d + c;
        p[WK + at] -= rate * before[Q + d] * score[c];
        p[WV + at] -= rate * before[W + d] * value[c];
        p[Q + d] -= rate * before[WK + at] * score[c];
        p[W + d] -= rate * before[WV + at] * value[c];
      }
    }
    p[B] -= rate * slope.bias;
    return { loss: loss / n, accuracy: right / n };
  }

  // Bir kümedeki ölçüler: doğru karar ve isabet sayıları, işaretli adıma düşen ortalama ağırlık, ortalama kayıp.
  function study(p, data) {
    const numbers = fiveNumbers(p), n = data.label.length;
    let right = 0, hits = 0, mass = 0;
    for (let i = 0; i < n; i++) {
      const { weights, logit } = forward(numbers, data.readings[i], data.marker[i]);
      right += logit > 0 === (data.label[i] === 1);
      hits += largest(weights) === data.marker[i];
      mass += weights[data.marker[i]];
    }
    return { right, hits, accuracy: right / n, hit: hits / n, mass: mass / n };
  }

  window.play.network = { sequences, uniformDraws, initialParameters, fiveNumbers, forward, removalEffects, largest, descend, study };
})();
