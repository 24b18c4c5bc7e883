// One message, as an element.

import { attachments } from "./attachments.js";
import { components } from "./components.js";
import { avatar, h, icon } from "./dom.js";
import { layout } from "./layout.js";
import { prose } from "./prose.js";
import { clockTime, fullTime } from "./times.js";

// renderMessage makes the element of a message. old is the element that it is
// going to replace, if there is one: its pictures stay until the new ones are
// there. actions are those of app.js.
export function renderMessage(message, session, actions, old) {
  const at = new Date(message.at);
  const mine = message.mentions?.includes(session.me.id) && message.author.id !== session.me.id &&
    message.content?.includes(`<@${session.me.id}>`); // an edit may have taken the mention out
  return h("article", {
    class: ["message", mine && "mentions-me", message.private && "private"].filter(Boolean).join(" "),
    dataset: {
      message: message.id,
      author: message.author.id,
      at: message.at,
      ...(message.private && { private: "" }),
      ...(message.thinking && { thinking: "" }),
    },
    "aria-label": `${message.author.name}, ${clockTime(at)}`,
  },
    message.reply_to && usedLine(message.reply_to, session),
    avatar(message.author),
    h("header", { class: "byline" },
      h("button", {
        type: "button", class: "author", dataset: { member: message.author.id }, "aria-haspopup": "menu",
        tabindex: message.author.bot && "-1", // its messages have enough to stop at
      }, message.author.name),
      message.author.bot && h("span", { class: "tag" }, "App"),
      h("time", { datetime: message.at, title: fullTime(at) }, clockTime(at))),
    h("time", { class: "margin-time", datetime: message.at, title: fullTime(at), "aria-hidden": "true" }, clockTime(at)),
    h("div", { class: "body" }, body(message, session, actions, old)),
    message.private && privateLine(() => actions.dismiss(message)));
}

// madeOfComponents is the flag of a message that has no other content.
const madeOfComponents = 1 << 15;

function body(message, session, actions, old) {
  if (message.thinking && !message.content) return thinking(message.author.name);
  if (message.flags & madeOfComponents) return withMark(layout(message, session, actions, old), message);
  return [
    content(message, session, actions),
    attachments(message.attachments ?? [], actions.enlarge, old),
    components(message, session, actions),
  ];
}

// content is the text, with the mark of an edited message behind its last word.
function content(message, session, actions) {
  if (!message.content && !message.edited) return null;
  return mark(h("div", { class: "content" }, prose(message.content ?? "", session, actions.useLine)), message);
}

// mark puts the mark of an edited message behind the last word of a text.
function mark(element, message) {
  if (!message.edited) return element;
  const last = element.lastElementChild?.matches("p, small") ? element.lastElementChild : element;
  last.append(h("span", { class: "edited" }, "(edited)"));
  return element;
}

// withMark does so with the last text among elements, or beneath them if there is none.
function withMark(elements, message) {
  const texts = elements.flatMap((e) => (e.matches(".content") ? [e] : [...e.querySelectorAll(".content")]));
  if (texts.length > 0) mark(texts.at(-1), message);
  else if (message.edited) elements.push(mark(h("div", { class: "content" }), message));
  return elements;
}

// usedLine stands above the answer to a command.
function usedLine({ user, name, command }, session) {
  const person = session.person(user) ?? { id: user, name: name ?? "Someone" };
  return h("p", { class: "used" },
    icon("reply"),
    avatar(person),
    h("button", { type: "button", class: "author", dataset: { member: person.id }, "aria-haspopup": "menu" }, person.name),
    " used ",
    h("code", {}, command));
}

// privateLine is the foot of what only the reader sees. again, if given, takes up
// once more the line that failed.
export function privateLine(dismiss, again) {
  return h("footer", { class: "private-line" },
    icon("eye"),
    "Only you can see this · ",
    h("button", { type: "button", class: "link-button", dataset: { action: "dismiss" }, onclick: dismiss }, "Dismiss"),
    again && [" · ", h("button", { type: "button", class: "link-button", dataset: { action: "edit" }, onclick: again }, "Edit the command")]);
}

// thinking is the state of an answer that is still to come.
export function thinking(name) {
  return h("p", { class: "thinking", role: "status" },
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    `${name} is thinking…`);
}
