// Package command is the subcommands of sixfold that are about the bot: serving, talking
// to it from a shell, and its upkeep. Each reads its flags and makes one call to package
// operate. Those that play without a bot are in engine/console/cli.
package command

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/shell"
)

// Serve serves the playground or, with a token, is the bot.
func Serve(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "Serve the playground, or with a token be the bot (the default)", Example: serveExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilStopped(func(ctx context.Context) error { return s.Serve(ctx, os.Stdout, os.Stderr) })
		},
	}
}

// Say says one slash command to the bot.
func Say(s *operate.Source) *cobra.Command {
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

// CheckConfig checks the settings.
func CheckConfig(s *operate.Source) *cobra.Command {
	return &cobra.Command{
		Use: "check-config", Short: "Check whether the settings can be used", Example: checkConfigExamples, Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return s.Check(os.Stdout) },
	}
}

// Commands writes the slash commands to Discord.
func Commands(s *operate.Source) *cobra.Command {
	var o operate.SyncOptions
	sync := &cobra.Command{
		Use: "sync", Short: "Write them all, as is done at the start where they have changed, and remember which", Example: syncExamples,
		Args: Takes(),
		RunE: func(*cobra.Command, []string) error {
			return untilSignal(func(ctx context.Context) error { return s.Sync(ctx, o, os.Stdout) })
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

// Backup copies the store.
func Backup(s *operate.Source) *cobra.Command {
	var force bool
	command := &cobra.Command{
		Use: "backup <file>", Short: "Copy the file of all games, also while the bot runs, and check the copy", Example: backupExamples,
		Args: Takes("file"),
		RunE: func(_ *cobra.Command, args []string) error {
			return untilSignal(func(ctx context.Context) error { return s.Backup(ctx, args[0], force, os.Stdout) })
		},
	}
	command.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	return command
}

// Version prints the version.
func Version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of the program and of its compiler, and of which commit it is", Example: "  sixfold version", Args: Takes(),
		RunE: func(*cobra.Command, []string) error { return operate.PrintVersion(os.Stdout) },
	}
}
