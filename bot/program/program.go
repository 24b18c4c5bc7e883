// Package program puts the command line together, of all that the program can do. Its tests run the
// built binary, from a shell, a browser and the page's JSON interface.
package program

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/operate/doctor"
	"github.com/sixfold-bot/sixfold/bot/shell"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/console/cli"
)

// Run carries out the command of the process's arguments, and returns the exit status. A refusal that is on
// standard output is not said again.
func Run() (status int) {
	err := rootCommand().Execute()
	if err == nil {
		return 0
	}
	if !errors.Is(err, console.ErrRefused) && !errors.Is(err, shell.ErrRefused) && !errors.Is(err, doctor.ErrWrong) {
		fmt.Fprintln(os.Stderr, "sixfold: error:", err)
	}
	return operate.ExitStatus(err)
}

// rootCommand returns the root command, which serves by default.
func rootCommand() *cobra.Command {
	var s operate.Source
	serve := operate.ServeCommand(&s)
	const public = "let other machines reach the playground, where anybody may act as anybody"
	root := &cobra.Command{
		Use: "sixfold", Short: "Discord bot for games on boards", Long: description, Example: examples, Args: operate.Takes(), RunE: serve.RunE,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return errors.New(strings.Replace(err.Error(), "unknown flag: ", "unknown flag ", 1))
	})
	root.PersistentFlags().StringVar(&s.Settings, "config", "", "the `FILE` of the settings, as config.example.toml")
	root.PersistentFlags().StringVar(&s.Data, "data", "", "the `FILE` of all games; takes precedence over the settings (sixfold.db)")
	for _, c := range []*cobra.Command{root, serve} {
		c.Flags().BoolVar(&s.Public, "public", false, public)
	}
	c := operate.NewConsole()
	for _, sub := range []*cobra.Command{cli.Play(c), cli.Tool(c), cli.Solve(c)} {
		sub.PersistentPreRunE = func(*cobra.Command, []string) error { return s.Speak(c) }
		root.AddCommand(sub)
	}
	root.AddCommand(serve, cli.HTP(operate.Version()), doctor.Command(&s))
	root.AddCommand(operate.Subcommands(&s)...)
	return root
}

// Texts of sixfold --help.
const (
	description = `Sixfold is a Discord bot for games on boards, and a playground in the browser.

The token comes from SIXFOLD_TOKEN, from the file named by SIXFOLD_TOKEN_FILE, from
systemd's credential discord-token, or from the settings.`

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
  sixfold backup copy.db --data sixfold.db    a checked copy, also while the bot runs
  sixfold doctor --config config.toml         what is wrong, and what to do
  sixfold health --data sixfold.db            whether the running bot serves`
)
