// Embeds: framed cards in a message.

import { h } from "./dom.js";
import { prose } from "./prose.js";
import { clockTime, fullTime } from "./times.js";

// embeds makes the cards of a message.
export function embeds(list, session, actions) {
  return list.map((embed) => card(embed, (text) => prose(text, session, actions.useLine), actions.enlarge));
}

function card(embed, write, enlarge) {
  const colour = Number.isInteger(embed.color) ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  return h("section", { class: "embed", style: colour ? { "--stripe": colour } : {} },
    embed.author && h("p", { class: "embed-author" }, linked(embed.author.name, embed.author.url)),
    embed.title && h("p", { class: "embed-title" }, linked(embed.title, embed.url)),
    embed.description && h("div", { class: "content" }, write(embed.description)),
    embed.fields?.length > 0 && h("dl", { class: "embed-fields" }, embed.fields.map((field) =>
      h("div", { class: field.inline ? "inline" : "" }, h("dt", {}, write(field.name)), h("dd", {}, write(field.value))))),
    embed.thumbnail && image(embed.thumbnail, "embed-thumbnail", embed, enlarge),
    embed.image && image(embed.image, "embed-image", embed, enlarge),
    (embed.footer || embed.timestamp) && h("p", { class: "embed-footer" },
      embed.footer?.text,
      embed.footer?.text && embed.timestamp && " · ",
      embed.timestamp && h("time", { datetime: embed.timestamp, title: fullTime(new Date(embed.timestamp)) },
        clockTime(new Date(embed.timestamp)))));
}

function linked(text, url) {
  if (!/^https?:\/\//.test(url ?? "")) return text;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
}

function image({ url, width, height }, name, embed, enlarge) {
  const alt = embed.title ?? "Picture";
  return h("button", {
    type: "button",
    class: name,
    "aria-label": `Enlarge: ${alt}`,
    onclick: () => enlarge({ url, alt, name: alt, width, height }),
  }, h("img", { src: url, alt, width, height }));
}
