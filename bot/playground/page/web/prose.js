// Markdown on the page: the tree of markdown.js as elements.

import { h } from "./dom.js";
import { parse } from "./markdown.js";
import { formatTimestamp, fullTime } from "./times.js";

const wrappers = { strong: "strong", em: "em", underline: "u", strike: "s", quote: "blockquote", small: "small" };

// prose makes the elements of a message's content. session names users and
// channels; useLine(line) puts a command that is mentioned into the input.
export function prose(content, session, useLine) {
  return parse(content).map((block) => element(block, { session, useLine }));
}

function element(node, context) {
  const make = makers[node.type];
  if (make) return make(node, context);
  return h(wrappers[node.type], {}, inside(node, context));
}

function inside(node, context) {
  return node.children.map((child) => element(child, context));
}

const makers = {
  text: (node) => document.createTextNode(node.text),
  line: (node, context) => h("p", {}, inside(node, context)),
  code: (node) => h("code", {}, node.text),
  codeblock: (node) => h("pre", { tabindex: "0" }, h("code", { dataset: { language: node.language } }, node.text)),
  heading: (node, context) => h(`h${node.level + 1}`, { class: `heading-${node.level}` }, inside(node, context)),
  list: (node, context) =>
    h(node.ordered ? "ol" : "ul", node.ordered ? { start: node.start } : {},
      node.items.map((item) => h("li", {}, inside(item, context)))),
  link: (node, context) => (here(node.url, context.session)
    ? h("a", { href: here(node.url, context.session) }, inside(node, context))
    : h("a", { href: node.url, target: "_blank", rel: "noopener noreferrer" }, inside(node, context))),
  user: (node, { session }) => mention(session, node.id),
  role: () => h("span", { class: "mention" }, "@role"),
  channel: (node, { session }) =>
    h("span", { class: "mention" }, `#${session.channel(node.id)?.name ?? "unknown"}`),
  command: (node, { useLine }) =>
    h("button", { type: "button", class: "mention", onclick: () => useLine(`/${node.name} `) }, `/${node.name}`),
  emoji: (node) => document.createTextNode(`:${node.name}:`),
  time: (node) => timestamp(node),
  spoiler,
};

const messageURL = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)\/(\d+)$/;

// here is the address on this page of a message that Discord's address names, if the page
// has its channel.
function here(url, session) {
  const [, channel, message] = messageURL.exec(url) ?? [];
  return session.channel(channel) && `#${channel}/${message}`;
}

// mention shows a user; the reader's own name stands out.
export function mention(session, id) {
  const me = id === session.me.id;
  const name = session.person(id)?.name ?? "someone";
  return h("span", { class: me ? "mention mention-me" : "mention", dataset: { user: id } }, `@${name}`);
}

function timestamp({ unix, style }) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${unix}>`);
  return h("time", {
    class: "timestamp",
    datetime: date.toISOString(),
    title: fullTime(date),
    "data-relative": style === "R",
  }, formatTimestamp(date, style));
}

function spoiler(node, context) {
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    box.classList.add("revealed");
    box.removeAttribute("role");
    box.removeAttribute("tabindex");
    box.removeAttribute("aria-label");
  };
  const box = h("span", {
    class: "spoiler",
    role: "button",
    tabindex: "0",
    "aria-label": "Spoiler, press to show",
    onclick: reveal,
    onkeydown: reveal,
  }, h("span", {}, inside(node, context)));
  return box;
}
