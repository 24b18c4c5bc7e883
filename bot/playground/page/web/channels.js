// The list of channels, with marks on what has not been read, and the drawer
// that it becomes on a narrow screen.

import { h, icon } from "./dom.js";
import { compareIDs } from "./session.js";

// ChannelList fills nav. open(id) shows a channel.
export class ChannelList {
  #links = new Map();
  #marks;
  #current;

  constructor({ nav, session, open }) {
    this.#marks = new ReadMarks(`sixfold.read.${session.me.id}`);
    for (const channel of session.channels) {
      const link = h("a", {
        class: "channel",
        href: `#${channel.id}`,
        dataset: { channel: channel.id },
        title: channel.topic,
        onclick: (event) => {
          event.preventDefault();
          open(channel.id);
        },
      }, icon(channel.dm ? "person" : "hash"), h("span", { class: "channel-name" }, channel.name),
      h("span", { class: "unread", hidden: true }));
      this.#links.set(channel.id, link);
    }
    const section = (title, dm) => {
      const links = session.channels.filter((c) => Boolean(c.dm) === dm).map((c) => this.#links.get(c.id));
      return links.length > 0 ? [h("h2", {}, title), ...links] : [];
    };
    nav.replaceChildren(...section("Channels", false), ...section("Direct messages", true));
  }

  // show marks a channel as the one that is looked at.
  show(id) {
    this.#current = id;
    for (const [channel, link] of this.#links) {
      if (channel === id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#label(id, 0);
  }

  // seen remembers that a channel was read up to a message.
  seen(id, message) {
    this.#marks.set(id, message);
    this.#label(id, 0);
  }

  // arrived counts a message that nobody looks at.
  arrived(id, message) {
    const last = this.#marks.get(id);
    if (last && compareIDs(message.id, last) <= 0) return;
    const link = this.#links.get(id);
    if (link) this.#label(id, Number(link.dataset.unread ?? 0) + 1);
  }

  // count sets the number of unread ones among a channel's messages. A channel
  // never opened begins as read.
  count(id, messages) {
    const last = this.#marks.get(id);
    if (!last) {
      if (messages.length > 0) this.#marks.set(id, messages.at(-1).id);
      return;
    }
    this.#label(id, messages.filter((message) => compareIDs(message.id, last) > 0).length);
  }

  #label(id, count) {
    const link = this.#links.get(id);
    if (!link) return;
    link.dataset.unread = count;
    const badge = link.querySelector(".unread");
    badge.hidden = count === 0;
    badge.replaceChildren(count > 99 ? "99+" : String(count), h("span", { class: "for-readers" }, " unread"));
  }
}

// ReadMarks remembers the last message read of each channel.
class ReadMarks {
  #key;
  #marks;

  constructor(key) {
    this.#key = key;
    this.#marks = JSON.parse(localStorage.getItem(key) ?? "{}");
  }

  get(channel) {
    return this.#marks[channel];
  }

  set(channel, message) {
    if (this.#marks[channel] && compareIDs(this.#marks[channel], message) >= 0) return;
    this.#marks[channel] = message;
    localStorage.setItem(this.#key, JSON.stringify(this.#marks));
  }
}

// bindDrawer lets button open and close the side panel on a narrow screen;
// choosing in it, Escape, or a press beside it closes it.
export function bindDrawer({ panel, button, veil }) {
  const narrow = matchMedia("(max-width: 760px)");
  const set = (open) => {
    panel.classList.toggle("open", open);
    veil.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    panel.inert = narrow.matches && !open;
  };
  button.addEventListener("click", () => {
    set(!panel.classList.contains("open"));
    panel.querySelector("[aria-current]")?.focus();
  });
  veil.addEventListener("click", () => set(false));
  panel.addEventListener("click", (event) => event.target.closest("a") && set(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !panel.classList.contains("open")) return;
    set(false);
    button.focus();
  });
  narrow.addEventListener("change", () => set(false));
  set(false);
}
