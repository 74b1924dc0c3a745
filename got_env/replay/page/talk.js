"use strict";
// What the players have said to each other, as far as the viewer knows it.
(() => {
  let shown = "";

  function fill(game, viewer) {
    const lines = game.talk[viewer].map(([step, moment, text]) => {
      const line = document.createElement("li");
      line.dataset.step = step;
      line.textContent = text;
      line.title = `${moment}, round ${game.steps[step].round}`;
      return line;
    });
    document.getElementById("messages").replaceChildren(...lines);
  }

  document.addEventListener("shown", ({ detail: { game, viewer, step } }) => {
    const talk = Object.keys(game.talk).length > 0;
    document.getElementById("talk").hidden = !talk;
    if (!talk) return;
    const list = document.getElementById("messages");
    if (shown !== viewer) fill(game, viewer);
    shown = viewer;
    let last = null;
    for (const line of list.children) {
      line.hidden = Number(line.dataset.step) > step;
      line.classList.toggle("now", Number(line.dataset.step) === step);
      if (!line.hidden) last = line;
    }
    if (last) list.scrollTop = last.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
})();
