"use strict";
(() => {
  const at = (id) => document.getElementById(`ui-${id}`);
  const address = `${location.pathname.replace(/\/$/, "")}/tables`;
  const EVERY = 5000;
  const LEVELS = ["very hard", "hard", "medium", "easy", "no opponent", ""];
  let games = [];

  function make(kind, text, attributes = {}) {
    const element = document.createElement(kind);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }

  const spoken = (text) => text.replaceAll("_", " ");
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  function complain(text) {
    at("problem").textContent = text;
    at("problem").hidden = !text;
  }

  function row(label, id, field) {
    const line = make("div", undefined, { class: "row" });
    field.id = `ui-${id}`;
    line.append(make("label", capital(spoken(label)), { for: field.id }), field);
    return line;
  }

  function choice(values, now) {
    const field = make("select");
    for (const value of values) field.append(make("option", spoken(String(value)), { value }));
    if (now !== undefined) field.value = now;
    return field;
  }

  const game = () => games.find((one) => one.code === at("game").value);

  function chooseGame() {
    const now = game();
    at("players").replaceChildren(...now.players.map((count) => make("option", count, { value: count })));
    at("players").value = now.players.at(-1);
    at("options").replaceChildren(...Object.entries(now.options).map(([key, values]) => {
      const field = choice(values, values[0]);
      field.dataset.key = key;
      return row(key, `option-${key}`, field);
    }));
    chooseSeats();
    strengths();
  }

  function chooseSeats() {
    const names = game().seats[at("players").value];
    at("seats").replaceChildren(...names.map((name, i) => row(name, `seat-${i}`, whoPlays(i ? "heuristic" : "human"))));
  }

  // A field with those who can play, the strongest first; what was measured stands below it.
  function whoPlays(now) {
    const { agents, opponents } = game();
    const field = make("select");
    for (const spec of [...agents].sort((a, b) => rank(opponents[a]) - rank(opponents[b]))) {
      const { name, level, measured } = opponents[spec];
      const told = capital(spec === "human" ? name : `${name}: ${level || "not measured"}`);
      field.append(make("option", told, { value: spec, title: measured || spec }));
    }
    field.value = now;
    const tell = () => { field.title = opponents[field.value].measured; };
    field.addEventListener("change", tell);
    tell();
    return field;
  }

  // People first, then by level, then those that nobody has measured.
  function rank({ name, level }) {
    return name === "a person" ? 0 : 1 + LEVELS.indexOf(level);
  }

  function strengths() {
    const { agents, opponents } = game();
    at("strengths").replaceChildren(...agents.filter((spec) => opponents[spec].measured).sort((a, b) => rank(opponents[a]) - rank(opponents[b]))
      .map((spec) => make("li", `${capital(opponents[spec].name)} (${opponents[spec].level}): ${opponents[spec].measured}.`)));
  }

  function playersOf(one) {
    const counts = one.players;
    return counts.length > 1 ? `${counts[0]} to ${counts.at(-1)} players` : `${counts[0]} players`;
  }

  function showGames() {
    at("games").replaceChildren(...games.map((one) => {
      const card = make("li");
      const picture = make("img", undefined, { src: `/static/pictures/${one.code}.svg`, alt: "", loading: "lazy" });
      const facts = [playersOf(one), ...(one.minutes ? [`about ${one.minutes} minutes`] : [])];
      const others = [...new Set(one.start.slice(1))].map((spec) => one.opponents[spec].name);
      const button = make("button", "Play", { type: "button", class: "main", "aria-label": `Play ${one.title}` });
      button.addEventListener("click", () => start(one, button).catch(() => complain("not connected")));
      card.append(picture, make("h3", one.title), make("p", facts.join(", "), { class: "facts" }), make("p", one.gist),
        make("p", `You and ${one.start.length - 1} others: ${others.join(", ")}.`, { class: "small" }), button);
      return card;
    }));
  }

  // One click: a table for one person, and off to the seat.
  async function start(one, button) {
    complain("");
    button.disabled = true;
    const [ok, told] = await ask({ game: one.code, seats: one.start, options: {}, press: "off" });
    if (ok) location.assign(`/play/${Object.values(told.seats)[0]}`);
    else complain(told.problem);
    button.disabled = false;
  }

  async function ask(wanted) {
    const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted) });
    return [answer.ok, await answer.json()];
  }

  function list(tables) {
    const head = make("tr");
    for (const title of ["table", "game", "players", "round", "decides"]) head.append(make("th", title, { scope: "col" }));
    at("tables").replaceChildren(head, ...tables.map((table) => {
      const line = make("tr");
      const now = table.over ? "the end" : table.failure || table.asked;
      line.append(make("th", table.name, { scope: "row" }), make("td", table.game), make("td", table.players.join(", ")), make("td", table.round), make("td", now));
      return line;
    }));
  }

  async function refresh(first) {
    const answer = await fetch(address);
    const told = await answer.json();
    list(told.tables);
    if (!first) return;
    ({ games } = told);
    at("game").replaceChildren(...games.map((one) => make("option", one.title, { value: one.code })));
    chooseGame();
    showGames();
  }

  function showLinks(opened) {
    const place = `${location.origin}/play/`;
    const rows = make("ul");
    for (const [name, secret] of [...Object.entries(opened.seats), ["to watch", opened.watcher]]) {
      const line = make("li", `${spoken(name)}: `);
      line.append(make("a", place + secret, { href: place + secret }));
      rows.append(line);
    }
    at("opened").replaceChildren(make("h3", `${opened.name}: give each person the link of a seat. They are shown only now.`), rows);
  }

  async function order(event) {
    event.preventDefault();
    complain("");
    const options = {};
    for (const field of at("options").querySelectorAll("select"))
      if (field.selectedIndex) options[field.dataset.key] = field.value;
    const seats = [...at("seats").querySelectorAll("select")].map((field) => field.value);
    const [ok, told] = await ask({ game: at("game").value, seats, options, press: at("press").value, clock: Number(at("clock").value) });
    if (ok) showLinks(told);
    else complain(told.problem);
    refresh(false).catch(() => complain("not connected"));
  }

  at("game").addEventListener("change", chooseGame);
  at("players").addEventListener("change", chooseSeats);
  at("form").addEventListener("submit", (event) => order(event).catch(() => complain("not connected")));
  refresh(true).catch(() => complain("not connected"));
  setInterval(() => refresh(false).catch(() => complain("not connected")), EVERY);
})();
