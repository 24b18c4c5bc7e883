// Pictures and files of a message.

import { h, icon } from "./dom.js";

// attachments makes the elements of a message's files. Pictures of old, the
// element being replaced, stay in sight until the new ones are there.
export function attachments(files, enlarge, old) {
  const before = [...(old?.querySelectorAll(".picture") ?? [])];
  const pictures = files.filter(isPicture);
  return [
    pictures.map((file, i) => picture(file, enlarge, before[i])),
    files.filter((file) => !isPicture(file)).map(chip),
  ];
}

function isPicture(file) {
  return file.width > 0 && file.height > 0;
}

// picture is a button with an image of known size, so that nothing moves when
// the image arrives.
export function picture(file, enlarge, old) {
  const button = h("button", {
    type: "button",
    class: "picture",
    dataset: { url: file.url },
    "aria-label": `Enlarge: ${file.alt || file.name}`,
    onclick: () => enlarge(file),
  });
  const shown = old?.querySelector("img");
  const same = shown?.getAttribute("src") === file.url;
  const image = same ? shown : h("img", { src: file.url, decoding: "sync" });
  image.alt = file.alt ?? "";
  const settle = () => {
    image.width = file.width;
    image.height = file.height;
    resize(button, file.width, file.height);
    button.replaceChildren(image);
  };
  if (!shown || same) {
    settle();
  } else {
    resize(button, shown.getAttribute("width"), shown.getAttribute("height"));
    button.append(shown);
    // Not decode(): it waits for ever in a window that is out of sight.
    image.addEventListener("load", settle, { once: true });
    image.addEventListener("error", settle, { once: true });
  }
  return button;
}

function resize(button, width, height) {
  button.style.setProperty("--width", width);
  button.style.setProperty("--height", height);
}

// chip is a file that can be taken along.
export function chip(file) {
  return h("a", { class: "file", href: file.url, download: file.name, dataset: { url: file.url } },
    icon("file"),
    h("span", { class: "file-name" }, file.name),
    h("span", { class: "file-size" }, sizeOf(file.size)),
    icon("download"));
}

// sizeOf says a number of bytes as people do.
export function sizeOf(bytes) {
  if (!(bytes >= 0)) return "";
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
