package command

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/operate"
)

const (
	checkExamples   = "  sixfold check --data sixfold.db"
	compactExamples = "  sixfold compact --data sixfold.db"
	healthExamples  = "  sixfold health --data sixfold.db"
)

// Check reads the whole store.
func Check(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Read the whole file of all games, also while the bot runs, and name what is damaged", Example: checkExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilSignal(func(ctx context.Context) error { return s.CheckStore(ctx, os.Stdout) })
		},
	}
}

// Compact makes the store smaller.
func Compact(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "compact", Short: "Make the file of all games smaller, while no bot uses it", Example: compactExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilSignal(func(ctx context.Context) error { return s.Compact(ctx, os.Stdout) })
		},
	}
}

// Health asks the running bot whether it serves.
func Health(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "health", Short: "Ask the running bot whether it serves; the exit status is 0 only then", Example: healthExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return untilSignal(s.CheckHealth) },
	}
}
