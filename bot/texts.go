package bot

import (
	"errors"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/engine"
)

// CheckTexts reports what keeps a game from speaking with other texts, the content of a
// file that the operator names in the settings; see [config.Load].
func CheckTexts(game string, data []byte) error {
	games := Games()
	i := slices.IndexFunc(games, func(e Entry) bool { return e.Game.ID == game && e.Texts != nil })
	if i < 0 {
		return errNoTexts
	}
	_, err := games[i].Texts(data)
	return err
}

// errNoTexts refuses texts that no game would speak with.
var errNoTexts = errors.New("there is no game of this name with texts of its own")

// Speaking returns the game with the texts that the operator has named for it; they have
// been checked by [CheckTexts].
func (e Entry) Speaking(texts map[string]config.TextFile) *engine.Game {
	file, named := texts[e.Game.ID]
	if !named || file.Data == nil || e.Texts == nil {
		return e.Game
	}
	other, err := e.Texts(file.Data)
	if err != nil {
		panic("bot: texts that were not checked: " + err.Error())
	}
	return &other
}
