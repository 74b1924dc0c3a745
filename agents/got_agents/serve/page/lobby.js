"use strict";
(() => {
  const at = (id) => document.getElementById(`ui-${id}`);
  const address = `${location.pathname.replace(/\/$/, "")}/tables`;
  const EVERY = 5000;
  let games = [];

  function make(kind, text, attributes = {}) {
    const element = document.createElement(kind);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }

  const spoken = (text) => text.replaceAll("_", " ");

  function complain(text) {
    at("problem").textContent = text;
    at("problem").hidden = !text;
  }

  function row(label, id, field) {
    const line = make("div", undefined, { class: "row" });
    field.id = `ui-${id}`;
    line.append(make("label", spoken(label), { for: field.id }), field);
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
  }

  function chooseSeats() {
    const names = game().seats[at("players").value];
    at("seats").replaceChildren(...names.map((name, i) => row(name, `seat-${i}`, choice(game().agents, i ? "heuristic" : "human"))));
  }

  function list(tables) {
    const head = make("tr");
    for (const title of ["table", "game", "players", "round", "decides"]) head.append(make("th", title, { scope: "col" }));
    at("tables").replaceChildren(head, ...tables.map((table) => {
      const line = make("tr");
      const now = table.over ? "the end" : table.failure || spoken(table.asked);
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
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ game: at("game").value, seats, options, press: at("press").value }),
    });
    const told = await answer.json();
    if (answer.ok) showLinks(told);
    else complain(told.problem);
    refresh(false).catch(() => complain("not connected"));
  }

  at("game").addEventListener("change", chooseGame);
  at("players").addEventListener("change", chooseSeats);
  at("form").addEventListener("submit", (event) => order(event).catch(() => complain("not connected")));
  refresh(true).catch(() => complain("not connected"));
  setInterval(() => refresh(false).catch(() => complain("not connected")), EVERY);
})();
