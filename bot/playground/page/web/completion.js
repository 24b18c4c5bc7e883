// The list over the input that offers what may be typed next.

import { h } from "./dom.js";

const pause = 80; // milliseconds without typing before asking

// Completion shows offers for the line of an input in box. ask(text, signal)
// resolves to {items: [{kind, label, help, insert}], hint}; insert is the whole
// line once the item is taken. take(insert) puts it into the input.
export class Completion {
  #box;
  #input;
  #ask;
  #take;
  #items = [];
  #elements = [];
  #active = -1;
  #moved = false; // the arrows were used
  #text = null; // what the items were offered for
  #timer;
  #request;

  constructor({ box, input, ask, take }) {
    this.#box = box;
    this.#input = input;
    this.#ask = ask;
    this.#take = take;
    box.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays in the input
  }

  // update asks for what may follow text, as soon as typing pauses. An answer for
  // an earlier text is dropped.
  update(text, wait = pause) {
    clearTimeout(this.#timer);
    this.#request?.abort();
    if (text === "") return this.close();
    this.#timer = setTimeout(async () => {
      const request = new AbortController();
      this.#request = request;
      const answer = await this.#ask(text, request.signal).catch(() => null);
      if (!request.signal.aborted) this.#show(text, answer ?? {});
    }, wait);
  }

  close() {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#items = [];
    this.#elements = [];
    this.#active = -1;
    this.#text = null;
    this.#box.hidden = true;
    this.#box.replaceChildren();
    this.#input.removeAttribute("aria-controls");
    this.#input.removeAttribute("aria-activedescendant");
  }

  #show(text, { items, hint }) {
    items ??= [];
    if (items.length === 0 && !hint) return this.close();
    this.#text = text;
    this.#items = items;
    this.#moved = false;
    this.#elements = items.map((item, i) => this.#option(item, i));
    this.#box.replaceChildren(
      ...(hint ? [h("p", { class: "completion-hint" }, hint)] : []),
      h("div", { class: "completion-list", role: "listbox", id: "completion-list", "aria-label": "Suggestions" }, this.#elements));
    this.#box.hidden = false;
    this.#input.setAttribute("aria-controls", "completion-list");
    this.#select(items.length > 0 ? 0 : -1);
  }

  #option(item, i) {
    return h("div", {
      class: "completion-item",
      role: "option",
      id: `completion-${i}`,
      dataset: { kind: item.kind, insert: item.insert },
      onclick: () => this.accept(i),
      onpointermove: () => this.#active === i || this.#select(i),
    }, h("span", { class: "completion-label" }, item.kind === "option" ? `${item.label}:` : item.label),
    item.help && h("span", { class: "completion-help" }, item.help));
  }

  #select(i) {
    this.#elements[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = i;
    const element = this.#elements[i];
    if (!element) return this.#input.removeAttribute("aria-activedescendant");
    element.setAttribute("aria-selected", "true");
    element.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", element.id);
  }

  accept(i = this.#active) {
    const item = this.#items[i];
    if (item) this.#take(item.insert);
  }

  // key handles a key press in the input, text being what the input holds, and
  // reports whether it did.
  key(event, text) {
    if (this.#box.hidden) return false;
    switch (event.key) {
      case "ArrowDown":
        return this.#move(1);
      case "ArrowUp":
        return this.#move(-1);
      case "Escape":
        this.close();
        return true;
      case "Tab":
        if (event.shiftKey || this.#active < 0) return false;
        this.accept();
        return true;
      case "Enter":
        if (event.shiftKey || !this.#wanted(text)) return false;
        this.accept();
        return true;
      default:
        return false;
    }
  }

  #move(step) {
    if (this.#items.length === 0) return false;
    this.#moved = true;
    this.#select((this.#active + step + this.#items.length) % this.#items.length);
    return true;
  }

  // wanted reports whether Enter means the item and not the line: when it was
  // chosen with the arrows, or when it ends a word that is only begun.
  #wanted(text) {
    const item = this.#items[this.#active];
    if (!item || text !== this.#text) return false;
    if (this.#moved) return true;
    if (this.#items.some((other) => finishes(other, text))) return false;
    const path = item.kind === "command" || item.kind === "subcommand";
    return path || !/[\s:]$/.test(text);
  }
}

// finishes reports whether a line already ends with an item.
function finishes({ insert, label }, text) {
  const line = text.trimEnd().toLowerCase();
  return line === insert.trimEnd().toLowerCase() ||
    line.endsWith(` ${label.toLowerCase()}`) || line.endsWith(`:${label.toLowerCase()}`);
}
