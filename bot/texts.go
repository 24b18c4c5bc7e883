package bot

import (
	"errors"
	"slices"
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
