package table

import (
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// Notice is what is said about a table, and who is called to it.
type Notice struct {
	Text engine.Text
	// Nudge mentions the people to be called. Under a message that is replaced it becomes
	// a message of its own, since an edit calls nobody.
	Nudge engine.Text
	Calls []string
}

// Announcement is what is said over a new table.
func (t *Table) Announcement() Notice {
	p := t.Record.Pending
	switch {
	case p == nil:
		return Notice{Text: engine.Sentences(t.WithComment(t.Headline()), t.RatedWords())}
	case p.Kind == Challenge:
		return Notice{
			Text:  engine.Sentences(t.WithComment(engine.T("A game, offered by **%s**: **%s**%s.", t.Name(t.SeatOf(p.By)), t.Title(), t.unusual())), t.HelpWords(), t.RatedWords()),
			Nudge: engine.T("%s, will you play %s?", chat.Mention(p.To), t.Side(t.SeatOf(p.To))),
			Calls: []string{p.To},
		}
	default:
		return Notice{Text: engine.Sentences(t.WithComment(engine.T("An opponent wanted by **%s**: **%s**%s. Whoever joins plays %s.",
			t.Name(t.SeatOf(p.By)), t.Title(), t.unusual(), t.Side(t.SeatOf(p.By).Other()))), t.HelpWords(), t.RatedWords())}
	}
}

// Call calls a person after a move: it is their turn, or the game is over.
func (n *Notice) Call(t *Table, user string) {
	n.Calls = []string{user}
	if t.Record.Over {
		n.Nudge = engine.T("%s, the game is over: **%s**.", chat.Mention(user), t.Title())
	} else {
		n.Nudge = engine.T("%s, your turn as %s.", chat.Mention(user), t.Side(t.Turn()))
	}
}

// warning calls whoever is to move at an idle table that ends before long.
func (t *Table) warning(left time.Duration) Notice {
	calls := t.People()
	if user := t.UserAt(t.Turn()); user != "" {
		calls = []string{user}
	}
	if len(calls) == 0 {
		return Notice{}
	}
	return Notice{
		Text:  engine.T("**%s** lies idle. It ends in %s unless somebody moves.", t.Title(), span(left)),
		Nudge: engine.T("%s, it waits for you.", chat.Mention(calls[0])), Calls: calls[:1],
	}
}

// span is a time in words, rounded.
func span(d time.Duration) engine.Text {
	switch {
	case d >= 2*24*time.Hour:
		return engine.T("%s days", strconv.Itoa(int((d+12*time.Hour)/(24*time.Hour))))
	case d >= 2*time.Hour:
		return engine.T("%s hours", strconv.Itoa(int((d+time.Hour/2)/time.Hour)))
	default:
		return engine.T("%s minutes", strconv.Itoa(max(2, int((d+time.Minute/2)/time.Minute))))
	}
}
