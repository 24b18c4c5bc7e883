package bot

import (
	"bytes"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/clock"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// opening opens tables.
type opening struct {
	tables   *table.Tables
	boards   *boards
	env      *environment
	blocking *blocking
	servers  *guild.Servers
	reach    *reach
	typed    func(game, line string) (map[string]any, error)
}

// open opens a table by the game's options.
func (o *opening) open(c *call) (chat.Reply, error) {
	g := c.entry.Game
	if err := o.standards(c); err != nil {
		return chat.Reply{}, err
	}
	return o.openFor(c, solo(g), func(alone bool) (engine.Options, error) { return c.Options(g.Options, alone) })
}

// start opens a table by one of the game's own commands for it.
func (o *opening) start(c *call, s engine.Start) (chat.Reply, error) {
	g := c.entry.Game
	return o.openFor(c, solo(g) || s.Solo, func(alone bool) (engine.Options, error) {
		return s.Parse(g, c.Given(s.Args), alone)
	})
}

// solo reports whether a game is always played by one alone.
func solo(g *engine.Game) bool { return len(g.Sides.List) < 2 }

// openFor opens a table for the caller alone, or for whom they name. What was asked for
// depends on whether anybody else plays.
func (o *opening) openFor(c *call, single bool, ask func(alone bool) (engine.Options, error)) (chat.Reply, error) {
	g := c.entry.Game
	if err := o.requireChannel(c); err != nil {
		return chat.Reply{}, err
	}
	who, timed := onlyCaller(c), clock.Control{}
	var wanted wish
	if !single {
		var err error
		if wanted, err = asksRated(c); err != nil {
			return chat.Reply{}, err
		}
		if timed, err = c.control(); err != nil {
			return chat.Reply{}, err
		}
		if who, err = invite(c); err != nil {
			return chat.Reply{}, err
		}
	}
	asked, err := ask(who.ask == "" && !wanted.rated)
	if err != nil {
		return chat.Reply{}, err
	}
	options, err := g.Prepared(o.env.of(c), asked)
	if err != nil {
		return chat.Reply{}, err
	}
	if who, err = who.fit(c, o.env, g.Seats(options)); err != nil {
		return chat.Reply{}, err
	}
	if who, err = wanted.byChance(c, o.env, who); err != nil {
		return chat.Reply{}, err
	}
	t, err := table.New(g, options, who.seats, who.names, o.env.now())
	if err != nil {
		return chat.Reply{}, err
	}
	if line, ok := typedLine(c); ok && who.unsaid {
		return c.askWhom(line), nil
	}
	if who.ask != "" {
		t.Ask(who.ask, c.User.ID, who.to, o.env.now())
	}
	if err := t.KeepAsked(asked); err != nil {
		return chat.Reply{}, err
	}
	help, err := c.Options([]engine.Arg{helpArg}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	if err := t.SetClock(timed); err != nil {
		return chat.Reply{}, err
	}
	t.Record.Help = help.Bool(helpArg.Name) && t.Between()
	if err := o.rate(c, t, wanted); err != nil {
		return chat.Reply{}, err
	}
	if open, ok := o.sameRiddle(c, t); ok {
		return o.boards.show(c, open, table.Notice{Text: engine.T("You have begun this puzzle here. %s", open.Headline())}), nil
	}
	return o.store(c, t)
}

// sameRiddle is the table in the channel at which the caller has the puzzle of a new one
// before them already: there their tries are counted.
func (o *opening) sameRiddle(c *call, t *table.Table) (*table.Table, bool) {
	if !t.Record.Private {
		return nil, false
	}
	own, err := o.tables.Of(c.User.ID)
	if err != nil {
		c.Log.Error("look for the puzzle among open tables", "err", err) // another one does no harm
		return nil, false
	}
	for _, b := range own {
		if b.Key.Channel != c.Request.Channel || b.Key.Game != t.Game.ID || !b.Head.Private {
			continue
		}
		if open, ok := o.tables.Try(c.Ctx, b.Key); ok && !open.Record.Over && bytes.Equal(open.Record.Options, t.Record.Options) {
			return open, true
		}
	}
	return nil, false
}

// store stores a new table of the caller's and shows it.
func (o *opening) store(c *call, t *table.Table) (chat.Reply, error) {
	r := t.Record
	r.Owner, r.Guild, r.Posts, r.Locale = c.User.ID, c.Request.Guild, c.Request.Posts, c.Request.Locale
	if err := o.blocking.checkNew(c, t); err != nil {
		return chat.Reply{}, err
	}
	if err := o.requireChannel(c); err != nil {
		return chat.Reply{}, err
	}
	if o.threaded(c, t) {
		return o.inThread(c, t), nil
	}
	if err := o.tables.Create(c.Request.Channel, t, c.Request.ID); err != nil {
		return chat.Reply{}, err
	}
	return o.boards.show(c, t, t.Announcement()), nil
}
