package command

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/operate"
)

const (
	migrateExamples = `  sixfold migrate sixfold.db cluster --config config.toml
  sixfold migrate cluster sixfold.db --config config.toml`

	clusterExamples = `  sixfold cluster check --config config.toml
  sixfold cluster check --all --json --config config.toml`
)

// Migrate moves all games to another store.
func Migrate(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "migrate <from> <to>", Short: "Move all games between a file and a cluster, while no bot uses either", Example: migrateExamples,
		Long: "Move all games between a file and the cluster of the settings, which is called \"cluster\".\n" +
			"A move that was interrupted goes on where it was; both are compared at the end.",
		Args: Takes("from", "to"),
		RunE: func(_ *cobra.Command, args []string) error {
			return untilSignal(func(ctx context.Context) error { return s.Migrate(ctx, args[0], args[1], os.Stdout) })
		},
	}
}

// Cluster looks at a cluster.
func Cluster(s *operate.Source) *cobra.Command {
	var o operate.ClusterCheck
	check := &cobra.Command{
		Use: "check", Short: "Say what is wrong with the cluster of the settings", Example: clusterExamples, Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilSignal(func(ctx context.Context) error { return s.CheckCluster(ctx, o, os.Stdout) })
		},
	}
	check.Flags().BoolVar(&o.All, "all", false, "read all games too, with their indexes")
	check.Flags().StringArrayVar(&o.Monitors, "monitor", nil, "the monitoring `ADDRESS` of a server, such as http://127.0.0.1:8222; once for each")
	check.Flags().BoolVar(&o.JSON, "json", false, "as JSON")
	command := &cobra.Command{
		Use: "cluster", Short: "Look at the NATS servers that several copies of the bot share", Example: clusterExamples, Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return errors.New(`expected "check"`) },
	}
	command.AddCommand(check)
	return command
}
