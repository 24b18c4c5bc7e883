package tell

import (
	"context"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

func (i item) notice() table.Notice {
	name := chat.Mention(i.user)
	nudge := engine.T("%s, it waits for you.", name)
	switch {
	case i.What == over:
		nudge = engine.T("%s, the game is over.", name)
	case i.What == begun:
		nudge = engine.T("%s, your game begins.", name)
	case i.What == asked:
		nudge = engine.T("%s, you are asked for an answer.", name)
	case i.Reminder:
		nudge = engine.T("%s, this is a reminder: it waits for you.", name)
	}
	return table.Notice{Text: i.t.Headline(), Nudge: nudge, Calls: []string{i.user}}
}

func (i item) line(link string) engine.Text {
	title, with := engine.T("[%s](%s)", i.t.Title(), link), i.t.Against(i.user)
	switch {
	case i.vanished():
		return engine.T("**%s** has ended without a winner: I cannot reach it any more. Its channel is gone, or I am not in that server any more.", i.t.Title())
	case i.What == over:
		return engine.T("%s is over: %s", title, i.t.StatusWords())
	case i.What == begun:
		return engine.T("%s%s begins: you play %s.", title, with, i.t.Side(i.t.SeatOf(i.user)))
	case i.What == ending && i.t.Record.Deadline.Warned:
		return engine.T("%s%s has to be over %s: whoever is to move then loses.", title, with, chat.Relative(i.ends))
	case i.What == ending:
		return engine.T("%s%s ends %s unless you move.", title, with, chat.Relative(i.t.Record.Due))
	case i.t.Asks(table.Challenge):
		return engine.T("**%s** offers you a game: %s. You would play %s.", i.t.Name(i.t.SeatOf(i.t.Record.Pending.By)), title, i.t.Side(i.t.SeatOf(i.user)))
	case i.What == asked:
		return engine.T("%s%s: you are asked for an answer.", title, with)
	case i.Reminder:
		return engine.T("%s%s has waited for you since %s.", title, with, chat.Relative(i.Since))
	default:
		return engine.T("%s%s: your turn as %s.", title, with, i.t.Side(i.t.SeatOf(i.user)))
	}
}

// items returns the direct message about some tables, empty for none.
func (k *Teller) items(p person, list []item) (m chat.Reply) {
	if p.Choice == (Choice{}) && len(list) > 0 {
		p.Locale = list[0].t.Record.Locale // there is no other language
	}
	words := k.words(p.Locale)
	lines := make([]string, len(list))
	for n, i := range list {
		lines[n] = words.Say(i.line(k.boards.Link(&i.t.Brief)))
	}
	if len(lines) > 1 {
		for n := range lines {
			lines[n] = "- " + lines[n]
		}
	}
	m.Text = strings.Join(lines, "\n")
	if len(list) == 1 && !list[0].vanished() {
		m.Rows = chat.Rows([]chat.Button{{Label: words.Say(engine.T("Open")), Style: chat.Link, URL: k.boards.Link(&list[0].t.Brief)}})
	}
	return m
}

// digest returns the direct message about all games that wait for a person's move or answer, empty
// if there are none.
func (k *Teller) digest(ctx context.Context, user string, p person) (m chat.Reply, err error) {
	tables, err := k.tables.Of(user)
	if err != nil {
		return m, err
	}
	slices.SortStableFunc(tables, func(a, b store.Brief) int { return a.Touched.Compare(b.Touched) })
	words := k.words(p.Locale)
	var lines []string
	for _, e := range tables {
		t, ok := k.tables.Brief(ctx, e)
		if !ok || !t.HasOpponents() || !waitsFor(t, user) || !k.company.Answers(user, e.Guild) {
			continue
		}
		if other := t.Opponent(user); other != "" {
			if apart, err := k.company.Apart(user, other); err != nil || apart {
				continue
			}
		}
		lines = append(lines, words.Say(engine.T("- %s%s, since %s", engine.T("[%s](%s)", t.Title(), k.boards.Link(t)), t.Against(user), chat.Relative(e.Touched))))
	}
	if len(lines) == 0 {
		return m, nil
	}
	heading := words.Say(engine.Count(len(lines), "**One game waits for you**", "**%s games wait for you**"))
	return chat.Reply{Text: heading + "\n" + strings.Join(lines, "\n")}, nil
}

func waitsFor(t *table.Brief, user string) bool {
	return t.ToMove(user) || t.Head.Pending != nil && t.Head.Pending.To == user
}

// Aside returns, once, the message to a user who accepts no direct messages, for the user's next
// request; otherwise "".
func (k *Choices) Aside(c *chat.Call) (said string) {
	p, _ := k.of(c.User.ID)
	if !p.Unsaid {
		return ""
	}
	unsaid, err := store.Transact(c.Ctx, k.store, store.Op{}, func(tx *store.Tx) (bool, error) {
		p, _, err := Kind.Get(tx, c.User.ID)
		if err != nil || !p.Unsaid {
			return false, err
		}
		before := p
		p.Unsaid = false
		return true, p.put(tx, c.User.ID, before)
	})
	if err != nil {
		c.Log.Error("note what was told", "err", err)
	}
	switch {
	case !unsaid:
		return ""
	case p.Way == Direct:
		return c.Say("I could not send you a direct message, so I mention you in the channels instead. Allow direct messages from members of a server that we share; %s has me try again.", engine.Command("notify way:direct"))
	}
	return c.Say("I could not send you a direct message, the digest of your games. Allow direct messages from members of a server that we share; I try again every day.")
}
