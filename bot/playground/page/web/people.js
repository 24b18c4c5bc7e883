// Who the reader is: a switch between the local users, and a second window.

import { avatar, h, icon } from "./dom.js";

// people fills box with the users. Choosing one loads the page as that user, in
// the channel that is shown; a second link beside the others opens a window for them.
export function people(box, session) {
  const person = (user) => {
    const me = user.id === session.me.id;
    return h("div", { class: "person", "aria-current": me && "true" },
      h("a", { ...linkTo(user), dataset: { user: user.key, member: user.id }, "aria-current": me && "true" },
        avatar(user), h("span", {}, user.name)),
      me ? "" : h("a", {
        class: "new-window",
        ...linkTo(user),
        target: "_blank",
        title: `Open as ${user.name} in a new window`,
        "aria-label": `Open as ${user.name} in a new window`,
        dataset: { action: "open-window" },
      }, icon("external")));
  };
  box.replaceChildren(
    h("h2", { id: "people-title" }, "You are"),
    h("div", { class: "people-switch", role: "group", "aria-labelledby": "people-title" }, session.users.map(person)));
}

function linkTo(user) {
  const href = `/?user=${encodeURIComponent(user.key)}`;
  const keepChannel = (event) => { event.currentTarget.href = href + location.hash; };
  return { href, onclick: keepChannel };
}
