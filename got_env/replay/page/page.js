"use strict";
(async () => {
  const at = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob(at("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const game = JSON.parse(await new Response(stream).text());
  const last = game.steps.length - 1;
  const spoken = (word) => word.replaceAll("_", " ");
  let viewer = game.viewers[0];
  let step = 0;
  let timer = 0;
  let charted = ""; // what the charts show

  // The parts of the document on show. Going back starts over from the nearest one kept.
  const EVERY = 50;
  let kept = new Map();
  function partsOf(wanted) {
    let from = wanted - (wanted % EVERY);
    while (from > 0 && !kept.has(from)) from -= EVERY;
    let parts = from > 0 ? kept.get(from).slice() : [];
    for (let i = from > 0 ? from + 1 : 0; i <= wanted; i++) {
      for (const [start, gone, ...come] of game.films[viewer][i]) parts.splice(start, gone, ...come);
      if (i > 0 && i % EVERY === 0) kept.set(i, parts.slice());
    }
    return parts;
  }

  function show(wanted) {
    step = Math.trunc(Math.max(0, Math.min(last, wanted)));
    at("board").innerHTML = partsOf(step).map((part) => game.parts[part]).join("");
    split();
    const now = game.steps[step];
    at("slider").value = step;
    at("counter").textContent = `${step} of ${last}`;
    const text = viewer === "everything" && now.text ? `: ${spoken(now.text)}` : "";
    at("caption").textContent = now.player
      ? `Round ${now.round}: ${spoken(now.player)} decides ${spoken(now.phase)}${text}`
      : "The end";
    for (const line of at("story").querySelectorAll(".now")) line.classList.remove("now");
    const lines = at("story").querySelectorAll("li[data-step]");
    let shown = null;
    for (const line of lines) if (Number(line.dataset.step) <= step) shown = line;
    for (const line of lines) line.hidden = Number(line.dataset.step) > seenUntil();
    for (const line of at("story").querySelectorAll(".round")) line.hidden = Number(line.dataset.from) > seenUntil();
    charts();
    if (shown) {
      for (const line of lines) line.classList.toggle("now", line.dataset.step === shown.dataset.step);
      at("story").scrollTop = shown.offsetTop - at("story").offsetTop - at("story").clientHeight / 2;
    }
    history.replaceState(null, "", `#${step}`);
    document.dispatchEvent(new CustomEvent("shown", { detail: { game, viewer, step } }));
  }

  // Story and charts end here, unless somebody wants to see all.
  function seenUntil() {
    return at("whole").checked ? last : step;
  }

  // What is drawn beside the board gets a place of its own; it never becomes smaller, so that nothing jumps.
  let tallest = 0;
  function split() {
    const svg = at("board").querySelector("svg");
    const panel = svg.querySelector("#panel"), signs = svg.querySelector("#signs");
    at("beside").replaceChildren();
    if (signs) move(svg, signs, at("legend"), signs.getBBox());
    if (panel) {
      const { x, y, height } = panel.getBBox(), whole = svg.viewBox.baseVal;
      tallest = Math.max(tallest, height);
      move(svg, panel, at("beside"), { x, y, width: whole.width - x, height: tallest });
      svg.setAttribute("viewBox", `0 0 ${Math.floor(x - 20)} ${whole.height}`);
    }
    at("board").style.setProperty("--aspect", svg.viewBox.baseVal.width / svg.viewBox.baseVal.height);
  }

  function move(svg, part, holder, box) {
    const alone = svg.cloneNode(false);
    alone.setAttribute("viewBox", `${box.x - 4} ${box.y - 4} ${box.width + 8} ${box.height + 8}`);
    alone.setAttribute("preserveAspectRatio", "xMinYMin");
    alone.append(part);
    holder.replaceChildren(alone);
  }

  function tell() {
    const story = at("story");
    let round = null;
    game.steps.forEach((now, i) => {
      if (now.round !== round) {
        const line = document.createElement("li");
        line.className = "round";
        line.textContent = `Round ${now.round}`;
        line.dataset.from = i;
        story.append(line);
        round = now.round;
      }
      for (const event of now.events) {
        const line = document.createElement("li");
        line.dataset.step = i;
        line.textContent = event;
        story.append(line);
      }
    });
    story.addEventListener("click", (event) => {
      const line = event.target.closest("li[data-step]");
      if (line) show(Number(line.dataset.step));
    });
  }

  const SVG = "http://www.w3.org/2000/svg";
  function draw(parent, kind, attributes, text) {
    const element = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  // The colour that the picture gives to the pieces of a seat.
  function colourOf(seat) {
    const svg = at("board").querySelector("svg");
    const piece = draw(svg, "circle", { class: `piece seat ${seat} ${seat.replace("player_", "seat-")}` });
    const colour = getComputedStyle(piece).fill;
    piece.remove();
    return colour;
  }

  // A line of each seat over the rounds, as far as they are seen; "of" gives the numbers of a sample by seat.
  function chart(name, samples, seen, of, top_value) {
    const width = 320, height = 150, left = 26, right = 78, top = 18, bottom = 20;
    const svg = draw(at("charts"), "svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name });
    const most = top_value ?? Math.max(1, ...samples.flatMap(of));
    const least = Math.min(0, ...samples.flatMap(of));
    const x = (i) => left + ((width - left - right) * i) / Math.max(1, samples.length - 1);
    const y = (value) => height - bottom - ((height - top - bottom) * (value - least)) / (most - least);
    draw(svg, "text", { x: 2, y: 12, "font-weight": "bold" }, spoken(name));
    draw(svg, "path", { class: "axis", d: `M${left},${top}V${height - bottom}H${width - right}` });
    draw(svg, "text", { x: 2, y: top + 8 }, most);
    draw(svg, "text", { x: 2, y: height - bottom }, least);
    samples.forEach((sample, i) => {
      draw(svg, "text", { x: x(i), y: height - 5, "text-anchor": "middle" }, sample.last ? "end" : sample.round);
    });
    const ends = game.seats
      .map((seat, p) => ({ seat, p, y: y(of(seen.at(-1))[p]) }))
      .sort((a, b) => a.y - b.y);
    ends.forEach((end, i) => { end.at = Math.max(end.y + 4, i ? ends[i - 1].at + 12 : top); });
    [...ends].reverse().forEach((end, i, all) => { end.at = Math.min(end.at, i ? all[i - 1].at - 12 : height - bottom + 2); });
    for (const end of ends) {
      const points = seen.map((sample, i) => `${x(i)},${y(of(sample)[end.p])}`).join(" ");
      const colour = colourOf(end.seat);
      draw(svg, "path", { class: "casing", d: `M${points}` });
      draw(svg, "polyline", { points, fill: "none", stroke: colour, "stroke-width": 2, "stroke-linejoin": "round" });
      draw(svg, "circle", { class: "here", cx: x(seen.length - 1), cy: end.y, r: 3, fill: colour });
      draw(svg, "circle", { class: "here", cx: width - right + 8, cy: end.at - 4, r: 4, fill: colour });
      draw(svg, "text", { x: width - right + 14, y: end.at }, spoken(end.seat));
    }
  }

  function charts() {
    const samples = game.charts[viewer];
    const until = seenUntil(), round = game.steps[until].round;
    const seen = samples.filter((sample) => (sample.last ? until === last : sample.round <= round));
    if (charted === `${viewer} ${seen.length}`) return;
    charted = `${viewer} ${seen.length}`;
    at("charts").replaceChildren();
    for (const name of Object.keys(samples[0].values)) chart(name, samples, seen, (sample) => sample.values[name]);
    const hasChances = samples.every((sample) => sample.chances);
    if (hasChances) chart("chance to win, %", samples, seen, (sample) => sample.chances.map((chance) => 100 * chance), 100);
    at("about-chances").hidden = !hasChances;
  }

  function turn(by) {
    const now = game.steps[step].round;
    let wanted = step + by;
    while (wanted > 0 && wanted < last && game.steps[wanted].round === now) wanted += by;
    if (by < 0) while (wanted > 0 && game.steps[wanted - 1].round === game.steps[wanted].round) wanted--;
    show(wanted);
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => { if (step === last) play(false); else show(step + 1); }, Number(at("speed").value)) : 0;
    at("play").setAttribute("aria-pressed", String(Boolean(timer)));
    at("play").textContent = timer ? "Pause" : "Play";
  }

  const actions = {
    first: () => show(0),
    "round-back": () => turn(-1),
    back: () => show(step - 1),
    play: () => play(!timer),
    next: () => show(step + 1),
    "round-on": () => turn(1),
    last: () => show(last),
  };
  const keys = {
    Home: "first", PageUp: "round-back", ArrowLeft: "back", " ": "play",
    ArrowRight: "next", PageDown: "round-on", End: "last",
  };
  for (const [id, action] of Object.entries(actions)) at(id).addEventListener("click", action);
  document.addEventListener("keydown", (event) => {
    const used = ["SELECT", "INPUT"].includes(event.target.tagName);
    const pressed = event.key === " " && event.target.tagName === "BUTTON";
    if (used || pressed || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    actions[keys[event.key]]();
  });
  at("slider").max = last;
  at("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  at("speed").addEventListener("change", () => { if (timer) play(true); });
  for (const name of game.viewers) at("viewer").append(new Option(spoken(name), name));
  at("viewer").addEventListener("change", (event) => {
    viewer = event.target.value;
    kept = new Map();
    show(step);
  });
  addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0));
  at("whole").addEventListener("change", () => show(step));
  tell();
  show(Number(location.hash.slice(1)) || 0);
})();
