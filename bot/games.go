package bot

import (
	"errors"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"

	renderade "github.com/sixfold-bot/sixfold/render/ade"
	renderatom4 "github.com/sixfold-bot/sixfold/render/atom4"
	rendergordon "github.com/sixfold-bot/sixfold/render/gordon"
	renderhex "github.com/sixfold-bot/sixfold/render/hex"
	renderiching "github.com/sixfold-bot/sixfold/render/iching"
	renderlabyrinth "github.com/sixfold-bot/sixfold/render/labyrinth"
	renderoctopuszle "github.com/sixfold-bot/sixfold/render/octopuszle"
)

// Entry is one game that the bot plays: its rules and its drawings.
type Entry = show.Entry

// Games lists the games that the bot plays. A new game is added here.
func Games() []Entry {
	return []Entry{
		{Game: &hex.Game, Emoji: "🔷", Draw: renderhex.Drawers, Cover: show.Cover{
			Options: map[string]any{"size": 7, "swap": false},
			Moves:   show.Moves("d4, d3, e3, f1, e2, e1, c2, c5, d5, d2, b4, c6, c4, d6, f5, d1, c1, c3, b3, e7"),
		}},
		{Game: &atom4.Game, Emoji: "⚛️", Draw: renderatom4.Drawers, Side: renderatom4.Side, Cover: show.Cover{
			Moves: show.Moves("i9, j9, i10, j8, h9, j10, h10, k9, i7, j11, j7, k10, i6, k11, l9, h7, i11, k8, i12, k7, h11, j6, j5, k6, h6, l7, k5, l8, l5, l11, l10, k12, m9, j12"),
		}},
		{Game: &ade.Game, Emoji: "🔥", Draw: renderade.Drawers, Cover: show.Cover{
			Options: map[string]any{"edges": "0-1 0-2 0-3 0-4 0-5 1-2 2-3 3-4 4-5 5-1", "values": "2 0 1 0 3 1"},
		}},
		{Game: &labyrinth.Game, Emoji: "🧩", Draw: renderlabyrinth.Drawers, Encode: renderlabyrinth.Encoders, Cover: show.Cover{
			Options: map[string]any{"puzzle": "started", "removed": 1, "seed": 7},
		}},
		{Game: &octopuszle.Game, Emoji: "🐙", Draw: renderoctopuszle.Drawers, Encode: renderoctopuszle.Encoders, Cover: show.Cover{
			Options: map[string]any{"started": 15, "seed": 3},
		}},
		{Game: &iching.Game, Emoji: "☯️", Draw: renderiching.Drawers, Texts: iching.With, Cover: show.Cover{
			Moves: show.Moves("throw 7 8 7 8 7 8 at 2026-03-01T12:00:00Z"),
		}},
		{Game: &gordon.Game, Emoji: "🧮", Draw: rendergordon.Drawers, Cover: show.Cover{
			Moves: show.Moves("m=5 p=1, m=3 p=4, m=2 p=6"),
		}},
	}
}

// Rules returns the rules of all games with the configured texts, for processes that only think.
func Rules(c config.Config) []*engine.Game { return show.NewGames(Games(), c.TextData).Rules() }

// CheckTexts returns an error if a game cannot use data, the content of a texts file that the
// operator names in the configuration; see [config.Load].
func CheckTexts(game string, data []byte) error {
	games := Games()
	i := slices.IndexFunc(games, func(e show.Entry) bool { return e.Game.ID == game && e.Texts != nil })
	if i < 0 {
		return errNoTexts
	}
	_, err := games[i].Texts(data)
	return err
}

var errNoTexts = errors.New("there is no game of this name with texts of its own")
