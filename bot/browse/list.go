package browse

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// maxListed is how many tables a page shows. Each can have a button, and one row of buttons turns
// the pages.
const maxListed = 10

// PageArg is the page of a long list.
var PageArg = engine.Arg{Name: "page", Help: engine.T("Which page of a long list"), Kind: engine.Integer, Min: 1, Max: 1000, Default: 1}

// tableList is the machine-readable form of a list of tables.
type tableList struct {
	Here []string `json:"here"`
	Mine []string `json:"mine"`
}

// concern is how a table concerns the caller, the most urgent first.
type concern int

const (
	yourTurn concern = iota
	youAreAsked
	youCanJoin
	othersTurn
	yourOwn  // nobody else plays there
	ofOthers // in this channel
)

var headings = map[concern]engine.Text{
	yourTurn:    engine.T("**Your turn**"),
	youAreAsked: engine.T("**You are asked**"),
	youCanJoin:  engine.T("**You can join here**"),
	othersTurn:  engine.T("**Others are to move**"),
	yourOwn:     engine.T("**On your own**"),
	ofOthers:    engine.T("**Also in this channel**"),
}

type listed struct {
	*table.Brief
	concern
	ends time.Time // when the time of the side to move ends; zero if no clock runs
}

// ListTables lists the caller's tables and those of the channel, the most urgent first.
func (h *Handlers) ListTables(c *show.Call, o engine.Options) (chat.Reply, error) {
	here, mine, err := h.tablesFound(c)
	if err != nil {
		return chat.Reply{}, err
	}
	list := h.byUrgency(c, slices.Concat(here, mine))
	page, pages := o.Int(PageArg.Name), max(1, (len(list)+maxListed-1)/maxListed)
	if page > pages {
		return chat.Reply{}, engine.Refuse("the list has no more pages than %s", strconv.Itoa(pages))
	}
	r := c.NewReply(true)
	r.Data = tableList{Here: keys(here), Mine: keys(mine)}
	if len(list) == 0 {
		r.Text = c.Say("No game waits for you, and none is open in this channel.") + h.play.Challengers(c)
		begin := c.Button("play", engine.T("Play"))
		begin.Style = chat.Primary
		r.Rows = chat.Rows([]chat.Button{begin})
		return r, nil
	}
	first := (page - 1) * maxListed
	shown := list[first:min(page*maxListed, len(list))]
	r.Text = h.listText(c, shown, first) + h.play.Challengers(c)
	r.Rows = slices.Concat(chat.Rows(h.listButtons(c, shown, first)), h.endMenu(c, shown, first), turning(c, page, pages))
	return r, nil
}

// tablesFound returns the tables of the channel that the caller may see, and the caller's own elsewhere.
func (h *Handlers) tablesFound(c *show.Call) (here, mine []store.Brief, err error) {
	if here, err = h.Tables.In(c.Request.Channel); err != nil {
		return nil, nil, err
	}
	mine, err = h.Tables.Of(c.User.ID)
	mine = slices.DeleteFunc(mine, func(e store.Brief) bool { return e.Key.Channel == c.Request.Channel })
	return table.Visible(here, c.User.ID), mine, err
}

func keys(entries []store.Brief) []string {
	return engine.Map(entries, func(e store.Brief) string { return e.Key.String() })
}

// byUrgency returns the readable tables, the most urgent first. Of those with the same concern, tables
// whose time ends sooner come first, and then those that have waited longest. If a table does not
// wait for the caller, the last touched comes first.
func (h *Handlers) byUrgency(c *show.Call, entries []store.Brief) []listed {
	var list []listed
	for _, e := range entries {
		t, ok := h.Tables.Brief(c.Ctx, e)
		if !ok {
			continue
		}
		ends, _ := h.Tables.TimeEnds(t)
		list = append(list, listed{t, h.concernOf(c, t), ends})
	}
	slices.SortStableFunc(list, func(a, b listed) int {
		waited := a.Head.Touched.Compare(b.Head.Touched)
		if a.concern > youAreAsked {
			waited = -waited
		}
		return cmp.Or(cmp.Compare(a.concern, b.concern), sooner(a.ends, b.ends), waited)
	})
	return list
}

// sooner compares two times. A zero time is never reached.
func sooner(a, b time.Time) int {
	if a.IsZero() != b.IsZero() {
		return b.Compare(a)
	}
	return a.Compare(b)
}

func (h *Handlers) concernOf(c *show.Call, t *table.Brief) concern {
	user, p := c.User.ID, t.Head.Pending
	switch {
	case p != nil && p.To == user:
		return youAreAsked
	case t.Asks(table.Open) && p.By != user && h.play.CheckJoin(c, t) == nil && h.Env.Now().Before(t.AnswerBy(h.Env.Now())):
		return youCanJoin
	case !t.Owned(user):
		return ofOthers
	case !t.HasOpponents() || len(t.People()) == 0:
		return yourOwn
	case t.ToMove(user):
		return yourTurn
	default:
		return othersTurn
	}
}

// listText returns a page of the list; first is how many tables come before it.
func (h *Handlers) listText(c *show.Call, list []listed, first int) string {
	var b strings.Builder
	for i, t := range list {
		if i == 0 || t.concern != list[i-1].concern {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(c.Words.Say(headings[t.concern]) + "\n")
		}
		b.WriteString("`" + strconv.Itoa(first+i+1) + "` " + c.Words.Say(h.listLine(c, t)) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (h *Handlers) listLine(c *show.Call, t listed) engine.Text {
	title := t.Title()
	if to := h.boardLink(t.Brief); to != "" {
		title = engine.T("[%s](%s)", title, to)
	}
	if t.Key.Channel != c.Request.Channel && t.Head.Guild != "" {
		title = engine.T("%s in %s", title, "<#"+t.Key.Channel+">")
	}
	with := t.Against(c.User.ID)
	switch {
	case t.concern == ofOthers:
		return engine.T("%s: %s. %s", title, t.Players(), t.StatusWords())
	case t.concern == yourOwn:
		return engine.T("%s. %s", title, t.StatusWords())
	case t.concern == youCanJoin || t.concern == youAreAsked && t.Asks(table.Challenge):
		return engine.T("%s, offered by %s", title, t.Name(t.SeatOf(t.Head.Pending.By)))
	case t.concern == youAreAsked:
		return engine.T("%s%s: do you agree?", title, with)
	case t.Asks(table.Open):
		return engine.T("%s, where nobody has joined yet", title)
	case t.Waiting():
		return engine.T("%s%s, not accepted yet", title, with)
	case !t.ends.IsZero():
		return engine.T("%s%s, time ends %s", title, with, chat.Relative(t.ends))
	default:
		return engine.T("%s%s, since %s", title, with, chat.Relative(t.Head.Touched))
	}
}

// boardLink returns the address of a table's board, or "" if its place is unknown or the table private.
func (h *Handlers) boardLink(t *table.Brief) string {
	if at := h.Places.At(t.Key).Message; at != "" && !t.Head.Private {
		return show.Link(t.Head.Guild, t.Key.Channel, at)
	}
	return ""
}

// listButtons returns the buttons of a page's tables, without those where others are to move. They
// accept offers in this channel, and otherwise open the board.
func (h *Handlers) listButtons(c *show.Call, list []listed, first int) []chat.Button {
	var buttons []chat.Button
	for i, t := range list {
		if t.concern == othersTurn || t.concern == ofOthers {
			continue
		}
		b, ok := h.acceptButton(c, t)
		if !ok {
			b, ok = h.openButton(c, t)
		}
		if ok {
			b.Label = strconv.Itoa(first+i+1) + " " + b.Label
			buttons = append(buttons, b)
		}
	}
	return buttons
}

// acceptButton returns the button that begins the game at a table of this channel; ok is false if the
// table does not wait for the caller.
func (h *Handlers) acceptButton(c *show.Call, listed listed) (b chat.Button, ok bool) {
	label := engine.T("Accept")
	switch {
	case listed.Key.Channel != c.Request.Channel:
		return b, false
	case listed.concern == youCanJoin:
		label = engine.T("Join")
	case listed.concern != youAreAsked || !listed.Asks(table.Challenge):
		return b, false
	}
	t, ok := h.Tables.Try(c.Ctx, listed.Key)
	if !ok {
		return b, false
	}
	return c.TableButton(t, "accept", label, chat.Success).With(""), true
}

// openButton returns the button that shows a table's board; ok is false if nothing leads there.
func (h *Handlers) openButton(c *show.Call, t listed) (b chat.Button, ok bool) {
	b = chat.Button{Label: c.Say("Open"), Style: chat.Link, URL: h.boardLink(t.Brief)}
	if b.URL != "" || t.Key.Channel != c.Request.Channel {
		return b, b.URL != ""
	}
	b.Style, b.Action = chat.Secondary, strings.Join([]string{show.RunAction, t.Game.ID, strconv.Itoa(t.Key.Number), "show"}, ":")
	if t.concern == yourTurn {
		b.Style = chat.Primary
	}
	return b, true
}

// endMenu returns the menu by which the caller ends their tables of a page, in any channel.
func (h *Handlers) endMenu(c *show.Call, list []listed, first int) []chat.Row {
	menu := &chat.Menu{Action: show.ChosenAction, Placeholder: c.Say("End a game…")}
	for i, brief := range list {
		if !brief.Owned(c.User.ID) {
			continue
		}
		t, ok := h.Tables.Try(c.Ctx, brief.Key)
		if !ok {
			continue
		}
		there := *c
		if t.Key.Channel != c.Request.Channel {
			there.GoTo(t.Key.Channel)
		}
		name := c.Say("%s: %s, %s", strconv.Itoa(first+i+1), t.Title(), t.PlainPlayers(c.Words))
		menu.Choices = append(menu.Choices, chat.Suggestion{
			Name: chat.Shorten(name, chat.MaxChoice), Value: there.TableButton(t, "end", engine.Text{}, chat.Secondary).Action,
		})
	}
	if len(menu.Choices) == 0 {
		return nil
	}
	return []chat.Row{{Menu: menu}}
}

func turning(c *show.Call, page, pages int) []chat.Row {
	if pages == 1 {
		return nil
	}
	turn := func(to int, emoji, label string) chat.Button {
		b := c.Button("games page:"+strconv.Itoa(min(max(to, 1), pages)), engine.T(label))
		b.Emoji, b.Disabled = emoji, to < 1 || to > pages
		return b
	}
	return []chat.Row{{Buttons: []chat.Button{turn(page-1, "◀️", "Back"), turn(page+1, "▶️", "More")}}}
}
