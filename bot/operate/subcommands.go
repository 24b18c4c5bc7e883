package operate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/shell"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/store"
)

// Subcommands returns the operator's commands, without serve.
func Subcommands(s *Source) []*cobra.Command {
	return []*cobra.Command{
		{
			Use: "check-config", Short: "Check whether the settings can be used", Example: "  sixfold check-config --config config.toml", Args: Takes(),
			RunE: s.runs(checkConfig),
		},
		{
			Use: "check", Short: "Read the whole file of all games, also while the bot runs, and name what is damaged", Args: Takes(),
			Example: "  sixfold check --data sixfold.db",
			RunE:    s.runs(checkStore),
		},
		{
			Use: "compact", Short: "Make the file of all games smaller, while no bot uses it", Example: "  sixfold compact --data sixfold.db", Args: Takes(),
			RunE: s.runs(compact),
		},
		{
			Use: "health", Short: "Ask the running bot whether it serves; the exit status is 0 only then", Args: Takes(),
			Example: "  sixfold health --data sixfold.db",
			RunE:    s.runs(checkHealth),
		},
		{
			Use: "migrate <from> <to>", Short: "Move all games between a file and a cluster, while no bot uses either", Args: Takes("from", "to"),
			Long: "Move all games between a file and the cluster of the settings, which is called \"cluster\".\n" +
				"A move that was interrupted goes on where it was; both are compared at the end.",
			Example: "  sixfold migrate sixfold.db cluster --config config.toml\n  sixfold migrate cluster sixfold.db --config config.toml",
			RunE: func(_ *cobra.Command, args []string) error {
				return s.run(func(ctx context.Context, settings config.Config, out io.Writer) error {
					return migrate(ctx, settings, args[0], args[1], out)
				})
			},
		},
		{
			Use: "worker", Short: "Think for the copies of a bot that share a cluster", Example: "  sixfold worker --config worker.toml", Args: Takes(),
			Long: "Think for the copies of a bot that share a cluster, with all processors of this machine.\n" +
				"It needs the [cluster] of the settings and nothing else: neither a token nor a file of games.",
			RunE: s.runs(stoppable(func(ctx context.Context, settings config.Config, _ io.Writer) error {
				return work(ctx, settings, os.Stderr)
			})),
		},
		{
			Use: "version", Short: "Print the version of the program and of its compiler, and of which commit it is", Example: "  sixfold version", Args: Takes(),
			RunE: func(*cobra.Command, []string) error { return printVersion(os.Stdout) },
		},
		sayCommand(s), commandsCommand(s), backupCommand(s), clusterCommand(s),
	}
}

// ServeCommand serves the playground or, with a token, runs the bot in Discord.
func ServeCommand(s *Source) *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Serve the playground, or with a token be the bot (the default)", Args: Takes(),
		Example: `  sixfold
  sixfold --config config.toml
  SIXFOLD_TOKEN_FILE=/etc/sixfold/token sixfold serve --data /var/lib/sixfold.db`,
		RunE: s.runs(stoppable(func(ctx context.Context, settings config.Config, out io.Writer) error {
			return serve(ctx, settings, out, os.Stderr)
		})),
	}
}

func sayCommand(s *Source) *cobra.Command {
	var said shell.Saying
	command := &cobra.Command{
		Use: "say [command]", Short: "Say one slash command to the bot and print its reply as JSON",
		Example: `  sixfold say '/hex new @friend size:5' --out pictures
  sixfold say --user friend --press Accept
  sixfold say --press Move --fill c3`,
		RunE: func(_ *cobra.Command, args []string) error {
			said.Line = strings.Join(args, " ")
			switch {
			case (said.Line == "") == (said.Press == ""):
				return errors.New("give either a slash command or --press")
			case len(said.Fill) > 0 && said.Press == "":
				return errors.New("--fill goes with --press")
			}
			return s.run(func(ctx context.Context, settings config.Config, out io.Writer) (err error) {
				r, err := start(ctx, settings, os.Stderr)
				if err != nil {
					return err
				}
				defer closing(&err, r)
				return shell.Shell{Bot: r.Bot, Records: r.store}.Say(ctx, said, out)
			})
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

func commandsCommand(s *Source) *cobra.Command {
	var guild string
	var dryRun bool
	sync := &cobra.Command{
		Use: "sync", Short: "Write them all, as is done at the start where they have changed, and remember which", Args: Takes(),
		Example: `  sixfold commands sync --dry-run
  SIXFOLD_TOKEN_FILE=token sixfold commands sync --guild 123456789012345678`,
		RunE: func(*cobra.Command, []string) error {
			if dryRun {
				b := bot.New(config.Default(), nil, bot.Games(), slog.New(slog.DiscardHandler), bot.Process{})
				return slash.List(os.Stdout, b.Commands())
			}
			return s.run(func(ctx context.Context, settings config.Config, out io.Writer) error {
				settings.Discord.Guild = cmp.Or(guild, settings.Discord.Guild)
				return syncCommands(ctx, settings, out)
			})
		},
	}
	sync.Flags().StringVar(&guild, "guild", "", "to the one server of this `ID`, where they appear at once (discord.guild)")
	sync.Flags().BoolVar(&dryRun, "dry-run", false, "print them with their sizes; needs neither token nor network")
	return group("commands", "Write the slash commands to Discord", "  sixfold commands sync --dry-run", sync)
}

// group returns a command that has only a subcommand.
func group(name, short, example string, sub *cobra.Command) *cobra.Command {
	command := &cobra.Command{
		Use: name, Short: short, Example: example, Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return fmt.Errorf("expected %q", sub.Name()) },
	}
	command.AddCommand(sub)
	return command
}

func backupCommand(s *Source) *cobra.Command {
	var force bool
	command := &cobra.Command{
		Use: "backup <file>", Short: "Copy the file of all games, also while the bot runs, and check the copy", Args: Takes("file"),
		Example: "  sixfold backup copy.db --data sixfold.db\n  sixfold backup --force /backup/sixfold.db --config config.toml",
		RunE: func(_ *cobra.Command, args []string) error {
			return s.run(func(ctx context.Context, settings config.Config, out io.Writer) error {
				has, err := backup(ctx, settings.Store.File, args[0], force)
				if has.Bytes == 0 { // no copy
					return err
				}
				return errors.Join(report(out, args[0], has), err)
			})
		},
	}
	command.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	return command
}

func clusterCommand(s *Source) *cobra.Command {
	const examples = "  sixfold cluster check --config config.toml\n  sixfold cluster check --all --json --config config.toml"
	var o clusterCheck
	check := &cobra.Command{
		Use: "check", Short: "Say what is wrong with the cluster of the settings", Example: examples, Args: Takes(),
		RunE: s.runs(o.run),
	}
	check.Flags().BoolVar(&o.all, "all", false, "read all games too, with their indexes")
	check.Flags().StringArrayVar(&o.monitors, "monitor", nil, "the monitoring `ADDRESS` of a server, such as http://127.0.0.1:8222; once for each")
	check.Flags().BoolVar(&o.json, "json", false, "as JSON")
	return group("cluster", "Look at the NATS servers that several copies of the bot share", examples, check)
}

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

// action is what a command does with the settings. It writes to out.
type action func(ctx context.Context, settings config.Config, out io.Writer) error

// run does it with the settings of the command line, until a signal.
func (s *Source) run(do action) error {
	settings, err := s.Load()
	if err != nil {
		return err
	}
	return UntilSignal(func(ctx context.Context) error { return do(ctx, settings, os.Stdout) })
}

// runs returns run for a command.
func (s *Source) runs(do action) func(*cobra.Command, []string) error {
	return func(*cobra.Command, []string) error { return s.run(do) }
}

// stoppable is an action of a server, for which being stopped is no error, even during startup.
func stoppable(do action) action {
	return func(ctx context.Context, settings config.Config, out io.Writer) error {
		err := do(ctx, settings, out)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	}
}

// syncCommands registers the slash commands with Discord, by the bot that runs on the store or, if
// there is none, here, and reports to w.
func syncCommands(ctx context.Context, settings config.Config, w io.Writer) (err error) {
	if settings.Discord.Token == "" {
		return errors.New("there is no token: set SIXFOLD_TOKEN, SIXFOLD_TOKEN_FILE or discord.token, or add --dry-run")
	}
	a, err := openAccess(ctx, settings.Store.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	if s, own := a.(*store.Store); own {
		return writeCommands(ctx, settings, s, w)
	}
	return a.(*remote).do(http.MethodPost, "/commands?guild="+url.QueryEscape(settings.Discord.Guild), w)
}

// writeCommands registers the slash commands with Discord, and records them.
func writeCommands(ctx context.Context, settings config.Config, records discord.Records, w io.Writer) error {
	where := discordConfig(settings)
	where.Records = records
	quiet := slog.New(slog.DiscardHandler)
	n, err := discord.SyncCommands(ctx, bot.New(settings, nil, bot.Games(), quiet, bot.Process{}), where, quiet)
	if err != nil {
		return err
	}
	scope := "everywhere"
	if settings.Discord.Guild != "" {
		scope = "in the server " + settings.Discord.Guild
	}
	_, err = fmt.Fprintf(w, "%d commands written %s\n", n, scope)
	return err
}

// Exit statuses. unusable is EX_CONFIG of sysexits.h, and the systemd unit's
// RestartPreventExitStatus.
const (
	failed   = 1
	unusable = 78
)

// ExitStatus returns the exit status for an error. 78 means that a restart is useless until the
// settings or the token are corrected.
func ExitStatus(err error) int {
	if _, settings := errors.AsType[*config.Error](err); settings || discord.Final(err) != nil {
		return unusable
	}
	return failed
}
