package rating

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The scopes of a leaderboard.
const (
	here       = "here"
	everywhere = "everywhere"
)

// The arguments of the commands. The bot and [Rater.Suggest] complete games and classes.
var (
	GameArg  = engine.Arg{Name: "game", Help: engine.T("The game; left out: the one that you have played for a rating last"), Kind: engine.Word, Max: 64}
	ScopeArg = engine.Arg{
		Name: "scope", Help: engine.T("Of this server, or of all people"), Kind: engine.Pick,
		Choices: []engine.Named{{ID: here, Title: engine.T("This server")}, {ID: everywhere, Title: engine.T("Everywhere")}},
	}
	ClassArg  = engine.Arg{Name: "class", Help: engine.T("The class, in games that have some, such as sizes of the board"), Kind: engine.Word, Max: 32}
	PageArg   = engine.Arg{Name: "page", Help: engine.T("Which page of a long list"), Kind: engine.Integer, Min: 1, Max: 100_000, Default: 1}
	PlayerArg = engine.Arg{Name: "player", Help: engine.T("Whose; left out: yours")}
)

// LeaderboardArgs are the arguments of [Rater.Leaderboard].
var LeaderboardArgs = []engine.Arg{GameArg, ScopeArg, ClassArg, PageArg}

const pageSize = 10

// shown identifies a page of a leaderboard.
type shown struct {
	game  *engine.Game
	pool  engine.Named
	guild string // "" for the global one
	page  int
}

func (s shown) ranking() string { return ranking(s.pool.ID, s.guild) }

// line returns the command that shows the page.
func (s shown) line() string {
	scope := everywhere
	if s.guild != "" {
		scope = here
	}
	line := "leaderboard game:" + s.game.ID + " scope:" + scope
	if class := classIn(s.pool.ID); class != "" {
		line += " class:" + class
	}
	return line + " page:" + strconv.Itoa(s.page)
}

// Row is a line of a leaderboard in machine-readable form.
type Row struct {
	Place     int     `json:"place"` // 0 for none
	User      string  `json:"user"`
	Name      string  `json:"name"`
	Rating    float64 `json:"rating"`
	Games     int     `json:"games"`
	Deviation float64 `json:"deviation"` // at present
	Of        int     `json:"of"`        // number of members with a place
}

// Leaderboard shows the leaderboard of a game, and the caller's own place.
func (r *Rater) Leaderboard(c *chat.Call, o engine.Options) (chat.Reply, error) {
	s, err := r.asked(c, o)
	if err != nil {
		return chat.Reply{}, err
	}
	rows, err := r.rows(s)
	switch {
	case err != nil:
		return chat.Reply{}, err
	case len(rows) == 0 && s.page > 1:
		return chat.Reply{}, engine.Refuse("the list has fewer pages; leave `page` out")
	}
	own, err := r.own(c, s)
	if err != nil {
		return chat.Reply{}, err
	}
	where := engine.T("everywhere")
	if s.guild != "" {
		where = engine.T("in this server")
	}
	lines := []string{c.Say("**%s**, %s", s.pool.Title, where), ""}
	for _, row := range rows {
		name := engine.T("%s", chat.Name(row.Name))
		if row.User == c.User.ID {
			name = engine.T("%s (you)", name)
		}
		lines = append(lines, c.Say("%s\\. **%s** · %s · %s", strconv.Itoa(row.Place), table.Points(row.Rating), name, count(row.Games)))
	}
	if len(rows) == 0 {
		lines = append(lines, c.Say("Nobody has a place yet."))
	}
	if !slices.ContainsFunc(rows, func(row Row) bool { return row.User == c.User.ID }) {
		lines = append(lines, "", c.Words.Say(own))
	}
	reply := c.Reply(true, lines...)
	more := len(rows) > 0 && s.page*pageSize < rows[0].Of
	reply.Data, reply.Rows = rows, chat.Rows(s.buttons(c, more))
	return reply, nil
}

func count(games int) engine.Text { return engine.Count(games, "one game", "%s games") }

// asked returns the page asked for. The default is the pool in which the caller has played last.
func (r *Rater) asked(c *chat.Call, o engine.Options) (shown, error) {
	s := shown{page: o.Int(PageArg.Name), guild: c.Request.Guild}
	if o.Text(ScopeArg.Name) == everywhere {
		s.guild = ""
	} else if s.guild == "" && o.Text(ScopeArg.Name) == here {
		return s, engine.Refuse("this is no server; `scope:everywhere` shows the leaderboard of all people")
	}
	last, err := r.last(c.User.ID, o.Text(GameArg.Name))
	if err != nil {
		return s, err
	}
	if s.game, err = r.game(cmp.Or(o.Text(GameArg.Name), gameIn(last))); err != nil {
		return s, err
	}
	class := o.Text(ClassArg.Name)
	id, all := cmp.Or(last, usual(s.game)), pools(s.game)
	if class != "" {
		id = s.game.ID + "/" + class
	}
	pool, ok := engine.Find(all, id, func(p engine.Named) string { return p.ID })
	if s.pool = pool; !ok {
		return s, noClass(s.game)
	}
	return s, nil
}

// game returns a game for two by its ID, or the first one for "".
func (r *Rater) game(id string) (*engine.Game, error) {
	for _, g := range r.games {
		if len(g.Sides.List) == 2 && (id == "" || strings.EqualFold(id, g.ID)) {
			return g, nil
		}
	}
	return nil, engine.Refuse("there are no ratings of that game; only games for two have them")
}

// usual returns the pool of a game's default options, or else its first pool.
func usual(g *engine.Game) string {
	o, _ := engine.ParseOptions(g.Options, nil, false)
	if pool, err := poolOf(g, o); err == nil {
		return pool
	}
	return pools(g)[0].ID
}

func noClass(g *engine.Game) error {
	if len(g.Classes) == 0 {
		return engine.Refuse("%s has no classes; leave `class` out", g.Title)
	}
	ids := engine.Map(g.Classes, func(c engine.Named) string { return "`" + c.ID + "`" })
	return engine.Refuse("the classes of %s are %s", g.Title, strings.Join(ids, ", "))
}

// last returns the pool in which a user has played last, within one game unless that is ""; "" for
// none.
func (r *Rater) last(user, game string) (pool string, err error) {
	all, err := r.standings(user)
	var at int64
	for p, s := range all {
		if (game == "" || gameIn(p) == game) && (s.Last.At > at || s.Last.At == at && p < pool) {
			pool, at = p, s.Last.At
		}
	}
	return pool, err
}

func (r *Rater) rows(s shown) (rows []Row, err error) {
	places, err := r.store.Top(s.ranking(), (s.page-1)*pageSize, pageSize)
	for _, p := range places {
		st, err := get(r.store, p.Member, s.pool.ID)
		if err != nil {
			return nil, err
		}
		if st != nil {
			rows = append(rows, r.row(p, st))
		}
	}
	return rows, err
}

func (r *Rater) row(p store.Place, st *Standing) Row {
	return Row{Place: p.Place, User: p.Member, Name: st.Name, Rating: st.Rating, Games: st.Games, Deviation: st.now(r.now()).Deviation, Of: p.Of}
}

// own describes the caller's place, or why there is none.
func (r *Rater) own(c *chat.Call, s shown) (engine.Text, error) {
	st, err := get(r.store, c.User.ID, s.pool.ID)
	if err != nil {
		return engine.Text{}, err
	}
	if st == nil {
		return engine.T("You have no rating here yet; games of this kind that are opened with `rated:true` count."), nil
	}
	p, ok, err := r.store.PlaceOf(s.ranking(), c.User.ID)
	switch {
	case err != nil:
		return engine.Text{}, err
	case ok:
		return engine.T("You: place %s of %s · **%s** · %s", strconv.Itoa(p.Place), strconv.Itoa(p.Of), table.Points(st.Rating), count(st.Games)), nil
	case glicko.Provisional(st.now(r.now()).Deviation):
		return engine.T("You: **%s**, which is provisional. Some more games give you a place.", table.Points(st.Rating)), nil
	}
	return engine.T("You: **%s**. A rated game in this server gives you a place here.", table.Points(st.Rating)), nil
}

func (s shown) buttons(c *chat.Call, more bool) []chat.Button {
	var list []chat.Button
	add := func(label engine.Text, change func(*shown)) {
		to := s
		change(&to)
		list = append(list, c.Button(to.line(), label))
	}
	if s.page > 1 {
		add(engine.T("Higher"), func(to *shown) { to.page-- })
	}
	if more {
		add(engine.T("Lower"), func(to *shown) { to.page++ })
	}
	switch guild := c.Request.Guild; {
	case s.guild != "":
		add(engine.T("Everywhere"), func(to *shown) { to.page, to.guild = 1, "" })
	case guild != "":
		add(engine.T("This server"), func(to *shown) { to.page, to.guild = 1, guild })
	}
	for i, pool := range pools(s.game) {
		if pool.ID != s.pool.ID {
			add(engine.T("%s", s.game.Classes[i].Title), func(to *shown) { to.page, to.pool = 1, pool })
		}
	}
	return list
}

// Suggest completes the class argument of a leaderboard.
func (r *Rater) Suggest(to chat.Request, typed string) []engine.Named {
	game, _ := to.Options[GameArg.Name].(string)
	g, err := r.game(strings.TrimSpace(game))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Classes), func(c engine.Named) bool { return !strings.HasPrefix(c.ID, typed) })
}
