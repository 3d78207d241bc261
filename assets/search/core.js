// Aramanın çekirdeği: harfleri ve ekleri eşler, MiniSearch'e sorar, alıntı seçer. Dizin ve sorgu aynı `terms`ten geçer.
window.bookSearch = (() => {
  // Türkçe harflerin hepsi ASCII'ye iner: İ, I, ı, i → i; ş → s; ğ → g; ü → u; ö → o; ç → c; â → a.
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ı/g, "i");

  // Sözcükler ve sayılar; kesme işaretinden sonraki ek atılır.
  const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)?|\p{N}+(?:[.,]\p{N}+)*/gu;
  const bare = (word) => word.replace(/['’].*/, "");
  const words = (text) => (text.match(WORD) ?? []).map(bare);

  // Ad çekim ekleri, harfleri eşlenmiş hâliyle (-da ile -dır sert ünsüzden sonra t'lidir). Üç harfli gövdeden yalnız
  // yanılma payı az olanlar atılır.
  const AT = "(?:(?<=[cfhkpst])t|(?<![cfhkpst])n?d)";
  const ENDINGS = [
    new RegExp(`(?<=^.{3,})(?:l[ae]r|${AT}[ae]n?|n[iu]n)$`),
    new RegExp(`(?<=^.{4,})(?:l[ae]r|${AT}[ae]n?|${AT}[iu]r|n?[iu]n|[nsy]?[iu]|[ny]?[ae]|y?l[ae]|[iu]m|[iu]?[mn][iu]z|l[iu]|ki)$`),
  ];
  const HARD = { g: "k", b: "p", d: "t" }; // ağırlığı → ağırlık

  // Sözcüğün çekimlerinin ortak gövdesi ("ağırlıkların", "ağırlığı" → "agirlik"); dilbilgisindeki kök olması gerekmez.
  function root(folded) {
    let stem = folded, before;
    do {
      before = stem;
      for (const ending of ENDINGS) stem = stem.replace(ending, "");
    } while (stem !== before);
    return stem.length > 3 ? stem.replace(/[gbd]$/, (last) => HARD[last]) : stem;
  }

  // Sözcüğün dizindeki karşılıkları. Gövdeler √ ile ayrı durur: "birim" ararken "bir" başa geçmesin.
  const known = new Map();
  function terms(word) {
    if (!known.has(word)) known.set(word, [fold(word), `√${root(fold(word))}`]);
    return known.get(word);
  }
  // Soru kalıbı aranmaz ("softmax nedir" → "softmax"); yalnız kalıp yazıldıysa o aranır.
  const QUESTION = new Set(["ne", "nedir", "nelerdir", "demek", "demektir", "nasil", "kim", "kimdir", "neden", "nicin", "mi"]);
  function wanted(list) {
    const rest = list.filter((word) => !QUESTION.has(fold(word)));
    return rest.length ? rest : list;
  }

  // Sözün ne tür bir yer aradığı: öteki sözler o türde varsa öne alınır ("maskenin şekli", "doğruluk tablosu").
  const KINDS = [
    ["fig-", /^(sekil|sekl[ie]|figur|gorsel|resim|resm[ie]|grafik|cizim|sema)/],
    ["tbl-", /^(tablo|cizelge)/],
  ];
  const kindOf = (word) => KINDS.find(([, pattern]) => pattern.test(fold(word)))?.[0];

  const roots = (list) => list.map((word) => terms(word)[1].slice(1));

  // Metinde eşleşen sözcükler: [yeri, kendisi].
  function hits(text, matched) {
    return [...text.matchAll(WORD)].map(({ index, 0: found }) => [index, bare(found)])
      .filter(([, word]) => terms(word).some((term) => matched.has(term)));
  }

  // [[söz, işaretli mi], …]: eşleşen sözcükler işaretli.
  function marked(text, matched) {
    const parts = [];
    let at = 0;
    for (const [index, word] of hits(text, matched)) {
      parts.push([text.slice(at, index), false], [word, true]);
      at = index + word.length;
    }
    return [...parts, [text.slice(at), false]].filter(([part]) => part);
  }

  // Aranan sözlerden en çok çeşidini bir arada tutan yer, yakınsa cümlenin başından; rakam yığını (çizelge) sona kalır.
  const LENGTH = 230;
  function excerpt(text, matched) {
    if (text.length <= LENGTH) return marked(text, matched);
    const found = hits(text, matched).map(([index, word]) => ({ index, term: terms(word).findLast((one) => matched.has(one)) }));
    let best = 0, most = -Infinity;
    for (const { index } of found) {
      const near = found.filter((hit) => hit.index >= index && hit.index < index + LENGTH * 0.7);
      const digits = text.slice(index, index + LENGTH).match(/\p{N}/gu) ?? [];
      const worth = 10 * new Set(near.map(({ term }) => term)).size + Math.min(near.length, 3) - digits.length / 8;
      if (worth > most) [best, most] = [index, worth];
    }
    const [sentence] = text.slice(0, best).match(/(?<=^|[.?!…:]["”’)]?\s)(?:(?![.?!…]["”’)]?\s).)*$/su) ?? [""];
    const start = best - (sentence.length < 110 ? sentence.length : best - 1 - text.lastIndexOf(" ", best - 50));
    const cut = text.slice(start, start + LENGTH);
    const end = start + LENGTH < text.length ? `${cut.slice(0, cut.lastIndexOf(" "))} …` : cut;
    return marked(start ? `… ${end}` : end, matched);
  }

  // `book`: search-index.js'in verdiği. Döndürdüğü işlev bir sorguya { total, results, near } verir; `near` doğruysa
  // sorgunun tam karşılığı yoktur, sonuçlar yakınlarıdır.
  function open(book) {
    const records = book.flatMap(([href, number, page, sections]) => sections.map(([id, section, title, text, names = []], n) => ({
      id, href: n ? `${href}#${id}` : href, page: n ? `${number} ${page}`.trim() : "", number: section, title: n ? title : page, text, names: names.join(" · "),
      // terimler ve bölümler öbür sayfalardan önde, indirilecek defter sonda
      weight: (names.length || /^\p{N}/u.test(number) ? 1 : 0.7) * (href.endsWith(".ipynb") ? 0.2 : 1),
      called: names.length ? [title, ...names].map((name) => roots(words(name))) : [],
    }))).map((record, n) => ({ ...record, place: record.id, id: n }));
    const mini = new MiniSearch({
      fields: ["title", "names", "number", "text"],
      tokenize: words,
      processTerm: terms,
      searchOptions: { tokenize: (term) => [term], processTerm: (term) => term, boost: { title: 5, names: 5, number: 5 } },
    });
    mini.addAll(records);

    // Sözcükler yan yana mı?
    function together(list) {
      const stems = roots(list).map((stem) => (stem.length > 4 ? stem.slice(0, -1) : stem));
      const pattern = new RegExp(`(?<!\\p{L})${stems.join("\\p{L}*\\P{L}+")}`, "u");
      return (id) => {
        const record = records[id];
        record.folded ??= fold(`${record.title} · ${record.names} · ${record.text}`);
        return pattern.test(record.folded);
      };
    }

    const any = (queries) => ({ combineWith: "OR", queries });
    const one = (word, prefix) => any([
      { queries: [terms(word)[0]], prefix },
      { queries: [terms(word)[1]], boostTerm: () => 0.6 },
    ]);
    // Okurun sözleri: hepsi, yan yanaysalar önde; sonuncusu yarım olabilir.
    function asked(list) {
      const adjacent = list.length > 1 ? together(list) : () => false;
      const queries = list.map((word, n) => one(word, word.length > (n === list.length - 1 ? 1 : 3)));
      return { combineWith: "AND", queries, boostDocument: (id) => records[id].weight * (adjacent(id) ? 2 : 1) };
    }
    // Sözlüğün terimi: bütün hâlinde, okurun kendi sözlerinden geride; maddenin kendisi en önde.
    function called({ id, title }) {
      const list = words(title), adjacent = together(list);
      const queries = list.map((word) => one(word, false));
      const boostDocument = (other) => (other === id ? 9 : adjacent(other) ? 0.3 * records[other].weight : 0);
      return { combineWith: "AND", queries, boostDocument };
    }
    // Sözlükte bu adı taşıyan maddeler; tam adı taşıyan yoksa adı böyle başlayan ya da bitenler.
    function entries(list) {
      const stems = roots(list);
      const starts = (name) => stems.every((word, n) => word === name[n]);
      const ends = (name) => starts(name.slice(-stems.length));
      const exact = records.filter((record) => record.called.some((name) => name.length === stems.length && starts(name)));
      return exact.length ? exact : records.filter((record) => record.called.some((name) => starts(name) || ends(name)));
    }
    // Hiç karşılığı yoksa: bir iki harfi değişik ya da sonundan, en az dört harfe dek, kısaltılmış hâli.
    function close(word) {
      const [whole] = terms(word);
      const fuzzy = { queries: [whole], fuzzy: whole.length > 4 ? 0.25 : false };
      for (let length = whole.length; length >= 4; length -= 1) {
        const start = { queries: [whole.slice(0, length)], prefix: true };
        if (mini.search(start).length) return any([fuzzy, start]);
      }
      return fuzzy;
    }

    // Şekil ya da tablo istendiyse öbür sözleri tutan şekiller ya da tablolar önde.
    function ofKind(list) {
      const kind = list.map(kindOf).find(Boolean);
      const rest = list.filter((word) => !kindOf(word));
      if (!kind || !rest.length) return [];
      const { queries } = asked(rest);
      return [{ combineWith: "AND", queries, boostDocument: (id) => (records[id].place.startsWith(kind) ? 9 * records[id].weight : 0) }];
    }

    return (query, most) => {
      const list = wanted(words(query));
      if (!list.length) return { total: 0, results: [], near: false };
      let found = mini.search(any([asked(list), ...ofKind(list), ...entries(list).map(called)]));
      const near = !found.length;
      if (near) found = mini.search(any(list.map(close)));
      const results = found.slice(0, most).map(({ id, terms: hit }) => {
        const { href, page, number, title, text, names } = records[id];
        const matched = new Set(hit);
        return { href, page, number, names: marked(names, matched), title: marked(title, matched), excerpt: excerpt(text, matched) };
      });
      return { total: found.length, results, near };
    };
  }

  return { fold, root, terms, hits, open };
})();
