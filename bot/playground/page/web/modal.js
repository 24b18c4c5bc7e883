// Forms that the bot opens.

import { whileBusy } from "./components.js";
import { h, icon } from "./dom.js";
import { place } from "./focus.js";
import { prose } from "./prose.js";
import { selectMenu } from "./select.js";

const kinds = { row: 1, stringSelect: 3, textInput: 4, text: 10, label: 18 };
const paragraph = 2;

let open = null;

// openModal shows a form {id, title, components}. submit(fields) sends it, and
// throws what the form should say when that fails. Escape and Cancel close it.
// session names whom its texts mention.
export function openModal(modal, session, submit) {
  open?.close();
  const back = place(document.activeElement);
  const fields = [];
  const parts = modal.components.flatMap((part) => {
    if (part.type === kinds.text) return [h("div", { class: "content modal-text" }, prose(part.content, session, () => {}))];
    return inputs(part).map((component) => {
      const made = (component.type === kinds.textInput ? field : menu)(component, fields.length);
      fields.push(made);
      return made.element;
    });
  });
  const problem = h("p", { class: "modal-problem", role: "alert", hidden: true });
  const send = h("button", { type: "submit", class: "button primary" }, "Submit");
  const form = h("form", { method: "dialog", novalidate: true },
    h("header", {},
      h("h2", { id: "modal-title" }, modal.title),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "modal-parts" }, parts),
    problem,
    h("footer", {},
      h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
      send));
  const dialog = h("dialog", { class: "modal", dataset: { modal: modal.id }, "aria-labelledby": "modal-title" }, form);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (complete(fields)) whileBusy(send, sendForm);
  });
  async function sendForm() {
    problem.hidden = true;
    try {
      await submit(Object.fromEntries(fields.map(({ id, value }) => [id, value()])));
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open === dialog) open = null;
    back();
  });

  open = dialog;
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.input.focus();
}

// inputs finds the fields of a row, or of the newer labelled form.
function inputs(row) {
  const components = row.type === kinds.label
    ? [{ ...row.component, label: row.label, description: row.description }]
    : (row.components ?? []);
  return components.filter(({ type }) => type === kinds.textInput || type === kinds.stringSelect);
}

function field(component, i) {
  const required = component.required ?? true;
  const limits = {
    id: `field-${i}`,
    name: component.custom_id,
    dataset: { customId: component.custom_id },
    placeholder: component.placeholder,
    required,
    "aria-required": String(required),
    "aria-describedby": `field-${i}-help`,
    minlength: component.min_length,
    maxlength: component.max_length ?? 4000,
    autocomplete: "off",
  };
  const long = component.style === paragraph;
  const input = long ? h("textarea", { ...limits, rows: 4 }) : h("input", { ...limits, type: "text" });
  input.value = component.value ?? "";
  const help = h("small", { class: "field-help", id: `field-${i}-help` }, component.min_length > 1 && lengths(component));
  const element = h("div", { class: "field" },
    h("label", { for: limits.id }, component.label, required && star()),
    component.description && h("small", {}, component.description),
    input,
    help);
  input.addEventListener("input", () => element.classList.remove("wrong"));
  const complete = () => {
    const length = [...input.value.trim()].length;
    return length === 0 ? !required : length >= (component.min_length ?? 0);
  };
  return { id: component.custom_id, element, input, help, complete, wants: component.min_length > 1 && lengths(component), value: () => input.value };
}

function star() {
  return h("span", { class: "required", title: "Required" }, " *");
}

// menu is a field whose value is picked from a list.
function menu(component) {
  const required = component.required ?? true;
  let values = component.options.filter((option) => option.default).map((option) => option.value);
  const element = h("div", { class: "field" });
  const select = selectMenu(component, component.options, (taken) => {
    values = taken;
    element.classList.remove("wrong");
  }, component.label);
  const input = select.querySelector("button");
  const help = h("small", { class: "field-help" });
  element.append(
    h("span", { class: "field-label", onclick: () => input.focus() }, component.label, required && star()),
    component.description ? h("small", {}, component.description) : "",
    select, help);
  const complete = () => (values.length === 0 ? !required : values.length >= (component.min_values ?? 1));
  return { id: component.custom_id, element, input, help, complete, wants: counted(component), value: () => values };
}

function counted({ min_values: least }) {
  return least > 1 ? `Choose at least ${least}.` : "Choose one.";
}

function lengths({ min_length: least, max_length: most }) {
  if (least && most) return least === most ? `${least} characters` : `${least} to ${most} characters`;
  if (least) return `at least ${least} characters`;
  return most ? `at most ${most} characters` : "";
}

// complete marks the fields that cannot be sent yet and goes to the first.
function complete(fields) {
  const wrong = fields.filter((field) => !field.complete());
  for (const { element, help, wants } of wrong) {
    element.classList.add("wrong");
    help.textContent = wants || "This field is required.";
  }
  wrong[0]?.input.focus();
  return wrong.length === 0;
}
