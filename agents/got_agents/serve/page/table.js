"use strict";
(() => {
  const at = (id) => document.getElementById(`ui-${id}`);
  const PLACES = ["", "first", "second", "third", "fourth", "fifth", "sixth"];
  const RETRY = [500, 1000, 2000, 5000];
  let view = null;
  let socket = null;
  let failures = 0;
  let shown = []; // the actions in the list, of all that are legal
  let active = -1; // place in the list that the keys have reached
  let chosen = null; // the action that waits to be confirmed
  let narrowed = ""; // the name on the board that the list is narrowed to
  let digits = "";
  let digitsUntil = 0;
  const board = new Board({ board: at("board"), beside: at("beside"), signs: at("signs") }, pick);
  const talk = new Talk(at("talk"), (message) => { complain(""); say(message); });
  const story = new Story(
    { list: at("story"), filter: at("story-of"), pace: at("pace"), pause: at("pause"), next: at("next"), all: at("rush") },
    (ids) => board.svg && board.point(ids),
    show,
    (picture) => board.svg && board.show(picture),
    (message) => socket.readyState === WebSocket.OPEN && say(message),
  );
  const bell = new Bell(at("sound"));
  const plan = new Plan(at("plan"), planFor, say);
  const draft = new Draft(say);
  const clock = new Clock(at("clock"));

  function make(kind, text, attributes = {}) {
    const element = document.createElement(kind);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }

  // --- the socket

  function connect() {
    const place = location.pathname.replace(/\/$/, "");
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${place}/socket`);
    socket.addEventListener("open", () => { at("link").textContent = ""; });
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      at("link").textContent = "not connected; trying again …";
      setTimeout(connect, RETRY[Math.min(failures++, RETRY.length - 1)]);
    });
  }

  function say(message) {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else complain("not connected: nothing was sent");
  }

  function hear(message) {
    if (message.type === "view") {
      failures = 0; // a link that is open in too many pages answers too, and is tried again ever more seldom
      story.view({ ...message, since: Date.now() });
    } else if (message.type === "heard") talk.hear(message);
    else if (message.type === "story") story.tell(message);
    else if (message.type === "hints") advise(message);
    else if (message.type === "planned") replan(message);
    else if (message.type === "scene") story.look(message);
    else if (message.type === "drafted") follows(message);
    else {
      complain(message.text);
      if (at("answering").inert || draft.wanted) again();
    }
  }

  function complain(text) {
    at("problem").textContent = text;
    at("problem").hidden = !text;
  }

  // --- the table

  function show(next) {
    const before = view;
    view = next;
    learn(view.names);
    const question = before ? `${before.turn} ${before.asked}` : "";
    const same = before && !draft.begun && question === `${view.turn} ${view.asked}` && before.choices.length === view.choices.length;
    const yours = view.choices.length > 0;
    document.title = yours ? `● Your turn: ${view.title}` : view.title;
    if (yours && before && !same) bell.ring();
    at("title").textContent = view.title;
    at("seat").textContent = view.viewer ? `You are ${named(view.viewer)}.` : "You watch.";
    if (!before) style(view.game);
    if (view.end && !(before && before.end)) at("standing-part").open = true;
    turn(yours);
    clock.show(view);
    board.show(view.picture);
    story.knows(view.seats, board.placesIds(), board.picture);
    standing();
    pages();
    at("replay").href = `${location.pathname}/replay`;
    at("page").href = `${location.pathname}/page`;
    at("records").hidden = !view.replay;
    at("forced").hidden = !view.forced.length;
    at("forced").textContent = `Answered for you, since nothing else was possible: ${view.forced.join("; ")}.`;
    if (!same) {
      plan.clear();
      draft.clear();
      take(null, true);
      narrowed = "";
      at("filter").value = "";
      at("hints").hidden = true;
      if (view.plans) plan.begin(view.turn);
      if (before) complain("");
    }
    ask();
    wait(false);
    if (plan.open) replan(plan);
    talk.show(view);
    if (!same && view.choices.length && before) {
      const where = document.activeElement;
      if (where === document.body || where.closest("#ui-question, #ui-board")) at("actions").focus({ preventScroll: true });
    }
  }

  function style(game) {
    document.head.append(make("link", undefined, { rel: "stylesheet", href: `/static/pictures/${game}.css` }));
  }

  // A fact, what it is about in bold; what belongs to the one before stands further in.
  function fact(line) {
    const [, indent, head, rest] = line.match(/^( *)((?:[^:]*: )?)(.*)$/);
    const element = make("p", undefined, indent.length > 2 ? { class: "further" } : {});
    element.append(make("b", head), rest);
    return element;
  }

  function turn(yours) {
    const talks = Boolean(view.talk && view.talk.most);
    let text = `Round ${view.round}: ${named(view.asked)} decides`;
    if (view.talk) text = `Round ${view.round}: ${talks ? "you may talk" : "players talk"}`;
    if (yours) text = `Round ${view.round}: your turn`;
    if (view.end) text = `The end (${spoken(view.end)}). ${winner()}`;
    if (view.failure) text = view.failure;
    at("turn").textContent = text;
    at("turn").classList.toggle("yours", yours || talks);
    at("question-title").textContent = question(yours, talks);
  }

  function question(yours, talks) {
    if (yours) return capital(spoken(view.caption));
    if (view.end || view.failure) return "The table has ended";
    if (talks) return "Talk first, or say nothing: see Messages";
    return view.talk ? "The others talk" : `Waiting for ${named(view.asked)}: ${view.caption.charAt(0).toLowerCase()}${view.caption.slice(1)}`;
  }

  function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  function winner() {
    const seat = view.places_taken.indexOf(1);
    if (seat < 0) return "";
    if (view.seats[seat] === view.viewer) return "You win.";
    const own = view.places_taken[view.seats.indexOf(view.viewer)];
    return `${named(view.seats[seat])} wins${own ? `, you are ${PLACES[own]}` : ""}.`;
  }

  function standing() {
    const names = Object.keys(view.measures);
    const head = make("tr");
    for (const title of ["seat", "player", ...(view.places_taken.length ? ["place"] : []), ...names])
      head.append(make("th", spoken(title), { scope: "col", class: title === "seat" || title === "player" ? "" : "number" }));
    const rows = view.seats.map((seat, i) => {
      const row = make("tr", undefined, { class: seat === view.asked ? "asked" : "" });
      const name = make("th", undefined, { scope: "row" });
      name.append(token(seat, board.picture), named(seat) + (seat === view.viewer ? " (you)" : ""));
      row.append(name, make("td", view.players[i]));
      if (view.places_taken.length) row.append(make("td", view.places_taken[i], { class: "number" }));
      for (const name of names) row.append(make("td", view.measures[name][i], { class: "number" }));
      return row;
    });
    at("standing").replaceChildren(head, ...rows);
  }

  function pages() {
    const open = [...at("pages").querySelectorAll("details[open]")].map((page) => page.dataset.page);
    const made = Object.entries(view.pages).map(([title, lines]) => {
      const page = make("details", undefined, { "data-page": title });
      page.open = open.includes(title);
      page.append(make("summary", capital(title)), make("div", spoken(lines.join("\n")), { class: "lines", tabindex: "0" }));
      return page;
    });
    at("pages").replaceChildren(...made);
  }

  // --- the question

  function ask() {
    const asked = view.choices.length > 0;
    at("answering").hidden = !asked;
    at("about").hidden = !view.lines.length;
    at("lines").replaceChildren(...view.lines.map(fact));
    const counts = new Map();
    for (const choice of view.choices) for (const name of choice.at) counts.set(name, (counts.get(name) || 0) + 1);
    board.light(view.places, counts);
    at("actions").dataset.turn = view.turn;
    list();
    mark();
  }

  function list() {
    const word = at("filter").value.trim().toLowerCase().replaceAll("_", " ");
    shown = (plan.pending ? [] : plan.open ? plan.choices() : view.choices)
      .map((choice, i) => ({ ...choice, number: i + 1 }))
      .filter((choice) => !narrowed || choice.at.includes(narrowed))
      .filter((choice) => `${choice.label} ${spoken(choice.text)} ${spoken(choice.remark)}`.toLowerCase().includes(word));
    at("narrowed").hidden = !narrowed;
    at("narrowed-to").textContent = `Only what concerns ${named(narrowed)}.`;
    at("actions").classList.toggle("cards", shown.some((choice) => choice.card));
    at("actions").replaceChildren(...shown.map((choice, place) => {
      const item = make("li", undefined, { role: "option", id: `ui-action-${place}`, "aria-selected": "false" });
      item.append(make("span", choice.number), make("span", choice.label, { title: choice.text }));
      if (choice.card) dressAsCard(item, choice, board.picture);
      else if (choice.remark) item.append(make("span", spoken(choice.remark), { class: "remark" }));
      item.addEventListener("click", () => { reach(place); choose(choice); });
      return item;
    }));
    active = shown.length ? Math.min(Math.max(active, 0), shown.length - 1) : -1;
    reach(active);
  }

  function reach(place) {
    active = place;
    [...at("actions").children].forEach((item, i) => item.classList.toggle("active", i === place));
    const item = at("actions").children[place];
    if (item) at("actions").setAttribute("aria-activedescendant", item.id);
    else at("actions").removeAttribute("aria-activedescendant");
    if (item) bringIntoList(item);
  }

  // Only the list scrolls, never the page.
  function bringIntoList(item) {
    const list = at("actions");
    const top = item.offsetTop - list.offsetTop - list.clientTop;
    list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + item.offsetHeight - list.clientHeight));
  }

  function mark() {
    [...at("actions").children].forEach((item, i) =>
      item.setAttribute("aria-selected", chosen !== null && shown[i].action === chosen.action ? "true" : "false"));
    board.mark(chosen ? chosen.at : narrowed ? [narrowed] : []);
  }

  // --- planning

  function replan(planned) {
    if (!view || planned.turn !== view.turn) return;
    if (!plan.hear(planned)) {
      if (!plan.open) ask();
      return;
    }
    narrowed = "";
    learn(Object.fromEntries(plan.steps.map((step) => [step.place, step.name])));
    const ids = Object.fromEntries(plan.steps.map((step) => [step.place, board.idsOf(step.place)]));
    board.light(ids, new Map(plan.steps.map((step) => [step.place, step.choices.length])), plan.place);
    board.label(Object.fromEntries(plan.steps.map((step) => [step.place, plan.told(step)])));
    planFor(plan.place);
  }

  function planFor(place) {
    plan.turnTo(place);
    const step = plan.steps.find((one) => one.place === place);
    chosen = step && step.choices.find((choice) => choice.action === step.wish) || null;
    at("filter").value = "";
    active = 0;
    list();
    if (chosen) reach(shown.findIndex((choice) => choice.action === chosen.action));
    mark();
    board.mark([place]);
    at("question-title").textContent = `Plan in any order: ${named(place)}`;
    const open = plan.steps.filter((one) => one.wish === null).length;
    at("send").textContent = "Ready";
    at("send").disabled = !plan.ready;
    at("back").disabled = open === plan.steps.length;
    at("chosen").textContent = plan.ready ? "Chosen: all. Ready sends them; until then you can change each." : `${open} of ${plan.steps.length} are open.`;
    if (plan.ready) at("send").focus({ preventScroll: true });
  }

  function choose(choice) {
    if (plan.open) {
      plan.wish(choice.action);
      return;
    }
    take(choice);
    draft.choose(view.turn, choice.action);
  }

  // What the server says of an answer: the move is whole, or there is more to choose before it is sent.
  function follows(drafted) {
    if (!view || drafted.turn !== view.turn || !draft.hear(drafted)) return;
    if (draft.move) {
      at("chosen").textContent = `Chosen: ${drafted.labels.join("; ")}`;
      at("send").disabled = false;
      if (at("at-once").checked) send();
      return;
    }
    draft.goOn(view, drafted);
    turnTo(drafted.view);
  }

  // Show another question of the move that is being put together.
  function turnTo(shown) {
    view = shown;
    learn(view.names);
    narrowed = "";
    active = 0;
    at("filter").value = "";
    at("hints").hidden = true;
    at("hint").disabled = draft.begun;
    board.show(view.picture);
    turn(true);
    take(null, true);
    ask();
  }

  // Remember what was chosen, or with null take it back.
  function take(choice, quiet = false) {
    chosen = choice;
    if (!choice) draft.drop();
    at("send").textContent = "Confirm";
    at("send").disabled = true; // until it is known whether more is to be chosen
    at("back").disabled = choice === null && !draft.begun;
    at("hint").disabled = draft.begun;
    const soFar = draft.begun ? `So far: ${draft.labels.join("; ")}.` : "Nothing chosen.";
    at("chosen").textContent = choice ? `Chosen: ${[...draft.labels, choice.label].join("; ")}` : quiet || draft.begun ? soFar : "Taken back.";
    mark();
  }

  function send() {
    complain("");
    const [action] = draft.move;
    say(draft.move.length > 1 ? { type: "play_all", turn: view.turn, actions: draft.move } : { type: "play", turn: view.turn, action });
    draft.drop();
    take(null, true);
    wait(true);
  }

  // An answer was refused: the question is open as it was.
  function again() {
    wait(false);
    if (draft.begun) {
      const [{ view: first }] = draft.trail;
      draft.clear();
      turnTo(first);
      return;
    }
    take(null, true);
    if (view.plans) plan.begin(view.turn);
    ask();
  }

  // An answer is under way, and what follows from it: until then nothing can be chosen.
  function wait(on) {
    at("answering").inert = on;
    at("answering").setAttribute("aria-busy", on);
    if (on) board.svg.querySelectorAll(".cover").forEach((shape) => shape.remove());
  }

  function pick(name) {
    if (plan.open) {
      planFor(name);
      at("actions").focus({ preventScroll: true });
      return;
    }
    const fits = view.choices.filter((choice) => choice.at.includes(name));
    if (fits.length === 1) {
      narrowed = "";
      list();
      reach(shown.findIndex((choice) => choice.action === fits[0].action));
      choose(shown[active] || fits[0]);
      return;
    }
    take(null, true);
    narrowed = name;
    at("filter").value = "";
    active = 0;
    list();
    mark();
    at("actions").focus({ preventScroll: true });
  }

  function ready() {
    complain("");
    say({ type: "play_all", turn: view.turn, actions: plan.actions() });
    plan.clear();
    take(null, true);
    wait(true);
  }

  function back() {
    if (plan.open && !at("filter").value) plan.forget();
    else if (chosen && !plan.open) take(null);
    else if (draft.begun && !narrowed && !at("filter").value) turnTo(draft.back());
    else if (narrowed || at("filter").value) {
      narrowed = "";
      at("filter").value = "";
      list();
      mark();
    } else complain("");
  }

  function advise(hints) {
    if (!view || hints.turn !== view.turn || !view.choices.length) return;
    const rows = make("ol"), best = new Map();
    for (const [action, , chance] of hints.ranking) {
      const choice = view.choices.find((one) => one.action === action);
      if (!choice) continue;
      const told = chance === null ? "the only answer" : `${Math.round(100 * chance)} %`;
      const line = make("li"), button = make("button", undefined, { type: "button" });
      button.style.setProperty("--chance", `${Math.round(100 * (chance ?? 0))}%`);
      button.append(make("b", told), make("span", choice.label));
      button.addEventListener("click", () => follow(choice));
      line.append(button);
      rows.append(line);
      if (chance !== null) for (const name of choice.at) best.set(name, Math.max(chance, best.get(name) ?? 0));
    }
    if (!plan.open) board.label(Object.fromEntries([...best].map(([name, chance]) => [name, `${Math.round(100 * chance)} %`])));
    const about = "Estimated by a search that knows what you know; it would play the first one.";
    at("hints").replaceChildren(make("h3", "Your chance to win, by move"), make("p", about, { class: "small" }), rows);
    at("hints").hidden = false;
    at("hints").scrollIntoView({ block: "nearest" });
  }

  // Choose what a hint says, which is about the first question of a plan.
  function follow(choice) {
    if (plan.open) planFor(plan.steps[0].place);
    choose(choice);
  }

  function hint() {
    at("hints").replaceChildren(make("p", "thinking …"));
    at("hints").hidden = false;
    say({ type: "hint", turn: view.turn });
  }

  // --- keys

  function digit(key) {
    const now = Date.now();
    digits = (now < digitsUntil ? digits : "") + key;
    digitsUntil = now + 900;
    const place = shown.findIndex((choice) => choice.number === Number(digits));
    if (place >= 0) reach(place);
  }

  document.addEventListener("keydown", (event) => {
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      back();
      if (document.activeElement === at("filter")) at("actions").focus({ preventScroll: true });
      return;
    }
    if (event.key === "n" && story.busy && document.activeElement !== at("filter")) {
      story.step();
      return;
    }
    if (!view.choices.length || at("answering").inert) return;
    const filtering = document.activeElement === at("filter");
    const listing = document.activeElement === at("actions") || document.activeElement === document.body;
    if (event.key === "/" && !filtering) at("filter").focus();
    else if (["ArrowDown", "ArrowUp"].includes(event.key) && (listing || filtering)) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      reach(Math.min(shown.length - 1, Math.max(0, active + step)));
      at("actions").focus({ preventScroll: true });
    } else if (["ArrowLeft", "ArrowRight"].includes(event.key) && listing && at("actions").classList.contains("cards"))
      reach(Math.min(shown.length - 1, Math.max(0, active + (event.key === "ArrowRight" ? 1 : -1))));
    else if (event.key === "Home" && listing) reach(0);
    else if (event.key === "End" && listing) reach(shown.length - 1);
    else if (event.key === "Enter" && (listing || filtering)) {
      const here = shown[active];
      if (plan.open && plan.ready && chosen && here && chosen.action === here.action) ready();
      else if (!plan.open && chosen && here && chosen.action === here.action) draft.move && send();
      else if (here) choose(here);
      at("actions").focus({ preventScroll: true });
    } else if (/^\d$/.test(event.key) && !filtering) {
      digit(event.key);
      at("actions").focus({ preventScroll: true });
    } else if (event.key === "h" && !filtering) hint();
    else return;
    event.preventDefault();
  });

  at("filter").addEventListener("input", () => { active = 0; list(); mark(); });
  at("send").addEventListener("click", () => {
    if (plan.open) ready();
    else if (draft.move) send();
  });
  at("back").addEventListener("click", back);
  at("all").addEventListener("click", back);
  at("hint").addEventListener("click", hint);
  at("smaller").addEventListener("click", () => board.resize(1 / 1.25));
  at("larger").addEventListener("click", () => board.resize(1.25));
  at("fit").addEventListener("click", () => board.resize(null));
  at("about").open = !matchMedia("(max-width: 60rem)").matches;
  at("standing-part").open = !matchMedia("(min-width: 84rem)").matches;
  at("at-once").checked = localStorage.getItem("got-at-once") === "yes";
  at("at-once").addEventListener("change", (event) => localStorage.setItem("got-at-once", event.target.checked ? "yes" : "no"));
  connect();
})();
