package rating

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// Rank shows all ratings and places of a user.
func (r *Rater) Rank(c *chat.Call) (chat.Reply, error) {
	who := c.PersonOrCaller(PlayerArg.Name)
	if who.Bot {
		return chat.Reply{}, engine.Refuse("%s is a bot; people alone have ratings", chat.Name(who.Name))
	}
	all, err := r.standings(who.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	lines, rows := []string{c.Say("**Ratings of %s**", chat.Name(who.Name)), ""}, map[string]Row{}
	for _, g := range r.games {
		for _, pool := range pools(g) {
			st := all[pool.ID]
			if st == nil {
				continue
			}
			said, row, err := r.ranked(c, who.ID, pool.ID, st)
			if err != nil {
				return chat.Reply{}, err
			}
			rows[pool.ID] = row
			lines = append(lines, c.Say("%s: %s", pool.Title, said))
		}
	}
	if len(rows) == 0 {
		lines = []string{c.Say("%s has played no rated game yet.", chat.Name(who.Name))}
		if who.ID == c.User.ID {
			lines = []string{c.Say("You have played no rated game yet. `rated:true` makes one count, as in %s.", r.games[0].Command("new rated:true"))}
		}
	}
	reply := chat.Whisper(lines...)
	reply.Data = rows
	return reply, nil
}

// ranked describes a standing. The interval of twice the deviation to each side has a confidence of
// 95 %.
func (r *Rater) ranked(c *chat.Call, user, pool string, st *Standing) (engine.Text, Row, error) {
	now := st.now(r.now())
	here, placed, err := r.store.PlaceOf(ranking(pool, c.Request.Guild), user)
	if err != nil {
		return engine.Text{}, Row{}, err
	}
	all, _, err := r.store.PlaceOf(pool, user)
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
	return said, r.row(all, st), err
}
