package bot

import (
	"github.com/sixfold-bot/sixfold/bot/table"
)

// find returns the table that the call means; see [table.Tables.Find].
func (c *call) find(order table.Order, match func(*table.Table) bool, none error) (*table.Table, error) {
	q, err := c.query()
	if err != nil {
		return nil, err
	}
	return c.tables.Find(q, order, match, none)
}

// anyTable returns the table that the call means when every one will do.
func (c *call) anyTable(order table.Order) (*table.Table, error) {
	q, err := c.query()
	if err != nil {
		return nil, err
	}
	return c.tables.Any(q, order)
}

// query is which table the call means, as far as it says.
func (c *call) query() (table.Query, error) {
	q := table.Query{Channel: c.Channel, Game: c.entry.Game.ID, User: c.User.ID}
	if n, ok := c.Options[tableParam.Name]; ok {
		number, err := tableParam.Parse(n)
		if err != nil {
			return q, err
		}
		q.Number = number.(int)
	}
	return q, nil
}
