// The menu of a member: the commands that apps add there. It opens by a press on a name, and
// by the pointer's second button or a long press on a name or a picture of somebody.

import { h } from "./dom.js";

const inMenuOfMember = 2;
let close = () => {};

// memberMenus opens the menus of whatever has data-member, the ID of a user. run(name, user)
// runs a command of a member's menu.
export function memberMenus(session, run) {
  const of = (event) => event.target.closest?.("[data-member]");
  document.addEventListener("contextmenu", (event) => {
    const element = of(event);
    if (element && open(element, session, run)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const element = of(event);
    if (element?.matches("button")) open(element, session, run);
  });
  document.addEventListener("pointerdown", (event) => event.target.closest?.(".member-menu") || close());
}

// open shows the menu beside an element, and reports whether there is anything in it.
function open(element, session, run) {
  close();
  const commands = session.commands.filter((command) => command.type === inMenuOfMember);
  const member = session.person(element.dataset.member);
  if (!member || commands.length === 0) return false;
  const take = (command) => {
    close();
    run(command.name, member.id);
  };
  const items = commands.map((command) => h("button", {
    type: "button", role: "menuitem", tabindex: "-1", dataset: { command: command.name }, onclick: () => take(command),
  }, command.name));
  const menu = h("div", { class: "member-menu", role: "menu", "aria-label": member.name }, h("strong", { "aria-hidden": "true" }, member.name), items);
  menu.addEventListener("keydown", (event) => walk(event, items));
  menu.addEventListener("focusout", (event) => menu.contains(event.relatedTarget) || close());
  document.body.append(menu);
  place(menu, element.getBoundingClientRect());
  const before = element.matches("button, a") ? element : document.activeElement;
  close = (back) => {
    close = () => {};
    menu.remove();
    if (back) before?.focus();
  };
  items[0].focus();
  return true;
}

// walk goes through the items by keyboard.
function walk(event, items) {
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Escape") close(true);
  else if (to === undefined) return;
  else items[(to + items.length) % items.length].focus();
  event.preventDefault();
}

// place puts the menu below a box, or above where there is no room.
function place(menu, box) {
  const { width, height } = menu.getBoundingClientRect();
  const below = box.bottom + 4 + height <= innerHeight;
  menu.style.setProperty("left", `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`);
  menu.style.setProperty("top", `${below ? box.bottom + 4 : Math.max(8, box.top - height - 4)}px`);
}
