// Messages that are made of components: texts, pictures, files and controls, framed or
// not, in their order.

import { chip, picture } from "./attachments.js";
import { controls } from "./components.js";
import { h } from "./dom.js";
import { prose } from "./prose.js";

const kinds = { row: 1, text: 10, gallery: 12, file: 13, container: 17 };

// layout makes the elements of a message. Pictures of old, the element being replaced,
// stay in sight until the new ones are there.
export function layout(message, session, actions, old) {
  const before = [...(old?.querySelectorAll(".picture") ?? [])];
  const write = (text) => h("div", { class: "content" }, prose(text, session, actions.useLine));
  const show = (file) => picture(file, actions.enlarge, before.shift());

  const makers = {
    [kinds.row]: (part) => controls(part, message, session, actions),
    [kinds.text]: (part) => write(part.content),
    [kinds.gallery]: (part) => h("div", { class: "gallery", dataset: { count: part.items.length } },
      part.items.map((item) => hidden(item, show(fileOf(item.media, item.description))))),
    [kinds.file]: (part) => hidden(part, chip(fileOf(part.file))),
    [kinds.container]: (part) => hidden(part, h("div", { role: "group", ...frame(part.accent_color) }, part.components.map(make))),
  };
  const make = (part) => makers[part.type]?.(part);

  // fileOf is the message's own file, or one that lies elsewhere.
  function fileOf(media, alt) {
    const own = message.attachments?.find((file) => file.id === media.attachment_id);
    return { name: "picture", ...media, ...own, alt: alt ?? own?.alt };
  }

  return (message.components ?? []).map(make).filter(Boolean);
}

// frame is how a container looks.
function frame(colour) {
  if (!Number.isInteger(colour)) return { class: "container" };
  return { class: "container accented", style: { "--stripe": `#${colour.toString(16).padStart(6, "0")}` } };
}

// hidden lays a veil over what spoils something, until it is pressed.
function hidden(part, element) {
  if (!part.spoiler) return element;
  const veil = h("div", { class: "veil" },
    h("button", { type: "button", class: "unveil", onclick: () => veil.classList.add("revealed") }, "Spoiler"), element);
  return veil;
}
