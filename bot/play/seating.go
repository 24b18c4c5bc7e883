package play

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

const levelName = "level"

// levelArg seats a level of the bot.
func levelArg(g *engine.Game) engine.Arg {
	return levelOption(g, levelName, engine.T("Play against the bot at this level"))
}

// versusArg seats a second level on the other seat.
func versusArg(g *engine.Game) engine.Arg {
	return levelOption(g, "versus", engine.T("A second level: the two play each other while you watch"))
}

// levelOption offers the levels, and accepts those of the scale.
func levelOption(g *engine.Game, name string, help engine.Text) engine.Arg {
	levels := engine.Map(g.Opponents.Levels, func(l engine.Level) engine.Named { return engine.Named{ID: l.ID, Title: l.Title} })
	a := engine.Arg{Name: name, Help: help, Kind: engine.Pick, Choices: levels}
	if scale := g.Opponents.Scale; scale.Level != nil {
		for n := scale.Arg.Min; n <= scale.Arg.Max; n++ {
			a.Unlisted = append(a.Unlisted, strconv.Itoa(n))
		}
	}
	return a
}

// OpponentArg is the person to challenge.
var OpponentArg = engine.Arg{Name: "opponent", Help: engine.T("A member to challenge, or yourself to practise")}

var openArg = engine.Arg{Name: "open", Help: engine.T("Wait for whoever joins first"), Kind: engine.Boolean}

const anySide = "random"

func sideArg(g *engine.Game) engine.Arg {
	choices := append(slices.Clone(g.Sides.List), engine.Named{ID: anySide, Title: engine.T("Random")})
	return engine.Arg{Name: g.Sides.Option, Help: g.Sides.Help, Kind: engine.Pick, Choices: choices, Default: g.Sides.List[0].ID}
}

// seating is who sits at a new table, and what it waits for: a kind of [store.Pending], or "" for
// nothing.
type seating struct {
	seats, names []string
	ask, to      string
	unsaid       bool // no opponent was named, and the table was not opened to whoever joins
}

func onlyCaller(c *show.Call) seating {
	return seating{seats: []string{table.User(c.User.ID)}, names: []string{c.User.Name}}
}

// invite reads the seating from the options, the caller first.
func invite(c *show.Call) (seating, error) {
	me := table.User(c.User.ID)
	level, versus, err := chosenLevels(c)
	if err != nil {
		return seating{}, err
	}
	opponent, named := c.Person(OpponentArg.Name)
	switch {
	case versus != "":
		if named {
			return seating{}, engine.Refuse("two levels play by themselves; leave either `opponent` or `versus` out")
		}
		return seating{seats: []string{table.Level(level), table.Level(versus)}, names: []string{"", ""}}, nil
	case named && opponent.ID != c.Request.App && level != "":
		return seating{}, engine.Refuse("a level is for playing against the bot; leave either `opponent` or `level` out")
	case level != "" || named && opponent.ID == c.Request.App:
		return againstLevel(c, level)
	case named && opponent.ID == c.User.ID:
		return seating{seats: []string{me, me}, names: []string{c.User.Name, c.User.Name}}, nil
	case named && opponent.Bot:
		return seating{}, AnotherBot(opponent)
	case named:
		return seating{
			seats: []string{me, table.User(opponent.ID)}, names: []string{c.User.Name, opponent.Name},
			ask: table.Challenge, to: opponent.ID,
		}, RequireAnswerable(c, opponent)
	case alone(c) && len(c.Entry.Game.Opponents.Levels) > 0:
		return againstLevel(c, "")
	default:
		open, said := c.Request.Options[openArg.Name].(bool)
		return seating{seats: []string{me, ""}, names: []string{c.User.Name, ""}, ask: table.Open, unsaid: !said || !open}, nil
	}
}

// AnotherBot refuses a game with a bot that is not this one.
func AnotherBot(who chat.User) error {
	return engine.Refuse("%s is another bot and does not play; name a member, or a level to play against me", chat.Name(who.Name))
}

func againstLevel(c *show.Call, level string) (seating, error) {
	g := c.Entry.Game
	l, ok := g.Level(cmp.Or(level, c.UsualLevel, g.Opponents.Default))
	if !ok {
		return seating{}, engine.Refuse("the bot does not play %s itself; name a member to challenge", g.Title)
	}
	return seating{seats: []string{table.User(c.User.ID), table.Level(l.ID)}, names: []string{c.User.Name, ""}}, nil
}

// chosenLevels reads the levels asked for. One may be given as a number of the game's scale.
func chosenLevels(c *show.Call) (level, versus string, err error) {
	g := c.Entry.Game
	scale := g.Opponents.Scale.Arg
	args := []engine.Arg{levelArg(g), versusArg(g)}
	if scale.Name != "" {
		args = append(args, scale)
	}
	o, err := c.Options(args, false)
	if err != nil {
		return "", "", err
	}
	level, versus = o.Text("level"), o.Text("versus")
	if n, given := o[scale.Name].(int); given {
		if level != "" {
			return "", "", engine.Refuse("`level` and `%s` both say how the bot plays; leave one of them out", scale.Name)
		}
		level = strconv.Itoa(n)
	}
	if versus != "" && level == "" {
		return "", "", engine.Refuse("`versus` needs `level` as well: the two levels that play each other")
	}
	return level, versus, nil
}

// fit adapts a seating to the number of seats.
func (who seating) fit(c *show.Call, env *show.Environment, seats int) (seating, error) {
	if seats == 2 {
		swap, err := swapsSides(c, env)
		if swap {
			who.swap()
		}
		return who, err
	}
	for _, name := range []string{"opponent", "level", "versus", openArg.Name, ratedArg.Name, c.Entry.Game.Opponents.Scale.Arg.Name} {
		if _, given := c.Request.Options[name]; given {
			return who, playedAlone(c, name)
		}
	}
	return onlyCaller(c), nil
}

func (who seating) swap() {
	slices.Reverse(who.seats)
	slices.Reverse(who.names)
}

func playedAlone(c *show.Call, option string) error {
	g := c.Entry.Game
	if line, ok := DuelLine(g); ok && line != c.Request.Sub {
		return engine.Refuse("this is played by one alone; leave `%s` out, or use %s, which is for two", option, engine.Command(g.ID+" "+line))
	}
	return engine.Refuse("this is played by one alone; leave `%s` out", option)
}

// swapsSides reports whether the caller is to have the second seat.
func swapsSides(c *show.Call, env *show.Environment) (bool, error) {
	g := c.Entry.Game
	side := sideArg(g)
	options, err := c.Options([]engine.Arg{side}, false)
	if err != nil {
		return false, err
	}
	if options.Text(side.Name) == anySide {
		return env.Of(c).Rand.IntN(2) == 1, nil
	}
	return options.Text(side.Name) == g.Sides.List[1].ID, nil
}

// DuelLine returns the command that opens a table for two; ok is false if there is none.
func DuelLine(g *engine.Game) (line string, ok bool) {
	if Solo(g) {
		return "", false
	}
	if o, err := engine.ParseOptions(g.Options, nil, false); err != nil || g.Seats(o) != 1 { // of a bare new
		return "new", true
	}
	for _, s := range g.Starts {
		if !s.Solo {
			return s.Name, true
		}
	}
	return "", false
}

// alone reports whether the caller is in a direct conversation with the bot, where nobody could join.
func alone(c *show.Call) bool { return c.Request.Guild == "" && c.Request.Posts }

// requireCompany refuses to offer a game if only the caller would see the offer.
func requireCompany(c *show.Call) error {
	switch {
	case alone(c):
		return engine.Refuse("you and I are alone here, and nobody else would see your offer; make it in a server, or in a conversation with whom you want to play, or play against me at a `level`")
	case c.Request.Unseen:
		return engine.Refuse("this server lets you alone see what I answer, so nobody would see your offer; ask who manages it to add me or to let you use external apps, make the offer in a direct conversation, or play against me at a `level`")
	}
	return nil
}

// RequireAnswerable refuses to offer a game to a person who could not answer where the caller is.
func RequireAnswerable(c *show.Call, who chat.User) error {
	if err := requireCompany(c); err != nil {
		return err
	}
	switch name := chat.Name(who.Name); {
	case who.Away == chat.Elsewhere && c.Request.Guild == "":
		return engine.Refuse("%s is not in this conversation and could not answer; offer the game where you both are", name)
	case who.Away == chat.Elsewhere:
		return engine.Refuse("%s is not in this server and could not answer; name somebody who is", name)
	case who.Away == chat.Unseeing:
		return engine.Refuse("%s does not see this channel and could not answer; offer the game in one that you both see", name)
	case who.Away == chat.Silenced:
		return engine.Refuse("%s is in a time-out and cannot answer; offer the game when that is over", name)
	}
	return nil
}

var ratedArg = engine.Arg{
	Name: "rated", Help: engine.T("The game counts for the ratings of who plays it; without hints"), Kind: engine.Boolean,
}

// rate enters a new table for rating if the caller asks for it. Between people it also does so if
// the server rates games by default and the caller says nothing.
func (h *Handlers) rate(c *show.Call, t *table.Table) error {
	wanted := c.Request.Options[ratedArg.Name]
	if wanted == true {
		return rating.Enter(t)
	}
	if wanted != nil || !t.Between() {
		return nil
	}
	ways, err := guild.Of(h.Records, c.Request.Guild)
	if err == nil && ways.Rated {
		_ = rating.Enter(t) // a game that cannot be rated is played unrated
	}
	return err
}

// requireRest refuses a new table of the caller's as [rating.RequireRest] does.
func (h *Handlers) requireRest(from store.Reader, c *show.Call, t *table.Table) error {
	own, err := h.Tables.Of(c.User.ID)
	if err != nil {
		return err
	}
	return rating.RequireRest(from, t, own, h.Env.Now())
}

// byChance draws the sides of a rated game against the bot, since one side may have an advantage.
func (who seating) byChance(c *show.Call, env *show.Environment) (seating, error) {
	if side := c.Entry.Game.Sides.Option; c.Request.Options[side] != nil {
		return who, engine.Refuse("chance decides who has which side of a rated game against the bot; leave `%s` out", side)
	}
	if env.Of(c).Rand.IntN(2) == 1 {
		who.swap()
	}
	return who, nil
}
