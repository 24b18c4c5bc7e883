// Forms that the bot opens.

import { h, icon } from "./dom.js";

const kinds = { row: 1, textInput: 4, label: 18 };
const paragraph = 2;

let open = null;

// openModal shows a form {id, title, components}. submit(fields) sends it, and
// throws what the form should say when that fails. Escape and Cancel close it.
export function openModal(modal, submit) {
  open?.close();
  const fields = modal.components.flatMap(inputs).map(field);
  const problem = h("p", { class: "modal-problem", role: "alert", hidden: true });
  const send = h("button", { type: "submit", class: "button primary" }, "Submit");
  const form = h("form", { method: "dialog", novalidate: true },
    h("header", {},
      h("h2", { id: "modal-title" }, modal.title),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    fields.map((field) => field.element),
    problem,
    h("footer", {},
      h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
      send));
  const dialog = h("dialog", { class: "modal", dataset: { modal: modal.id }, "aria-labelledby": "modal-title" }, form);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.getAttribute("aria-busy") === "true" || !complete(fields)) return;
    send.setAttribute("aria-busy", "true");
    problem.hidden = true;
    try {
      await submit(Object.fromEntries(fields.map(({ id, input }) => [id, input.value])));
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      send.removeAttribute("aria-busy");
    }
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open === dialog) open = null;
  });

  open = dialog;
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.input.focus();
}

// inputs finds the text inputs of a row, or of the newer labelled form.
function inputs(row) {
  const components = row.type === kinds.label
    ? [{ ...row.component, label: row.label, description: row.description }]
    : (row.components ?? []);
  return components.filter((component) => component.type === kinds.textInput);
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
  const help = h("small", { class: "field-help", id: `field-${i}-help` }, lengths(component));
  const element = h("div", { class: "field" },
    h("label", { for: limits.id }, component.label, required && h("span", { class: "required", title: "Required" }, " *")),
    component.description && h("small", {}, component.description),
    input,
    help);
  input.addEventListener("input", () => element.classList.remove("wrong"));
  return { id: component.custom_id, element, input, help, component: { ...component, required } };
}

function lengths({ min_length: least, max_length: most }) {
  if (least && most) return least === most ? `${least} characters` : `${least} to ${most} characters`;
  if (least) return `at least ${least} characters`;
  return most ? `at most ${most} characters` : "";
}

// complete marks the fields that cannot be sent yet and goes to the first.
function complete(fields) {
  const wrong = fields.filter(({ input, component }) => {
    const length = [...input.value.trim()].length;
    return length === 0 ? component.required : length < (component.min_length ?? 0);
  });
  for (const { element, help, component } of wrong) {
    element.classList.add("wrong");
    help.textContent = lengths(component) || "This field is required.";
  }
  wrong[0]?.input.focus();
  return wrong.length === 0;
}
