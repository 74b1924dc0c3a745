"use strict";
const LATE = 60; // seconds that are shown as few

// The time that people have left; between two views the page counts it itself.
class Clock {
  constructor(part) {
    this.part = part;
    this.view = null;
    setInterval(() => this.draw(), 1000);
  }

  show(view) {
    this.view = view;
    this.part.hidden = !view.clock.length;
    this.draw();
  }

  draw() {
    if (!this.view || this.part.hidden) return;
    const { seats, clock, asked, viewer, ticks } = this.view;
    this.part.replaceChildren(...seats.flatMap((seat, i) => {
      if (clock[i] === null) return [];
      const running = ticks && seat === asked && !this.view.end;
      const left = Math.max(0, clock[i] - (running ? Math.floor((Date.now() - this.view.since) / 1000) : 0));
      const told = document.createElement("span");
      told.classList.toggle("running", running);
      told.classList.toggle("late", left < LATE);
      const minutes = Math.floor(left / 60), seconds = String(left % 60).padStart(2, "0");
      told.textContent = `${seat === viewer ? "you" : named(seat)} ${minutes}:${seconds}`;
      return [told];
    }));
  }
}
