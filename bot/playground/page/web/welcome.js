// What to try first, in a channel where nothing has happened.

import { h } from "./dom.js";

const maxExamples = 4;
const user = 6;

// examples derives lines from the commands that are there: a game against the
// bot, a challenge to the other user where both are, and what explains the rest.
export function examples(channel, session) {
  const other = !channel.dm && session.users.find((person) => person.id !== session.me.id);
  const lines = [];
  for (const command of session.commands) {
    const start = command.options?.find((option) => option.type === 1 && option.name === "new");
    if (!start) continue;
    const level = start.options?.find((option) => option.name === "level");
    const choice = level?.choices?.find((choice) => choice.value === "normal") ?? level?.choices?.[0];
    if (choice) lines.push([`/${command.name} new level:${choice.value}`, `Play against ${session.bot.name}`]);
    if (other && start.options?.some((option) => option.type === user)) {
      lines.push([`/${command.name} new @${other.name.toLowerCase()}`, `Challenge ${other.name}`]);
    }
  }
  const help = ["help", "games"]
    .map((name) => session.commands.find((command) => command.name === name))
    .filter(Boolean)
    .map((command) => [`/${command.name}`, command.description]);
  return [...lines.slice(0, maxExamples - Math.min(help.length, 2)), ...help].slice(0, maxExamples);
}

// welcome makes the card; useLine(line) puts an example into the input.
export function welcome(channel, session, useLine) {
  const lines = examples(channel, session);
  return h("section", { class: "welcome", "aria-labelledby": "welcome-title" },
    h("span", { class: "avatar avatar-bot avatar-large", "aria-hidden": "true" }),
    h("h2", { id: "welcome-title" }, channel.dm ? `${session.me.name} and ${session.bot.name}` : `Welcome to #${channel.name}`),
    h("p", {}, "Nothing here yet."),
    h("p", {}, lines.length > 0
      ? "Pick a command to start with, then press Enter:"
      : `${session.bot.name} has not registered its commands yet. That takes a moment after the start.`),
    h("ul", { class: "examples" }, lines.map(([line, help]) =>
      h("li", {}, h("button", { type: "button", class: "example", dataset: { line }, onclick: () => useLine(line) },
        h("code", {}, line), h("span", {}, help))))),
    h("p", { class: "welcome-foot" }, "Type ", h("kbd", {}, "/"), " to see all commands. ", h("kbd", {}, "Tab"),
      " completes, ", h("kbd", {}, "↑"), " recalls what you sent."));
}
