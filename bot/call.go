package bot

import (
	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// call is one request on its way, as far as it is about games and tables.
type call struct {
	ask.Call
	entry *Entry // whose command it is; nil for a general one

	// private: the answer is for the caller alone. fresh: it is a new message, even if a
	// button was pressed.
	private, fresh bool
	// among is the title of the table that was found for who has several and named none,
	// else empty.
	among engine.Text
	// at is the table that the call is about, the zero value for none.
	at store.Key
	// stamp is that of the board whose button was pressed, "" for none.
	stamp string
	// spent is what becomes of a private message whose button has done its service, empty
	// where that stays.
	spent engine.Text
	// usualLevel is the level at which the bot plays on the caller's server where none is
	// named, "" for that of the game.
	usualLevel string
	// home is the channel in which the caller is, where they look at a table of another, whose
	// channel is that of the request; else "".
	home string
	// sure: what is run was asked for in so many words, and no question follows.
	sure bool
	// refused, if not nil, takes note of why the caller is refused.
	refused func(error)
}

// newCall is a call of a request that is made or answered as in c. Where the caller alone sees
// what they are told, that is private: a button there changes the message that carries it. One
// under a message that others see may still change that.
func newCall(c ask.Call) *call {
	made := &call{Call: c}
	if c.Request.Unseen && (!c.Pressed() || c.Request.OnPrivate) {
		made.Alone, made.private = true, true
	}
	made.Refuse = made.refuse
	return made
}

// asked is the handler of a command that knows no games.
func asked(run func(*ask.Call) (chat.Reply, error)) func(*call) (chat.Reply, error) {
	return func(c *call) (chat.Reply, error) { return run(&c.Call) }
}

// updates reports whether the reply replaces the message under which the caller
// pressed a button. Only a private answer replaces a private message: others could not see
// it there.
func (c *call) updates() bool {
	return c.Pressed() && c.Request.OnPrivate == c.private && !c.fresh
}

// keeps has the answer be for the caller alone where that is so for all of the table.
func (c *call) keeps(t *table.Table) { c.private = c.private || t.Record.Private }
