// Select menus: a button that opens a list of options, one or several of which
// may be taken.

import { h, icon } from "./dom.js";

let count = 0;

// selectMenu makes a menu of {label, value, description, default} options. choose
// is called with the values taken and may return a promise. In a form, label names the
// menu, and one that need not be filled can be emptied again.
export function selectMenu(component, options, choose, label) {
  const least = component.required === false ? 0 : component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const several = most > 1;
  const id = `menu-${++count}`;
  const taken = new Set(options.filter((option) => option.default).map((option) => option.value));
  let active = -1;
  let typed = "", typedAt = 0;

  const caption = h("span", { class: "select-caption" });
  const trigger = h("button", {
    type: "button",
    class: "select-trigger",
    role: "combobox",
    dataset: { customId: component.custom_id },
    disabled: component.disabled,
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-label": label || component.placeholder || "Choose",
  }, caption, icon("chevron"));
  const items = options.map((option, i) =>
    h("div", {
      class: "select-option",
      role: "option",
      id: `${id}-${i}`,
      dataset: { label: option.label, value: option.value },
      onclick: () => take(i),
      onpointermove: () => move(i),
    }, h("span", {}, option.label), option.description && h("small", {}, option.description)));
  const list = h("div", { class: "select-list", role: "listbox", id, hidden: true, tabindex: "-1", "aria-multiselectable": several }, items);
  const menu = h("div", { class: "select" }, trigger, list);

  function open() {
    list.hidden = false;
    trigger.setAttribute("aria-expanded", "true");
    move(Math.max(0, options.findIndex((option) => taken.has(option.value))));
    list.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (list.hidden) return;
    list.hidden = true;
    trigger.setAttribute("aria-expanded", "false");
    trigger.removeAttribute("aria-activedescendant");
    if (several) finish();
  }

  function move(i) {
    active = (i + items.length) % items.length;
    items.forEach((item, j) => item.classList.toggle("active", j === active));
    trigger.setAttribute("aria-activedescendant", items[active].id);
    items[active].scrollIntoView({ block: "nearest" });
  }

  function take(i) {
    const { value } = options[i];
    if ((several || least === 0) && taken.has(value)) taken.delete(value);
    else if (several && taken.size >= most) return;
    else {
      if (!several) taken.clear();
      taken.add(value);
    }
    write();
    if (several) return;
    close();
    finish();
  }

  let sent = [...taken].join("\n");
  async function finish() {
    const values = [...taken];
    if (values.length < least || (several && values.join("\n") === sent)) return;
    sent = values.join("\n");
    trigger.setAttribute("aria-busy", "true");
    try {
      await choose(values);
    } finally {
      trigger.removeAttribute("aria-busy");
    }
  }

  function write() {
    const names = options.filter((option) => taken.has(option.value)).map((option) => option.label);
    caption.textContent = names.join(", ") || component.placeholder || "Choose…";
    caption.classList.toggle("empty", names.length === 0);
    items.forEach((item, i) => item.setAttribute("aria-selected", String(taken.has(options[i].value))));
  }

  // find goes to the next option that begins with what was typed within a moment.
  function find(key) {
    const now = performance.now();
    typed = now - typedAt < 800 ? typed + key.toLowerCase() : key.toLowerCase();
    typedAt = now;
    const from = typed.length === 1 ? active + 1 : Math.max(active, 0);
    for (let k = 0; k < options.length; k++) {
      const i = (from + k) % options.length;
      if (options[i].label.toLowerCase().startsWith(typed)) return move(i);
    }
  }

  const keys = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    Home: () => move(0),
    End: () => move(items.length - 1),
    Enter: () => take(active),
    " ": () => take(active),
    Escape: close,
  };
  trigger.addEventListener("click", () => (list.hidden ? open() : close()));
  trigger.addEventListener("keydown", (event) => {
    const letter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (list.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) open();
    else if (letter) {
      if (list.hidden) {
        open();
        active = -1;
      }
      find(event.key);
    } else if (list.hidden || !keys[event.key]) return;
    else keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  });
  menu.addEventListener("focusout", (event) => menu.contains(event.relatedTarget) || close());
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays on the button
  write();
  return menu;
}
