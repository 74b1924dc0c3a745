"use strict";
// Milliseconds between events by pace, and how few they become when many wait.
const PACES = { slow: 1400, normal: 600, fast: 200, "at once": 0 };
const LEAST_PAUSE = 120;
const MANY = 10;

// What has happened, one event after another: grouped by round, filtered by seat, pointing at the board.
class Story {
  // parts: elements by name; onPoint gets the ids that an event is about; onView a view whose turn has come.
  constructor(parts, onPoint, onView) {
    this.parts = parts;
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
    if (story.first === 0) {
      this.waiting = [];
      this.parts.list.replaceChildren();
      for (const line of story.lines) this.add(line);
      this.toEnd();
      return;
    }
    for (const line of this.parts.list.querySelectorAll(".new")) line.classList.remove("new");
    this.waiting.push(...story.lines);
    this.goOn();
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
    if (!this.busy || (this.paused && PACES[this.parts.pace.value])) return;
    const pause = PACES[this.parts.pace.value];
    if (!pause) this.rush();
    else this.timer = setTimeout(() => this.step(), Math.max(LEAST_PAUSE, Math.min(pause, (pause * MANY) / this.waiting.length)));
  }

  step() {
    this.showViews();
    if (this.busy) {
      const line = this.add(this.waiting.shift());
      line.classList.add("new");
      this.onPoint(this.idsIn(line.dataset.text));
      this.toEnd();
    }
    this.goOn();
  }

  // Show all that waits now.
  rush() {
    while (this.busy) {
      const next = this.waiting.shift();
      if (typeof next === "string") this.add(next).classList.add("new");
      else this.onView(next);
    }
    this.toEnd();
    this.goOn();
  }

  showViews() {
    while (this.busy && typeof this.waiting[0] !== "string") this.onView(this.waiting.shift());
  }

  add(text) {
    const line = document.createElement("li");
    line.dataset.text = text;
    this.dress(line);
    this.parts.list.append(line);
    return line;
  }

  // Its words with the names in capitals, the sign of who acts, and what it is to the filter.
  dress(line) {
    const text = line.dataset.text;
    const seat = this.seats.find((one) => new RegExp(`^${spoken(one)}\\b`, "i").test(spoken(text)));
    const words = text.replace(/[a-z][a-z_]*\d*(_\d+)*/g, (word) =>
      word.includes("_") || this.seats.includes(word) || this.names.has(word) ? named(word) : word);
    line.className = /^round \d+ /i.test(text) ? "round" : seat ? "" : "heading";
    line.replaceChildren(...(seat ? [token(seat, this.picture)] : []), words.charAt(0).toUpperCase() + words.slice(1));
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
    const words = ` ${spoken(text).toLowerCase().replace(/[^a-z\d]+/g, " ")} `;
    return [...this.names].filter(([name]) => words.includes(` ${name} `)).map(([, id]) => id);
  }

  toEnd() {
    this.parts.list.parentElement.scrollTop = this.parts.list.parentElement.scrollHeight;
  }
}
