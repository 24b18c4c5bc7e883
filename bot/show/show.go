// Package show has what all handlers share: the call that is answered, the games and their commands,
// and the parts of answers: boards of tables, pictures, buttons, menus and forms. Handlers import
// it, and it calls none of them.
package show

import (
	"log/slog"
	"sync"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/bot/watch"
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
	Covers  *sync.Map     // encoded covers of all games, by style and titles
}
