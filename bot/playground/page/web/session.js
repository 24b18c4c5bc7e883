// Who is looking, and what the server has told about users, channels and
// commands.

// createSession makes a session from the answers of /api/state and /api/commands.
export function createSession(state, commands) {
  const people = new Map(state.users.map((user) => [user.id, user]));
  people.set(state.bot.id, { ...state.bot, bot: true });
  return {
    me: state.user,
    users: state.users,
    bot: state.bot,
    channels: state.channels,
    commands,
    person: (id) => people.get(id),
    channel: (id) => state.channels.find((channel) => channel.id === id),
  };
}

const subcommand = 1;
const attachment = 11;

// describeLine finds what a line calls: the path that was understood ("/hex
// new") and the options which that takes.
export function describeLine(commands, line) {
  if (!line.startsWith("/")) return null;
  const words = line.slice(1).split(/\s+/);
  const found = commands.find((command) => command.name === words[0]?.toLowerCase());
  if (!found) return null;
  const nested = (option) => option.type === subcommand;
  const sub = found.options?.find((option) => nested(option) && option.name === words[1]?.toLowerCase());
  const options = ((sub ?? found).options ?? []).filter((option) => !nested(option));
  return { path: `/${words.slice(0, sub ? 2 : 1).join(" ")}`, options };
}

// fileOption is the option of a line that takes a file.
export function fileOption(commands, line) {
  return describeLine(commands, line)?.options.find((option) => option.type === attachment);
}

// withoutOption takes the name of an option without a value off the end of a line: its
// file lies beside the line.
export function withoutOption(line, name) {
  return line.trimEnd().endsWith(` ${name}:`) ? line.trimEnd().slice(0, -name.length - 2) : line;
}

const mentionEnd = /(?:^|\s)@(\S*)$/;

// offerUsers completes a name that is being mentioned at the end of a text.
export function offerUsers(users, text) {
  const typed = mentionEnd.exec(text)?.[1];
  if (typed === undefined) return [];
  return users
    .filter((user) => user.name.toLowerCase().startsWith(typed.toLowerCase()))
    .map((user) => ({
      kind: "user",
      label: `@${user.name}`,
      help: "",
      insert: `${text.slice(0, text.length - typed.length)}${user.name} `,
    }));
}

// linkUsers turns the names mentioned in a text into mentions, as Discord's own
// programs do when they send it.
export function linkUsers(users, text) {
  return text.replace(/(^|\s)@([\p{L}\p{N}_.-]+)/gu, (whole, before, name) => {
    const user = users.find((user) => user.name.toLowerCase() === name.toLowerCase());
    return user ? `${before}<@${user.id}>` : whole;
  });
}

// compareIDs orders snowflakes, which are too long for a number.
export function compareIDs(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
