"use strict";
// What the players say to each other: a list of what this seat knows, and a form while it may talk.
class Talk {
  constructor(part, send) {
    this.part = part;
    this.at = (name) => part.querySelector(`[data-talk=${name}]`);
    this.send = send;
    this.view = null;
    this.place = "";
    this.ready = [];
    this.at("add").addEventListener("click", () => this.add());
    this.at("done").addEventListener("click", () => this.done());
    this.at("text").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.add();
      event.stopPropagation(); // keys of the page choose answers
    });
  }

  hear(heard) {
    const list = this.at("messages");
    this.part.hidden = false;
    if (heard.first === 0) list.replaceChildren();
    for (const [sender, to, text] of heard.messages) {
      const line = document.createElement("li");
      const who = document.createElement("b");
      who.textContent = `${named(sender)} to ${to.split(",").map((name) => (name === "all" ? name : named(name))).join(", ")}: `;
      line.append(who, text);
      list.append(line);
    }
    list.parentElement.scrollTop = list.scrollHeight;
  }

  show(view) {
    const talk = view.talk;
    const mine = Boolean(talk && talk.most);
    this.view = view;
    this.at("form").hidden = !mine;
    this.at("state").textContent = talk
      ? `Players may talk ${talk.meaning}: round ${talk.number} of ${talk.rounds}. Waiting for ${talk.waiting.map((seat) => (seat === view.viewer ? "you" : named(seat))).join(", ")}.`
      : "";
    if (!mine || talk.place === this.place) return;
    this.place = this.at("form").dataset.place = talk.place;
    this.ready = [];
    this.at("text").maxLength = talk.longest;
    this.at("to").replaceChildren(...["all", ...view.seats.filter((seat) => seat !== view.viewer)].map((name) => {
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.value = name;
      box.checked = name === "all";
      box.addEventListener("change", () => this.tick(box));
      label.append(box, ` ${named(name)}`);
      return label;
    }));
    this.list();
  }

  boxes() {
    return [...this.at("to").querySelectorAll("input")];
  }

  // "all" stands alone.
  tick(box) {
    if (!box.checked) return;
    for (const other of this.boxes()) if (other !== box && (other.value === "all" || box.value === "all")) other.checked = false;
  }

  add() {
    const to = this.boxes().filter((box) => box.checked).map((box) => box.value);
    const text = this.at("text").value.split(/\s+/).join(" ").trim();
    if (!text || !to.length || this.ready.length >= this.view.talk.most) return;
    this.ready.push({ to, text });
    this.at("text").value = "";
    this.list();
  }

  list() {
    const left = this.view.talk.most - this.ready.length;
    this.at("ready").replaceChildren(...this.ready.map((message) => {
      const line = document.createElement("li");
      line.textContent = `to ${message.to.map(spoken).join(", ")}: ${message.text}`;
      return line;
    }));
    this.at("add").disabled = this.at("text").disabled = left === 0;
    this.at("done").textContent = this.ready.length ? "Send and end my turn to talk" : "Say nothing";
  }

  done() {
    this.add();
    this.send({ type: "say", place: this.place, messages: this.ready });
  }
}
