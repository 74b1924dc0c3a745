"use strict";
// Icons of House cards, around the middle of a square of 20.
const ICONS = {
  swords: "M10,0L12,4V13H15.5V16H12V20H8V16H4.5V13H8V4Z",
  fortifications: "M2,19V8H1V1H5V4H8V1H12V4H15V1H19V8H18V19H12.5V13H7.5V19Z",
};

// Make an answer of the list a card: strength and name in the colour of its house, icons, what it does.
function dressAsCard(item, choice, picture) {
  const { card } = choice;
  item.classList.add("card");
  item.setAttribute("aria-label", `${choice.label}: ${choice.remark}`);
  const strength = drawing("0 0 34 34", `${picture} strength`);
  strength.append(shape("circle", { cx: 17, cy: 17, r: 15.5, class: `piece ${card.seat}` }));
  const number = shape("text", { x: 17, y: 23.5, class: `on-${card.seat}` });
  number.textContent = card.number;
  strength.append(number);
  const name = document.createElement("b");
  name.textContent = card.name;
  const signs = document.createElement("span");
  signs.className = "signs";
  for (const [kind, count] of Object.entries(card.signs))
    for (let i = 0; i < count; i++) {
      const sign = drawing("0 0 20 20", "sign");
      sign.append(shape("path", { d: ICONS[kind] }));
      signs.append(sign);
    }
  const gist = document.createElement("span");
  gist.className = "remark";
  gist.textContent = card.text;
  item.append(strength, name, signs, gist);
}

function drawing(box, kind) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ viewBox: box, class: kind, "aria-hidden": "true" })) drawn.setAttribute(name, value);
  return drawn;
}

function shape(kind, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
