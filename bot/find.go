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
)

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
