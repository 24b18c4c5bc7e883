package operate

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
)

// Source is the command line's part of the settings.
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

// checkConfig writes "ok" if a bot can serve with the settings, or returns the error.
func checkConfig(_ context.Context, settings config.Config, out io.Writer) error {
	if err := mayServe(settings); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "ok")
	return err
}

// NewConsole returns a console with all games. Random choices differ between runs unless the caller
// sets Seed.
func NewConsole() *console.Console {
	entries := map[string]bot.Entry{}
	c := &console.Console{
		Seed: uint64(time.Now().UnixNano()), Now: time.Now,
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
	c.Games = engine.Map(bot.Games(), func(entry bot.Entry) *engine.Game { return entry.Speaking(settings.TextData) })
	return nil
}
