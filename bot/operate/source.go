package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/shell"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
)

// Source is the command line's part of the settings. Its methods are the subcommands that need
// settings.
type Source struct {
	Settings string // path of the settings; "": none
	Data     string // path of the store, which overrides the settings; "": not set
	Public   bool   // other machines may reach the playground
}

// Load reads the settings and applies the command line.
func (s *Source) Load() (config.Config, error) {
	settings, err := config.Load(s.Settings, os.Getenv, bot.CheckTexts)
	if s.Data != "" {
		settings.Store.File = s.Data
	}
	settings.Playground.Public = settings.Playground.Public || s.Public
	return settings, err
}

// Serve is [serve] with the settings.
func (s *Source) Serve(ctx context.Context, out, log io.Writer) error {
	settings, err := s.Load()
	if err != nil {
		return err
	}
	return serve(ctx, settings, out, log)
}

// Say says one thing to a bot, and writes its reply to out; see [shell.Shell].
func (s *Source) Say(ctx context.Context, said shell.Saying, out, log io.Writer) (err error) {
	switch {
	case (said.Line == "") == (said.Press == ""):
		return errors.New("give either a slash command or --press")
	case len(said.Fill) > 0 && said.Press == "":
		return errors.New("--fill goes with --press")
	}
	settings, err := s.Load()
	if err != nil {
		return err
	}
	r, err := start(ctx, settings, log)
	if err != nil {
		return err
	}
	defer closing(&err, r)
	return shell.Shell{Bot: r.Bot, Records: r.store}.Say(ctx, said, out)
}

// Check writes "ok" if the settings are valid, or returns the error.
func (s *Source) Check(out io.Writer) error {
	settings, err := s.Load()
	if err != nil {
		return err
	}
	if err := mayServe(settings); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "ok")
	return err
}

// SyncOptions configures Sync.
type SyncOptions struct {
	Guild  string // ID of the server; "": as configured
	DryRun bool   // only print them
}

// Sync registers the slash commands; see [syncCommands].
func (s *Source) Sync(ctx context.Context, o SyncOptions, out io.Writer) error {
	if o.DryRun {
		b := bot.New(config.Default(), nil, bot.Games(), slog.New(slog.DiscardHandler), bot.Process{})
		return slash.List(out, b.Commands())
	}
	settings, err := s.Load()
	if err != nil {
		return err
	}
	if o.Guild != "" {
		settings.Discord.Guild = o.Guild
	}
	return syncCommands(ctx, settings, out)
}

// Backup copies the store to a file, and reports its contents; see [backup].
func (s *Source) Backup(ctx context.Context, file string, replace bool, out io.Writer) error {
	settings, err := s.Load()
	if err != nil {
		return err
	}
	has, err := backup(ctx, settings.Store.File, file, replace)
	if err != nil {
		return err
	}
	return report(out, file, has)
}

// NewConsole returns a console with all games. Random choices differ between runs unless the caller
// sets Seed.
func NewConsole() *console.Console {
	entries := map[string]bot.Entry{}
	c := &console.Console{
		Seed: uint64(time.Now().UnixNano()), Now: time.Now, ReadFile: os.ReadFile,
		Draw: func(game string, d engine.Drawing) ([]byte, error) { return entries[game].File(d) },
	}
	for _, entry := range bot.Games() {
		entries[entry.Game.ID] = entry
		c.Games = append(c.Games, entry.Game)
	}
	return c
}

// Speak applies the texts of the settings to the games of a console, if a settings file is named.
func (s *Source) Speak(c *console.Console) error {
	if s.Settings == "" {
		return nil
	}
	settings, err := s.Load()
	if err != nil {
		return err
	}
	c.Games = nil
	for _, entry := range bot.Games() {
		c.Games = append(c.Games, entry.Speaking(settings.Texts))
	}
	return nil
}
