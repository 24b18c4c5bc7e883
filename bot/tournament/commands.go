package tournament

import (
	"cmp"
	"errors"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The pairing systems.
const (
	swiss   = "swiss"
	allMeet = "all"
)

// GameArg is the game to play. The bot offers completions for it.
var GameArg = engine.Arg{Name: "game", Help: engine.T("What is played"), Kind: engine.Word, Required: true, Max: 32}

// NewArgs are the other arguments of the command that creates a tournament.
var NewArgs = []engine.Arg{
	{Name: "title", Help: engine.T("What the tournament is called"), Kind: engine.Word, Prose: true, Max: 60},
	{Name: "system", Help: engine.T("Who meets whom"), Kind: engine.Pick, Default: swiss, Choices: []engine.Named{
		{ID: swiss, Title: engine.T("Swiss: a few rounds, against others who have won as often")},
		{ID: allMeet, Title: engine.T("Everybody against everybody")},
	}},
	{Name: "rounds", Help: engine.T("How many rounds of a Swiss tournament; otherwise as many as find a winner"), Kind: engine.Integer, Min: 1, Max: maxRounds},
	{Name: "options", Help: engine.T("How the game is set up, as after its command new: size:9"), Kind: engine.Word, Max: 200},
	{Name: "clock", Help: engine.T("The time for each game, such as 3d or 10+5"), Kind: engine.Word, Max: 32},
	{Name: "hours", Help: engine.T("In how many hours each game must be over, 0 for no limit; otherwise 3 to 5 days"), Kind: engine.Integer, Max: 30 * 24, DefaultFor: hours},
	{Name: "rated", Help: engine.T("The games count for ratings"), Kind: engine.Boolean},
}

// hours has the number of players say how long a game may last, unless its clock counts days: that ends the
// games of those who do not come, and lets the others take their time.
func hours(before engine.Options) any {
	if c, _ := table.ParseControl(before.Text("clock")); c.Days > 0 { // an error is told with the game
		return 0
	}
	return byPlayers
}

// MemberArg is the player that an organiser's command concerns.
var MemberArg = engine.Arg{Name: "player", Help: engine.T("Which player; for organisers")}

// PageArg is a page of the standings.
var PageArg = engine.Arg{Name: "page", Help: engine.T("Which page of the standings"), Kind: engine.Integer, Min: 1, Max: 7}

// requireOrganiser refuses callers who may not organise the tournament.
func requireOrganiser(c *chat.Call, t *Tournament) error {
	if c.User.ID == t.Organiser || mayOrganise(c) {
		return nil
	}
	if t.Organiser == "" {
		return engine.Refuse("only who may manage the server or its events can do that")
	}
	return engine.Refuse("only %s, who organises it, or who may manage the server or its events, can do that", chat.Mention(t.Organiser))
}

// answer changes the tournament of a channel, or refuses if there is none, and tells the caller alone what say
// returns. If f fails, nothing is stored; after a concurrent change it is called again with the new record.
func (k *Keeper) answer(c *chat.Call, channel string, f func(*Tournament, store.Reader) error, say func(*Tournament) string) (chat.Reply, error) {
	var t *Tournament
	err := k.update(c.Op(), func(tx *store.Tx) (err error) {
		t, err = changeIn(tx, channel, func(t *Tournament) error { return f(t, tx) })
		return err
	})
	switch {
	case errors.Is(err, store.ErrNotFound):
		return chat.Reply{}, none()
	case err != nil:
		return chat.Reply{}, err
	}
	return chat.Whisper(say(t)), nil
}

// organise is like answer, for a caller who may organise the tournament.
func (k *Keeper) organise(c *chat.Call, channel string, f func(*Tournament) error, say func(*Tournament) string) (chat.Reply, error) {
	return k.answer(c, channel, func(t *Tournament, _ store.Reader) error {
		if err := requireOrganiser(c, t); err != nil {
			return err
		}
		return f(t)
	}, say)
}

func mayOrganise(c *chat.Call) bool { return c.Request.Manages || c.Request.Arranges }

// New creates a tournament and opens its sign-up.
func (k *Keeper) New(c *chat.Call) (chat.Reply, error) {
	switch {
	case c.Request.Guild == "":
		return chat.Reply{}, engine.Refuse("a tournament is played in a channel of a server")
	case !mayOrganise(c):
		return chat.Reply{}, engine.Refuse("only who may manage the server or its events can begin a tournament")
	case !c.Request.Posts:
		return chat.Reply{}, engine.Refuse("I may not post in this channel; give me the permissions View Channel, Send Messages and Attach Files, or choose another")
	}
	o, err := c.Options(append([]engine.Arg{GameArg}, NewArgs...), false)
	if err != nil {
		return chat.Reply{}, err
	}
	t := &Tournament{
		Key: c.Request.ID, Title: strings.TrimSpace(o.Text("title")), Guild: c.Request.Guild, Channel: c.Request.Channel,
		Locale: c.Request.Locale, Organiser: c.User.ID, Game: o.Text(GameArg.Name), Options: strings.TrimSpace(o.Text("options")),
		Clock: strings.TrimSpace(o.Text("clock")), Rated: o.Bool("rated"), AllMeet: o.Text("system") == allMeet,
		State: SigningUp, Since: k.now().UTC(),
	}
	t.Planned, _ = o["rounds"].(int)
	t.Hours, _ = o["hours"].(int)
	if t.AllMeet && t.Planned > 0 {
		return chat.Reply{}, engine.Refuse("where everybody meets everybody, the number of players says how many rounds there are; leave `rounds` out")
	}
	made, err := k.trial(t)
	if err == nil && t.Rated {
		err = rating.Enter(made)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	t.Title = cmp.Or(t.Title, k.plainTitle(t, c.Words))
	if err := k.create(t, c.Op()); err != nil {
		return chat.Reply{}, err
	}
	return chat.Whisper(
		c.Say("The sign-up of **%s** stands below. When all are there, %s begins the first round.", t.name(), engine.Command("tournament start")),
		c.Say("%s takes it to another channel, and %s ends it.", engine.Command("tournament move"), engine.Command("tournament stop")),
	), nil
}

// Join signs the caller up, or has them play from the next round on.
func (k *Keeper) Join(c *chat.Call) (chat.Reply, error) {
	joined := false
	return k.answer(c, c.Request.Channel, func(t *Tournament, _ store.Reader) (err error) {
		joined, err = t.Join(c.User)
		return err
	}, func(t *Tournament) string {
		switch {
		case !joined:
			return c.Say("You are signed up for **%s**.", t.name())
		case t.State == Running:
			return c.Say("You play in **%s** from round %s on. I call you when it begins; %s withdraws you.",
				t.name(), number(len(t.Rounds)+1), engine.Command("tournament withdraw"))
		}
		return c.Say("You have signed up for **%s**: %s. I call you when the first round begins; until then %s takes you off the list.",
			t.name(), engine.Count(len(t.Players), "one person so far", "%s people so far"), engine.Command("tournament leave"))
	})
}

// Leave removes the caller from the sign-up.
func (k *Keeper) Leave(c *chat.Call) (chat.Reply, error) {
	leave := func(t *Tournament, _ store.Reader) error { return t.Leave(c.User.ID) }
	return k.answer(c, c.Request.Channel, leave, func(t *Tournament) string { return c.Say("You are not signed up for **%s** any more.", t.name()) })
}

// Start begins the first round.
func (k *Keeper) Start(c *chat.Call) (chat.Reply, error) {
	drawn := k.bot.Env.Drawn(&show.Call{})
	return k.organise(c, c.Request.Channel, func(t *Tournament) error {
		apart, err := k.apart(t)
		if err != nil {
			return err
		}
		env := drawn(nil)
		return t.Start(env.Rand.Perm(len(t.Players)), env.Now, apart)
	}, func(t *Tournament) string {
		return c.Say("**%s** begins with %s and %s.", t.name(),
			engine.Count(len(t.Players), "one player", "%s players"), engine.Count(t.Planned, "one round", "%s rounds"))
	})
}

// Show shows the standings and the games of the present round.
func (k *Keeper) Show(c *chat.Call, o engine.Options) (chat.Reply, error) {
	t, err := k.In(c.Request.Channel)
	if err != nil {
		return chat.Reply{}, err
	}
	r := c.Reply(true, c.Say("**%s**: %s.", t.name(), k.kind(t)))
	if t.State == SigningUp {
		r.Text += "\n" + c.Say("%s.", engine.Count(len(t.Players), "One person has signed up", "%s people have signed up"))
		return r, nil
	}
	if t.round() != nil {
		r.Text += "\n" + c.Say("Round %s of %s:", number(len(t.Rounds)), number(t.Planned)) + t.pairings(c.Words)
	}
	page := o.Int(PageArg.Name)
	if !k.addStandings(&r, t, c.User.ID, page, c.Words) {
		c.Failed = true
	}
	r.Rows = chat.Rows(t.pageButtons(c, page))
	return r, nil
}

// target returns the player whom a command concerns: the caller, or one named by an organiser.
func target(c *chat.Call, t *Tournament) (user string, err error) {
	who, named := c.Person(MemberArg.Name)
	if !named || who.ID == c.User.ID {
		return c.User.ID, nil
	}
	return who.ID, requireOrganiser(c, t)
}

// Withdraw withdraws the caller, or a player named by an organiser, from a running tournament.
func (k *Keeper) Withdraw(c *chat.Call) (chat.Reply, error) {
	var user string
	return k.answer(c, c.Request.Channel, func(t *Tournament, _ store.Reader) (err error) {
		if user, err = target(c, t); err == nil {
			err = t.Withdraw(user, c.User.ID)
		}
		return err
	}, func(t *Tournament) string {
		return c.Say("%s has withdrawn from **%s**, loses the game that goes on, and is paired no more.", chat.Mention(user), t.name())
	})
}

// Forfeit makes a player lose the present game by decision of an organiser.
func (k *Keeper) Forfeit(c *chat.Call) (chat.Reply, error) {
	who, named := c.Person(MemberArg.Name)
	if !named {
		return chat.Reply{}, engine.Refuse("name the `player` who loses the present game")
	}
	lose := func(t *Tournament) error { return t.loseGame(who.ID, c.User.ID) }
	return k.organise(c, c.Request.Channel, lose, func(t *Tournament) string {
		return c.Say("%s loses the game of this round of **%s**.", chat.Mention(who.ID), t.name())
	})
}

// Stop ends a tournament early.
func (k *Keeper) Stop(c *chat.Call) (chat.Reply, error) {
	channel, err := k.targetChannel(c)
	if err != nil {
		return chat.Reply{}, err
	}
	return k.organise(c, channel, func(t *Tournament) error {
		if t.State == Over && !t.Lost {
			return engine.Refuse("**%s** is over already", t.name())
		}
		t.State, t.Ended = Stopped, k.now().UTC()
		return nil
	}, func(t *Tournament) string {
		return c.Say("**%s** is stopped. Games that go on are played as any others, in the time they have.", t.name())
	})
}

// Move moves a tournament that the caller may organise to this channel.
func (k *Keeper) Move(c *chat.Call) (chat.Reply, error) {
	if !c.Request.Posts {
		return chat.Reply{}, engine.Refuse("I may not post in this channel either; choose one where I may")
	}
	channel, err := k.targetChannel(c)
	if err != nil {
		return chat.Reply{}, err
	}
	return k.answer(c, channel, func(t *Tournament, r store.Reader) error {
		stays := c.Request.Channel == channel && t.Lost // the bot may be able to post there again
		if err := free(r, c.Request.Channel, engine.Refuse("a tournament goes on in this channel already; use the command where it is to go")); err != nil && !stays {
			return err
		}
		if err := requireOrganiser(c, t); err != nil {
			return err
		}
		if !k.moves.Allows(c.Request.Guild, c.Request.ID, c.User.ID, k.now()) {
			return engine.Refuse("tournaments have moved often here within ten minutes, which calls their players each time; wait a little")
		}
		t.Channel, t.Lost, t.Message, t.Shown = c.Request.Channel, false, "", 0
		return nil
	}, func(t *Tournament) string {
		return c.Say("**%s** goes on here. Games that were not over are put on new tables as they stood.", t.name())
	})
}

// targetChannel returns the channel of the tournament that an organiser means: this channel, or
// else the channel of the only tournament on the server that the caller may organise.
func (k *Keeper) targetChannel(c *chat.Call) (string, error) {
	var here, others []string
	err := k.store.Each(Kind, "", func(id string, value []byte) bool {
		t, err := decode(value)
		switch {
		case err != nil || t.Guild != c.Request.Guild || requireOrganiser(c, t) != nil:
		case id == c.Request.Channel:
			here = append(here, id)
		default:
			others = append(others, id)
		}
		return true
	})
	switch {
	case err != nil:
		return "", err
	case len(here) > 0:
		return here[0], nil
	case len(others) == 1:
		return others[0], nil
	case len(others) > 1:
		return "", engine.Refuse("several tournaments go on in this server; use the command in the channel of one, or stop those that are over")
	}
	return "", engine.Refuse("there is no tournament in this server that you organise; %s begins one", engine.Command("tournament new"))
}
