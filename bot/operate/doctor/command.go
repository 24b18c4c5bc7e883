package doctor

import (
	"context"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/operate"
)

// Command returns the subcommand doctor.
func Command(s *operate.Source) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "doctor", Short: "Examine settings, token, store, disk and Discord, and say what to do; changes nothing",
		Example: "  sixfold doctor --config config.toml\n  sixfold doctor --json",
		Args:    operate.Takes(),
		RunE: func(*cobra.Command, []string) error {
			return operate.UntilSignal(func(ctx context.Context) error { return runDoctor(ctx, s, asJSON, os.Stdout) })
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return command
}

// runDoctor examines what the command line names, and writes the report to out. It returns ErrWrong
// if the report says that something is wrong.
func runDoctor(ctx context.Context, s *operate.Source, asJSON bool, out io.Writer) error {
	p := Target{File: s.Settings}
	p.Settings, p.Unusable = s.Load()
	if p.Unusable == nil {
		p.Running, p.Silent = operate.AskRunning(ctx, p.Settings.Store.File)
		p.Commands = bot.New(p.Settings, nil, bot.Games(), slog.New(slog.DiscardHandler), bot.Process{}).Commands()
	}
	report := p.Examine(ctx)
	if err := report.Print(out, asJSON); err != nil {
		return err
	}
	return report.Err()
}
