package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/posted"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// maxListed is how many tables a page of a list shows of each kind.
const maxListed = 12

var pageArg = engine.Arg{Name: "page", Help: engine.T("Which page of a long list"), Kind: engine.Integer, Min: 1, Max: 1000, Default: 1}

// listing lists the open tables of a channel, and the caller's own.
type listing struct {
	tables *table.Tables
	live   *posted.Boards
}

// tableList is the machine-readable form of a list of tables.
type tableList struct {
	Here []string `json:"here"`
	Mine []string `json:"mine"`
}

func (l *listing) list(c *call) (chat.Reply, error) {
	o, err := c.Options([]engine.Arg{pageArg}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	here, err := l.tables.In(c.Request.Channel)
	here = table.Visible(here, c.User.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	mine, err := l.tables.Of(c.User.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	mine = slices.DeleteFunc(mine, func(e store.Brief) bool { return e.Key.Channel == c.Request.Channel })
	page, pages := o.Int(pageArg.Name), max(1, pagesOf(here), pagesOf(mine))
	if page > pages {
		return chat.Reply{}, engine.Refuse("the list has no more pages than %s", strconv.Itoa(pages))
	}
	var parts []string
	if page == 1 || page <= pagesOf(here) {
		parts = append(parts, c.Say("**Open tables in this channel**")+"\n"+l.lines(c, here, page, false))
	}
	if page <= pagesOf(mine) {
		parts = append(parts, c.Say("**Your tables elsewhere**")+"\n"+l.lines(c, mine, page, true))
	}
	if page < pages {
		parts = append(parts, c.Say("%s shows more.", engine.Command("games page:"+strconv.Itoa(page+1))))
	}
	r := ask.Whisper(strings.Join(parts, "\n\n"))
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

// pagesOf is how many pages a list has.
func pagesOf(entries []store.Brief) int { return (len(entries) + maxListed - 1) / maxListed }

// lines are the tables of a page in words, the one touched last first.
func (l *listing) lines(c *call, entries []store.Brief, page int, elsewhere bool) string {
	if len(entries) == 0 {
		return c.Say("None yet; a game's `new` opens one.")
	}
	slices.SortStableFunc(entries, func(a, b store.Brief) int { return b.Touched.Compare(a.Touched) })
	var lines []string
	last := min(page*maxListed, len(entries))
	for _, e := range entries[(page-1)*maxListed : last] {
		t, ok := l.tables.Brief(c.Ctx, e)
		if !ok {
			continue
		}
		title := t.Title()
		if at := l.live.At(e.Key).Message; at != "" && !e.Private {
			title = engine.T("[%s](%s)", title, linkTo(e.Guild, e.Key.Channel, at))
		}
		line := c.Say("%s: %s. %s", title, t.Players(), engine.Sentences(t.Standing(), l.tables.ClockWords(t)))
		if elsewhere {
			line = "<#" + e.Key.Channel + "> " + line
		}
		lines = append(lines, "- "+line)
	}
	if more := len(entries) - last; more > 0 {
		lines = append(lines, c.Say("… and %s more.", strconv.Itoa(more)))
	}
	return strings.Join(lines, "\n")
}
