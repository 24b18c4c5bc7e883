package bot

import (
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// tableArg picks one of several tables.
var tableArg = engine.Arg{
	Name: "table", Help: engine.T("The table's number, if not the one that waits for you"), Kind: engine.Integer, Min: 1, Max: 1_000_000,
}

// findTable returns the table that the call means; see [table.Tables.Find].
func findTable(c *call, ts *table.Tables, order table.Order, match func(*table.Brief) bool, none error) (*table.Table, error) {
	q, err := c.query()
	if err != nil {
		return nil, err
	}
	return ts.Find(c.ctx, q, order, match, none)
}

// anyTable returns the table that the call means when every one will do.
func anyTable(c *call, ts *table.Tables, order table.Order) (*table.Table, error) {
	q, err := c.query()
	if err != nil {
		return nil, err
	}
	return ts.Any(c.ctx, q, order)
}

// query is which table the call means, as far as it says.
func (c *call) query() (table.Query, error) {
	q := table.Query{Channel: c.request.Channel, Game: c.entry.Game.ID, User: c.user.ID}
	if n, ok := c.request.Options[tableArg.Name]; ok {
		number, err := tableArg.Parse(n)
		if err != nil {
			return q, err
		}
		q.Number = number.(int)
	}
	return q, nil
}
