// Package show has what all handlers share. Handlers import it, and it calls none of them.
//
// A request passes call.go, the [Call] that is answered and the table that it means; refuse.go, if it
// is refused; board.go, the message with a table's board; controls.go and form.go, its buttons, menus and
// forms; and picture.go. views.go has the answers of views and tools, command.go and definitions.go the
// commands as they run and as Discord lists them, environment.go what an engine may use, outbox.go what
// answers no request, cover.go the picture of all games, and the follow files live boards.
package show

import (
	"image/color"
	"log/slog"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// Services are what handlers need. All of them are safe for concurrent use.
type Services struct {
	Games   *Games
	Words   func(locale string) chat.Words
	Log     *slog.Logger
	Records Records
	Env     *Environment
	Tables  *table.Tables
	Pool    *think.Pool
	Levels  *think.Levels
	Places  *table.Places
	Outbox  *Outbox
	Choices *tell.Choices
	Watch   *watch.Watch
	Theme   string        // the ID of the operator's theme
	Slots   chan struct{} // holds an element for each picture being made
	Covers  *sync.Map     // encoded covers of all games, by theme and titles
}

// Entry is one game that the bot plays: its rules and its drawings.
type Entry struct {
	Game *engine.Game
	// Emoji is one Unicode emoji that stands for the game on buttons, or "".
	Emoji string
	Draw  []render.Drawer
	Cover Cover
	// Side, if not nil, returns the colour of a seat's side. Otherwise the first is red and the
	// second blue.
	Side func(render.Theme, engine.Seat) color.RGBA
	// Encode holds the encoders of formats that are not made of pixels, by file extension.
	Encode map[string]render.Encoder
	// Texts, if not nil, returns the game with other texts, the content of a file that the operator
	// names. It refuses unusable content with a [*engine.Refusal].
	Texts func(data []byte) (engine.Game, error)
}

// Speaking returns the game with the texts that the operator has named for it, which bot.CheckTexts
// has checked.
func (e Entry) Speaking(texts map[string][]byte) *engine.Game {
	data := texts[e.Game.ID]
	if data == nil || e.Texts == nil {
		return e.Game
	}
	other, err := e.Texts(data)
	if err != nil {
		panic("bot: texts that were not checked: " + err.Error())
	}
	return &other
}

// Games holds the games that the bot plays.
type Games struct {
	ByID map[string]*Entry
	All  []*Entry // as registered
}

// NewGames registers games with the texts that the operator has named for them. It panics if two
// have one name.
func NewGames(games []Entry, texts map[string][]byte) *Games {
	r := &Games{ByID: map[string]*Entry{}}
	for i := range games {
		entry := &games[i]
		entry.Game = entry.Speaking(texts)
		if r.ByID[entry.Game.ID] != nil {
			panic("bot: two games are called " + entry.Game.ID)
		}
		r.ByID[entry.Game.ID] = entry
		r.All = append(r.All, entry)
	}
	return r
}

// Name makes the call about the game that the caller names in an option, or about none.
func (r *Games) Name(c *Call) error {
	name := strings.ToLower(TextOf(c.Request.Options[GameArg.Name]))
	if c.Entry = r.ByID[name]; c.Entry == nil && name != "" {
		return engine.Refuse("%q is not a game of this bot; %s shows them", chat.Escape(name), engine.Command("play"))
	}
	return nil
}

// GameArg names a game.
var GameArg = engine.Arg{Name: "game", Help: engine.T("Tell more about one game"), Kind: engine.Word}

// Catalogs returns the translations of all games.
func (r *Games) Catalogs() []engine.Catalog {
	return engine.Map(r.All, func(entry *Entry) engine.Catalog { return entry.Game.Catalog })
}

// Entry returns the entry of a table's game.
func (r *Games) Entry(t *table.Table) *Entry { return r.ByID[t.Game.ID] }

// Rules returns the rules of all games.
func (r *Games) Rules() []*engine.Game {
	return engine.Map(r.All, func(entry *Entry) *engine.Game { return entry.Game })
}

// File encodes a drawing, in the first theme and in English.
func (e Entry) File(d engine.Drawing) ([]byte, error) {
	return render.File(e.Draw, e.Encode, d, render.Style{})
}
