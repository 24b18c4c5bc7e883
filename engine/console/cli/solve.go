package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
)

// solver is the name of the tool that `solve` runs.
const solver = "solve"

// maxSeconds is the greatest time limit of one solution: a day.
const maxSeconds = 24 * 60 * 60

// alias is a flag of `solve` that stands for an option of a tool.
type alias struct {
	name, help string
	option     string
	bare       string // its value if the flag has none; "": a value is required
	tool       string // the tool that it selects; "": the solver
}

// aliases are the aliases by game.
var aliases = map[string][]alias{
	"connexion": {
		{name: "mirror", help: "symmetric about an axis: level or upright", option: "symmetry", bare: "level"},
		{name: "compact", help: "fill a `SHAPE`: par8, hex61, or rows of # parted by /", option: "shape", tool: "compact"},
		{name: "given", help: "with the pieces of this `FILE`, as --json prints them", option: "file"},
	},
	"octopuszle": {
		{name: "diagonals", help: "with the diagonals of the board in this `FILE`", option: "file"},
	},
}

// Solve returns the command `solve`, which prints solutions of a puzzle, one per line. Equal seeds
// give equal solutions.
func Solve(c *console.Console) *cobra.Command {
	root := &cobra.Command{
		Use: "solve", Short: "Solve a puzzle and print its solutions, one a line", Args: noArgs,
		Example: "  sixfold solve connexion --count 3 --seed 7 --json\n  sixfold solve octopuszle --diagonals board.json --json",
	}
	var games []string
	for _, g := range c.Games {
		if t, ok := g.Tool(solver); ok && t.Solutions != nil {
			root.AddCommand(solve(c, g, t))
			games = append(games, fmt.Sprintf("%q", g.ID))
		}
	}
	root.RunE = func(*cobra.Command, []string) error { return errors.New("expected " + strings.Join(games, " or ")) }
	return root
}

func solve(c *console.Console, g *engine.Game, t engine.Tool) *cobra.Command {
	call := console.ToolCall{Game: g.ID, Tool: t.Name, Solutions: true}
	command := &cobra.Command{Use: g.ID, Short: "Solutions of " + g.Title.String(), Args: noArgs}
	flags := command.Flags()
	for _, s := range aliases[g.ID] {
		flags.String(s.name, "", s.help)
		flags.Lookup(s.name).NoOptDefVal = s.bare
	}
	var args []engine.Arg
	for _, a := range t.Args {
		if flags.Lookup(a.Name) == nil && a.Name != "seconds" {
			add(flags, a)
			args = append(args, a)
		}
	}
	flags.Lookup("seed").DefValue = "1"
	flags.IntVar(&call.Count, "count", 1, "how many")
	flags.BoolVar(&call.JSON, "json", false, "as JSON, one solution a line")
	seconds := flags.Int("seconds", 60, "how long to search for each")
	command.RunE = func(command *cobra.Command, _ []string) error {
		if *seconds < 1 || *seconds > maxSeconds {
			return engine.Refuse("seconds must be from 1 to %s", strconv.Itoa(maxSeconds))
		}
		call.Limit = time.Duration(*seconds) * time.Second
		call.Options = append(given(flags, slices.DeleteFunc(slices.Clone(args), zero(flags))), expandAliases(flags, aliases[g.ID], &call)...)
		if !flags.Changed("seed") {
			call.Options = append(call.Options, "seed=1")
		}
		return run(command, c, call)
	}
	return command
}

// zero reports whether an argument has an empty value, or the value 0 although that is out of
// bounds.
func zero(flags *pflag.FlagSet) func(engine.Arg) bool {
	return func(a engine.Arg) bool {
		value := flags.Lookup(a.Name).Value.String()
		return value == "" || value == "0" && a.Kind == engine.Integer && a.Min > 0
	}
}

// expandAliases converts the given short names to options of the tool, and selects the tool that they
// ask for.
func expandAliases(flags *pflag.FlagSet, list []alias, call *console.ToolCall) (options []string) {
	for _, s := range list {
		if value := flags.Lookup(s.name).Value.String(); value != "" {
			options = append(options, s.option+"="+value)
			if s.tool != "" {
				call.Tool = s.tool
			}
		}
	}
	return options
}
