// The input under the messages: typing, sending, history, files.

import { Completion } from "./completion.js";
import { h, icon } from "./dom.js";
import { sizeOf } from "./attachments.js";
import { describeLine } from "./session.js";

const kept = 100; // lines of history

// Composer drives the form in root. session() is the present session, complete
// asks for offers, send(line, file) sends and resolves to whether it went.
export class Composer {
  #input;
  #mirror;
  #tray;
  #picker;
  #completion;
  #session;
  #send;
  #file = null;
  #history;
  #place = -1; // in history, counted from the newest; -1: the line being typed
  #draft = "";

  constructor({ root, session, complete, send }) {
    this.#session = session;
    this.#send = send;
    this.#input = root.querySelector("#input");
    this.#mirror = root.querySelector("#mirror");
    this.#tray = root.querySelector("#tray");
    this.#picker = root.querySelector("#file");
    this.#history = new History(`sixfold.history.${session.me.id}`);
    this.#completion = new Completion({
      box: root.querySelector("#completion"),
      input: this.#input,
      ask: complete,
      take: (insert) => this.#replaceHead(insert),
    });
    this.#listen(root);
  }

  #listen(root) {
    this.#input.addEventListener("input", () => {
      this.#place = -1;
      this.#changed();
    });
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#input.addEventListener("blur", () => this.#completion.close());
    this.#input.addEventListener("focus", () => this.#input.value.startsWith("/") && this.#offer());
    this.#input.addEventListener("scroll", () => {
      this.#mirror.scrollTop = this.#input.scrollTop;
    });
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    root.querySelector("#attach").addEventListener("click", () => this.#picker.click());
    this.#picker.addEventListener("change", () => {
      if (this.#picker.files[0]) this.attach(this.#picker.files[0]);
      this.#picker.value = "";
    });
    this.#input.addEventListener("paste", (event) => {
      const [file] = event.clipboardData.files;
      if (!file) return;
      event.preventDefault();
      this.attach(file);
    });
    document.addEventListener("keydown", (event) => this.#typedElsewhere(event));
    this.#changed();
  }

  // typedElsewhere leads what is typed while no field has the focus to the input.
  #typedElsewhere(event) {
    const printable = event.key.length === 1 && event.key !== " ";
    if (!printable || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input, textarea, dialog")) return;
    this.#input.focus();
  }

  focus() {
    this.#input.focus();
  }

  // setLine puts a line into the input, as if it had been typed.
  setLine(line) {
    this.#input.value = line;
    this.#input.focus();
    this.#input.setSelectionRange(line.length, line.length);
    this.#place = -1;
    this.#changed(0);
  }

  // place names the channel that is written to.
  setPlace(name) {
    this.#input.placeholder = `Message ${name} or type /`;
    this.#input.setAttribute("aria-label", `Message ${name}, or type slash for a command`);
  }

  // attach lays a file beside the line.
  attach(file) {
    this.#file = file;
    this.#tray.replaceChildren(h("span", { class: "file" },
      icon("file"),
      h("span", { class: "file-name" }, file.name),
      h("span", { class: "file-size" }, sizeOf(file.size)),
      h("button", {
        type: "button",
        class: "icon-button",
        "aria-label": `Remove ${file.name}`,
        onclick: () => {
          this.#detach();
          this.focus();
        },
      }, icon("close"))));
    this.#tray.hidden = false;
    this.focus();
  }

  #detach() {
    this.#file = null;
    this.#tray.replaceChildren();
    this.#tray.hidden = true;
  }

  #head() {
    return this.#input.value.slice(0, this.#input.selectionStart);
  }

  #replaceHead(insert) {
    const tail = this.#input.value.slice(this.#input.selectionStart);
    this.#input.value = insert + tail.replace(/^\s+/, "");
    this.#input.setSelectionRange(insert.length, insert.length);
    this.#changed(0);
  }

  #changed(wait) {
    this.#paint();
    this.#offer(wait);
  }

  #offer(wait) {
    const head = this.#head();
    const word = /(?:^|\s)@\S*$/.test(head);
    this.#completion.update(head.startsWith("/") || word ? head : "", wait);
  }

  #key(event) {
    if (event.isComposing) return;
    const handled = this.#completion.key(event, this.#head()) || this.#ownKey(event);
    if (handled) event.preventDefault();
  }

  #ownKey(event) {
    if (event.key === "Enter" && !event.shiftKey) {
      this.#submit();
      return true;
    }
    const single = !this.#input.value.includes("\n");
    if (event.key === "ArrowUp" && single) return this.#recall(1);
    if (event.key === "ArrowDown" && single && this.#place >= 0) return this.#recall(-1);
    return false;
  }

  #recall(step) {
    const place = this.#place + step;
    if (place >= this.#history.length) return false;
    if (this.#place < 0) this.#draft = this.#input.value;
    this.#place = place;
    this.#input.value = place < 0 ? this.#draft : this.#history.at(place);
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
    this.#completion.close();
    this.#paint();
    return true;
  }

  async #submit() {
    const line = this.#input.value.trim();
    const file = this.#file;
    if (line === "" && !file) return;
    if (line !== "") this.#history.add(line);
    this.#place = -1;
    this.#completion.close();
    this.#input.value = "";
    this.#detach();
    this.#paint();
    const went = await this.#send(line, file);
    if (!went && file && !this.#file) this.attach(file);
  }

  // paint writes the line again under the transparent input, with the command
  // and the names of its options set off. It also gives the input its height.
  #paint() {
    const line = this.#input.value;
    const call = describeLine(this.#session.commands, line);
    this.#mirror.replaceChildren(...(call ? paintCall(line, call) : [line]), "\u200b");
  }
}

function paintCall(line, { path, options }) {
  const pieces = [h("span", { class: "typed-command" }, line.slice(0, path.length))];
  let rest = line.slice(path.length);
  const names = options.map((option) => option.name);
  for (let match; (match = /(^|\s)([^\s:]+):/.exec(rest)); ) {
    const start = match.index + match[1].length;
    const name = rest.slice(start, start + match[2].length + 1);
    pieces.push(rest.slice(0, start), names.includes(match[2]) ? h("span", { class: "typed-option" }, name) : name);
    rest = rest.slice(start + name.length);
  }
  return [...pieces, rest];
}

// History is the lines sent, newest first, remembered for the window's session.
class History {
  #key;
  #lines;

  constructor(key) {
    this.#key = key;
    this.#lines = JSON.parse(sessionStorage.getItem(key) ?? "[]");
  }

  get length() {
    return this.#lines.length;
  }

  at(i) {
    return this.#lines[i];
  }

  add(line) {
    if (this.#lines[0] !== line) this.#lines.unshift(line);
    this.#lines.length = Math.min(this.#lines.length, kept);
    sessionStorage.setItem(this.#key, JSON.stringify(this.#lines));
  }
}
