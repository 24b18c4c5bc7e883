package bot

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

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

// tableArg picks one of several tables.
var tableArg = engine.Arg{
	Name: "table", Help: engine.T("The table's number, if not the one that you used last"), Kind: engine.Integer, Min: 1, Max: 1_000_000,
}

// findTable returns the table that the call means; see [table.Tables.Find].
func findTable(c *call, ts *table.Tables, care table.Care, order table.Order, match func(*table.Brief) bool, none error) (*table.Table, error) {
	q, err := c.query(care)
	if err != nil {
		return nil, err
	}
	t, err := ts.Find(c.Ctx, q, order, match, none)
	return c.means(ts, t, err)
}

// anyTable returns the table that the call means when every one will do.
func anyTable(c *call, ts *table.Tables, order table.Order) (*table.Table, error) {
	q, err := c.query(table.ToLook)
	if err != nil {
		return nil, err
	}
	t, err := ts.Any(c.Ctx, q, order)
	return c.means(ts, t, err)
}

// tableThat returns the table that the call means among those that match or, where none
// does, among all: what is asked for is then refused in its own words.
func tableThat(c *call, ts *table.Tables, care table.Care, order table.Order, match func(*table.Brief) bool) (*table.Table, error) {
	t, err := findTable(c, ts, care, order, match, table.ErrNone)
	if errors.Is(err, table.ErrNone) {
		return anyTable(c, ts, order)
	}
	return t, err
}

// query is which table the call means, as far as it says.
func (c *call) query(care table.Care) (table.Query, error) {
	q := table.Query{Channel: c.Request.Channel, Game: c.entry.Game.ID, User: c.User.ID, Care: care}
	if n, ok := c.Request.Options[tableArg.Name]; ok {
		number, err := tableArg.Parse(n)
		if err != nil {
			return q, err
		}
		q.Number = number.(int)
	}
	return q, nil
}

// means notes that the call is about a table that was found, unless it only completes what
// is being typed.
func (c *call) means(ts *table.Tables, t *table.Table, err error) (*table.Table, error) {
	if err != nil || c.Request.Kind == chat.Suggest {
		return t, err
	}
	if err := c.mayVisit(t); err != nil {
		return nil, err
	}
	c.uses(ts, t)
	if t.Among {
		c.among = t.Title()
	}
	return t, nil
}

// uses notes that the call is about a table, at which somebody is then.
func (c *call) uses(ts *table.Tables, t *table.Table) {
	ts.Use(t, c.User.ID)
	c.at = t.Key
	if c.home == "" {
		t.Back(c.Request.Posts)
	}
}

// named names the table in a reply to who has several and named none.
func (c *call) named(r chat.Reply) chat.Reply {
	if title := c.Words.Say(c.among); title != "" && r.Text != "" && !strings.Contains(r.Text, title) {
		r.Text = "**" + title + "**. " + r.Text
	}
	return r
}

// which asks which table is meant. A button does at its table what was asked for.
func (c *call) which(tables []*table.Table) chat.Reply {
	r := ask.Whisper(c.Say("You have several tables here. Which one do you mean?"))
	if len(tables) == 1 {
		r.Text = c.Say("The table that you used last does not fit. Do you mean this one?")
	}
	r.Refused = true
	line := c.line()
	var buttons []chat.Button
	for _, t := range tables {
		label := engine.T("%s: %s", strconv.Itoa(t.Key.Number), t.PlainPlayers(c.Words))
		b := c.button(t, lineAction, label, chat.Secondary, line)
		b.Label = chat.Shorten(b.Label, chat.MaxLabel)
		if len(b.Action) > chat.MaxAction {
			return ask.Whisper(c.Say("You have several tables here: say which one you mean by the option `table`."))
		}
		buttons = append(buttons, b)
	}
	r.Rows = ask.Rows(buttons)
	return r
}

// line is the command as it was typed, without the game.
func (c *call) line() string {
	words := []string{c.Request.Sub}
	for _, name := range slices.Sorted(maps.Keys(c.Request.Options)) {
		words = append(words, name+":"+textOf(c.Request.Options[name]))
	}
	return strings.Join(words, " ")
}

// The custom IDs of buttons at a finished table of another channel begin with
//
//	at:channel:
//
// What they do is done as in that channel, and shown to the caller alone.
const visitPrefix = "at:"

// visitor begins the custom IDs of buttons where the caller looks at a table of another
// channel; elsewhere it is "".
func (c *call) visitor() string {
	if c.home == "" {
		return ""
	}
	return visitPrefix + c.Request.Channel + ":"
}

// goTo has the caller look at a table of another channel.
func (c *call) goTo(channel string) {
	c.home, c.Request.Channel = c.Request.Channel, channel
	c.Alone, c.private = true, true
}

// visit goes to the channel that the pressed button names, if it does.
func (c *call) visit() error {
	rest, ok := strings.CutPrefix(c.Request.Action, visitPrefix)
	if !ok {
		return nil
	}
	channel, action, ok := strings.Cut(rest, ":")
	if _, err := strconv.ParseUint(channel, 10, 64); err != nil || !ok {
		return unknownButton()
	}
	c.goTo(channel)
	c.Request.Action = action
	return nil
}

// mayVisit refuses a table of another channel to whom it does not concern.
func (c *call) mayVisit(t *table.Table) error {
	if c.home == "" {
		return nil
	}
	return t.MayLookBack(c.User.ID, c.home, c.Request.Guild)
}

// looks reports whether a subcommand of a game only shows a table, or writes its game down.
func looks(entry *Entry, sub string) bool {
	if entry == nil {
		return false
	}
	if v, ok := entry.Game.View(sub); ok {
		return v.Command
	}
	return sub == "show" || sub == "view" || sub == "export" || sub == "replay"
}

// lookedAt are the buttons under a finished table in a history.
func lookedAt(t *table.Table) (list []engine.Action) {
	if len(formatChoices(t.Game, encodes)) > 0 && worthExporting(&t.Brief) {
		list = append(list, engine.Action{Label: engine.T("Export"), Emoji: "📄", Line: "export"})
	}
	return list
}

func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	}
	return ""
}
