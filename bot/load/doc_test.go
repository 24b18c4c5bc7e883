// Package load holds tests and benchmarks of the whole bot under load and faults: real games in
// many channels, a process that is killed repeatedly, a full disk, a clock that jumps.
//
// The bot runs in its own process, connected by discordgo over loopback to a Discord that accepts
// every answer unseen, so that the costs are the bot's. Package playground tests whether Discord
// would accept the answers.
package load
