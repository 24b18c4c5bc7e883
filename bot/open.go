package bot

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// openParams are the options of a command that opens a table: who plays, and what else
// it asks.
func openParams(g *engine.Game, args []engine.Arg, single bool) []param {
	list := params(args)
	if single {
		return list
	}
	list = slices.Insert(list, 0, param{
		Arg:  engine.Arg{Name: "opponent", Help: engine.T("A member to challenge, or yourself to practise; nobody: whoever joins")},
		user: true,
	})
	if len(g.Opponents.Levels) > 0 {
		list = append(list, params(levelArgs(g))...)
	}
	return append(list, params([]engine.Arg{sideArg(g)})...)
}

// levelArgs put the bot's own players on one seat, or on both.
func levelArgs(g *engine.Game) []engine.Arg {
	choices := make([]engine.Named, len(g.Opponents.Levels))
	for i, l := range g.Opponents.Levels {
		choices[i] = engine.Named{ID: l.ID, Title: l.Title}
	}
	return []engine.Arg{
		{Name: "level", Help: engine.T("Play against the bot at this level"), Kind: engine.Pick, Choices: choices},
		{Name: "versus", Help: engine.T("A second level: the two play each other while you watch"), Kind: engine.Pick, Choices: choices},
	}
}

// anySide lets chance pick a seat.
const anySide = "random"

func sideArg(g *engine.Game) engine.Arg {
	choices := append([]engine.Named{}, g.Sides.List...)
	choices = append(choices, engine.Named{ID: anySide, Title: engine.T("Random")})
	return engine.Arg{Name: g.Sides.Option, Help: g.Sides.Help, Kind: engine.Pick, Choices: choices, Default: g.Sides.List[0].ID}
}

// guests are the seats that somebody asked for, the asker's side not yet applied.
type guests struct {
	seats, names []string
	pending      *store.Pending
}

// open opens a table by the game's options.
func (c *call) open() (chat.Reply, error) {
	g := c.entry.Game
	return c.openFor(solo(g), func(alone bool) (engine.Options, error) { return c.options(g.Options, alone) })
}

// start opens a table by one of the game's own commands for it.
func (c *call) start(s engine.Start) (chat.Reply, error) {
	g := c.entry.Game
	return c.openFor(solo(g) || s.Solo, func(alone bool) (engine.Options, error) {
		return s.Parse(g, c.given(s.Args), alone)
	})
}

// openFor opens a table for the caller alone, or for whom they name. What was asked for
// depends on whether anybody else plays.
func (c *call) openFor(single bool, ask func(alone bool) (engine.Options, error)) (chat.Reply, error) {
	g := c.entry.Game
	who := guests{seats: []string{table.User(c.User.ID)}, names: []string{c.User.Name}}
	if !single {
		var err error
		if who, err = c.invite(); err != nil {
			return chat.Reply{}, err
		}
	}
	asked, err := ask(who.pending == nil)
	if err != nil {
		return chat.Reply{}, err
	}
	o, err := g.Prepared(c.env(), asked)
	if err != nil {
		return chat.Reply{}, err
	}
	if err := c.seat(&who, g.Seats(o)); err != nil {
		return chat.Reply{}, err
	}
	t, err := table.New(g, o, who.seats, who.names, c.now())
	if err != nil {
		return chat.Reply{}, err
	}
	t.Record.Pending = who.pending
	if err := t.KeepAsked(asked); err != nil {
		return chat.Reply{}, err
	}
	return c.opened(t)
}

// seat fits who was asked for to the number of seats.
func (c *call) seat(who *guests, seats int) error {
	if seats == 2 {
		return c.pickSide(who)
	}
	for _, name := range []string{"opponent", "level", "versus"} {
		if _, given := c.Options[name]; given {
			return engine.Refuse("this is played by one alone; leave `%s` out", name)
		}
	}
	*who = guests{seats: []string{table.User(c.User.ID)}, names: []string{c.User.Name}}
	return nil
}

// opened stores a new table and shows it.
func (c *call) opened(t *table.Table) (chat.Reply, error) {
	t.Record.Owner, t.Record.Guild, t.Record.Posts, t.Record.Locale = c.User.ID, c.Guild, c.Posts, c.Locale
	if err := c.tables.Create(c.Channel, t); err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, t.Announcement()), nil
}

// invite reads from the options who is to sit at the table, the caller first.
func (c *call) invite() (guests, error) {
	me := table.User(c.User.ID)
	level, versus, err := c.chosenLevels()
	if err != nil {
		return guests{}, err
	}
	opponent, named := c.Options["opponent"].(chat.User)
	switch {
	case versus != "":
		if named {
			return guests{}, engine.Refuse("two levels play by themselves; leave either `opponent` or `versus` out")
		}
		return guests{seats: []string{table.Level(level), table.Level(versus)}, names: []string{"", ""}}, nil
	case named && opponent.ID != c.App && level != "":
		return guests{}, engine.Refuse("a level is for playing against the bot; leave either `opponent` or `level` out")
	case level != "" || named && opponent.ID == c.App:
		return c.againstLevel(level)
	case named && opponent.ID == c.User.ID:
		return guests{seats: []string{me, me}, names: []string{c.User.Name, c.User.Name}}, nil
	case named && opponent.Bot:
		return guests{}, engine.Refuse("%s is another bot and does not play; name a member, or a level to play against me", chat.Escape(opponent.Name))
	case named:
		return guests{
			seats: []string{me, table.User(opponent.ID)}, names: []string{c.User.Name, opponent.Name},
			pending: &store.Pending{Kind: table.Challenge, By: c.User.ID, To: opponent.ID, At: c.now().UTC()},
		}, nil
	case c.alone() && len(c.entry.Game.Opponents.Levels) > 0:
		return c.againstLevel("")
	default:
		return guests{
			seats: []string{me, ""}, names: []string{c.User.Name, ""},
			pending: &store.Pending{Kind: table.Open, By: c.User.ID, At: c.now().UTC()},
		}, nil
	}
}

// alone reports whether the caller talks to the bot alone, where nobody could join.
func (c *call) alone() bool { return c.Guild == "" && c.Posts }

func (c *call) againstLevel(level string) (guests, error) {
	g := c.entry.Game
	if level == "" {
		level = g.Opponents.Default
	}
	if _, ok := g.Level(level); !ok {
		return guests{}, engine.Refuse("the bot does not play %s itself; name a member to challenge", g.Title)
	}
	return guests{seats: []string{table.User(c.User.ID), table.Level(level)}, names: []string{c.User.Name, ""}}, nil
}

// chosenLevels reads the levels asked for.
func (c *call) chosenLevels() (level, versus string, err error) {
	o, err := c.options(levelArgs(c.entry.Game), false)
	if err != nil {
		return "", "", err
	}
	level, versus = o.Text("level"), o.Text("versus")
	if versus != "" && level == "" {
		return "", "", engine.Refuse("`versus` needs `level` as well: the two levels that play each other")
	}
	return level, versus, nil
}

// pickSide moves the caller to the side asked for.
func (c *call) pickSide(who *guests) error {
	g := c.entry.Game
	side := sideArg(g)
	o, err := c.options([]engine.Arg{side}, false)
	if err != nil {
		return err
	}
	swap := o.Text(side.Name) == g.Sides.List[1].ID
	if o.Text(side.Name) == anySide {
		swap = c.env().Rand.IntN(2) == 1
	}
	if swap {
		who.seats[0], who.seats[1] = who.seats[1], who.seats[0]
		who.names[0], who.names[1] = who.names[1], who.names[0]
	}
	return nil
}

// join answers a challenge with yes, or takes the free seat.
func (c *call) join() (chat.Reply, error) {
	t, err := c.find(table.OpenOnly, func(t *table.Table) bool {
		return t.Waiting() && (t.Record.Pending.To == c.User.ID || t.Record.Pending.Kind == table.Open && t.Record.Pending.By != c.User.ID)
	}, engine.Refuse("nobody waits for you at a table of %s in this channel; `/%s new` opens one", c.entry.Game.Title, c.entry.Game.ID))
	if err != nil {
		return chat.Reply{}, err
	}
	return c.accept(t)
}

// accept lets the game begin.
func (c *call) accept(t *table.Table) (chat.Reply, error) {
	if err := t.RequireAnswerer(c.User.ID, c.now()); err != nil {
		return chat.Reply{}, err
	}
	by := t.Record.Pending.By
	t.Accept(c.User.ID, c.User.Name)
	t.Rename(c.User.ID, c.User.Name)
	if err := c.tables.Save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, table.Notice{
		Text:  engine.T("Accepted by **%s**. %s", chat.Escape(c.User.Name), t.Standing()),
		Nudge: engine.T("%s, the game begins.", chat.Mention(by)), Calls: []string{by},
	}), nil
}

// decline answers a challenge with no.
func (c *call) decline(t *table.Table) (chat.Reply, error) {
	if t.Waiting() && t.Record.Pending.By == c.User.ID {
		return c.withdraw(t)
	}
	if err := t.RequireAnswerer(c.User.ID, c.now()); err != nil {
		return chat.Reply{}, err
	}
	by := t.Record.Pending.By
	t.End(table.Declined, engine.NoSeat)
	if err := c.tables.Save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.notify(table.Notice{
		Text:  engine.T("The challenge is declined by **%s**.", chat.Escape(c.User.Name)),
		Nudge: engine.T("%s, your challenge was declined.", chat.Mention(by)), Calls: []string{by},
	}), nil
}

// withdraw takes a challenge back.
func (c *call) withdraw(t *table.Table) (chat.Reply, error) {
	t.End(table.Withdrawn, engine.NoSeat)
	if err := c.tables.Save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.notify(table.Notice{Text: engine.T("The challenge is withdrawn by **%s**.", chat.Escape(c.User.Name))}), nil
}
