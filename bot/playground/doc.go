// Package playground is a Discord-compatible server on loopback with a page in
// which one or more people play with a bot, without Discord and without a network.
//
// The real discordgo session connects to it unchanged, by its endpoint variables or its
// transport pointed at [Server.APIBase]. It is strict: what Discord would refuse it refuses
// with Discord's error, and remembers it for [Server.Violations]. There are one
// server with two text channels, two people, "you" and "friend", and the direct
// messages of each with the bot; people and the bot may open public threads. It does
// not know voice, roles or anything else that a bot of slash commands has no use for,
// and it trusts everyone who can reach its port.
//
// # Where what is
//
// Package world holds who and what is there and what happens: messages, commands and
// interactions, and a journal of what outlives the process. Package rules reads and writes
// what Discord takes and has its limits and refusals. People reach the world by package page. Here is
// what a bot reaches it by, the REST interface and the gateway, with the rate limits and the
// list of violations, and what puts it all together: [Config] and [Server].
//
// Package playgroundtest starts it for tests, holds each request of the bot against
// Discord's OpenAPI description, and fails a test for what the bot did wrong. Its
// proxy stands between it and a bot, and makes things go wrong.
//
// # The bot's side
//
// REST lies under /api/v9 and /api/v10, the gateway at /gateway. Requests there
// need the header "Authorization: Bot TOKEN", except that interaction callbacks and
// webhooks carry their token in the path. Requests that a browser sends for a page
// are refused.
//
// Requests are limited by bucket and globally, see [Limits], with Discord's headers and
// its 429. Requests answered 401, 403 or 429 are counted as well; who makes too many
// of them is banned for a while.
//
// # The page's side
//
// The page is at /, its files under /web/, what was attached to messages under
// /attachments/. The JSON interface beside it is what the page, tests and scripts
// use. A user is named by key ("you", "friend") or by ID; a body is JSON with its
// content type; an error has status 4xx and the body {"error":"sentence"}.
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
// Run, click, select and submit answer {"interaction":ID} at once. With "wait":true
// they await the bot's first answer, 3 seconds at most:
//
//	{"interaction":ID,"message":MESSAGE|null,"modal":MODAL|null,"notice":"The application did not respond"}
//
// where the notice is there only if the bot gave no answer. They take a "locale",
// else the user's is en-US.
//
// A message is
//
//	{"id","channel","author":{"id","name","bot"},"content","flags","private","to","thinking","edited","at",
//	 "reply_to":{"user","name","command"}|null,"mentions":[ID],"components":[as Discord sends them],"embeds":[likewise],
//	 "attachments":[{"id","name","url","alt","width","height","type","size"}]}
//
// where content is all that its texts say, attachments are all files of a message made of
// components, mentions are the users who were called, thinking is an answer still to come,
// and private messages reach their user alone. A modal is
// {"id","custom_id","title","components"}; it can be submitted once.
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
// A stream that lags too far behind is closed; on "hello" a page reloads its messages.
//
// # What lasts
//
// With [Config.Records] the commands, and the last messages of each channel with
// their files, outlive the process. Private messages and threads live as long as the
// process, interaction tokens too.
package playground
