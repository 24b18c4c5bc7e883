// Rows of buttons and menus under a message.

import { h, icon } from "./dom.js";
import { selectMenu } from "./select.js";

const kinds = { row: 1, button: 2, stringSelect: 3, userSelect: 5 };
const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const linkStyle = 5;

// components makes the rows of a message.
export function components(message, session, actions) {
  const rows = (message.components ?? []).filter((row) => row.type === kinds.row);
  return rows.map((row) => controls(row, message, session, actions));
}

// controls makes one row.
export function controls(row, message, session, actions) {
  return h("div", { class: "row" }, row.components.map((component) => control(component, message, session, actions)));
}

// control makes one button or menu.
function control(component, message, session, actions) {
  switch (component.type) {
    case kinds.button:
      return button(component, message, actions);
    case kinds.stringSelect:
      return selectMenu(component, component.options, (values) => actions.select(message, component.custom_id, values));
    case kinds.userSelect:
      return selectMenu(component, everybody(session), (values) => actions.select(message, component.custom_id, values));
    default:
      return null;
  }
}

function everybody(session) {
  return [...session.users, session.bot].map((user) => ({ label: user.name, value: user.id }));
}

function button(component, message, actions) {
  const label = [component.label ? emoji(component.emoji) : sign(component.emoji), component.label];
  const name = component.label || component.emoji?.name;
  if (component.style === linkStyle) {
    return h("a", { class: "button secondary", href: component.url, target: "_blank", rel: "noopener noreferrer" },
      label, icon("external"));
  }
  const element = h("button", {
    type: "button",
    class: `button ${styles[component.style] ?? "secondary"}`,
    dataset: { customId: component.custom_id, label: name },
    "aria-label": name,
    disabled: component.disabled,
  }, label);
  element.addEventListener("click", () => whileBusy(element, () => actions.click(message, component.custom_id)));
  return element;
}

// signs are drawn where a button has nothing but its emoji: not every machine has a font of them.
const signs = { "⏮️": "first", "◀️": "previous", "▶️": "next", "⏭️": "last" };

function sign(of) {
  const drawn = signs[of?.name];
  return drawn ? icon(drawn) : emoji(of);
}

function emoji(emoji) {
  return emoji?.name && h("span", { class: "emoji", "aria-hidden": "true" }, emoji.name);
}

// whileBusy shows that a control waits for the bot, and keeps it from being
// used twice meanwhile. It stays focusable.
export async function whileBusy(element, act) {
  if (element.getAttribute("aria-busy") === "true") return;
  element.setAttribute("aria-busy", "true");
  try {
    await act();
  } finally {
    element.removeAttribute("aria-busy");
  }
}
