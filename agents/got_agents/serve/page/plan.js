"use strict";
// Orders in any order: what is wished for by place, and what the server says of it. Nothing is played before "Ready".
class Plan {
  // part: a list; onPick gets the place that somebody wants to answer; send takes messages for the server.
  constructor(part, onPick, send) {
    this.part = part;
    this.onPick = onPick;
    this.send = send;
    this.clear();
  }

  clear() {
    this.turn = null;
    this.steps = [];
    this.ready = false;
    this.pending = false; // whether the server has still to say what can be planned
    this.place = ""; // which is being answered
    this.last = ""; // which was answered last
    this.wanted = null; // wishes that were sent, the last one of which goes before the others
    this.part.hidden = true;
  }

  get open() {
    return this.steps.length > 0;
  }

  // Ask what can be planned at a question.
  begin(turn) {
    this.clear();
    this.turn = turn;
    this.pending = true;
    this.ask({});
  }

  ask(wishes) {
    this.send({ type: "plan", turn: this.turn, wishes });
  }

  wishes() {
    return Object.fromEntries(this.steps.filter((step) => step.wish !== null).map((step) => [step.place, step.wish]));
  }

  // What the server says; false if it is about another question, or if nothing can be planned.
  hear(planned) {
    if (planned.turn !== this.turn) return false;
    if (this.givesWay(planned)) return false;
    this.pending = false;
    this.steps = planned.steps;
    this.ready = planned.ready;
    const here = this.steps.find((step) => step.place === this.place);
    if (!here || here.wish !== null) this.place = (this.steps.find((step) => step.wish === null) || this.steps[0] || {}).place || "";
    this.draw();
    return this.open;
  }

  // Where the last wish cannot stand because the same is wished for elsewhere, that is taken back.
  givesWay(planned) {
    const wanted = this.wanted;
    this.wanted = null;
    if (!wanted || planned.steps.find((step) => step.place === this.last)?.wish !== null) return false;
    const rivals = Object.keys(wanted).filter((place) => place !== this.last && wanted[place] === wanted[this.last]);
    for (const place of rivals) delete wanted[place];
    if (rivals.length) this.ask(wanted);
    return rivals.length > 0;
  }

  draw() {
    this.part.hidden = !this.open;
    this.part.replaceChildren(...this.steps.map((step) => {
      const line = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.place = step.place;
      if (step.place === this.place) button.setAttribute("aria-current", "true");
      const wish = document.createElement("b");
      wish.textContent = this.told(step) || "open";
      button.append(`${step.name}: `, wish);
      button.addEventListener("click", () => this.onPick(step.place));
      line.append(button);
      return line;
    }));
  }

  // What is planned for a place, which stands beside it.
  told(step) {
    const label = step.choices.find((one) => one.action === step.wish)?.label ?? "";
    const where = ` in ${step.name}`;
    return label.endsWith(where) ? label.slice(0, -where.length) : label;
  }

  turnTo(place) {
    this.place = place;
    this.draw();
  }

  choices() {
    return this.steps.find((step) => step.place === this.place)?.choices ?? [];
  }

  wish(action) {
    this.last = this.place;
    this.wanted = { ...this.wishes(), [this.place]: action };
    this.ask(this.wanted);
  }

  // Leave open again the place on show, or, if it is open, the one that was answered last.
  forget() {
    const wishes = this.wishes();
    if (!(this.place in wishes)) this.place = this.last || this.place;
    delete wishes[this.place];
    this.ask(wishes);
  }

  actions() {
    return this.steps.map((step) => step.wish);
  }
}
