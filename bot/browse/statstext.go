package browse

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/cards"
	"github.com/sixfold-bot/sixfold/store"
)

// maxMet is how many opponents a profile names.
const maxMet = 3

// card returns the content of a profile's picture.
func (s *stats) card(ctx context.Context, c *show.Call, q statsAsked, p profile.Profile) cards.Profile {
	card := cards.Profile{
		Name: q.who.Name, Of: s.titleOf(cmp.Or(q.only, allGames)), Since: p.First, Total: score(p.Record),
		Against: []cards.ProfileRow{{Label: engine.T("People"), Score: score(p.People)}, {Label: engine.T("The bot"), Score: score(p.Levels)}},
		Wins:    cards.Streak(p.WinStreak), Days: cards.Streak(p.DayStreak),
	}
	if len(p.Games) > 1 {
		card.Parts = rows(p.Games, s.titleOf)
	} else {
		card.Parts = rows(p.Sides, s.side)
	}
	for _, solved := range p.Solved {
		card.Solved = append(card.Solved, cards.ProfileRow{Label: s.titleOf(solved.Game), Score: cards.Score{Won: solved.Count}})
	}
	for _, t := range p.Opponents[:min(len(p.Opponents), maxMet)] {
		card.Met = append(card.Met, cards.ProfileRow{Label: s.opponent(ctx, c, &t.Newest, len(p.Games) > 1), Score: score(t.Record)})
	}
	if best := p.Best; best.Game != "" {
		names := s.lens(c, q).Names
		switch {
		case names == nil || names(&best):
			card.Best, card.BestRating = s.opponent(ctx, c, &best, len(p.Games) > 1), best.Against
		case best.Against > 0:
			card.Best, card.BestRating = engine.T("Somebody"), best.Against
		}
	}
	if len(p.Ratings) > 0 {
		card.Rating = s.rated(c, p.Ratings[0])
		card.Curve = engine.Map(p.Ratings[0].Points, func(at profile.Point) cards.Point { return cards.Point(at) })
	}
	return card
}

// rows returns a row for each tally, with its name.
func rows[K comparable](list []profile.Tally[K], name func(K) engine.Text) []cards.ProfileRow {
	return engine.Map(list, func(t profile.Tally[K]) cards.ProfileRow {
		return cards.ProfileRow{Label: name(t.Of), Score: score(t.Record)}
	})
}

func score(r profile.Record) cards.Score {
	return cards.Score{Won: r.Wins, Lost: r.Losses, Drawn: r.Draws}
}

func solvedIn(p profile.Profile) (n int) {
	for _, solved := range p.Solved {
		n += solved.Count
	}
	return n
}

// poolIn is the pool whose rating a profile shows, or "".
func poolIn(p profile.Profile) string {
	if len(p.Ratings) == 0 {
		return ""
	}
	return p.Ratings[0].Pool
}

// side returns the name of a side of a game: "Red".
func (s *stats) side(of profile.Side) engine.Text {
	if entry := s.Games.ByID[of.Game]; entry != nil && of.Seat < len(entry.Game.Sides.List) {
		return entry.Game.Sides.List[of.Seat].Title
	}
	return engine.T("Side %s", strconv.Itoa(of.Seat+1))
}

// opponent returns the name of an opponent in a finished game, without markup. A level has its title
// and, if there are several games, that of its game.
func (s *stats) opponent(ctx context.Context, c *show.Call, g *store.Past, among bool) engine.Text {
	who := profile.Opponent{Seat: g.Opponent}
	if entry := s.Games.ByID[g.Game]; entry != nil && !who.IsUser() {
		title := engine.T("%s", who.Level())
		if level, ok := entry.Game.Level(who.Level()); ok {
			title = level.Title
			title.Format, _, _ = strings.Cut(title.Format, ":") // an explanation may follow
		}
		if among {
			title = engine.T("%s, %s", title, entry.Game.Title)
		}
		return title
	}
	t, err := s.Records.Load(g.Key)
	if err != nil {
		c.Log.Error("name an opponent", table.Attr(g.Key), "err", err)
		return engine.T("Somebody")
	}
	b, ok := s.Tables.Brief(ctx, store.Brief{Key: g.Key, Head: &t.Head})
	if !ok {
		return engine.T("Somebody")
	}
	return engine.T("%s", chat.Capital(b.PlainName(b.SeatHeldBy(g.Opponent), c.Words)))
}

// words returns the text above a profile's picture, or in its place if there is nothing to draw.
func (s *stats) words(c *show.Call, q statsAsked, p profile.Profile) string {
	title := engine.T("**Your games**")
	if !q.own || q.show {
		title = engine.T("**Games of %s**", chat.Name(q.who.Name))
	}
	if q.only != "" {
		title = engine.T("%s: %s", title, s.titleOf(q.only))
	}
	lines := []string{c.Words.Say(title)}
	if p.Total()+len(p.Solved) == 0 {
		lines = append(lines, c.Say("None finished yet."))
	}
	if p.Cut {
		lines = append(lines, show.Small(c.Say("The newest %s count.", strconv.Itoa(profile.Most))))
	}
	if !q.own {
		lines = append(lines, show.Small(c.Say("These are rated games, those in this channel, and those with you; nobody else is named.")))
	}
	return strings.Join(lines, "\n")
}

// alt describes a card in words.
func (s *stats) alt(c *show.Call, card cards.Profile) string {
	said := []engine.Text{engine.T("Profile of %s: %s, since %s.", card.Name, card.Of, card.Since.UTC().Format(time.DateOnly))}
	add := func(format string, args ...any) { said = append(said, engine.T(format, args...)) }
	if len(card.Curve) > 0 {
		add("Rated %s in %s.", ratingWords(card.Rating), card.Rating.Pool)
		first := card.Curve[0]
		best := slices.MaxFunc(card.Curve, func(a, b cards.Point) int { return cmp.Compare(a.Rating, b.Rating) })
		add("The curve begins at %s on %s, and its highest is %s on %s.", strconv.Itoa(first.Rating), first.At.UTC().Format(time.DateOnly), strconv.Itoa(best.Rating), best.At.UTC().Format(time.DateOnly))
	}
	if card.Total.Games() > 0 {
		add("Won, lost and drawn, of %s: %s.", engine.Count(card.Total.Games(), "one game", "%s games"), card.Total.String())
		add("%s.", scoreList(c, slices.Concat(card.Parts[:min(len(card.Parts), maxTold)], card.Against)))
		if len(card.Met) > 0 {
			add("Met most: %s.", scoreList(c, card.Met))
		}
		switch {
		case card.BestRating > 0:
			add("Best win: %s, rated %s.", card.Best, strconv.Itoa(card.BestRating))
		case !card.Best.Empty():
			add("Best win: %s.", card.Best)
		}
		add("Win streak: %s now, %s at most.", strconv.Itoa(card.Wins.Now), strconv.Itoa(card.Wins.Longest))
	}
	add("Days in a row: %s now, %s at most.", strconv.Itoa(card.Days.Now), strconv.Itoa(card.Days.Longest))
	if len(card.Solved) > 0 {
		list := engine.Map(card.Solved, func(row cards.ProfileRow) string { return c.Say("%s %s", row.Label, strconv.Itoa(row.Won)) })
		add("Puzzles solved: %s.", strings.Join(list, ", "))
	}
	return chat.Shorten(c.Words.Say(engine.Sentences(said...)), chat.MaxAlt)
}

// maxTold is how many parts of a record the words list, as many as are drawn.
const maxTold = 5

// ratingWords returns a rating with its margin.
func ratingWords(r cards.Rating) engine.Text {
	said := engine.T("%s", strconv.Itoa(r.Points))
	if r.Margin > 0 {
		said = engine.T("%s ± %s", said, strconv.Itoa(r.Margin))
	}
	if r.Provisional {
		said = engine.T("%s, provisional,", said)
	}
	return said
}

func scoreList(c *show.Call, rows []cards.ProfileRow) string {
	played := slices.DeleteFunc(slices.Clone(rows), func(row cards.ProfileRow) bool { return row.Games() == 0 })
	return strings.Join(engine.Map(played, func(row cards.ProfileRow) string { return c.Say("%s %s", row.Label, row.String()) }), ", ")
}
