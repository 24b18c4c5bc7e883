// Who the reader is: a switch between the local users, and a second window.

import { avatar, h, icon } from "./dom.js";

// people fills box with the users. Choosing one loads the page as that user, in
// the channel that is shown.
export function people(box, session) {
  const others = session.users.filter((user) => user.id !== session.me.id);
  box.replaceChildren(
    h("h2", { id: "people-title" }, "You are"),
    h("div", { class: "people-switch", role: "group", "aria-labelledby": "people-title" },
      session.users.map((user) => h("a", {
        class: "person",
        ...linkTo(user),
        dataset: { user: user.key, member: user.id },
        "aria-current": user.id === session.me.id && "true",
      }, avatar(user), h("span", {}, user.name)))),
    ...others.map((user) => h("a", {
      class: "new-window",
      ...linkTo(user),
      target: "_blank",
      dataset: { action: "open-window" },
    }, icon("external"), `Open as ${user.name} in a new window`)));
}

function linkTo(user) {
  const href = `/?user=${encodeURIComponent(user.key)}`;
  const keepChannel = (event) => { event.currentTarget.href = href + location.hash; };
  return { href, onclick: keepChannel };
}
