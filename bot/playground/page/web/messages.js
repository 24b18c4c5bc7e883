// The list of messages of the channel that is shown.

import { h, icon } from "./dom.js";
import { replaceKeepingFocus } from "./focus.js";
import { privateLine, renderMessage, thinking } from "./message.js";
import { compareIDs } from "./session.js";
import { dayName, sameDay } from "./times.js";

const groupedWithin = 5 * 60_000; // milliseconds between messages under one name
const nearBottom = 60; // pixels that still count as being at the bottom
const longest = 200; // messages kept on the page while one reads at the bottom
const farUp = 300; // pixels from where a way back is worth offering

// MessageList fills list, an element inside of scroller, and lets pill lead back
// to the bottom.
export class MessageList {
  #session;
  #actions;
  #list;
  #scroller;
  #pill;
  #elements = new Map(); // message id -> element
  #sources = new WeakMap(); // element -> the message as text
  #stuck = true; // to the bottom
  #size = ""; // of the scroller when it last was at the bottom
  #unseen = 0;

  constructor({ session, actions, list, scroller, pill }) {
    this.#session = session;
    this.#actions = actions;
    this.#list = list;
    this.#scroller = scroller;
    this.#pill = pill;
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    pill.addEventListener("click", () => this.toBottom());
    const keepBottom = new ResizeObserver(() => this.#stuck && this.#jump());
    keepBottom.observe(list);
    keepBottom.observe(scroller);
  }

  get empty() {
    return this.#elements.size === 0;
  }

  has(id) {
    return this.#elements.has(id);
  }

  // reset shows these messages and nothing else, at the bottom.
  reset(messages) {
    this.#elements.clear();
    this.#list.replaceChildren();
    this.#insertAll(messages);
    this.toBottom();
  }

  // refresh brings the list up to date with messages, the server's word after a
  // break of the stream. Notices stay.
  refresh(messages) {
    const known = new Set(messages.map((message) => message.id));
    for (const id of [...this.#elements.keys()]) if (!known.has(id)) this.remove(id);
    this.#insertAll(messages);
  }

  #insertAll(messages) {
    for (const message of messages) this.#put(message);
    this.#group();
  }

  // upsert shows a message, in place of its earlier state if it is there.
  upsert(message) {
    const fresh = !this.#elements.has(message.id);
    this.#put(message);
    if (fresh && this.#stuck) this.#trim();
    this.#group();
    if (fresh) this.#arrived(message.author.id === this.#session.me.id);
  }

  #trim() {
    const oldest = [...this.#elements.keys()].sort(compareIDs);
    for (const id of oldest.slice(0, -longest)) {
      this.#elements.get(id).remove();
      this.#elements.delete(id);
    }
  }

  #put(message) {
    const old = this.#elements.get(message.id);
    const source = JSON.stringify(message);
    if (old && this.#sources.get(old) === source) return;
    const element = renderMessage(message, this.#session, this.#actions, old);
    this.#elements.set(message.id, element);
    this.#sources.set(element, source);
    if (old) replaceKeepingFocus(old, element);
    else this.#list.insertBefore(element, this.#successor(message.id));
  }

  // successor is the first message with a later id. What is local (notices, the
  // line being sent) keeps its place between the messages.
  #successor(id) {
    let next = null;
    for (const child of [...this.#list.children].reverse()) {
      if (!child.dataset.message) continue;
      if (compareIDs(child.dataset.message, id) < 0) break;
      next = child;
    }
    return next;
  }

  // point brings a message into sight, and marks it for a moment.
  point(id) {
    const element = this.#elements.get(id);
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    element.classList.remove("pointed");
    void element.offsetWidth; // so that the mark begins anew
    element.classList.add("pointed");
  }

  remove(id) {
    this.#elements.get(id)?.remove();
    this.#elements.delete(id);
    this.#group();
  }

  // notice is a line of the page's own, seen by nobody else. again, if given, puts
  // what failed back into the input.
  notice(text, again) {
    const element = h("div", { class: "notice", dataset: { notice: "" }, role: "status" },
      icon("info"),
      h("p", {}, text),
      privateLine(() => {
        element.remove();
        this.#actions.focusInput();
      }, again));
    this.#list.append(element);
    this.#arrived(true);
  }

  // sending shows that a line is on its way, after a moment in which an answer
  // mostly comes. The function returned takes it away.
  sending(line) {
    const element = h("div", { class: "sending" },
      h("p", { class: "used" }, "Sending ", h("code", {}, line)), thinking(this.#session.bot.name));
    const timer = setTimeout(() => {
      this.#list.append(element);
      this.#arrived(true);
    }, 250);
    return () => {
      clearTimeout(timer);
      element.remove();
    };
  }

  toBottom() {
    this.#stuck = true;
    this.#unseen = 0;
    this.#showPill();
    this.#jump();
  }

  #jump() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#size = this.#measure();
  }

  #measure() {
    return `${this.#scroller.scrollHeight}/${this.#scroller.clientHeight}`;
  }

  #arrived(own) {
    if (own || this.#stuck) return this.toBottom();
    this.#unseen++;
    this.#showPill();
  }

  // scrolled tells a person's scrolling from the browser's own, which goes with a
  // change of size and is undone.
  #scrolled() {
    if (this.#stuck && this.#size !== this.#measure()) return this.#jump();
    this.#stuck = this.#fromBottom() < nearBottom;
    if (this.#stuck) {
      this.#unseen = 0;
      this.#size = this.#measure();
    }
    this.#showPill();
  }

  #fromBottom() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  #showPill() {
    this.#pill.hidden = this.#stuck || (this.#unseen === 0 && this.#fromBottom() <= farUp);
    this.#pill.textContent = this.#unseen > 0
      ? `${this.#unseen} new message${this.#unseen > 1 ? "s" : ""} ↓`
      : "Jump to the newest ↓";
  }

  // group puts consecutive messages of one author under one name, and a line
  // between days.
  #group() {
    for (const line of this.#list.querySelectorAll(".day")) line.remove();
    let previous = null;
    for (const element of [...this.#list.querySelectorAll("[data-message]")]) {
      const at = new Date(element.dataset.at);
      const before = previous && new Date(previous.dataset.at);
      const newDay = !before || !sameDay(before, at);
      if (newDay) element.before(h("div", { class: "day", role: "separator" }, h("span", {}, dayName(at))));
      const follows = !newDay && element.previousElementSibling === previous &&
        previous.dataset.author === element.dataset.author && at - before < groupedWithin &&
        !element.querySelector(":scope > .used") &&
        ("private" in previous.dataset) === ("private" in element.dataset);
      element.classList.toggle("follows", follows);
      previous = element;
    }
  }
}
