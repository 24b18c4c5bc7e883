// Command sixfold is a Discord bot for board games, played alone, against other people or against
// the bot's own players.
//
// Without a Discord token it serves a playground: a page in the browser with the same bot. See
// sixfold --help for the other subcommands.
package main

import (
	"os"

	"github.com/sixfold-bot/sixfold/bot/program"
)

func main() { os.Exit(program.Run()) }
