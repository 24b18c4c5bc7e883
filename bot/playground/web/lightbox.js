// A picture at its full size, over the page.

import { h, icon } from "./dom.js";

// enlarge shows a picture {url, alt, name} until Escape, the button or a click
// beside it closes it. The focus goes back to where it was.
export function enlarge(picture) {
  const close = () => dialog.close();
  const dialog = h("dialog", { class: "lightbox", "aria-label": picture.name ?? "Picture" },
    h("figure", {},
      h("img", { src: picture.url, alt: picture.alt ?? "" }),
      h("figcaption", {},
        h("span", {}, picture.alt || picture.name),
        h("a", { href: picture.url, target: "_blank", rel: "noopener", "aria-label": "Open the picture in a new window", title: "Open in a new window" }, icon("external")),
        h("button", { type: "button", "aria-label": "Close", title: "Close (Escape)", onclick: close }, icon("close")))));
  dialog.addEventListener("click", (event) => event.target.closest("img, figcaption") || close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
