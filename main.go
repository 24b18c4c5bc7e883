// Command sixfold is a Discord bot with which people play games on boards, alone,
// against each other or against its own players.
//
// Without a Discord token it serves a playground: a channel in the browser, with the
// same bot in it. The other subcommands play without either; see sixfold --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/shell"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/console/cli"
)

func main() {
	err := commandLine().Execute()
	switch {
	case err == nil:
		return
	case errors.Is(err, console.ErrRefused), errors.Is(err, shell.ErrRefused): // why is on standard output
	default:
		fmt.Fprintln(os.Stderr, "sixfold: error:", err)
	}
	os.Exit(1)
}

// commandLine is the tree of subcommands. Without one, it serves.
func commandLine() *cobra.Command {
	var s operate.Source
	serve := serveCommand(&s)
	const public = "let other machines reach the playground, where anybody may act as anybody"
	root := &cobra.Command{
		Use: "sixfold", Long: description, Example: examples, Args: takes(), RunE: serve.RunE,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return errors.New(strings.Replace(err.Error(), "unknown flag: ", "unknown flag ", 1))
	})
	root.PersistentFlags().StringVar(&s.Settings, "config", "", "the `FILE` of the settings, as config.example.toml")
	root.PersistentFlags().StringVar(&s.Data, "data", "", "the `FILE` of all games; takes precedence over the settings (sixfold.db)")
	for _, command := range []*cobra.Command{root, serve} {
		command.Flags().BoolVar(&s.Public, "public", false, public)
	}
	c := operate.NewConsole()
	for _, command := range []*cobra.Command{cli.Play(c), cli.Tool(c), cli.Solve(c)} {
		command.PersistentPreRunE = func(*cobra.Command, []string) error { return s.Speak(c) }
		root.AddCommand(command)
	}
	root.AddCommand(
		serve, cli.HTP(operate.Version()), sayCommand(&s), checkConfigCommand(&s), commandsCommand(&s), backupCommand(&s), checkCommand(&s), compactCommand(&s), versionCommand(),
	)
	return root
}

func serveCommand(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Serve the playground, or with a token be the bot (the default)", Example: serveExamples,
		Args: takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilSignal(func(ctx context.Context) error { return s.Serve(ctx, os.Stdout, os.Stderr) })
		},
	}
}

func sayCommand(s *operate.Source) *cobra.Command {
	var said shell.Saying
	command := &cobra.Command{
		Use: "say [command]", Short: "Say one slash command to the bot and print its reply as JSON", Example: sayExamples,
		RunE: func(_ *cobra.Command, args []string) error {
			said.Line = strings.Join(args, " ")
			return untilSignal(func(ctx context.Context) error { return s.Say(ctx, said, os.Stdout, os.Stderr) })
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

func checkConfigCommand(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "check-config", Short: "Check whether the settings can be used", Example: checkConfigExamples, Args: takes(),
		RunE: func(*cobra.Command, []string) error { return s.Check(os.Stdout) },
	}
}

func commandsCommand(s *operate.Source) *cobra.Command {
	var o operate.SyncOptions
	sync := &cobra.Command{
		Use: "sync", Short: "Write them all, as is done at the start where they have changed, and remember which", Example: syncExamples,
		Args: takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilSignal(func(ctx context.Context) error { return s.Sync(ctx, o, os.Stdout) })
		},
	}
	sync.Flags().StringVar(&o.Guild, "guild", "", "to the one server of this `ID`, where they appear at once (discord.guild)")
	sync.Flags().BoolVar(&o.DryRun, "dry-run", false, "print them with their sizes; needs neither token nor network")
	command := &cobra.Command{
		Use: "commands", Short: "Write the slash commands to Discord", Example: "  sixfold commands sync --dry-run", Args: takes(),
		RunE: func(*cobra.Command, []string) error { return errors.New(`expected "sync"`) },
	}
	command.AddCommand(sync)
	return command
}

func backupCommand(s *operate.Source) *cobra.Command {
	var force bool
	command := &cobra.Command{
		Use: "backup <file>", Short: "Copy the file of all games, also while the bot runs, and check the copy", Example: backupExamples,
		Args: takes("file"),
		RunE: func(_ *cobra.Command, args []string) error {
			return untilSignal(func(ctx context.Context) error { return s.Backup(ctx, args[0], force, os.Stdout) })
		},
	}
	command.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	return command
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of the program and of its compiler", Example: "  sixfold version", Args: takes(),
		RunE: func(*cobra.Command, []string) error { return operate.PrintVersion(os.Stdout) },
	}
}

// untilSignal runs with a context that ends at a signal; a second one ends the process.
func untilSignal(run func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx)
}
