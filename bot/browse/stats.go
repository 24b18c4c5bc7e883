package browse

import (
	"context"
	"errors"
	"slices"
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

// stats shows profiles, which are made of a person's finished games.
type stats struct{ *show.Services }

// The options of /stats.
var (
	profiledArg = engine.Arg{Name: "player", Help: engine.T("Whose; else yours")}
	OnlyArg     = engine.Arg{Name: "game", Help: engine.T("Of one game, or of a class of its boards"), Kind: engine.Word, Max: 64}
	showArg     = engine.Arg{Name: "show", Help: engine.T("Show it to all in this channel; else only you see it"), Kind: engine.Boolean, Default: false}
)

func (s *stats) Params() []show.Param {
	return []show.Param{{Arg: profiledArg, User: true}, {Arg: OnlyArg, Complete: s.suggest}, {Arg: showArg}}
}

// statsAsked is what a profile is asked for.
type statsAsked struct {
	who  chat.User
	own  bool
	only string // as in [profile.Lens]
	show bool   // to all
}

// Stats shows the profile of the caller, or of another person as far as the caller may see it.
func (s *stats) Stats(c *show.Call) (chat.Reply, error) {
	q, err := s.asked(c)
	if err != nil {
		return chat.Reply{}, err
	}
	if q.show && c.Replace && c.Request.OnPrivate { // the pressed button has been used
		return c.Later(chat.Reply{Private: true, Update: true}, func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) {
			shown, err := s.profile(ctx, c, q, chat.Reply{})
			return chat.Reply{Text: c.Say("All in this channel see your profile now."), Private: true, Update: true, After: []chat.Reply{shown}}, err
		}), nil
	}
	to := c.Place(!q.show)
	return c.Later(to, func(ctx context.Context, _ func(chat.Reply)) (chat.Reply, error) { return s.profile(ctx, c, q, to) }), nil
}

func (s *stats) asked(c *show.Call) (q statsAsked, err error) {
	o, err := c.Options([]engine.Arg{OnlyArg, showArg}, false)
	if err != nil {
		return q, err
	}
	only := strings.ToLower(o.Text(OnlyArg.Name))
	if q.show = o.Bool(showArg.Name); only != allGames {
		q.only = only
	}
	var named bool
	if q.who, named = c.Person(profiledArg.Name); !named {
		q.who = c.User
	}
	q.own = q.who.ID == c.User.ID
	switch {
	case q.who.Bot:
		return q, engine.Refuse("%s is a bot; people alone have a profile", chat.Name(q.who.Name))
	case q.show && !q.own:
		return q, engine.Refuse("everybody can show their own profile to all, and nobody that of others")
	case q.only != "" && !slices.ContainsFunc(s.choices(), func(n engine.Named) bool { return n.ID == q.only }):
		return q, engine.Refuse("%q is not a game of this bot, nor a class of one; %s shows the games", chat.Escape(q.only), engine.Command("play"))
	}
	return q, nil
}

const allGames = "all"

// choices returns what a profile can be about: games, and their classes.
func (s *stats) choices() []engine.Named {
	list := []engine.Named{{ID: allGames, Title: engine.T("All games")}}
	for _, g := range s.Games.Rules() {
		list = append(list, engine.Named{ID: g.ID, Title: g.Title})
		for _, class := range g.Classes {
			list = append(list, engine.Named{ID: g.ID + "/" + class.ID, Title: engine.T("%s, %s", g.Title, class.Title)})
		}
	}
	return list
}

func (s *stats) titleOf(only string) engine.Text {
	list := s.choices()
	if i := slices.IndexFunc(list, func(n engine.Named) bool { return n.ID == only }); i >= 0 {
		return list[i].Title
	}
	return engine.T("%s", only) // of another version of the program
}

func (s *stats) suggest(_ *show.Call, typed string) []engine.Named {
	typed = strings.ToLower(typed)
	return slices.DeleteFunc(s.choices(), func(n engine.Named) bool { return !strings.HasPrefix(n.ID, typed) })
}

// statsData is the machine-readable form of a profile.
type statsData struct {
	User   string `json:"user"`
	Only   string `json:"only,omitempty"`
	Games  int    `json:"games"`
	Won    int    `json:"won"`
	Lost   int    `json:"lost"`
	Drawn  int    `json:"drawn"`
	Solved int    `json:"solved"`
	Rating int    `json:"rating,omitempty"`
	Pool   string `json:"pool,omitempty"`
}

func (s *stats) profile(ctx context.Context, c *show.Call, q statsAsked, r chat.Reply) (chat.Reply, error) {
	games, err := s.Records.Past(q.who.ID, "", store.PastCursor{}, profile.Most)
	if errors.Is(err, store.ErrDamaged) {
		c.Log.Error("a profile lacks games", "user", q.who.ID, "err", err)
	} else if err != nil {
		return chat.Reply{}, err
	}
	p := profile.Fold(games, s.lens(c, q))
	card := s.card(ctx, c, q, p)
	r.Text = s.words(c, q, p)
	r.Data = statsData{
		q.who.ID, q.only, p.Total(), p.Record.Wins, p.Losses, p.Draws, solvedIn(p), card.Rating.Points, poolIn(p),
	}
	if q.own && !q.show {
		r.Rows = s.rows(c, q, p)
	}
	if p.Total()+len(p.Solved) == 0 {
		return r, nil
	}
	style := s.Pictures.Styles.Style(c, c.User.ID)
	data, err := s.Pictures.Make(ctx, func() ([]byte, error) { return render.PNG(cards.Drawers, card, style) })
	r.Files = []chat.Attachment{{Name: "profile.png", Data: data, Alt: s.alt(c, card)}}
	return r, err
}

// lens returns which of a person's games the caller may see. For the person themselves all count. For
// others those count that were rated, were played in this channel, or were against the caller; only
// the last two kinds name opponents. A profile shown to all names only people who have played in this
// channel.
func (s *stats) lens(c *show.Call, q statsAsked) profile.Lens {
	here := func(g *store.Past) bool { return g.Channel == c.Request.Channel && !g.Private }
	known := func(g *store.Past) bool {
		return !strings.HasPrefix(g.Opponent, store.UserSeat) || here(g) || !q.own && g.Opponent == table.User(c.User.ID)
	}
	l := profile.Lens{Now: s.Env.Now(), Only: q.only, Puzzles: s.puzzles, Strength: s.strength}
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

func (s *stats) puzzles(game string) bool {
	entry := s.Games.ByID[game]
	return entry != nil && entry.Game.Next != nil
}

// strength orders levels by their mean rating. Levels without ratings come below, in their own order.
func (s *stats) strength(game, level string) float64 {
	entry := s.Games.ByID[game]
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

// rows returns the menu of single games, and the button that shows the profile to all.
func (s *stats) rows(c *show.Call, q statsAsked, p profile.Profile) []chat.Row {
	var rows []chat.Row
	if len(p.Choices) > 1 {
		menu := &chat.Menu{Action: c.Button("stats", engine.Text{}).Action, Placeholder: c.Say("Of which games?"), Min: 1, Max: 1}
		add := func(only string, chosen bool) {
			menu.Choices = append(menu.Choices, chat.Suggestion{
				Name: chat.Shorten(c.Words.Say(s.titleOf(only)), chat.MaxChoice), Value: OnlyArg.Name + ":" + only, Chosen: chosen,
			})
		}
		add(allGames, q.only == "")
		for _, choice := range p.Choices[:min(len(p.Choices), chat.MaxChoices-1)] {
			add(choice.Only, choice.Only == q.only)
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
	show := c.Button(line, engine.T("Show to all"))
	show.Emoji = "📣"
	return append(rows, chat.Rows([]chat.Button{show})...)
}

// rated returns the present rating of a curve. It is less certain the longer ago the last game was.
func (s *stats) rated(c *show.Call, curve profile.Curve) cards.Rating {
	g := curve.Newest
	r := cards.Rating{Points: g.Rating, Pool: s.titleOf(curve.Pool)}
	t, err := s.Records.Load(g.Key)
	if err != nil || t.End == nil || g.Seat >= len(t.End.Ratings) {
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			c.Log.Error("read how certain a rating is", table.Attr(g.Key), "err", err)
		}
		return r
	}
	const day = 24 * time.Hour
	last := t.End.Ratings[g.Seat]
	then := glicko.Player{Rating: last.After, Deviation: last.Deviation, Volatility: last.Volatility}
	deviation := then.Idle(max(0, float64(s.Env.Now().Sub(g.At))/float64(day))).Deviation
	r.Margin, r.Provisional = int(2*deviation+0.5), glicko.Provisional(deviation)
	return r
}
