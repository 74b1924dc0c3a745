"use strict";
// Width in pixels below which a board is not fitted into the page by itself: it scrolls.
const LEAST = 680;

// The board: shows a picture, lights what the actions point at, and says what was clicked.
class Board {
  constructor(holder, onPick) {
    this.holder = holder;
    this.onPick = onPick;
    this.svg = null;
    this.shapes = new Map();
    this.width = Number(localStorage.getItem("got-board-width")) || 0;
  }

  show(text) {
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    const { scrollLeft, scrollTop } = this.holder;
    this.svg = document.importNode(read.documentElement, true);
    this.holder.replaceChildren(this.svg);
    this.resize(0);
    this.holder.scrollTo(scrollLeft, scrollTop);
  }

  // A step of 0 keeps the width; null fits it into the page.
  resize(step) {
    const natural = this.svg ? this.svg.viewBox.baseVal.width : 1200;
    const now = this.svg ? this.svg.clientWidth : natural;
    if (step === null) this.width = 0;
    else if (step) this.width = Math.round(Math.min(natural * 2.5, Math.max(280, now * step)));
    localStorage.setItem("got-board-width", this.width);
    if (this.svg) this.svg.style.width = this.width ? `${this.width}px` : `max(100%, ${step === null ? 0 : LEAST}px)`;
  }

  // places: ids by name; counts: how many actions point at each name.
  // What can be clicked are copies on top of the picture: below, others may hide the outline.
  light(places, counts) {
    this.shapes.clear();
    const names = new Map();
    for (const [name, ids] of Object.entries(places))
      if (counts.has(name) && this.svg.getElementById(ids[0])) names.set(ids[0], name);
    if (!names.size) return;
    const kinds = new Set([...names.keys()].map((id) => id.split("-")[0]));
    const cover = this.svg.ownerDocument.createElementNS(this.svg.namespaceURI, "g");
    for (const element of this.svg.querySelectorAll("[id]")) {
      if (!kinds.has(element.id.split("-")[0])) continue;
      const shape = element.tagName === "g" ? element.querySelector("rect, path, circle, polygon") : element;
      if (!shape) continue;
      const copy = shape.cloneNode(false);
      for (const attribute of ["id", "class", "style"]) copy.removeAttribute(attribute);
      copy.classList.add("cover");
      const name = names.get(element.id);
      if (name) this.offer(copy, name, counts.get(name));
      cover.append(copy);
    }
    this.svg.append(cover);
    this.svg.setAttribute("role", "group"); // nothing in an image can be reached
    this.bringIntoView([...this.shapes.values()][0]);
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

  mark(names) {
    for (const [name, shape] of this.shapes) shape.classList.toggle("chosen", names.includes(name));
  }
}

function spoken(text) {
  return text.replaceAll("_", " ");
}

// Of one seat or area: its name with capitals.
function named(id) {
  return spoken(id).replace(/(^|[ -])([a-z])/g, (_, before, letter) => before + letter.toUpperCase());
}
