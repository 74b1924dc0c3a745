"use strict";
// A move of several answers that is not sent yet: what was chosen so far, and what the server says follows.
class Draft {
  // send takes messages for the server.
  constructor(send) {
    this.send = send;
    this.clear();
  }

  clear() {
    this.trail = []; // the questions that were answered: their view, the answers before them, and their labels
    this.actions = [];
    this.labels = [];
    this.wanted = null; // answers whose sequel has been asked for
    this.move = null; // a whole move, which can be sent
  }

  // Whether some answers of a longer move have been chosen.
  get begun() {
    return this.trail.length > 0;
  }

  // Ask what follows one more answer.
  choose(turn, action) {
    this.wanted = [...this.actions, action];
    this.move = null;
    this.send({ type: "draft", turn, actions: this.wanted });
  }

  // Leave the last answer open again that was not taken for good.
  drop() {
    this.wanted = this.move = null;
  }

  // What the server says; false if nothing waits for it.
  hear(drafted) {
    if (!this.wanted || this.wanted.some((action, i) => action !== drafted.actions[i]) || drafted.asked !== this.wanted.length) return false;
    this.wanted = null;
    if (drafted.view === null) this.move = drafted.actions;
    return true;
  }

  // Go on to the next question of the move.
  goOn(view, drafted) {
    this.trail.push({ view, actions: this.actions, labels: this.labels });
    this.actions = drafted.actions;
    this.labels = drafted.labels;
  }

  // Back to the question before, whose view is returned.
  back() {
    const { view, actions, labels } = this.trail.pop();
    this.actions = actions;
    this.labels = labels;
    return view;
  }
}
