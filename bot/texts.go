package bot

import (
	"os"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
)

// TextFile is a file of other texts for a game.
type TextFile struct {
	Path string
	Data []byte // its content, read by LoadConfig
}

// readTexts reads the files of other texts and lets their games look at them; path is
// the file of the settings.
func (c *Config) readTexts(path string, data []byte, games []Entry) error {
	for id, file := range c.Texts {
		key := "texts." + id
		fault := func(why string, err error) error {
			return &ConfigError{File: path, Line: lineOf(data, key), Key: key, Why: why, Err: err}
		}
		i := slices.IndexFunc(games, func(e Entry) bool { return e.Game.ID == id && e.Game.Texts != nil })
		if i < 0 {
			return fault("there is no game of this name with texts of its own", nil)
		}
		var err error
		if file.Data, err = os.ReadFile(file.Path); err != nil {
			return fault(err.Error(), err)
		}
		if _, err = games[i].Game.Texts(file.Data); err != nil {
			return fault(file.Path+": "+err.Error(), err)
		}
		c.Texts[id] = file
	}
	return nil
}

// speak returns a game with the texts that the operator has named for it.
func (c Config) speak(g *engine.Game) *engine.Game {
	file, named := c.Texts[g.ID]
	if !named || file.Data == nil || g.Texts == nil {
		return g
	}
	other, err := g.Texts(file.Data)
	if err != nil {
		panic("bot: texts that were not read by LoadConfig: " + err.Error())
	}
	return &other
}
