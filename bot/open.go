package bot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
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
	who := guests{seats: []string{userSeat + c.User.ID}, names: []string{c.User.Name}}
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
	t, err := c.newTable(c.entry, o, who.seats, who.names)
	if err != nil {
		return chat.Reply{}, err
	}
	t.Pending = who.pending
	if err := t.keepAsked(asked); err != nil {
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
	*who = guests{seats: []string{userSeat + c.User.ID}, names: []string{c.User.Name}}
	return nil
}

// opened stores a new table and shows it.
func (c *call) opened(t *table) (chat.Reply, error) {
	t.Owner, t.Guild, t.Posts, t.Locale = c.User.ID, c.Guild, c.Posts, c.Locale
	if err := c.create(c.Channel, t); err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, c.announcement(t)), nil
}

// invite reads from the options who is to sit at the table, the caller first.
func (c *call) invite() (guests, error) {
	me := userSeat + c.User.ID
	level, versus, err := c.levels()
	if err != nil {
		return guests{}, err
	}
	opponent, named := c.Options["opponent"].(chat.User)
	switch {
	case versus != "":
		if named {
			return guests{}, engine.Refuse("two levels play by themselves; leave either `opponent` or `versus` out")
		}
		return guests{seats: []string{levelSeat + level, levelSeat + versus}, names: []string{"", ""}}, nil
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
			seats: []string{me, userSeat + opponent.ID}, names: []string{c.User.Name, opponent.Name},
			pending: &store.Pending{Kind: challenged, By: c.User.ID, To: opponent.ID, At: c.now().UTC()},
		}, nil
	case c.alone() && len(c.entry.Game.Opponents.Levels) > 0:
		return c.againstLevel("")
	default:
		return guests{
			seats: []string{me, ""}, names: []string{c.User.Name, ""},
			pending: &store.Pending{Kind: open, By: c.User.ID, At: c.now().UTC()},
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
	return guests{seats: []string{userSeat + c.User.ID, levelSeat + level}, names: []string{c.User.Name, ""}}, nil
}

// levels reads the levels asked for.
func (c *call) levels() (level, versus string, err error) {
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

// announcement is what is said over a new table.
func (c *call) announcement(t *table) notice {
	title := t.title()
	switch {
	case t.Pending == nil:
		return notice{text: t.telling(engine.T("**%s**. %s", title, t.standing()))}
	case t.Pending.Kind == challenged:
		return notice{
			text:  engine.T("A game, offered by **%s**: **%s**%s.", t.name(t.seatOf(t.Pending.By)), title, t.unusual()),
			nudge: engine.T("%s, will you play %s?", chat.Mention(t.Pending.To), t.side(t.seatOf(t.Pending.To))),
			calls: []string{t.Pending.To},
		}
	default:
		return notice{text: engine.T("An opponent wanted by **%s**: **%s**%s. Whoever joins plays %s.",
			t.name(t.seatOf(t.Pending.By)), title, t.unusual(), t.side(t.seatOf(t.Pending.By).Other()))}
	}
}

// unusual names the options that were asked for and are not the usual ones, as they are
// typed: whoever accepts should know what.
func (t *table) unusual() engine.Text {
	asked, err := t.asked()
	if err != nil {
		return engine.Text{}
	}
	var words []string
	for _, a := range t.entry.Game.Options {
		value, given := asked[a.Name]
		if !given || a.Kind == engine.Upload || value == a.Default {
			continue
		}
		text := strings.NewReplacer("`", "'", "\n", " ").Replace(fmt.Sprint(value))
		words = append(words, "`"+a.Name+":"+chat.Shorten(text, longestOption)+"`")
	}
	if len(words) == 0 {
		return engine.Text{}
	}
	return engine.T(", with %s", strings.Join(words, " "))
}

// longestOption is how much is told of an option, in characters.
const longestOption = 60

// join answers a challenge with yes, or takes the free seat.
func (c *call) join() (chat.Reply, error) {
	t, err := c.find(openTables, func(t *table) bool {
		return t.waiting() && (t.Pending.To == c.User.ID || t.Pending.Kind == open && t.Pending.By != c.User.ID)
	}, engine.Refuse("nobody waits for you at a table of %s in this channel; `/%s new` opens one", c.entry.Game.Title, c.entry.Game.ID))
	if err != nil {
		return chat.Reply{}, err
	}
	return c.accept(t)
}

// accept lets the game begin.
func (c *call) accept(t *table) (chat.Reply, error) {
	if err := c.mayAnswer(t); err != nil {
		return chat.Reply{}, err
	}
	if t.Pending.Kind == open {
		free := t.seatOf(t.Pending.By).Other()
		t.Seats[free], t.Names[free] = userSeat+c.User.ID, c.User.Name
	}
	by := t.Pending.By
	t.Pending = nil
	t.remember(c.User)
	if err := c.save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.board(t, notice{
		text:  engine.T("Accepted by **%s**. %s", chat.Escape(c.User.Name), t.standing()),
		nudge: engine.T("%s, the game begins.", chat.Mention(by)), calls: []string{by},
	}), nil
}

// mayAnswer reports whether the caller is the one whose answer a new table waits for.
func (c *call) mayAnswer(t *table) error {
	switch {
	case !t.waiting() && t.Result != nil && t.Result.Kind == expired:
		return engine.Refuse("this challenge has expired; `/%s new` makes another", t.Game)
	case !t.waiting():
		return engine.Refuse("this challenge is no longer open; `/%s new` makes another", t.Game)
	case t.Pending.Kind == open && t.Pending.By == c.User.ID:
		return engine.Refuse("somebody else must join; to practise alone, name yourself as the opponent of `/%s new`", t.Game)
	case t.Pending.Kind == challenged && t.Pending.To != c.User.ID:
		return engine.Refuse("this challenge is for %s alone", t.name(t.seatOf(t.Pending.To)))
	case !c.now().Before(t.Due):
		return engine.Refuse("this challenge has expired; `/%s new` makes another", t.Game)
	default:
		return nil
	}
}

// decline answers a challenge with no.
func (c *call) decline(t *table) (chat.Reply, error) {
	if t.waiting() && t.Pending.By == c.User.ID {
		return c.withdraw(t)
	}
	if err := c.mayAnswer(t); err != nil {
		return chat.Reply{}, err
	}
	by := t.Pending.By
	t.end(declined, engine.NoSeat)
	if err := c.save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.notify(notice{
		text:  engine.T("The challenge is declined by **%s**.", chat.Escape(c.User.Name)),
		nudge: engine.T("%s, your challenge was declined.", chat.Mention(by)), calls: []string{by},
	}), nil
}

// withdraw takes a challenge back.
func (c *call) withdraw(t *table) (chat.Reply, error) {
	t.end(withdrawn, engine.NoSeat)
	if err := c.save(t); err != nil {
		return chat.Reply{}, err
	}
	return c.notify(notice{text: engine.T("The challenge is withdrawn by **%s**.", chat.Escape(c.User.Name))}), nil
}
