// Package chat defines what passes between a transport and the bot.
//
// A transport, such as package discord, turns a user's action into a [Request] and sends the
// [Reply]; shells and tests do the same without Discord. The package knows neither transports,
// games nor tables. [Words] renders the texts of replies in the reader's language, ready to send:
// typed text has been escaped by [Escape]. [Call] is a request while it is answered.
package chat
