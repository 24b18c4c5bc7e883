package bot

import (
	"log/slog"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/posted"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/think"
)

// services are what handlers take what they need from. All of them are safe for concurrent use.
type services struct {
	games    *registry
	words    func(locale string) chat.Words
	log      *slog.Logger
	records  records
	env      *environment
	servers  *guild.Servers
	tables   *table.Tables
	pool     *think.Pool
	levels   *think.Levels
	live     *posted.Boards
	outbox   *outbox
	choices  *tell.Choices
	styles   *styles
	pictures *pictures
	covers   *covers
	boards   *boards
	answers  *answers
}
