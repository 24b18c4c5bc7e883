package show

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

// Call is one request on its way, as far as it is about games and tables.
type Call struct {
	ask.Call
	Entry *Entry // whose command it is; nil for a general one

	// Private: the answer is for the caller alone. fresh: it is a new message, even if a
	// button was pressed.
	Private, Fresh bool
	// among is the title of the table that was found for who has several and named none,
	// else empty.
	among engine.Text
	// At is the table that the call is about, the zero value for none.
	At store.Key
	// Stamp is that of the board whose button was pressed, "" for none.
	Stamp string
	// Spent is what becomes of a private message whose button has done its service, empty
	// where that stays.
	Spent engine.Text
	// UsualLevel is the level at which the bot plays on the caller's server where none is
	// named, "" for that of the game.
	UsualLevel string
	// Home is the channel in which the caller is, where they look at a table of another, whose
	// channel is that of the request; else "".
	Home string
	// Sure: what is run was asked for in so many words, and no question follows.
	Sure bool
	// CountRefusal, if not nil, takes note of why the caller is refused.
	CountRefusal func(error)
}

// NewCall is a call of a request that is made or answered as in c. Where the caller alone sees
// what they are told, that is private: a button there changes the message that carries it. One
// under a message that others see may still change that.
func NewCall(c ask.Call) *Call {
	made := &Call{Call: c}
	if c.Request.Unseen && (!c.Pressed() || c.Request.OnPrivate) {
		made.Alone, made.Private = true, true
	}
	made.Refuse = made.Refusal
	return made
}

// Asked is the handler of a command that knows no games.
func Asked(run func(*ask.Call) (chat.Reply, error)) func(*Call) (chat.Reply, error) {
	return func(c *Call) (chat.Reply, error) { return run(&c.Call) }
}

// Updates reports whether the reply replaces the message under which the caller
// pressed a button. Only a private answer replaces a private message: others could not see
// it there.
func (c *Call) Updates() bool {
	return c.Pressed() && c.Request.OnPrivate == c.Private && !c.Fresh
}

// Keeps has the answer be for the caller alone where that is so for all of the table.
func (c *Call) Keeps(t *table.Table) { c.Private = c.Private || t.Record.Private }

// TableArg picks one of several tables.
var TableArg = engine.Arg{
	Name: "table", Help: engine.T("The table's number, if not the one that you used last"), Kind: engine.Integer, Min: 1, Max: 1_000_000,
}

// FindTable returns the table that the call means; see [table.Tables.Find].
func FindTable(c *Call, ts *table.Tables, care table.Care, order table.Order, match func(*table.Brief) bool, none error) (*table.Table, error) {
	q, err := c.query(care)
	if err != nil {
		return nil, err
	}
	t, err := ts.Find(c.Ctx, q, order, match, none)
	return c.means(ts, t, err)
}

// AnyTable returns the table that the call means when every one will do.
func AnyTable(c *Call, ts *table.Tables, order table.Order) (*table.Table, error) {
	q, err := c.query(table.ToLook)
	if err != nil {
		return nil, err
	}
	t, err := ts.Any(c.Ctx, q, order)
	return c.means(ts, t, err)
}

// TableThat returns the table that the call means among those that match or, where none
// does, among all: what is asked for is then refused in its own words.
func TableThat(c *Call, ts *table.Tables, care table.Care, order table.Order, match func(*table.Brief) bool) (*table.Table, error) {
	t, err := FindTable(c, ts, care, order, match, table.ErrNone)
	if errors.Is(err, table.ErrNone) {
		return AnyTable(c, ts, order)
	}
	return t, err
}

// query is which table the call means, as far as it says.
func (c *Call) query(care table.Care) (table.Query, error) {
	q := table.Query{Channel: c.Request.Channel, Game: c.Entry.Game.ID, User: c.User.ID, Care: care}
	if n, ok := c.Request.Options[TableArg.Name]; ok {
		number, err := TableArg.Parse(n)
		if err != nil {
			return q, err
		}
		q.Number = number.(int)
	}
	return q, nil
}

// means notes that the call is about a table that was found, unless it only completes what
// is being typed.
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

// Uses notes that the call is about a table, at which somebody is then.
func (c *Call) Uses(ts *table.Tables, t *table.Table) {
	ts.Use(t, c.User.ID)
	c.At = t.Key
	if c.Home == "" {
		t.Back(c.Request.Posts)
	}
}

// Named names the table in a reply to who has several and named none.
func (c *Call) Named(r chat.Reply) chat.Reply {
	if title := c.Words.Say(c.among); title != "" && r.Text != "" && !strings.Contains(r.Text, title) {
		r.Text = "**" + title + "**. " + r.Text
	}
	return r
}

// which asks which table is meant. A button does at its table what was asked for.
func (c *Call) which(tables []*table.Table) chat.Reply {
	r := ask.Whisper(c.Say("You have several tables here. Which one do you mean?"))
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
			return ask.Whisper(c.Say("You have several tables here: say which one you mean by the option `table`."))
		}
		buttons = append(buttons, b)
	}
	r.Rows = ask.Rows(buttons)
	return r
}

// line is the command as it was typed, without the game.
func (c *Call) line() string {
	words := []string{c.Request.Sub}
	for _, name := range slices.Sorted(maps.Keys(c.Request.Options)) {
		words = append(words, name+":"+TextOf(c.Request.Options[name]))
	}
	return strings.Join(words, " ")
}

// VisitPrefix begins the custom IDs of buttons at a finished table of another channel:
//
//	at:channel:
//
// What they do is done as in that channel, and shown to the caller alone.
const VisitPrefix = "at:"

// visitor begins the custom IDs of buttons where the caller looks at a table of another
// channel; elsewhere it is "".
func (c *Call) visitor() string {
	if c.Home == "" {
		return ""
	}
	return VisitPrefix + c.Request.Channel + ":"
}

// GoTo has the caller look at a table of another channel.
func (c *Call) GoTo(channel string) {
	c.Home, c.Request.Channel = c.Request.Channel, channel
	c.Alone, c.Private = true, true
}

// Visit goes to the channel that the pressed button names, if it does.
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

// MayVisit refuses a table of another channel to whom it does not concern.
func (c *Call) MayVisit(t *table.Table) error {
	if c.Home == "" {
		return nil
	}
	return t.MayLookBack(c.User.ID, c.Home, c.Request.Guild)
}

// Looks reports whether a subcommand of a game only shows a table, or writes its game down.
func Looks(entry *Entry, sub string) bool {
	if entry == nil {
		return false
	}
	if v, ok := entry.Game.View(sub); ok {
		return v.Command
	}
	return sub == "show" || sub == "view" || sub == "export" || sub == "replay"
}

// LookedAt are the buttons under a finished table in a history.
func LookedAt(t *table.Table) (list []engine.Action) {
	if len(FormatChoices(t.Game, Encodes)) > 0 && WorthExporting(&t.Brief) {
		list = append(list, engine.Action{Label: engine.T("Export"), Emoji: "📄", Line: "export"})
	}
	return list
}

// TextOf is the value of an option as it is typed, "" for one of another type.
func TextOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	}
	return ""
}
