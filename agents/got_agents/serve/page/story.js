"use strict";
// Milliseconds between events by pace, and how few they become when many wait.
const PACES = { slow: 1400, normal: 600, fast: 200, "at once": 0 };
const LEAST_PAUSE = 120;
const MANY = 10;

// What has happened, one event after another: grouped by round, filtered by seat, pointing at the board.
class Story {
  // parts: elements by name; onPoint gets the ids that an event is about; onView a view whose turn has come;
  // onScene the picture after an event; ask takes messages for the server.
  constructor(parts, onPoint, onView, onScene, ask) {
    this.parts = parts;
    this.onScene = onScene;
    this.ask = ask;
    this.number = 0; // of the next event that comes
    this.scene = null; // a picture whose event is still to come
    this.asked = -1; // number of the event whose picture is under way
    this.pictured = 0; // number of the first event that no picture has been asked for
    this.last = null; // the event shown last, if no view has been shown since
    this.onPoint = onPoint;
    this.onView = onView;
    this.waiting = []; // events and views, in the order in which they are shown
    this.timer = 0;
    this.paused = false;
    this.names = new Map(); // ids on the board by the name that events use
    this.seats = [];
    this.picture = "";
    for (const name of Object.keys(PACES)) parts.pace.append(new Option(name, name));
    const kept = localStorage.getItem("got-pace");
    parts.pace.value = kept in PACES ? kept : "normal";
    parts.pace.addEventListener("change", () => {
      localStorage.setItem("got-pace", parts.pace.value);
      this.goOn();
    });
    parts.pause.addEventListener("click", () => this.pause(!this.paused));
    parts.next.addEventListener("click", () => this.step());
    parts.all.addEventListener("click", () => this.rush());
    parts.filter.addEventListener("change", () => this.filter());
    for (const kind of ["pointerover", "pointerout"])
      parts.list.addEventListener(kind, (event) => {
        const line = kind === "pointerover" ? event.target.closest("li") : null;
        onPoint(line ? this.idsIn(line.dataset.text) : []);
      });
  }

  // Whether events wait to be shown.
  get busy() {
    return this.waiting.length > 0;
  }

  knows(seats, ids, picture) {
    this.picture = picture;
    this.names = new Map(ids.map((id) => [id.slice(id.indexOf("-") + 1).replaceAll("-", " "), id]));
    if (this.seats.length) return;
    this.seats = seats;
    this.parts.filter.replaceChildren(new Option("everyone", ""), ...seats.map((seat) => new Option(named(seat), seat)));
    for (const line of this.parts.list.children) this.dress(line);
    this.toEnd();
  }

  tell(story) {
    this.number = story.first + story.lines.length;
    if (story.first === 0) {
      this.waiting = [];
      this.forget();
      this.parts.list.replaceChildren();
      for (const line of story.lines) this.add(line);
      this.toEnd();
      return;
    }
    for (const line of this.parts.list.querySelectorAll(".new")) line.classList.remove("new");
    this.waiting.push(...story.lines.map((text, i) => ({ event: story.first + i, text })));
    this.goOn();
  }

  // Ask how the board looks after the next event, unless a view follows it at once.
  lookAhead() {
    const [next, then] = this.waiting;
    if (this.asked >= 0 || !PACES[this.parts.pace.value] || !isEvent(next) || !isEvent(then)) return;
    if (next.event < this.pictured) return;
    this.asked = next.event;
    this.pictured = next.event + 1;
    this.ask({ type: "look", event: next.event });
  }

  // The picture after an event: for now if that is the one on show, for later if it is still to come.
  look(scene) {
    if (scene.event !== this.asked) return;
    this.asked = -1;
    this.pictured = Math.max(this.pictured, scene.until);
    if (scene.picture) this.scene = scene;
    this.paint();
    this.lookAhead();
  }

  paint() {
    if (!this.scene || !this.last || this.last.event < this.scene.event) return;
    this.onScene(this.scene.picture);
    this.scene = null;
    this.onPoint(this.idsIn(this.last.text));
  }

  forget() {
    this.scene = this.last = null;
    this.asked = -1;
    this.pictured = this.number;
  }

  view(view) {
    this.waiting.push(view);
    this.goOn();
  }

  pause(on) {
    this.paused = on;
    this.parts.pause.textContent = on ? "Go on" : "Pause";
    this.goOn();
  }

  // Show what waits, as fast as the pace asks for.
  goOn() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.showViews();
    this.parts.next.disabled = this.parts.all.disabled = !this.busy;
    this.lookAhead();
    if (!this.busy || (this.paused && PACES[this.parts.pace.value])) return;
    const pause = PACES[this.parts.pace.value];
    if (!pause) this.rush();
    else this.timer = setTimeout(() => this.step(), Math.max(LEAST_PAUSE, Math.min(pause, (pause * MANY) / this.waiting.length)));
  }

  step() {
    this.showViews();
    if (this.busy) {
      this.last = this.waiting.shift();
      this.add(this.last.text).classList.add("new");
      this.onPoint(this.idsIn(this.last.text));
      this.paint();
      this.toEnd();
    }
    this.goOn();
  }

  // Show all that waits now.
  rush() {
    while (this.busy) {
      const next = this.waiting.shift();
      if (isEvent(next)) this.add(next.text).classList.add("new");
      else this.show(next);
    }
    this.toEnd();
    this.goOn();
  }

  showViews() {
    while (this.busy && !isEvent(this.waiting[0])) this.show(this.waiting.shift());
  }

  show(view) {
    this.scene = this.last = null;
    this.onView(view);
  }

  add(text) {
    const line = document.createElement("li");
    line.dataset.text = text;
    this.dress(line);
    this.parts.list.append(line);
    return line;
  }

  // Its words, the sign of who acts, and what it is to the filter.
  dress(line) {
    const text = line.dataset.text;
    const seat = this.seats.find((one) => new RegExp(`^${spoken(one)}\\b`, "i").test(spoken(text)));
    line.className = /^round \d+ /i.test(text) ? "round" : seat ? "" : "heading";
    line.replaceChildren(...(seat ? [token(seat, this.picture)] : []), text);
    this.hide(line);
  }

  hide(line) {
    const seat = this.parts.filter.value;
    line.hidden = Boolean(seat) && line.className !== "round" && !new RegExp(`\\b${spoken(seat)}\\b`, "i").test(spoken(line.dataset.text));
  }

  filter() {
    for (const line of this.parts.list.children) this.hide(line);
    this.toEnd();
  }

  idsIn(text) {
    const words = ` ${text.toLowerCase().replaceAll("'", "").replace(/[^a-z\d]+/g, " ")} `;
    return [...this.names].filter(([name]) => words.includes(` ${name} `)).map(([, id]) => id);
  }

  toEnd() {
    this.parts.list.parentElement.scrollTop = this.parts.list.parentElement.scrollHeight;
  }
}

// Whether what waits is an event, and not a view.
function isEvent(item) {
  return item !== undefined && "event" in item;
}
