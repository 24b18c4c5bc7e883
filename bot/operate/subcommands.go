package operate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/shell"
)

// Subcommands returns the operator's commands, without serve. Each parses its flags and calls a
// [Source].
func Subcommands(s *Source) []*cobra.Command {
	return []*cobra.Command{
		sayCommand(s), checkConfigCommand(s), commandsCommand(s), backupCommand(s), checkCommand(s), compactCommand(s),
		healthCommand(s), migrateCommand(s), clusterCommand(s), workerCommand(s), versionCommand(),
	}
}

// ServeCommand serves the playground or, with a token, runs the bot in Discord.
func ServeCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Serve the playground, or with a token be the bot (the default)", Example: serveExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilStopped(func(ctx context.Context) error { return s.Serve(ctx, os.Stdout, os.Stderr) })
		},
	}
}

func sayCommand(s *Source) *cobra.Command {
	var said shell.Saying
	command := &cobra.Command{
		Use: "say [command]", Short: "Say one slash command to the bot and print its reply as JSON", Example: sayExamples,
		RunE: func(_ *cobra.Command, args []string) error {
			said.Line = strings.Join(args, " ")
			return UntilSignal(func(ctx context.Context) error { return s.Say(ctx, said, os.Stdout, os.Stderr) })
		},
	}
	flags := command.Flags()
	flags.StringVar(&said.User, "user", "you", "who says it: you, friend, or any other `NAME`")
	flags.StringVar(&said.Channel, "channel", "games", "where: games, lobby, or any other `NAME`")
	flags.StringVar(&said.Press, "press", "", "press the button of this `LABEL` under the last reply instead")
	flags.StringArrayVar(&said.Fill, "fill", nil, "fill the form that the button opens with a `VALUE`; once a field, in order")
	flags.StringVar(&said.Out, "out", "", "write the pictures and files of the reply to the folder `DIR`")
	return command
}

func checkConfigCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "check-config", Short: "Check whether the settings can be used", Example: checkConfigExamples, Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return s.Check(os.Stdout) },
	}
}

func commandsCommand(s *Source) *cobra.Command {
	var o SyncOptions
	sync := &cobra.Command{
		Use: "sync", Short: "Write them all, as is done at the start where they have changed, and remember which", Example: syncExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return UntilSignal(func(ctx context.Context) error { return s.Sync(ctx, o, os.Stdout) })
		},
	}
	sync.Flags().StringVar(&o.Guild, "guild", "", "to the one server of this `ID`, where they appear at once (discord.guild)")
	sync.Flags().BoolVar(&o.DryRun, "dry-run", false, "print them with their sizes; needs neither token nor network")
	command := &cobra.Command{
		Use: "commands", Short: "Write the slash commands to Discord", Example: "  sixfold commands sync --dry-run", Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return errors.New(`expected "sync"`) },
	}
	command.AddCommand(sync)
	return command
}

func backupCommand(s *Source) *cobra.Command {
	var force bool
	command := &cobra.Command{
		Use: "backup <file>", Short: "Copy the file of all games, also while the bot runs, and check the copy", Example: backupExamples,
		Args: Takes("file"),
		RunE: func(_ *cobra.Command, args []string) error {
			return UntilSignal(func(ctx context.Context) error { return s.Backup(ctx, args[0], force, os.Stdout) })
		},
	}
	command.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	return command
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of the program and of its compiler, and of which commit it is", Example: "  sixfold version", Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return printVersion(os.Stdout) },
	}
}

const (
	migrateExamples = `  sixfold migrate sixfold.db cluster --config config.toml
  sixfold migrate cluster sixfold.db --config config.toml`

	clusterExamples = `  sixfold cluster check --config config.toml
  sixfold cluster check --all --json --config config.toml`
)

func migrateCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "migrate <from> <to>", Short: "Move all games between a file and a cluster, while no bot uses either", Example: migrateExamples,
		Long: "Move all games between a file and the cluster of the settings, which is called \"cluster\".\n" +
			"A move that was interrupted goes on where it was; both are compared at the end.",
		Args: Takes("from", "to"),
		RunE: func(_ *cobra.Command, args []string) error {
			return UntilSignal(func(ctx context.Context) error { return s.Migrate(ctx, args[0], args[1], os.Stdout) })
		},
	}
}

func clusterCommand(s *Source) *cobra.Command {
	var o ClusterCheck
	check := &cobra.Command{
		Use: "check", Short: "Say what is wrong with the cluster of the settings", Example: clusterExamples, Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return UntilSignal(func(ctx context.Context) error { return s.CheckCluster(ctx, o, os.Stdout) })
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

const workerExamples = "  sixfold worker --config worker.toml"

func workerCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "worker", Short: "Think for the copies of a bot that share a cluster", Example: workerExamples, Args: Takes(),
		Long: "Think for the copies of a bot that share a cluster, with all processors of this machine.\n" +
			"It needs the [cluster] of the settings and nothing else: neither a token nor a file of games.",
		RunE: func(*cobra.Command, []string) error {
			return untilStopped(func(ctx context.Context) error { return s.Work(ctx, os.Stderr) })
		},
	}
}

const (
	checkExamples   = "  sixfold check --data sixfold.db"
	compactExamples = "  sixfold compact --data sixfold.db"
	healthExamples  = "  sixfold health --data sixfold.db"
)

func checkCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Read the whole file of all games, also while the bot runs, and name what is damaged", Example: checkExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return UntilSignal(func(ctx context.Context) error { return s.CheckStore(ctx, os.Stdout) })
		},
	}
}

func compactCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "compact", Short: "Make the file of all games smaller, while no bot uses it", Example: compactExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return UntilSignal(func(ctx context.Context) error { return s.Compact(ctx, os.Stdout) })
		},
	}
}

func healthCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "health", Short: "Ask the running bot whether it serves; the exit status is 0 only then", Example: healthExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return UntilSignal(s.CheckHealth) },
	}
}

// Examples for the subcommands' help.
const (
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

// Takes requires exactly the named arguments.
func Takes(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > len(names) {
			return fmt.Errorf("unexpected argument %s", args[len(names)])
		}
		if len(args) < len(names) {
			return fmt.Errorf("expected %q", "<"+names[len(args)]+">")
		}
		return nil
	}
}

// UntilSignal runs with a context that ends at a signal; a second signal ends the process.
func UntilSignal(run func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx)
}

// untilStopped is UntilSignal for servers: being stopped is no error, even during startup.
func untilStopped(run func(context.Context) error) error {
	return UntilSignal(func(ctx context.Context) error {
		err := run(ctx)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	})
}
