package command

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/operate/doctor"
)

const doctorExamples = `  sixfold doctor --config config.toml
  sixfold doctor --json`

// Doctor examines all that the bot needs to serve.
func Doctor(s *operate.Source) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "doctor", Short: "Examine settings, token, store, disk and Discord, and say what to do; changes nothing", Example: doctorExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilSignal(func(ctx context.Context) error { return doctor.Visit(ctx, s, asJSON, os.Stdout) })
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}
