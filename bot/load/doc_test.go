// Package load holds the tests and benchmarks of the whole bot under load and faults:
// many channels in which people play real games, a process that is killed again and
// again, a full disk, a clock that jumps. It has no code of its own.
//
// The bot runs in a process of its own and is connected, by discordgo and over
// loopback, to a Discord that takes every answer unseen: what it costs is the
// client's. Whether Discord would take the answers is for package playground to say.
package load
