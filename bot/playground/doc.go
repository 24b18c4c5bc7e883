// Package playground is a Discord-compatible server on loopback, with a page on which people play
// with a bot. It needs neither Discord nor a network.
//
// A discordgo session connects to it unchanged, by its endpoint variables or with a transport
// pointed at [Server.APIBase]. The server is strict: it refuses what Discord would refuse, with
// Discord's error, and records it for [Server.Violations]. There is one server with two text
// channels, five people ("you", "friend", "ada", "ben" and "cho"), and a direct message channel of
// each with the bot; people and the bot may open public threads. There are no voice channels, no
// roles, no embeds and sections, and nothing else that the bot does not use. The server trusts
// everyone who can reach its port.
//
// # Packages
//
// Package world holds the state: guild, channels, people, messages, commands and interactions, and
// a journal of what outlives the process. Package rules encodes, decodes and validates what bots
// send, with Discord's limits and refusals. Package page serves people. This package serves bots,
// with the REST interface, the gateway, rate limits and the list of violations, and assembles the
// whole: [Config] and [Server].
//
// Package playgroundtest starts a server for tests, checks each request of the bot against
// Discord's OpenAPI description, and fails a test for the bot's violations. Its proxy injects
// faults between bot and server.
//
// # The bot's side
//
// REST is served under /api/v9 and /api/v10, and the gateway at /gateway. It sends interactions and
// no other events, whatever the intents. Requests need the header
// "Authorization: Bot TOKEN", except interaction callbacks and webhooks, whose path contains their
// token. Requests that a browser sends for a page are refused.
//
// Requests are limited by bucket and globally, see [Limits], with Discord's headers and 429
// responses. Responses 401, 403 and 429 are counted as well; a bot that causes too many is banned
// for a while.
//
// # The page's side
//
// The page is at /, its files under /web/, and attachments under /attachments/. The page, tests and
// scripts use the JSON interface below. A user is named by key (such as "you") or by ID; a body is
// JSON with its content type; an error has status 4xx and the body {"error":"sentence"}.
//
//	GET  /api/state?user=you      {"user":USER,"users":[USER],"bot":{"id","name","online"},"channels":[{"id","name","topic","dm","parent"}]}
//	                              USER is {"id","name","key"}; the channels are those that the user sees,
//	                              parent that of a thread
//	GET  /api/commands            the commands as the bot registered them; with channel=ID and user=KEY those that can be used there
//	GET  /api/messages?user=you&channel=ID&limit=100
//	                              the last messages that the user sees, oldest first
//	GET  /api/stream?user=you     Server-Sent Events, see below
//	POST /api/complete            {"user","channel","text"} -> {"items":[{"kind","label","help","insert"}],"hint"}
//	                              insert is the whole line once the item is taken
//	POST /api/run                 {"user","channel","text"} runs a slash command; a file comes by multipart/form-data, in a
//	                              field of its option's name, with the header "X-Playground: 1"
//	POST /api/click               {"user","channel","message","custom_id"}
//	POST /api/select              the same with "values":[...]
//	POST /api/submit              {"user","modal","fields":{custom_id:text or, of a menu, [values]}}
//	POST /api/say                 {"user","channel","text"} says something that is no command -> {"message":MESSAGE}
//	POST /api/thread              {"user","channel","text"} opens a thread of that name -> {"channel":ID}; pages show it
//	                              once they are loaded anew
//	POST /api/dismiss             {"user","message"} forgets a private message -> {}
//	GET  /api/violations          [{"at","method","path","status","code","message"}], as [Server.Violations]
//
// Run, click, select and submit answer {"interaction":ID} at once. With "wait":true they wait for
// the bot's first answer, 3 seconds at most:
//
//	{"interaction":ID,"message":MESSAGE|null,"modal":MODAL|null,"notice":"The application did not respond"}
//
// The notice is present only if the bot gave no answer. "locale" sets the user's locale, en-US by
// default.
//
// A message is
//
//	{"id","channel","author":{"id","name","bot"},"content","flags","private","to","thinking","edited","at",
//	 "reply_to":{"user","name","command"}|null,"mentions":[ID],"components":[as Discord sends them],
//	 "attachments":[{"id","name","url","alt","width","height","type","size"}]}
//
// content is all the text, attachments are all files of a message made of components, mentions are
// the users who were notified, thinking marks a deferred answer, and private messages are sent to
// their user only. A modal is {"id","custom_id","title","components"}; it can be submitted once.
//
// The events of the stream are JSON objects in data lines: first {"type":"hello"}, then
//
//	{"type":"message"|"thinking"|"update","channel":ID,"message":MESSAGE}
//	{"type":"delete","channel":ID,"id":ID}
//	{"type":"modal","channel":ID,"modal":MODAL}
//	{"type":"notice","channel":ID,"text":"The application did not respond","interaction":ID}
//	{"type":"commands"}
//	{"type":"bot","online":true|false}
//
// A stream that lags too far behind is closed. On "hello" a page reloads its messages.
//
// # Persistence
//
// With [Config.Records] the commands, and the last messages of each channel with their files,
// outlive the process. Private messages, threads and interaction tokens do not.
package playground
