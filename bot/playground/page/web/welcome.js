// What to try first, in a channel where nothing has happened.

import { whileBusy } from "./components.js";
import { h } from "./dom.js";

const slash = 1;

// examples are lines to begin with, as far as the commands are there: a game of Hex against
// the bot, all games, a challenge to the other user where both are, and help.
export function examples(channel, session) {
  const command = (name) => session.commands.find((command) => command.type === slash && command.name === name);
  const options = command("hex")?.options?.find((option) => option.name === "new")?.options ?? [];
  const takes = (name) => options.some((option) => option.name === name);
  const other = !channel.dm && session.users.find((person) => person.id !== session.me.id);
  const described = (name) => command(name) && [`/${name}`, command(name).description];
  return [
    takes("level") && ["/hex new level:normal", `Play Hex against ${session.bot.name}`],
    described("play"),
    other && takes("opponent") && [`/hex new @${other.name.toLowerCase()}`, `Challenge ${other.name}`],
    described("help"),
  ].filter(Boolean);
}

// welcome makes the card; run(line) sends an example.
export function welcome(channel, session, run) {
  const lines = examples(channel, session);
  return h("section", { class: "welcome", "aria-labelledby": "welcome-title" },
    h("span", { class: "avatar avatar-bot avatar-large", "aria-hidden": "true" }),
    h("h2", { id: "welcome-title" }, channel.dm ? `${session.me.name} and ${session.bot.name}` : `Welcome to #${channel.name}`),
    h("p", {}, "Nothing here yet."),
    h("p", {}, lines.length > 0
      ? "Begin with one of these:"
      : `${session.bot.name} has not registered its commands yet. That takes a moment after the start.`),
    h("ul", { class: "examples" }, lines.map(([line, help]) =>
      h("li", {}, h("button", { type: "button", class: "example", dataset: { line }, onclick: (event) => whileBusy(event.currentTarget, () => run(line)) },
        h("code", {}, line), h("span", {}, help))))),
    h("p", { class: "welcome-foot" }, "Type ", h("kbd", {}, "/"), " to see all commands. ", h("kbd", {}, "Tab"),
      " completes, ", h("kbd", {}, "↑"), " recalls what you sent."));
}
