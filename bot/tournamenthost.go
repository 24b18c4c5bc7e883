package bot

import (
	"context"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/clock"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// tournamentHost opens and ends tables for tournaments. It implements [tournament.Host].
type tournamentHost struct {
	*show.Services
	admission *admission
}

// Game implements [tournament.Host]: what is asked for is tried once.
func (h *tournamentHost) Game(t *tournament.Tournament) (*engine.Game, error) {
	entry := h.Games.ByID[t.Game]
	switch {
	case entry == nil:
		return nil, engine.Refuse("there is no game `%s`; %s lists them", engine.Quotable(t.Game), engine.Command("play"))
	case play.Solo(entry.Game):
		return nil, engine.Refuse("%s is played by one alone, so that there can be no tournament of it", entry.Game.Title)
	}
	_, err := h.table(t, [2]tournament.Player{{ID: "1"}, {ID: "2"}})
	return entry.Game, err
}

// Serves implements [tournament.Host].
func (h *tournamentHost) Serves(guild string) bool { return !h.admission.blocksServer(guild) }

// asked are the options that are typed as for the game's command "new".
func (h *tournamentHost) asked(g *engine.Game, typed string) (engine.Options, error) {
	raw, err := play.TypedValues(g, typed)
	if err != nil {
		return nil, engine.Refuse("%s", chat.Escape(err.Error()))
	}
	for name := range raw {
		if !slices.ContainsFunc(g.Options, func(a engine.Arg) bool { return a.Name == name }) {
			return nil, engine.Refuse("`%s` says nothing about how the game is set up; leave it out of the options", name)
		}
	}
	return engine.ParseOptions(g.Options, raw, false)
}

// table is a new table of a tournament, not yet stored.
func (h *tournamentHost) table(t *tournament.Tournament, players [2]tournament.Player) (*table.Table, error) {
	g := h.Games.ByID[t.Game].Game
	asked, err := h.asked(g, t.Options)
	if err != nil {
		return nil, err
	}
	control, err := clock.Parse(t.Clock)
	if err != nil {
		return nil, err
	}
	options, err := g.Prepared(h.Env.Of(&show.Call{}), asked)
	if err != nil {
		return nil, err
	}
	if g.Seats(options) != len(players) {
		return nil, engine.Refuse("with these options %s is not for two; choose others", g.Title)
	}
	made, err := table.New(g, options, []string{table.User(players[0].ID), table.User(players[1].ID)}, []string{players[0].Name, players[1].Name}, h.Env.Now())
	if err != nil {
		return nil, err
	}
	if err := made.SetClock(control); err != nil {
		return nil, err
	}
	r := made.Record
	r.Owner, r.Guild, r.Posts, r.Locale = players[0].ID, t.Guild, true, t.Locale
	if err := made.KeepAsked(asked); err != nil || !t.Rated {
		return made, err
	}
	return made, rating.Enter(made)
}

// Open implements [tournament.Host].
func (h *tournamentHost) Open(t *tournament.Tournament, channel, tag string, players [2]tournament.Player) (store.Key, error) {
	made, err := h.table(t, players)
	if err != nil {
		return store.Key{}, err
	}
	made.Record.Event = tag
	err = h.Tables.Create(channel, made)
	return made.Key, err
}

// Move implements [tournament.Host]. A clock begins anew.
func (h *tournamentHost) Move(t *tournament.Tournament, from store.Key, channel, tag string) (store.Key, error) {
	old, err := h.Tables.Load(context.Background(), from)
	if err != nil {
		return store.Key{}, err
	}
	made, err := table.New(old.Game, old.Options, old.Record.Seats, old.Record.Names, old.Record.Opened)
	if err != nil {
		return store.Key{}, err
	}
	for _, m := range old.Record.Moves {
		if _, err := made.Play(m.Text, m.By, m.At); err != nil {
			return store.Key{}, err
		}
	}
	if err := made.SetClock(old.Control()); err != nil {
		return store.Key{}, err
	}
	r := made.Record
	r.Owner, r.Guild, r.Posts, r.Locale, r.Asked, r.Rated, r.Event = old.Record.Owner, t.Guild, true, t.Locale, old.Record.Asked, old.Record.Rated, tag
	if old.EndedAs(table.Vanished) && t.Rated { // then it is rated no more
		if err := rating.Enter(made); err != nil {
			return store.Key{}, err
		}
	}
	old.Record.Rated = "" // it is played elsewhere
	old.End(table.Stopped, engine.NoSeat)
	err = h.Tables.Move(old, made, channel)
	return made.Key, err
}

// Forfeit implements [tournament.Host].
func (h *tournamentHost) Forfeit(key store.Key, winner engine.Seat) error {
	t, err := h.Tables.Load(context.Background(), key)
	if err != nil || t.Record.Over {
		return err
	}
	t.End(table.Forfeited, winner)
	if err := h.Tables.Save(t); err != nil {
		return err
	}
	r := h.Boards.Unasked(t, table.Notice{Text: t.Headline()})
	r.Update = true
	if err := h.Outbox.Post(context.Background(), key.Channel, r); err != nil {
		h.Log.Warn("show a game that was forfeited", t.Attr(), "err", err)
	}
	return nil
}

// Shown implements [tournament.Host].
func (h *tournamentHost) Shown(key store.Key) bool { return h.Live.At(key).Message != "" }

// Board implements [tournament.Host].
func (h *tournamentHost) Board(key store.Key, n table.Notice) (chat.Reply, error) {
	t, err := h.Tables.Load(context.Background(), key)
	if err != nil {
		return chat.Reply{}, err
	}
	n.Text = engine.Sentences(n.Text, t.Headline())
	return h.Boards.Unasked(t, n), nil
}

// Words implements [tournament.Host].
func (h *tournamentHost) Words(locale string) chat.Words { return h.Services.Words(locale) }

// Style implements [tournament.Host].
func (h *tournamentHost) Style(user string, words chat.Words) render.Style {
	c := &show.Call{}
	c.Words, c.Log = words, h.Log
	return h.Styles.Style(c, user)
}

// Lot implements [tournament.Host].
func (h *tournamentHost) Lot(n int) []int { return h.Env.Of(&show.Call{}).Rand.Perm(n) }
