package play

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// Open opens a table with the game's options.
func (h *Handlers) Open(c *show.Call) (chat.Reply, error) {
	g := c.Entry.Game
	if len(chat.Given(c.Request.Options, FromArgs)) > 0 {
		return h.goOn(c)
	}
	if err := h.applyDefaults(c); err != nil {
		return chat.Reply{}, err
	}
	return h.openFor(c, Solo(g), func(alone bool) (engine.Options, error) { return c.Options(g.Options, alone) }, atStart)
}

// Start opens a table by one of the game's own commands for that.
func (h *Handlers) Start(c *show.Call, s engine.Start) (chat.Reply, error) {
	g := c.Entry.Game
	return h.openFor(c, Solo(g) || s.Solo, func(alone bool) (engine.Options, error) {
		return s.Parse(g, chat.Given(c.Request.Options, s.Args), alone)
	}, atStart)
}

// atStart leaves a table where its game begins.
func atStart(*table.Table) error { return nil }

// Solo reports whether a game is always for one player.
func Solo(g *engine.Game) bool { return len(g.Sides.List) < 2 }

// openFor opens a table for the caller alone or with others. ask parses the options; the defaults
// depend on whether anybody else plays. begin sets up the position in which the table begins.
func (h *Handlers) openFor(c *show.Call, single bool, ask func(alone bool) (engine.Options, error), begin func(*table.Table) error) (chat.Reply, error) {
	g := c.Entry.Game
	if err := h.requireChannel(c); err != nil {
		return chat.Reply{}, err
	}
	who, timed := onlyCaller(c), table.Control{}
	if !single {
		var err error
		if timed, err = control(c); err != nil {
			return chat.Reply{}, err
		}
		if who, err = invite(c); err != nil {
			return chat.Reply{}, err
		}
	}
	rated := c.Request.Options[ratedArg.Name] == true
	asked, err := ask(who.ask == "" && !rated)
	if err != nil {
		return chat.Reply{}, err
	}
	options, err := g.Prepared(h.Env.Of(c), asked)
	if err != nil {
		return chat.Reply{}, err
	}
	if who, err = who.fit(c, h.Env, g.Seats(options)); err != nil {
		return chat.Reply{}, err
	}
	if rated && who.ask == "" {
		if who, err = who.byChance(c, h.Env); err != nil {
			return chat.Reply{}, err
		}
	}
	t, err := table.New(g, options, who.seats, who.names, h.Env.Now())
	if err == nil {
		err = begin(t)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	if line, ok := typedLine(c); ok && who.unsaid {
		return askWhom(c, line), nil
	}
	if who.ask != "" {
		t.Ask(who.ask, c.User.ID, who.to, h.Env.Now())
	}
	help, err := c.Options([]engine.Arg{helpArg}, false)
	if err != nil {
		return chat.Reply{}, err
	}
	if err := cmp.Or(t.KeepAsked(asked), t.SetClock(timed)); err != nil {
		return chat.Reply{}, err
	}
	t.Record.Help = help.Bool(helpArg.Name) && t.Between()
	if err := h.rate(c, t); err != nil {
		return chat.Reply{}, err
	}
	if open, ok := h.begun(c, t); ok {
		return h.again(c, open), nil
	}
	return h.Store(c, t)
}

// PressedTwice is the time in which a second press of a button counts as a mistake.
const PressedTwice = 10 * time.Second

// begun returns the caller's open table that serves instead of a new one. It has the same puzzle,
// whose tries are counted there, or was opened by the same button and has no moves yet.
func (h *Handlers) begun(c *show.Call, t *table.Table) (*table.Table, bool) {
	if !t.Record.Private && !c.Pressed() {
		return nil, false
	}
	own, err := h.Tables.Of(c.User.ID)
	if err != nil {
		c.Log.Error("look for a table among open tables", "err", err) // a second table does no harm
		return nil, false
	}
	threaded := h.threaded(c, t)
	for _, b := range own {
		near := b.Key.Channel == c.Request.Channel || threaded && b.Head.Guild == c.Request.Guild
		if !near || b.Key.Game != t.Game.ID || b.Head.Private != t.Record.Private {
			continue
		}
		if open, ok := h.Tables.Try(c.Ctx, b.Key); ok && !open.Record.Over && h.same(c, open, t) {
			return open, true
		}
	}
	return nil, false
}

// same reports whether an open table of the caller's is what they ask for again. A table in a thread,
// or with options decided by chance, must have been opened just now.
func (h *Handlers) same(c *show.Call, open, t *table.Table) bool {
	dealt := open.Key.Channel == c.Request.Channel && bytes.Equal(open.Record.Options, t.Record.Options)
	if t.Record.Private && dealt {
		return true
	}
	now := h.Env.Now().Sub(open.Record.Opened) < PressedTwice
	return c.Pressed() && open.Like(t) && (dealt || now)
}

var openAlready = engine.T("This table was open already.")

// again shows a table that the caller has opened already, or links its channel.
func (h *Handlers) again(c *show.Call, open *table.Table) chat.Reply {
	switch {
	case open.Record.Private:
		return h.ShowTable(c, open, table.Notice{Text: engine.T("You have begun this puzzle here. %s", open.Headline())})
	case open.Key.Channel != c.Request.Channel:
		return comeTo(c, openAlready, open.Key.Channel)
	}
	return h.ShowTable(c, open, table.Notice{Text: engine.Sentences(openAlready, open.Headline())})
}

// Store stores a new table of the caller's and shows it.
func (h *Handlers) Store(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := h.admit(c, t); err != nil {
		return chat.Reply{}, err
	}
	if !h.threaded(c, t) {
		return h.here(c, t)
	}
	if err := h.Tables.RequireRoom(t); err != nil {
		return chat.Reply{}, err
	}
	return h.inThread(c, t), nil
}

// admit gives a new table its owner, and refuses it if it may not be opened.
func (h *Handlers) admit(c *show.Call, t *table.Table) error {
	r := t.Record
	r.Owner, r.Guild, r.Posts, r.Locale = c.User.ID, c.Request.Guild, c.Request.Posts, c.Request.Locale
	if t.Waiting() {
		if err := requireCompany(c); err != nil {
			return err
		}
	}
	if t.Asks(table.Challenge) {
		if err := h.checkApart(c, t.Record.Pending.To, &t.Brief); err != nil {
			return err
		}
	}
	return cmp.Or(h.requireChannel(c), h.requireRest(h.Records, c, t))
}

// here stores an admitted table in the caller's channel and shows it.
func (h *Handlers) here(c *show.Call, t *table.Table) (chat.Reply, error) {
	if err := h.create(c, c.Request.Channel, t); err != nil {
		return chat.Reply{}, err
	}
	return h.ShowTable(c, t, t.Announcement()), nil
}

// typedLine returns the caller's command of a game as a button can carry it: "new size:5". It is
// false if a line cannot hold an option, or a button the line.
func typedLine(c *show.Call) (string, bool) {
	words := []string{c.Request.Sub}
	for name, value := range c.Request.Options {
		if name == openArg.Name {
			continue
		}
		text := show.TextOf(value)
		if text == "" || strings.ContainsAny(text, "|\n") || strings.Contains(text, ":") && strings.Contains(text, " ") {
			return "", false
		}
		words = append(words, name+":"+text)
	}
	slices.Sort(words[1:])
	line := strings.Join(words, " ")
	return line, len(openButton(c, line, longestOpening, "", engine.Text{}).Action) <= chat.MaxAction
}

// longestOpening is the longest option that a button adds to a line.
const longestOpening = "level:beginner"

// askWhom asks whom the caller wants to play if their command did not say it.
func askWhom(c *show.Call, line string) chat.Reply {
	r := c.Reply(true, c.Say("**%s**: whom do you want to play?", c.Entry.Game.Title))
	if _, options, given := strings.Cut(line, " "); given {
		r.Text = c.Say("**%s** with `%s`: whom do you want to play?", c.Entry.Game.Title, options)
	}
	for _, offer := range c.Entry.Game.Controls.Offers {
		if offer.Line == line {
			r.Text = c.Say("**%s · %s**: whom do you want to play?", c.Entry.Game.Title, offer.Label)
		}
	}
	r.Rows = OpponentRows(c, line)
	last := &r.Rows[len(r.Rows)-1]
	last.Buttons = append(last.Buttons, c.RulesButtons(c.Entry.Game)...)
	return r
}

// OpponentRows offers opponents for a line that opens a table: the bot at its levels except halfway
// ones, a member, whoever joins, and oneself.
func OpponentRows(c *show.Call, line string) []chat.Row {
	g := c.Entry.Game
	var levels []chat.Button
	for _, l := range g.Opponents.Levels {
		if l.IsHalfway() { // the option offers them; nine buttons would hide the other choices
			continue
		}
		b := openButton(c, line, "level:"+l.ID, "🤖", l.Title)
		if l.ID == g.Opponents.Default {
			b.Style = chat.Primary
		}
		levels = append(levels, b)
	}
	rows := chat.Rows(levels)
	self := openButton(c, line, OpponentArg.Name+":@me", "🪞", engine.T("Both sides myself"))
	if requireCompany(c) != nil {
		return append(rows, chat.Row{Buttons: []chat.Button{self}})
	}
	anyone := openButton(c, line, openArg.Name+":true", "📣", engine.T("Whoever joins"))
	return append(
		rows,
		chat.Row{Menu: &chat.Menu{
			Action: strings.Join([]string{show.AgainstAction, g.ID, "0", line}, ":"), People: true,
			Placeholder: c.Say("Challenge somebody…"),
		}},
		chat.Row{Buttons: []chat.Button{anyone, self}},
	)
}

func openButton(c *show.Call, line, option, emoji string, label engine.Text) chat.Button {
	return c.RunButton(nil, engine.Action{Line: line + " " + option, Emoji: emoji, Label: label})
}

// OpenParams returns the options of a command that opens a table, the most important first: who
// plays, the options of the game, and what few people need.
func OpenParams(g *engine.Game, args []engine.Arg, single bool) []show.Param {
	if single {
		return show.Params(args)
	}
	var list []engine.Arg
	levels := len(g.Opponents.Levels) > 0
	if levels {
		list = append(list, levelArg(g))
	}
	list = append(append(list, args...), sideArg(g), openArg, ratedArg, clockArg)
	if levels {
		list = append(list, versusArg(g))
	}
	if scale := g.Opponents.Scale.Arg; scale.Name != "" {
		list = append(list, scale)
	}
	if g.Opponents.Hint != "" || slices.ContainsFunc(g.Views, func(v engine.View) bool { return v.Advice }) {
		list = append(list, helpArg)
	}
	return append([]show.Param{{Arg: OpponentArg, User: true}}, show.Params(list)...)
}
