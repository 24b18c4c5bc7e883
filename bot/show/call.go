package show

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Call is a request while it is answered, with what handlers of games and tables need.
type Call struct {
	chat.Call
	Entry *Entry // the game of the command; nil for a general command

	// Private is set where only the caller sees the answer. Fresh is set where the answer is a new
	// message even if a button was pressed.
	Private, Fresh bool
	// among is the title of the table found for a caller who has several and named none, else empty.
	among engine.Text
	// At is the table that the call is about, or the zero value.
	At store.Key
	// Stamp is the stamp of the board whose button was pressed, or "".
	Stamp string
	// Spent replaces the text of a private message whose button has been used. Empty leaves it.
	Spent engine.Text
	// UsualLevel is the level that the bot plays at by default on the caller's server, or "" for
	// the default of the game.
	UsualLevel string
	// Home is the caller's channel if they look at a table of another, which is then the channel
	// of the request; else "".
	Home string
	// Sure is set where the command is run without a confirmation.
	Sure bool
	// CountRefusal, if not nil, counts why the caller is refused.
	CountRefusal func(error)
}

// NewCall returns a call for c. It is private if only the caller sees the answers to the request,
// unless they pressed a button under a message that others see: that message may still change.
func NewCall(c chat.Call) *Call {
	made := &Call{Call: c}
	if c.Request.Unseen && (!c.Pressed() || c.Request.OnPrivate) {
		made.Alone, made.Private = true, true
	}
	made.Refuse = made.Refusal
	return made
}

// Asked adapts the handler of a command that is about no game.
func Asked(run func(*chat.Call) (chat.Reply, error)) func(*Call) (chat.Reply, error) {
	return func(c *Call) (chat.Reply, error) { return run(&c.Call) }
}

// Job returns a job of the caller with a maximal duration, 0 for no limit. If it has to wait, that
// is shown in place of the answer.
func (c *Call) Job(takes time.Duration, show func(chat.Reply)) think.Job {
	return think.Job{Person: c.User.ID, Channel: c.Request.Channel, Takes: takes, Waits: c.Waits(show)}
}

// Updates reports whether the reply replaces the message whose button the caller pressed. Only a
// private answer replaces a private message, which others could not see.
func (c *Call) Updates() bool {
	return c.Pressed() && c.Request.OnPrivate == c.Private && !c.Fresh
}

// KeepPrivate makes the answer private if the table is.
func (c *Call) KeepPrivate(t *table.Table) { c.Private = c.Private || t.Record.Private }

// TableArg picks one of several tables.
var TableArg = engine.Arg{
	Name: "table", Help: engine.T("The table's number, if not the one that you used last"), Kind: engine.Integer, Min: 1, Max: 1_000_000,
}

// FindTable returns the table that the call means; see [table.Tables.Find].
func FindTable(c *Call, ts *table.Tables, care table.Care, order table.Order, match func(*table.Brief) bool, none error) (*table.Table, error) {
	q := table.Query{Channel: c.Request.Channel, Game: c.Entry.Game.ID, User: c.User.ID, Care: care}
	if n, ok := c.Request.Options[TableArg.Name]; ok {
		number, err := TableArg.Parse(n)
		if err != nil {
			return nil, err
		}
		q.Number = number.(int)
	}
	t, err := ts.Find(c.Ctx, q, order, match, none)
	return c.means(ts, t, err)
}

// AnyTable returns the table that the call means if any will do.
func AnyTable(c *Call, ts *table.Tables, order table.Order) (*table.Table, error) {
	g := c.Entry.Game
	none := engine.Refuse("there is no %s table in this channel yet; %s opens one", g.Title, g.Command("new"))
	return FindTable(c, ts, table.ToLook, order, func(*table.Brief) bool { return true }, none)
}

// TableThat returns the table that the call means among those that match or, if none does, among
// all. The caller then learns from the action itself why it is refused.
func TableThat(c *Call, ts *table.Tables, care table.Care, order table.Order, match func(*table.Brief) bool) (*table.Table, error) {
	t, err := FindTable(c, ts, care, order, match, table.ErrNone)
	if errors.Is(err, table.ErrNone) {
		return AnyTable(c, ts, order)
	}
	return t, err
}

// means records that the call is about the table found, unless an option is only being completed.
func (c *Call) means(ts *table.Tables, t *table.Table, err error) (*table.Table, error) {
	if err != nil || c.Request.Kind == chat.Suggest {
		return t, err
	}
	if err := c.MayVisit(t); err != nil {
		return nil, err
	}
	c.Uses(ts, t)
	if t.Among {
		c.among = t.Title()
	}
	return t, nil
}

// Uses records that the call is about a table, and that its user has come to it.
func (c *Call) Uses(ts *table.Tables, t *table.Table) {
	ts.Use(t, c.User.ID)
	c.At = t.Key
	if c.Home == "" {
		t.BotIsBack(c.Request.Posts)
	}
}

// Named adds the table's title to a reply to a caller who has several tables and named none.
func (c *Call) Named(r chat.Reply) chat.Reply {
	if title := c.Words.Say(c.among); title != "" && r.Text != "" && !strings.Contains(r.Text, title) {
		r.Text = "**" + title + "**. " + r.Text
	}
	return r
}

// which asks which table is meant. Each button repeats the command at one table.
func (c *Call) which(tables []*table.Table) chat.Reply {
	r := chat.Whisper(c.Say("You have several tables here. Which one do you mean?"))
	if len(tables) == 1 {
		r.Text = c.Say("The table that you used last does not fit. Do you mean this one?")
	}
	r.Refused = true
	line := c.line()
	var buttons []chat.Button
	for _, t := range tables {
		label := engine.T("%s: %s", strconv.Itoa(t.Key.Number), t.PlainPlayers(c.Words))
		b := c.TableButton(t, LineAction, label, chat.Secondary, line)
		b.Label = chat.Shorten(b.Label, chat.MaxLabel)
		if len(b.Action) > chat.MaxAction {
			r.Text = c.Say("You have several tables here: say which one you mean by the option `table`.")
			return r
		}
		buttons = append(buttons, b)
	}
	r.Rows = chat.Rows(buttons)
	return r
}

// line returns the command as it was typed, without the game.
func (c *Call) line() string {
	words := []string{c.Request.Sub}
	for _, name := range slices.Sorted(maps.Keys(c.Request.Options)) {
		words = append(words, name+":"+TextOf(c.Request.Options[name]))
	}
	return strings.Join(words, " ")
}

// VisitPrefix begins the custom IDs of buttons at a table of another channel:
//
//	at:channel:
//
// They act as in that channel, and only the caller sees the answer.
const VisitPrefix = "at:"

// visitPrefix returns what begins the custom IDs of buttons if the caller looks at a table of
// another channel, else "".
func (c *Call) visitPrefix() string {
	if c.Home == "" {
		return ""
	}
	return VisitPrefix + c.Request.Channel + ":"
}

// GoTo moves the call to a table of another channel. Only the caller sees the answer.
func (c *Call) GoTo(channel string) {
	c.Home, c.Request.Channel = c.Request.Channel, channel
	c.Alone, c.Private = true, true
}

// Visit moves the call to the channel that the pressed button names, if it names one.
func (c *Call) Visit() error {
	rest, ok := strings.CutPrefix(c.Request.Action, VisitPrefix)
	if !ok {
		return nil
	}
	channel, action, ok := strings.Cut(rest, ":")
	if _, err := strconv.ParseUint(channel, 10, 64); err != nil || !ok {
		return UnknownButton()
	}
	c.GoTo(channel)
	c.Request.Action = action
	return nil
}

// MayVisit refuses a table of another channel that does not concern the caller.
func (c *Call) MayVisit(t *table.Table) error {
	if c.Home == "" {
		return nil
	}
	return t.MayLookBack(c.User.ID, c.Home, c.Request.Guild)
}

// Looks reports whether a subcommand of a game only shows or exports a table.
func Looks(entry *Entry, sub string) bool {
	if entry == nil {
		return false
	}
	if v, ok := entry.Game.View(sub); ok {
		return v.Command
	}
	return sub == "show" || sub == "view" || sub == "export" || sub == "replay"
}

// TextOf returns the value of an option as it is typed, or "" for values of other types.
func TextOf(value any) string {
	switch value.(type) {
	case string, int, bool:
		return fmt.Sprint(value)
	}
	return ""
}
