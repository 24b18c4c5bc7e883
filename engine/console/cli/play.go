package cli

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/console/htp"
)

// Play returns the command `play`: a game by lines on standard input.
func Play(c *console.Console) *cobra.Command {
	var seed uint64
	command := &cobra.Command{
		Use: "play <game> [option=value ...]", Short: "Play a game by lines: moves in, JSON out",
		Example: `  printf 'b2\na1\n' | sixfold play hex size=3 swap=false`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New(`expected "<game>"`)
			}
			c.Seed = seed
			return c.Play(context.Background(), args[0], args[1:], os.Stdin, os.Stdout)
		},
	}
	command.Flags().Uint64Var(&seed, "seed", 1, "makes players and chance repeatable")
	return command
}

// HTP returns the command `htp`: a Hex engine with that version.
func HTP(version string) *cobra.Command {
	return &cobra.Command{
		Use: "htp [parameter=value ...]", Short: "Be a Hex engine: the Hex Text Protocol on standard input and output",
		Long: `Be a Hex engine: the Hex Text Protocol on standard input and output.

Black moves first and joins top and bottom. Without a parameter and a clock a move
takes at most a second. The parameters can be given here, and in the protocol as
"param time 2":

` + htp.Parameters(),
		Example: `  printf 'boardsize 7\ngenmove b\nshowboard\n' | sixfold htp
  sixfold htp time=2 threads=1`,
		RunE: func(_ *cobra.Command, args []string) error {
			e := htp.Engine{Version: version, Now: time.Now}
			return e.Serve(context.Background(), args, os.Stdin, os.Stdout)
		},
	}
}
