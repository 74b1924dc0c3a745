"use strict";
// Units of a picture between the board and what is drawn beside it.
const MARGIN = 20;
// CSS pixels: a target that can be tapped is a square of this side, and what is smaller than a disc around one gets one.
const TAPPED = 26, SMALL = 36;

// The board: shows a picture, lights what the actions point at, and says what was clicked.
// What is drawn beside the board, and the signs of its legend, are put into holders of their own.
class Board {
  constructor(holders, onPick) {
    this.holder = holders.board;
    this.beside = holders.beside;
    this.signs = holders.signs;
    this.onPick = onPick;
    this.svg = null;
    this.shapes = new Map();
    this.lit = null; // what light was called with
    this.marked = [];
    this.scale = 0; // CSS pixels of a unit of the picture when it was lit
    new ResizeObserver(() => this.lightAgain()).observe(this.holder);
    this.tallest = 0; // of what stands beside the board: it never shrinks, so that nothing below jumps
    this.width = Number(localStorage.getItem("got-board-width")) || 0;
  }

  show(text) {
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    const { scrollLeft, scrollTop } = this.holder;
    this.svg = document.importNode(read.documentElement, true);
    this.lit = null;
    this.holder.replaceChildren(this.svg);
    this.split();
    this.resize(0);
    this.holder.scrollTo(scrollLeft, scrollTop);
  }

  split() {
    const panel = this.svg.getElementById("panel"), signs = this.svg.getElementById("signs");
    const whole = this.svg.viewBox.baseVal;
    if (signs) this.put(signs, this.signs, signs.getBBox(), "What the signs mean");
    if (panel) {
      const { x, y, height } = panel.getBBox();
      this.tallest = Math.max(this.tallest, height);
      this.put(panel, this.beside, { x, y, width: whole.width - x, height: this.tallest }, "Tracks, players and cards");
      this.svg.setAttribute("viewBox", `0 0 ${Math.floor(x - MARGIN)} ${whole.height}`);
    }
    this.holder.style.setProperty("--aspect", this.svg.viewBox.baseVal.width / this.svg.viewBox.baseVal.height);
  }

  // Ids of what stands for a name; what is bounded before what lies on it.
  idsOf(name) {
    const id = name.replaceAll("_", "-");
    return [`area-${id}`, id].filter((one) => this.svg.getElementById(one));
  }

  // The classes of the picture, by which its style sheet finds it.
  get picture() {
    return this.svg.getAttribute("class");
  }

  // Ids of what has a name and a place.
  placesIds() {
    return [...this.svg.querySelectorAll("#board [id], #table [id]")].map((element) => element.id);
  }

  put(part, holder, box, label) {
    const alone = this.svg.cloneNode(false);
    alone.setAttribute("viewBox", `${box.x - 4} ${box.y - 4} ${box.width + 8} ${box.height + 8}`);
    alone.setAttribute("preserveAspectRatio", "xMinYMin");
    alone.setAttribute("aria-label", label);
    alone.append(part);
    holder.replaceChildren(alone);
  }

  // A step of 0 keeps the width; null fits it into the page.
  resize(step) {
    const natural = this.svg.viewBox.baseVal.width;
    if (step === null) this.width = 0;
    else if (step) this.width = Math.round(Math.min(natural * 2.5, Math.max(280, this.svg.clientWidth * step)));
    localStorage.setItem("got-board-width", this.width);
    this.holder.classList.toggle("zoomed", this.width > 0);
    this.holder.classList.toggle("fitted", step === null);
    this.holder.style.setProperty("--zoom", `${this.width}px`);
    this.lightAgain();
  }

  // The size on the screen has changed, and with it what is too small to be tapped.
  lightAgain() {
    if (!this.lit || !this.scaleNow || this.scale === this.scaleNow) return;
    const focused = document.activeElement.getAttribute("data-name");
    this.light(...this.lit);
    this.mark(this.marked);
    if (focused) this.shapes.get(focused)?.focus({ preventScroll: true });
  }

  get scaleNow() {
    return this.svg.clientWidth / this.svg.viewBox.baseVal.width;
  }

  // places: ids by name; counts: how many actions point at each name.
  // What can be clicked are copies on top of the picture: below, others may hide the outline.
  // first: the name that has to be in sight.
  light(places, counts, first = null) {
    this.shapes.clear();
    this.lit = [places, counts, first];
    this.scale = this.scaleNow;
    this.svg.querySelector(".covers")?.remove();
    const names = new Map();
    for (const [name, ids] of Object.entries(places))
      if (counts.has(name) && this.svg.getElementById(ids[0])) names.set(ids[0], name);
    if (!names.size) return;
    const kinds = new Set([...names.keys()].map((id) => id.split("-")[0]));
    const cover = this.svg.ownerDocument.createElementNS(this.svg.namespaceURI, "g");
    cover.classList.add("covers");
    for (const element of this.svg.querySelectorAll("[id]")) {
      if (!kinds.has(element.id.split("-")[0])) continue;
      const shape = element.tagName === "g" ? element.querySelector("rect, path, circle, polygon") : element;
      if (!shape) continue;
      const name = names.get(element.id), copy = name ? this.target(shape) : shape.cloneNode(false);
      for (const attribute of ["id", "class", "style"]) copy.removeAttribute(attribute);
      copy.classList.add("cover");
      if (name) this.offer(copy, name, counts.get(name));
      cover.append(copy);
    }
    this.svg.append(cover);
    this.svg.setAttribute("role", "group"); // nothing in an image can be reached
    this.bringIntoView(this.shapes.get(first) ?? [...this.shapes.values()][0]);
  }

  // A copy of a shape, or a square around it if it is too small for a finger.
  target(shape) {
    const { x, y, width, height } = shape.getBBox();
    if (!this.scale || Math.min(width, height) * this.scale >= SMALL) return shape.cloneNode(false);
    const square = this.svg.ownerDocument.createElementNS(this.svg.namespaceURI, "rect");
    const [wide, high] = [width, height].map((side) => Math.max(side, TAPPED / this.scale));
    const at = { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high, rx: 3 / this.scale };
    for (const [key, value] of Object.entries(at)) square.setAttribute(key, value);
    return square;
  }

  offer(shape, name, count) {
    shape.classList.add("lit");
    shape.setAttribute("tabindex", "0");
    shape.setAttribute("role", "button");
    shape.setAttribute("data-name", name);
    shape.setAttribute("aria-label", `${named(name)}, ${count} ${count === 1 ? "action" : "actions"}`);
    shape.addEventListener("click", () => this.onPick(name));
    shape.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.onPick(name);
    });
    this.shapes.set(name, shape);
  }

  // Only the board scrolls, never the page.
  bringIntoView(shape) {
    const box = shape.getBoundingClientRect(), seen = this.holder.getBoundingClientRect();
    if (box.left >= seen.left && box.right <= seen.right && box.top >= seen.top && box.bottom <= seen.bottom) return;
    this.holder.scrollBy(
      (box.left + box.right - seen.left - seen.right) / 2,
      (box.top + box.bottom - seen.top - seen.bottom) / 2,
    );
  }

  // Draw a ring around what stands for names, or around nothing.
  point(ids) {
    this.svg.querySelector(".pointing")?.remove();
    const rings = this.svg.ownerDocument.createElementNS(this.svg.namespaceURI, "g");
    rings.classList.add("pointing");
    for (const id of ids) {
      const element = this.svg.getElementById(id);
      const shape = element?.tagName === "g" ? element.querySelector("rect, path, circle, polygon") : element;
      if (!shape) continue;
      const copy = shape.cloneNode(false);
      for (const attribute of ["id", "class", "style"]) copy.removeAttribute(attribute);
      rings.append(copy);
    }
    this.svg.append(rings);
  }

  // Write words over places, by their names.
  label(words) {
    this.svg.querySelector(".planned")?.remove();
    const labels = this.svg.ownerDocument.createElementNS(this.svg.namespaceURI, "g");
    labels.classList.add("planned");
    for (const [name, text] of Object.entries(words)) {
      const shape = this.shapes.get(name);
      if (!shape || !text) continue;
      const pieces = this.svg.getElementById(`pieces-${name.replaceAll("_", "-")}`);
      const box = (pieces || shape).getBBox();
      const x = box.x + box.width / 2, y = box.y + box.height + 12, half = 5 * text.length + 8;
      const plate = this.svg.ownerDocument.createElementNS(this.svg.namespaceURI, "rect");
      for (const [key, value] of Object.entries({ x: x - half, y: y - 12, width: 2 * half, height: 22, rx: 6 })) plate.setAttribute(key, value);
      const written = this.svg.ownerDocument.createElementNS(this.svg.namespaceURI, "text");
      written.setAttribute("x", x);
      written.setAttribute("y", y + 4.5);
      written.textContent = text;
      labels.append(plate, written);
    }
    this.svg.append(labels);
  }

  mark(names) {
    this.marked = names;
    for (const [name, shape] of this.shapes) shape.classList.toggle("chosen", names.includes(name));
  }
}

// A sign in the colour of a seat, as the picture has it.
function token(seat, picture) {
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sign.setAttribute("viewBox", "0 0 12 12");
  sign.setAttribute("aria-hidden", "true");
  sign.setAttribute("class", `${picture} token`);
  const disc = document.createElementNS(sign.namespaceURI, "circle");
  for (const [name, value] of Object.entries({ cx: 6, cy: 6, r: 5, class: `piece seat ${seat} ${seat.replace("player_", "seat-")}` }))
    disc.setAttribute(name, value);
  sign.append(disc);
  return sign;
}

function spoken(text) {
  return text.replaceAll("_", " ");
}

const NAMES = new Map(); // of seats and places by id, as the server has told them

function learn(names) {
  for (const [id, name] of Object.entries(names)) NAMES.set(id, name);
}

// Of one seat or area: its name with capitals.
function named(id) {
  return NAMES.get(id) ?? spoken(id).replace(/(^|[ -])([a-z])/g, (_, before, letter) => before + letter.toUpperCase());
}
