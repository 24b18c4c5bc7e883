// Package cli is the command line of the console: the subcommands `play`, `tool`, `solve` and
// `htp`.
//
// The subcommands of `tool` are derived from the games' tools. Each argument is a flag, with the
// help that people see in Discord, and can be written in two ways:
//
//	sixfold tool connexion compact --shape hex61 --seed=4
//
// The console provides the games. The package names only Hex, which has its own protocol, and the
// games with short names of options in [Solve].
package cli

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
)

// Tool returns the command `tool`, with a subcommand for each game and each of its tools.
func Tool(c *console.Console) *cobra.Command {
	root := &cobra.Command{
		Use: "tool", Short: "Run a game's tool, which needs no table",
		Example: "  sixfold tool connexion stats groups=2 count=500\n  sixfold tool hex rules\n  sixfold tool iching ask --help",
		Args:    noArgs, RunE: expect("game"),
	}
	for _, g := range c.Games {
		if len(g.Tools) == 0 {
			continue
		}
		game := &cobra.Command{Use: g.ID, Short: g.Help.String(), Args: noArgs, RunE: expect("tool")}
		for _, t := range g.Tools {
			game.AddCommand(command(c, g, t))
		}
		root.AddCommand(game)
	}
	return root
}

func command(c *console.Console, g *engine.Game, t engine.Tool) *cobra.Command {
	call := console.ToolCall{Game: g.ID, Tool: t.Name, Count: 1}
	command := &cobra.Command{Use: t.Name + " [option=value ...]", Short: t.Help.String()}
	flags := command.Flags()
	for _, a := range t.Args {
		add(flags, a)
	}
	if flags.Lookup("count") == nil {
		flags.IntVar(&call.Count, "count", 1, "how many answers")
	}
	flags.BoolVar(&call.JSON, "json", false, "print the data as JSON, one answer a line")
	flags.StringVar(&call.Out, "out", "", "write the files of the answer to the folder `DIR`")
	command.RunE = func(command *cobra.Command, words []string) error {
		call.Options = slices.Concat(words, given(flags, t.Args))
		call.Solutions = call.JSON || call.Count > 1
		return run(command, c, call)
	}
	return command
}

// add adds the flag of an argument. Its value is always a string, which the console parses like
// that of name=value.
func add(flags *pflag.FlagSet, a engine.Arg) {
	flags.String(a.Name, "", a.Help.String())
	switch a.Kind {
	case engine.Boolean:
		flags.Lookup(a.Name).NoOptDefVal = "true"
	case engine.Upload:
		flags.Lookup(a.Name).Usage = "`FILE`: " + a.Help.String()
	default: // any text
	}
}

// given lists the flags that were given, as name=value.
func given(flags *pflag.FlagSet, args []engine.Arg) []string {
	var list []string
	for _, a := range args {
		if f := flags.Lookup(a.Name); f != nil && f.Changed {
			list = append(list, a.Name+"="+f.Value.String())
		}
	}
	return list
}

func run(command *cobra.Command, c *console.Console, call console.ToolCall) error {
	ctx, stop := signal.NotifyContext(command.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.Tool(ctx, call, command.OutOrStdout(), command.ErrOrStderr())
}

// noArgs rejects all arguments.
func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %s", args[0])
	}
	return nil
}

// expect returns a function that fails with the list of subcommands.
func expect(what string) func(*cobra.Command, []string) error {
	return func(command *cobra.Command, _ []string) error {
		names := engine.Map(command.Commands(), (*cobra.Command).Name)
		return fmt.Errorf("expected a %s, one of: %s", what, strings.Join(names, " "))
	}
}
