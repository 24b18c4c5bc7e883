// Building elements. Everything on the page is made here or cloned from
// index.html: text becomes text nodes, never HTML.

// h makes an element. Keys of props: `class`, `dataset` (an object), `style`
// (custom properties by name), `on…` (listeners), any other attribute; true
// sets a bare attribute, and false, null and undefined leave it out. Children
// are nodes, strings, or arrays of them; null and false are skipped.
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") setStyle(element, value);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

function setStyle(element, properties) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
}

// Paths on a grid of 24, drawn as strokes.
const icons = {
  attach: "M20 11.5l-8.2 8.2a5 5 0 0 1-7-7L13 4.4a3.3 3.3 0 0 1 4.7 4.7l-8.2 8.2a1.7 1.7 0 0 1-2.4-2.4l7.6-7.5",
  chevron: "M7 10l5 5 5-5",
  close: "M6 6l12 12M18 6L6 18",
  download: "M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 20h14",
  external: "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  first: "M6.5 5.5v13M18 5.5L9.5 12l8.5 6.5z",
  hash: "M9.5 4L7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  info: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5.5M12 7.5v.1",
  last: "M17.5 5.5v13M6 5.5l8.5 6.5L6 18.5z",
  next: "M8.5 5.5L17 12l-8.5 6.5z",
  person: "M12 4.5a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4zM4.5 20c.8-4 3.7-5.6 7.5-5.6s6.7 1.6 7.5 5.6",
  previous: "M15.5 5.5L7 12l8.5 6.5z",
  reply: "M4 18v-5a4 4 0 0 1 4-4h11m0 0l-4-4m4 4l-4 4",
};

// icon draws one of the icons above. It is decoration: what it stands for is
// said in words beside it or by the label of its button.
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
}

// avatar draws who speaks: six sectors for the bot, an initial for a person.
export function avatar(author) {
  if (author.bot) return h("span", { class: "avatar avatar-bot", "aria-hidden": "true", dataset: { member: author.id ?? "" } });
  return h("span", {
    class: "avatar",
    "aria-hidden": "true",
    dataset: { member: author.id },
    style: { "--hue": hueOf(author.id) },
  }, [...author.name][0] ?? "?");
}

// hueOf spreads ids over the colour circle by the golden angle.
function hueOf(id) {
  let sum = 0;
  for (const digit of String(id)) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  return String(Math.round((sum * 137.508) % 360));
}
