// The playground's page: a channel in which a Discord bot is tried.
//
// What tests and scripts may hold to:
//   body[data-ready]                the page has loaded and follows the stream
//   body[data-user]                 key of the user ("you", "friend")
//   #input, #send, #attach, #file   the form under the messages
//   #completion [role=option]       offers, with data-kind and data-insert; [aria-selected=true] is the active one
//   #messages [data-message=ID]     a message; also data-author, data-private, data-thinking
//   .content, .picture img, .file   text, pictures and files in it; .used is its "You used …" line
//   button[data-custom-id="…"]      a button or a menu of it; aria-busy while the bot answers
//   [role=option][data-value="…"]   an option of an open menu
//   [data-action=dismiss]           takes a private message or a notice away
//   #messages [data-notice]         a line of the page's own (refusals of the server)
//   dialog.modal [data-custom-id]   the inputs of a form; dialog.modal [type=submit] sends it
//   dialog.lightbox img             the enlarged picture
//   #channels [data-channel=ID]     a channel; data-unread is the number of unread messages
//   #people [data-user=KEY]         changes the user; #people [data-action=open-window] opens a second window
//   [data-member=ID]                a name or a picture of somebody, with a menu of commands
//   .member-menu [data-command]     a command in it
//   #theme, #drawer, #banner, #pill, .welcome .example[data-line]

import { createAPI } from "./api.js";
import { bindDrawer, ChannelList } from "./channels.js";
import { Composer } from "./composer.js";
import { acceptDrops } from "./drop.js";
import { enlarge } from "./lightbox.js";
import { memberMenus } from "./member.js";
import { MessageList } from "./messages.js";
import { openModal } from "./modal.js";
import { people } from "./people.js";
import { createSession, describeLine, fileOption, linkUsers, offerUsers, withoutOption } from "./session.js";
import { openStream } from "./stream.js";
import { bindThemeButton } from "./theme.js";
import { keepRelativeTimes } from "./times.js";
import { welcome } from "./welcome.js";

const byID = (id) => document.getElementById(id);

// App joins the parts of the page for one user.
class App {
  #api;
  #session;
  #list;
  #channels;
  #composer;
  #channel; // the one shown
  #loading = 0; // requests for messages under way
  #waiting = []; // events that came meanwhile
  #newest; // message of the channel that is shown
  #missed = 0; // messages that came while the page was out of sight
  #told = new Set(); // interactions of which a failure was said

  constructor(api, session) {
    this.#api = api;
    this.#session = session;
    this.#list = new MessageList({
      session,
      actions: this.#actions(),
      list: byID("messages"),
      scroller: byID("scroller"),
      pill: byID("pill"),
    });
    this.#channels = new ChannelList({ nav: byID("channels"), session, open: (id) => this.#go(id) });
    this.#composer = new Composer({
      root: byID("composer"),
      session,
      complete: (text, signal) => this.#complete(text, signal),
      send: (line, file) => this.#send(line, file),
    });
    people(byID("people"), session);
    memberMenus(session, (name, member) => this.#ask(() => this.#api.runOn(this.#channel.id, name, member)));
    acceptDrops(byID("main"), (file) => this.#composer.attach(file));
    addEventListener("hashchange", () => this.#follow());
    byID("skip").addEventListener("click", (event) => {
      event.preventDefault(); // the address names the channel
      this.#composer.focus();
    });
    document.addEventListener("visibilitychange", () => this.#read());
  }

  async start() {
    await this.#show(this.#asked());
    openStream(this.#api.streamURL, {
      onEvent: (event) => this.#receive(event),
      onDown: () => banner("Connection lost. Reconnecting…"),
    });
    this.#composer.focus();
  }

  #asked() {
    return this.#session.channel(location.hash.slice(1).split("/")[0]) ?? this.#session.channels[0];
  }

  // follow goes where the address leads: to a channel, or to a message of it.
  async #follow() {
    await this.#show(this.#asked());
    const message = location.hash.split("/")[1];
    if (message) this.#list.point(message);
  }

  #go(id) {
    if (id === this.#channel.id) return;
    location.hash = id;
    this.#composer.focus();
  }

  // show loads a channel and puts it on the page.
  async #show(channel) {
    if (channel.id === this.#channel?.id) return;
    this.#channel = channel;
    const name = channel.dm ? channel.name : `#${channel.name}`;
    this.#missed = 0;
    this.#title();
    byID("channel-name").textContent = channel.name;
    byID("channel-topic").textContent = channel.topic ?? "";
    byID("header").classList.toggle("dm", Boolean(channel.dm));
    byID("messages").setAttribute("aria-label", `Messages in ${name}`);
    this.#channels.show(channel.id);
    this.#composer.setPlace(name);
    await Promise.all([this.#load((messages) => this.#list.reset(messages)), this.#learnCommands()]);
  }

  // load asks for the channel's messages. Events that come meanwhile wait, so
  // that the answer does not undo them.
  async #load(put) {
    const channel = this.#channel;
    this.#loading++;
    try {
      const messages = await this.#api.messages(channel.id);
      if (channel === this.#channel) {
        put(messages);
        this.#read(messages.at(-1));
      }
    } catch (error) {
      this.#list.notice(error.message);
    }
    this.#loading--;
    if (this.#loading > 0) return;
    for (const event of this.#waiting.splice(0)) this.#apply(event);
    this.#welcome();
  }

  #receive(event) {
    if (event.type === "hello") this.#hello();
    else if (event.type === "bot") this.#botIs(event.online);
    else if (event.type === "commands") this.#learnCommands();
    else if (event.channel !== this.#channel.id) this.#elsewhere(event);
    else if (this.#loading > 0) this.#waiting.push(event);
    else this.#apply(event);
  }

  #apply(event) {
    if (event.channel !== this.#channel.id) return;
    switch (event.type) {
      case "message":
      case "thinking":
      case "update":
        if (document.hidden && !this.#list.has(event.message.id)) this.#missed++;
        this.#list.upsert(event.message);
        this.#read(event.message);
        break;
      case "delete":
        this.#list.remove(event.id);
        break;
      case "notice":
        this.#tell(event.interaction, event.text);
        break;
      default: // a form opens in the window that asked for it, from the answer there
    }
    this.#welcome();
  }

  #elsewhere(event) {
    const fresh = event.type === "message" || event.type === "thinking";
    if (fresh && event.message.author.id !== this.#session.me.id) {
      this.#channels.arrived(event.channel, event.message);
    }
  }

  // hello begins the stream, also again after a break: what was missed is asked for.
  async #hello() {
    banner("");
    await this.#load((messages) => this.#list.refresh(messages));
    await this.#learnCommands();
    try {
      this.#botIs((await this.#api.state()).bot.online);
      await this.#countUnread();
    } catch {
      return; // the stream breaks as well, and says so
    }
    document.body.dataset.ready = "";
  }

  async #countUnread() {
    for (const channel of this.#session.channels) {
      if (channel.id === this.#channel.id) continue;
      this.#channels.count(channel.id, await this.#api.messages(channel.id));
    }
  }

  async #learnCommands() {
    try {
      this.#session.commands = await this.#api.commands(this.#channel.id);
    } catch {
      return; // as above
    }
    byID("messages").querySelector(".welcome")?.remove();
    this.#welcome();
  }

  #botIs(online) {
    byID("bot-status").textContent = online === false ? `${this.#session.bot.name} is offline` : "";
  }

  // read remembers that the newest message was seen, if somebody is looking.
  #read(message = this.#newest) {
    this.#newest = message;
    if (!document.hidden && message?.channel === this.#channel.id) {
      this.#channels.seen(this.#channel.id, message.id);
      this.#missed = 0;
    }
    this.#title();
  }

  // title counts what came while the page was out of sight.
  #title() {
    const { dm, name } = this.#channel;
    const count = this.#missed > 0 ? `(${this.#missed}) ` : "";
    document.title = `${count}${dm ? "" : "#"}${name} · Sixfold playground`;
  }

  #welcome() {
    const card = byID("messages").querySelector(".welcome");
    if (this.#list.empty && !card) {
      byID("messages").prepend(welcome(this.#channel, this.#session, (line) => this.#send(line)));
    } else if (!this.#list.empty) {
      card?.remove();
    }
  }

  // What a message may ask for.
  #actions() {
    return {
      click: (message, customID) => this.#ask(() => this.#api.click(message, customID)),
      select: (message, customID, values) => this.#ask(() => this.#api.select(message, customID, values)),
      dismiss: (message) => {
        this.#list.remove(message.id);
        this.#composer.focus();
        this.#ask(() => this.#api.dismiss(message));
      },
      enlarge,
      useLine: (line) => this.#composer.setLine(line),
      focusInput: () => this.#composer.focus(),
    };
  }

  async #complete(text, signal) {
    if (!text.startsWith("/")) return { items: offerUsers(this.#session.users, text) };
    return this.#api.complete(this.#channel.id, text, signal);
  }

  // send runs a command, or says what is none. It resolves to whether it went.
  async #send(line, file) {
    if (!line.startsWith("/")) {
      if (file) return this.#refused("A file can be sent only with a command that takes one.", line);
      return this.#ask(() => this.#api.say(this.#channel.id, linkUsers(this.#session.users, line)), line);
    }
    const option = file && fileOption(this.#session.commands, line);
    if (file && !option) {
      const path = describeLine(this.#session.commands, line)?.path ?? "That";
      return this.#refused(`${path} takes no file.`, line);
    }
    const done = this.#list.sending(line);
    const upload = file && { option: option.name, file };
    const rest = upload ? withoutOption(line, option.name) : line;
    return this.#ask(() => this.#api.run(this.#channel.id, rest, upload), line).finally(done);
  }

  #refused(text, line) {
    this.#list.notice(text, () => this.#composer.setLine(line));
    return false;
  }

  // ask does what may be refused and shows the answer. It resolves to whether it
  // went; line, if there is one, can be taken up again.
  async #ask(act, line) {
    let answer;
    try {
      answer = await act();
    } catch (error) {
      this.#list.notice(error.message, line && (() => this.#composer.setLine(line)));
      return false;
    }
    this.#answered(answer);
    return true;
  }

  // answered shows what came back. A message that is in the list already has come
  // by the stream, where it may be newer.
  #answered({ interaction, message, modal, notice }) {
    if (message?.channel === this.#channel.id && !this.#list.has(message.id)) {
      this.#apply({ type: "message", channel: message.channel, message });
    }
    if (notice) this.#tell(interaction, notice);
    if (modal) {
      openModal(modal, this.#session, async (fields) => this.#answered(await this.#api.submit(modal.id, fields)));
    }
  }

  // tell says once that an interaction failed: the stream and the answer both do.
  #tell(interaction, text) {
    if (interaction && this.#told.has(interaction)) return;
    this.#told.add(interaction);
    this.#list.notice(text);
  }
}

function banner(text) {
  byID("banner").textContent = text;
  byID("banner").hidden = text === "";
}

// boot starts the page, as soon as the server answers.
async function boot() {
  const user = new URLSearchParams(location.search).get("user") ?? "you";
  document.body.dataset.user = user;
  bindThemeButton(byID("theme"));
  bindDrawer({ panel: byID("panel"), button: byID("drawer"), veil: byID("veil") });
  keepRelativeTimes();
  const api = createAPI(user);
  for (;;) {
    try {
      const [state, commands] = await Promise.all([api.state(), api.commands()]);
      banner("");
      await new App(api, createSession(state, commands)).start();
      return;
    } catch (error) {
      banner(error.message);
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}

boot();
