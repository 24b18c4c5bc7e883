package bot

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// maxListed is how many tables a list shows of each kind.
const maxListed = 12

// listing lists the open tables of a channel, and the caller's own.
type listing struct{ tables *table.Tables }

// tableList is the machine-readable form of a list of tables.
type tableList struct {
	Here []string `json:"here"`
	Mine []string `json:"mine"`
}

func (l *listing) list(c *call) (chat.Reply, error) {
	here, err := l.tables.In(c.request.Channel)
	if err != nil {
		return chat.Reply{}, err
	}
	mine, err := l.tables.Of(c.user.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	mine = slices.DeleteFunc(mine, func(e store.Brief) bool { return e.Key.Channel == c.request.Channel })
	lines := append([]string{c.say("**Open tables in this channel**")}, l.lines(c, here, false)...)
	if len(mine) > 0 {
		lines = append(lines, "", c.say("**Your tables elsewhere**"))
		lines = append(lines, l.lines(c, mine, true)...)
	}
	r := whisper(lines...)
	r.Data = tableList{Here: keys(here), Mine: keys(mine)}
	return r, nil
}

func keys(entries []store.Brief) []string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Key.String()
	}
	return list
}

// lines are the tables in words, the one touched last first.
func (l *listing) lines(c *call, entries []store.Brief, elsewhere bool) []string {
	if len(entries) == 0 {
		return []string{c.say("None yet; a game's `new` opens one.")}
	}
	slices.SortStableFunc(entries, func(a, b store.Brief) int { return b.Touched.Compare(a.Touched) })
	var lines []string
	for _, e := range entries[:min(len(entries), maxListed)] {
		t, ok := l.tables.Brief(c.ctx, e)
		if !ok {
			continue
		}
		line := c.say("%s: %s. %s", t.Title(), t.Players(), t.Standing())
		if elsewhere {
			line = "<#" + e.Key.Channel + "> " + line
		}
		lines = append(lines, "- "+line)
	}
	if more := len(entries) - maxListed; more > 0 {
		lines = append(lines, c.say("… and %s more.", strconv.Itoa(more)))
	}
	return lines
}
