package rating

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// Rank shows all ratings and places of a user.
func (l *Ladders) Rank(c *chat.Call) (chat.Reply, error) {
	who, ok := c.Person(PlayerArg.Name)
	if !ok {
		who = c.User
	}
	if who.Bot {
		return chat.Reply{}, engine.Refuse("%s is a bot; people alone have ratings", chat.Name(who.Name))
	}
	all, err := l.Rater.standings(who.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	lines, rows := []string{c.Say("**Ratings of %s**", chat.Name(who.Name)), ""}, map[string]Row{}
	for _, g := range l.Games {
		for _, pool := range pools(g) {
			st := all[pool]
			if st == nil {
				continue
			}
			said, row, err := l.ranked(c, who.ID, pool, st)
			if err != nil {
				return chat.Reply{}, err
			}
			rows[pool] = row
			lines = append(lines, c.Say("%s: %s", title(g, pool), said))
		}
	}
	if len(rows) == 0 {
		lines = []string{c.Say("%s has played no rated game yet.", chat.Name(who.Name))}
		if who.ID == c.User.ID {
			lines = []string{c.Say("You have played no rated game yet; `rated:true` with a game's `new` begins one.")}
		}
	}
	r := chat.Whisper(lines...)
	r.Data = rows
	return r, nil
}

// ranked describes a standing. The interval of twice the deviation to each side has a confidence of
// 95 %.
func (l *Ladders) ranked(c *chat.Call, user, pool string, st *Standing) (engine.Text, Row, error) {
	now := st.now(l.Rater.now())
	here, placed, err := l.Rater.store.PlaceOf(board(pool, c.Request.Guild), user)
	if err != nil {
		return engine.Text{}, Row{}, err
	}
	all, _, err := l.Rater.store.PlaceOf(pool, user)
	said := engine.T("**%s** ± %s after %s", table.Points(st.Rating), table.Points(2*now.Deviation), count(st.Games))
	switch {
	case glicko.Provisional(now.Deviation):
		said = engine.T("%s, provisional", said)
	case placed && c.Request.Guild != "":
		said = engine.T("%s, place %s of %s in this server, %s of %s everywhere", said, strconv.Itoa(here.Place), strconv.Itoa(here.Of), strconv.Itoa(all.Place), strconv.Itoa(all.Of))
	case all.Place > 0:
		said = engine.T("%s, place %s of %s everywhere", said, strconv.Itoa(all.Place), strconv.Itoa(all.Of))
	}
	all.Member = user
	return said, row(all, st), err
}

// Suggest completes the class argument of a leaderboard.
func (l *Ladders) Suggest(r chat.Request, typed string) []engine.Named {
	game, _ := r.Options[gameArg.Name].(string)
	g, err := l.game(strings.TrimSpace(game))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Classes), func(c engine.Named) bool { return !strings.HasPrefix(c.ID, typed) })
}
