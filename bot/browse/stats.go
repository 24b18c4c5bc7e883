package browse

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/cards"
	"github.com/sixfold-bot/sixfold/store"
)

// The options of /stats.
var (
	profiledArg = engine.Arg{Name: "player", Help: engine.T("Whose; else yours")}
	OnlyArg     = engine.Arg{Name: "game", Help: engine.T("Of one game, or of a class of its boards"), Kind: engine.Word, Max: 64}
	showArg     = engine.Arg{Name: "show", Help: engine.T("Show it to all in this channel; else only you see it"), Kind: engine.Boolean, Default: false}
)

// StatsArgs are those of the options of /stats that [Handlers.Stats] is given.
var StatsArgs = []engine.Arg{OnlyArg, showArg}

// StatsParams returns the options of /stats.
func (h *Handlers) StatsParams() []show.Param {
	return []show.Param{{Arg: profiledArg, User: true}, {Arg: OnlyArg, Complete: h.suggestStats}, {Arg: showArg}}
}

type statsAsked struct {
	who  chat.User
	own  bool
	only string // as in [profile.Lens]
	show bool   // to all
}

// Stats shows the profile of the caller, or of another person as far as the caller may see it.
func (h *Handlers) Stats(c *show.Call, o engine.Options) (chat.Reply, error) {
	q, err := h.readStats(c, o)
	if err != nil {
		return chat.Reply{}, err
	}
	if q.show && c.Replace && c.Request.OnPrivate { // the pressed button has been used
		return c.Later(chat.Reply{Private: true, Update: true}, func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) {
			shown, err := h.profile(ctx, c, q, chat.Reply{})
			return chat.Reply{Text: c.Say("All in this channel see your profile now."), Private: true, Update: true, After: []chat.Reply{shown}}, err
		}), nil
	}
	to := c.NewReply(!q.show)
	return c.Later(to, func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) { return h.profile(ctx, c, q, to) }), nil
}

func (h *Handlers) readStats(c *show.Call, o engine.Options) (q statsAsked, err error) {
	only := strings.ToLower(o.Text(OnlyArg.Name))
	if q.show = o.Bool(showArg.Name); only != allGames {
		q.only = only
	}
	q.who = c.PersonOrCaller(profiledArg.Name)
	q.own = q.who.ID == c.User.ID
	switch {
	case q.who.Bot:
		return q, engine.Refuse("%s is a bot; people alone have a profile", chat.Name(q.who.Name))
	case q.show && !q.own:
		return q, engine.Refuse("everybody can show their own profile to all, and nobody that of others")
	case q.only != "" && !slices.ContainsFunc(h.statsChoices(), func(n engine.Named) bool { return n.ID == q.only }):
		return q, engine.Refuse("%q is not a game of this bot, nor a class of one; %s shows the games", chat.Escape(q.only), engine.Command("play"))
	}
	return q, nil
}

const allGames = "all"

// statsChoices returns what a profile can be about: games, and their classes.
func (h *Handlers) statsChoices() []engine.Named {
	list := []engine.Named{{ID: allGames, Title: engine.T("All games")}}
	for _, g := range h.Games.Rules() {
		list = append(list, engine.Named{ID: g.ID, Title: g.Title})
		for _, class := range g.Classes {
			list = append(list, engine.Named{ID: g.ID + "/" + class.ID, Title: engine.T("%s, %s", g.Title, class.Title)})
		}
	}
	return list
}

func (h *Handlers) titleOf(only string) engine.Text {
	if n, ok := engine.Find(h.statsChoices(), only, func(n engine.Named) string { return n.ID }); ok {
		return n.Title
	}
	return engine.T("%s", only) // of another version of the program
}

func (h *Handlers) suggestStats(_ *show.Call, typed string) []engine.Named {
	typed = strings.ToLower(typed)
	return slices.DeleteFunc(h.statsChoices(), func(n engine.Named) bool { return !strings.HasPrefix(n.ID, typed) })
}

// statsData is the machine-readable form of a profile.
type statsData struct {
	User   string `json:"user"`
	Only   string `json:"only,omitempty"`
	Games  int    `json:"games"`
	Won    int    `json:"won"`
	Lost   int    `json:"lost"`
	Drawn  int    `json:"drawn"`
	Agreed int    `json:"agreed,omitempty"` // ended by agreement, not among games
	Solved int    `json:"solved"`
	Rating int    `json:"rating,omitempty"`
	Pool   string `json:"pool,omitempty"`
}

func (h *Handlers) profile(ctx context.Context, c *show.Call, q statsAsked, r chat.Reply) (chat.Reply, error) {
	games, err := h.Records.Past(q.who.ID, "", store.PastCursor{}, profile.Most)
	if errors.Is(err, store.ErrDamaged) {
		c.Log.Error("a profile lacks games", "err", err)
	} else if err != nil {
		return chat.Reply{}, err
	}
	p := profile.Fold(games, h.lens(c, q))
	card := h.profileCard(ctx, c, q, p)
	r.Text = h.profileWords(c, q, p)
	data := statsData{
		User: q.who.ID, Only: q.only, Games: p.Total(), Won: p.Record.Wins, Lost: p.Losses, Drawn: p.Draws, Agreed: p.Agreed, Rating: card.Rating.Points,
	}
	for _, solved := range p.Solved {
		data.Solved += solved.N
	}
	if len(p.Ratings) > 0 {
		data.Pool = p.Ratings[0].Pool
	}
	r.Data = data
	if q.own && !q.show {
		r.Rows = h.profileRows(c, q, p)
	}
	if p.Total()+len(p.Solved) == 0 {
		return r, nil
	}
	style := h.StyleOf(c, c.User.ID)
	picture, err := h.MakePicture(ctx, func() ([]byte, error) { return render.PNG(cards.Drawers, card, style) })
	r.Files = []chat.Attachment{{Name: "profile.png", Data: picture, Alt: h.profileAlt(c, card)}}
	return r, err
}

// lens returns which of a person's games the caller may see. For the person themselves all count. For
// others those count that were rated, were played in this channel, or were against the caller; only
// the last two kinds name opponents. A profile shown to all names only people who have played in this
// channel.
func (h *Handlers) lens(c *show.Call, q statsAsked) profile.Lens {
	here := func(g *store.Past) bool { return g.Channel == c.Request.Channel && !g.Private }
	known := func(g *store.Past) bool {
		return !strings.HasPrefix(g.Opponent, store.UserSeat) || here(g) || !q.own && g.Opponent == table.User(c.User.ID)
	}
	l := profile.Lens{Now: h.Env.Now(), Only: q.only, Puzzles: h.hasPuzzles, Strength: h.levelStrength, Agreed: table.Agreed}
	if !q.own {
		l.Counts = func(g *store.Past) bool {
			return !g.Private && (g.Rated != "" || here(g) || g.Opponent == table.User(c.User.ID))
		}
	}
	if !q.own || q.show {
		l.Names = known
	}
	return l
}

func (h *Handlers) hasPuzzles(game string) bool {
	entry := h.Games.ByID[game]
	return entry != nil && entry.Game.Next != nil
}

// levelStrength orders levels by their mean rating. Levels without ratings come below, in their own order.
func (h *Handlers) levelStrength(game, level string) float64 {
	entry := h.Games.ByID[game]
	if entry == nil {
		return 0
	}
	if l, ok := entry.Game.Level(level); ok && len(l.Ratings) > 0 {
		sum := 0.0
		for _, class := range append([]engine.Named{{}}, entry.Game.Classes...) {
			sum += l.Ratings[class.ID]
		}
		return sum / float64(len(l.Ratings))
	}
	return 1 + float64(slices.IndexFunc(entry.Game.Opponents.Levels, func(l engine.Level) bool { return l.ID == level }))
}

// profileRows returns the menu of single games, and the button that shows the profile to all.
func (h *Handlers) profileRows(c *show.Call, q statsAsked, p profile.Profile) []chat.Row {
	var rows []chat.Row
	if len(p.Choices) > 1 {
		menu := &chat.Menu{Action: c.Button("stats", engine.Text{}).Action, Placeholder: c.Say("Of which games?"), Min: 1, Max: 1}
		add := func(only string, chosen bool) {
			menu.Choices = append(menu.Choices, chat.Suggestion{
				Name: chat.Shorten(c.Words.Say(h.titleOf(only)), chat.MaxChoice), Value: OnlyArg.Name + ":" + only, Chosen: chosen,
			})
		}
		add(allGames, q.only == "")
		for _, choice := range p.Choices[:min(len(p.Choices), chat.MaxChoices-1)] {
			add(choice.Of, choice.Of == q.only)
		}
		rows = append(rows, chat.Row{Menu: menu})
	}
	if p.Total()+len(p.Solved) == 0 {
		return rows
	}
	line := "stats show:true"
	if q.only != "" {
		line = "stats game:" + q.only + " show:true"
	}
	show := c.Button(line, engine.T("Show to all")).With("📣")
	return append(rows, chat.Rows([]chat.Button{show})...)
}

// presentRating returns the present rating of a curve. It is less certain the longer ago the last game was.
func (h *Handlers) presentRating(c *show.Call, curve profile.Curve) cards.Rating {
	g := curve.Newest
	r := cards.Rating{Points: g.Rating, Pool: h.titleOf(curve.Pool)}
	t, err := h.Records.Load(g.Key)
	if err != nil || t.End == nil || g.Seat >= len(t.End.Ratings) {
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			c.Log.Error("read how certain a rating is", table.Attr(g.Key), "err", err)
		}
		return r
	}
	const day = 24 * time.Hour
	last := t.End.Ratings[g.Seat]
	then := glicko.Player{Rating: last.After, Deviation: last.Deviation, Volatility: last.Volatility}
	deviation := then.Idle(max(0, float64(h.Env.Now().Sub(g.At))/float64(day))).Deviation
	r.Margin, r.Provisional = int(2*deviation+0.5), glicko.Provisional(deviation)
	return r
}

// maxMet is how many opponents a profile names.
const maxMet = 3

func (h *Handlers) profileCard(ctx context.Context, c *show.Call, q statsAsked, p profile.Profile) cards.Profile {
	card := cards.Profile{
		Name: q.who.Name, Of: h.titleOf(cmp.Or(q.only, allGames)), Since: p.First, Total: score(p.Record),
		Against: []cards.ProfileRow{{Label: engine.T("People"), Score: score(p.People)}, {Label: engine.T("The bot"), Score: score(p.Levels)}},
		Wins:    cards.Streak(p.WinStreak), Days: cards.Streak(p.DayStreak),
	}
	if len(p.Games) > 1 {
		card.Parts = rows(p.Games, h.titleOf)
	} else {
		card.Parts = rows(p.Sides, h.sideName)
	}
	for _, solved := range p.Solved {
		card.Solved = append(card.Solved, cards.ProfileRow{Label: h.titleOf(solved.Of), Score: cards.Score{Won: solved.N}})
	}
	for _, t := range p.Opponents[:min(len(p.Opponents), maxMet)] {
		card.Met = append(card.Met, cards.ProfileRow{Label: h.opponentName(ctx, c, &t.Newest, len(p.Games) > 1), Score: score(t.Record)})
	}
	if best := p.Best; best.Game != "" {
		names := h.lens(c, q).Names
		switch {
		case names == nil || names(&best):
			card.Best, card.BestRating = h.opponentName(ctx, c, &best, len(p.Games) > 1), best.Against
		case best.Against > 0:
			card.Best, card.BestRating = engine.T("Somebody"), best.Against
		}
	}
	if len(p.Ratings) > 0 {
		card.Rating = h.presentRating(c, p.Ratings[0])
		card.Curve = engine.Map(p.Ratings[0].Points, func(at profile.Point) cards.Point { return cards.Point(at) })
	}
	return card
}

func rows[K comparable](list []profile.Tally[K], name func(K) engine.Text) []cards.ProfileRow {
	return engine.Map(list, func(t profile.Tally[K]) cards.ProfileRow {
		return cards.ProfileRow{Label: name(t.Of), Score: score(t.Record)}
	})
}

func score(r profile.Record) cards.Score {
	return cards.Score{Won: r.Wins, Lost: r.Losses, Drawn: r.Draws}
}

// sideName returns the name of a side of a game: "Red".
func (h *Handlers) sideName(of profile.Side) engine.Text {
	if entry := h.Games.ByID[of.Game]; entry != nil && of.Seat < len(entry.Game.Sides.List) {
		return entry.Game.Sides.List[of.Seat].Title
	}
	return engine.T("Side %s", strconv.Itoa(of.Seat+1))
}

// opponentName returns the name of an opponent in a finished game, without markup. A level has its title
// and, if there are several games, that of its game.
func (h *Handlers) opponentName(ctx context.Context, c *show.Call, g *store.Past, among bool) engine.Text {
	who := profile.Opponent{Seat: g.Opponent}
	if entry := h.Games.ByID[g.Game]; entry != nil && !who.IsUser() {
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
	t, err := h.Records.Load(g.Key)
	if err != nil {
		c.Log.Error("name an opponent", table.Attr(g.Key), "err", err)
		return engine.T("Somebody")
	}
	b, ok := h.Tables.Brief(ctx, store.Brief{Key: g.Key, Head: &t.Head})
	if !ok {
		return engine.T("Somebody")
	}
	return engine.T("%s", chat.Capital(b.PlainName(b.SeatHeldBy(g.Opponent), c.Words)))
}

// profileWords returns the text above a profile's picture, or in its place if there is nothing to draw.
func (h *Handlers) profileWords(c *show.Call, q statsAsked, p profile.Profile) string {
	title := engine.T("**Your games**")
	if !q.own || q.show {
		title = engine.T("**Games of %s**", chat.Name(q.who.Name))
	}
	if q.only != "" {
		title = engine.T("%s: %s", title, h.titleOf(q.only))
	}
	lines := []string{c.Words.Say(title)}
	if p.Total()+len(p.Solved)+p.Agreed == 0 {
		lines = append(lines, c.Say("None finished yet."))
	}
	if p.Agreed > 0 {
		lines = append(lines, show.Small(c.Words.Say(engine.Count(p.Agreed, "One game ended without a winner, by agreement.", "%s games ended without a winner, by agreement."))))
	}
	if p.Cut {
		lines = append(lines, show.Small(c.Say("The newest %s count.", strconv.Itoa(profile.Most))))
	}
	if !q.own {
		lines = append(lines, show.Small(c.Say("These are rated games, those in this channel, and those with you; nobody else is named.")))
	}
	return strings.Join(lines, "\n")
}

func (h *Handlers) profileAlt(c *show.Call, card cards.Profile) string {
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
