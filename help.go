package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// What sixfold --help says, and the help of each subcommand.
const (
	description = `Sixfold is a Discord bot for games on boards, and a playground in the browser.

The token comes from SIXFOLD_TOKEN, from the file named by SIXFOLD_TOKEN_FILE, or
from the settings.`

	examples = `  sixfold                                     the playground, or with a token the bot
  sixfold --config config.toml                the same, with settings
  sixfold play hex size=5 swap=false          a game by lines on standard input
  sixfold htp time=2                          a Hex engine, for HexGui and for matches
  sixfold tool connexion stats groups=2       a game's tool, which needs no table
  sixfold solve connexion --count 3 --json    solutions of the China Labyrinth
  sixfold say '/hex new size:5 level:easy'    one command through the whole bot
  sixfold say --press Move --fill c3          a button under the last reply
  sixfold check-config --config config.toml   whether the settings can be used
  sixfold commands sync --dry-run             the slash commands, as Discord gets them
  sixfold backup copy.db --data sixfold.db    a checked copy, also while the bot runs`

	serveExamples = `  sixfold
  sixfold --config config.toml
  SIXFOLD_TOKEN_FILE=/etc/sixfold/token sixfold serve --data /var/lib/sixfold.db`

	sayExamples = `  sixfold say '/hex new @friend size:5' --out pictures
  sixfold say --user friend --press Accept
  sixfold say --press Move --fill c3`

	checkConfigExamples = "  sixfold check-config --config config.toml"

	syncExamples = `  sixfold commands sync --dry-run
  SIXFOLD_TOKEN_FILE=token sixfold commands sync --guild 123456789012345678`

	backupExamples = `  sixfold backup copy.db --data sixfold.db
  sixfold backup --force /backup/sixfold.db --config config.toml`
)

// takes demands the named arguments, and no more.
func takes(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > len(names) {
			return fmt.Errorf("unexpected argument %s", args[len(names)])
		}
		return expect(names, args)
	}
}

func expect(names, args []string) error {
	if len(args) < len(names) {
		return fmt.Errorf("expected %q", "<"+names[len(args)]+">")
	}
	return nil
}
