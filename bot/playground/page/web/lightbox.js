// A picture at its full size, over the page.

import { h, icon } from "./dom.js";

// enlarge shows a picture {url, alt, name} as large as the window allows, and a
// click on it in its own size, where that is more. Escape, the button or a click
// beside it closes it; the focus goes back to where it was.
export function enlarge(picture) {
  const close = () => dialog.close();
  const image = h("img", { src: picture.url, alt: picture.alt ?? "", onclick: () => dialog.classList.toggle("actual") });
  const dialog = h("dialog", { class: "lightbox", "aria-label": picture.name ?? "Picture" },
    h("figure", {},
      image,
      h("figcaption", {},
        h("span", {}, picture.alt || picture.name),
        h("a", { href: picture.url, target: "_blank", rel: "noopener", "aria-label": "Open the picture in a new window", title: "Open in a new window" },
          icon("external")),
        h("button", { type: "button", "aria-label": "Close", title: "Close (Escape)", onclick: close }, icon("close")))));
  dialog.addEventListener("click", (event) => event.target.closest("img, figcaption") || close());
  dialog.addEventListener("close", () => dialog.remove());
  image.addEventListener("load", () => dialog.classList.toggle("larger", image.naturalWidth > image.clientWidth + 1));
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("figcaption button").focus();
}
