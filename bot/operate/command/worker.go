package command

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/operate"
)

const workerExamples = "  sixfold worker --config worker.toml"

// Worker thinks for the copies of a bot.
func Worker(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "worker", Short: "Think for the copies of a bot that share a cluster", Example: workerExamples, Args: Takes(),
		Long: "Think for the copies of a bot that share a cluster, with all processors of this machine.\n" +
			"It needs the [cluster] of the settings and nothing else: neither a token nor a file of games.",
		RunE: func(*cobra.Command, []string) error {
			return untilStopped(func(ctx context.Context) error { return s.Work(ctx, os.Stderr) })
		},
	}
}
