package tournament

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/cards"
)

// maxShown is the number of rounds whose results a Swiss table shows, the latest ones.
const maxShown = 6

var drawers = []render.Drawer{render.For(cards.DrawStandings)}

// picture draws a page of the standings in a user's style; page 0 is the one with the user's own
// line. The user is "" for the default style.
func (k *Keeper) picture(t *Tournament, user string, page int, words chat.Words) (chat.Attachment, error) {
	lines := t.Standings()
	c := &show.Call{Call: chat.Call{Words: words, Log: k.log}}
	data, err := render.PNG(drawers, t.table(lines, user, page, words), k.bot.StyleOf(c, user))
	return chat.Attachment{Name: "standings.png", Data: data, Alt: t.alt(lines, user, page, words)}, err
}

func (t *Tournament) pages() int {
	return max(1, (len(t.Players)+cards.MostRows-1)/cards.MostRows)
}

// pageOf returns the lines of a page; page 0 is the one with the user's own line, or the first.
func (t *Tournament) pageOf(lines []pairing.Line, user string, page int) (on []pairing.Line, number int) {
	if page == 0 {
		page = 1 + max(0, slices.IndexFunc(lines, func(l pairing.Line) bool { return l.Player == t.number(user) }))/cards.MostRows
	}
	page = min(page, t.pages())
	from := (page - 1) * cards.MostRows
	return lines[from:min(from+cards.MostRows, len(lines))], page
}

// stage describes the progress of the tournament, and how long a round may last.
func (t *Tournament) stage() engine.Text {
	if t.State == Running && t.Hours > 0 {
		return engine.T("%s, %s", t.progress(), t.pace())
	}
	return t.progress()
}

func (t *Tournament) progress() engine.Text {
	rounds := len(t.Rounds)
	switch {
	case t.State == Over:
		return engine.T("final standings")
	case rounds > 0 && !slices.ContainsFunc(t.Rounds[rounds-1].Games, func(g Game) bool { return g.Done && g.Second != pairing.Bye }):
		rounds-- // nobody has played the present one
	default:
		return engine.T("in round %s of %s", number(rounds), number(t.Planned))
	}
	if rounds == 0 {
		return engine.T("before round 1")
	}
	return engine.T("after round %s of %s", number(rounds), number(t.Planned))
}

// table returns a page of the standings for drawing.
func (t *Tournament) table(lines []pairing.Line, user string, page int, words chat.Words) cards.Standings {
	say := func(format string) string { return words.Say(engine.T(format)) }
	drawn := cards.Standings{Title: t.Title, Below: words.Say(t.stage()), Sums: []string{say("Points"), say("Cut 1"), say("Buch"), say("S-B")}}
	if t.AllMeet {
		drawn.Sums = []string{say("Points"), say("S-B")}
	}
	on, _ := t.pageOf(lines, user, page)
	crossed := t.AllMeet && len(t.Players) <= cards.MostMarks
	from, to := max(0, len(t.Rounds)-maxShown), len(t.Rounds)
	if crossed {
		from, to = 0, len(lines)
	}
	for n := from; n < to; n++ {
		drawn.Marks = append(drawn.Marks, number(n+1))
	}
	for _, l := range on {
		row := cards.StandingsRow{
			Place: number(l.Place), Name: t.Players[l.Player].Name, Leads: l.Place == 1 && len(t.Rounds) > 0,
			Own: user != "" && t.Players[l.Player].ID == user, Gone: t.Players[l.Player].Gone,
			Sums: []string{halves(l.Score), halves(l.Cut), halves(l.Buchholz), quarters(l.Berger)},
		}
		if t.AllMeet {
			row.Sums = []string{halves(l.Score), quarters(l.Berger)}
		}
		if crossed {
			row.Marks = t.crossed(lines, l.Player)
		} else {
			for _, r := range t.Rounds[from:] {
				row.Marks = append(row.Marks, r.mark(l.Player))
			}
		}
		drawn.Rows = append(drawn.Rows, row)
	}
	return drawn
}

// crossed returns a player's results against all others, in the order of the standings.
func (t *Tournament) crossed(lines []pairing.Line, player int) []cards.Mark {
	marks := make([]cards.Mark, len(lines))
	for i, l := range lines {
		if l.Player == player {
			marks[i].Kind = cards.Self
			continue
		}
		for _, r := range t.Rounds {
			for _, g := range r.Games {
				if g.Done && (g.First == player && g.Second == l.Player || g.Second == player && g.First == l.Player) {
					marks[i] = r.mark(player)
				}
			}
		}
	}
	return marks
}

func (r *Round) mark(player int) cards.Mark {
	for _, g := range r.Games {
		seat := slices.Index([]int{g.First, g.Second}, player)
		if seat < 0 || !g.Done {
			continue
		}
		if g.Second != pairing.Bye || g.Points[seat] > 0 {
			return marks[g.Played][g.Points[seat]]
		}
	}
	return cards.Mark{}
}

// marks are the results by points, of games that were played and others.
var marks = map[bool][3]cards.Mark{
	true:  {{Text: "0", Kind: cards.Lost}, {Text: "½"}, {Text: "1", Kind: cards.Won}},
	false: {{Text: "–", Kind: cards.Lost}, {Text: "–", Kind: cards.Lost}, {Text: "+", Kind: cards.Won}},
}

func (t *Tournament) alt(lines []pairing.Line, user string, page int, words chat.Words) string {
	on, _ := t.pageOf(lines, user, page)
	said := []string{words.Say(engine.T("%s, %s.", engine.PlainLine(t.Title), t.stage()))}
	for _, l := range on {
		said = append(said, words.Say(engine.T("%s: %s with %s.", number(l.Place), t.Players[l.Player].Name, halves(l.Score))))
	}
	return chat.Shorten(strings.Join(said, " "), chat.MaxAlt)
}
