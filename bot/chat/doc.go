// Package chat is what passes between a transport and the bot.
//
// A transport, such as package discord, turns what a person did into a [Request] and
// sends the [Reply]; a shell and a test do the same without Discord. Neither type knows
// how it travels, and nothing here knows a game or a table. The words of replies are
// made by [Words], in the language of the reader, and are ready to send: [Escape] has
// been applied to what people typed.
package chat
