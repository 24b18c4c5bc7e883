package tournament

import (
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/cards"
	"github.com/sixfold-bot/sixfold/store"
)

// name returns the title, escaped for use in a sentence.
func (t *Tournament) name() string { return chat.Escape(t.Title) }

// plainTitle returns the title of a tournament to which nobody has given one.
func (k *Keeper) plainTitle(t *Tournament, words chat.Words) string {
	game := engine.T("%s", t.Game)
	if entry := k.bot.Games.ByID[t.Game]; entry != nil {
		game = entry.Game.Title
	}
	return words.Say(engine.T("%s tournament", game))
}

// name returns a player's name for use in a sentence, without a mention.
func (p Player) name() string {
	if p.Name == "" {
		return "?"
	}
	return chat.Name(p.Name)
}

// kind describes the game, the system and the settings of a tournament.
func (k *Keeper) kind(t *Tournament) engine.Text {
	game := engine.T("%s", t.Game)
	if made, err := k.trial(t); err == nil {
		game = made.Game.Title
	}
	var said engine.Text
	switch {
	case t.AllMeet:
		said = engine.T("%s, everybody against everybody", game)
	case t.Planned > 0:
		said = engine.T("%s, a Swiss tournament of %s", game, engine.Count(t.Planned, "one round", "%s rounds"))
	default:
		said = engine.T("%s, a Swiss tournament", game)
	}
	for _, extra := range []struct {
		there bool
		text  engine.Text
	}{
		{t.Options != "", engine.T("`%s`", engine.Quotable(t.Options))},
		{t.Clock != "", engine.T("clock `%s`", engine.Quotable(t.Clock))},
		{t.Hours != 0, t.pace()},
		{t.Rated, engine.T("rated")},
	} {
		if extra.there {
			said = engine.T("%s, %s", said, extra.text)
		}
	}
	return said
}

func (t *Tournament) pace() engine.Text {
	switch {
	case t.Hours == byPlayers:
		return engine.T("3 to 5 days a round")
	case t.Hours%24 != 0:
		return engine.Count(t.Hours, "one hour a round", "%s hours a round")
	default:
		return engine.Count(t.Hours/24, "one day a round", "%s days a round")
	}
}

func (s *step) signUp() chat.Reply {
	t, c := s.t, &chat.Call{Words: s.bot.Words(s.t.Locale)}
	count := engine.Count(len(t.Players), "One person has signed up", "%s people have signed up")
	switch {
	case t.State != SigningUp && t.open():
		count = engine.Count(len(t.Players), "It has begun; one person plays, and others can still join", "It has begun; %s people play, and others can still join")
	case t.State != SigningUp:
		count = engine.Count(len(t.Players), "The sign-up is closed; one person plays", "The sign-up is closed; %s people play")
	case len(t.Players) == 0:
		count = engine.T("Nobody has signed up yet")
	}
	lines := []string{c.Say("**%s**", t.name()), c.Say("%s.", s.kind(t)), "", c.Say("%s.", count)}
	if len(t.Players) > 0 {
		lines = append(lines, strings.Join(engine.Map(t.Players, Player.name), ", "))
	}
	r := chat.Reply{Text: strings.Join(lines, "\n")}
	join, start := c.Button("tournament join", engine.T("Join")), c.Button("tournament start", engine.T("Start"))
	join.Style, join.Emoji, start.Emoji = chat.Success, "🙋", "🏁"
	switch {
	case t.State == SigningUp:
		r.Rows = chat.Rows([]chat.Button{join, c.Button("tournament leave", engine.T("Leave")), start})
	case t.open():
		r.Rows = chat.Rows([]chat.Button{join})
	}
	return r
}

// roundMessage lists the pairings of the present round and, from the second round on, the
// standings.
func (s *step) roundMessage() chat.Reply {
	t, words := s.t, s.bot.Words(s.t.Locale)
	n := len(t.Rounds)
	heading := words.Say(engine.T("**%s**, round %s of %s.", t.name(), number(n), number(t.Planned)))
	if t.Hours > 0 {
		heading += " " + words.Say(engine.T("%s: at its end, who is to move loses.", t.pace()))
	}
	r := chat.Reply{Text: heading + t.pairings(words), Rows: showButton(words)}
	if n > 1 {
		s.addStandings(&r, t, "", 1, words)
	}
	return r
}

// pairings returns the games of the last round as text, each on a line of its own.
func (t *Tournament) pairings(words chat.Words) (list string) {
	for _, g := range t.Rounds[len(t.Rounds)-1].Games {
		if said := t.pairing(&g); !said.Empty() {
			list += "\n- " + words.Say(said)
		}
	}
	return list
}

// showButton returns a button that shows the standings with the user's own line.
func showButton(words chat.Words) []chat.Row {
	b := (&chat.Call{Words: words}).Button("tournament show", engine.T("Standings"))
	b.Emoji = "📊"
	return chat.Rows([]chat.Button{b})
}

// pairing describes a game. The text is empty for the bye of a player who has withdrawn.
func (t *Tournament) pairing(g *Game) engine.Text {
	if g.Second == pairing.Bye {
		if t.Players[g.First].Gone {
			return engine.Text{}
		}
		if t.AllMeet {
			return engine.T("**%s** does not play in this round.", t.Players[g.First].name())
		}
		return engine.T("**%s** has a bye, and a point for it.", t.Players[g.First].name())
	}
	first, second := t.Players[g.First].name(), t.Players[g.Second].name()
	if !g.Done {
		if g.Table > 0 {
			return engine.T("**%s** against **%s**: table %s.", first, second, number(g.Table))
		}
		return engine.T("**%s** against **%s**.", first, second)
	}
	return engine.T("**%s** against **%s**: %s.", first, second, halves(g.Points[0])+" : "+halves(g.Points[1]))
}

// noRoom says that games of the present round have no room for a table, and because of whose limit: of a
// person, or "" of the channel.
func (t *Tournament) noRoom(person string) engine.Text {
	why := engine.T("this channel has as many open tables as a channel may have")
	if person != "" {
		why = engine.T("%s has as many open tables as a person may have", chat.Mention(person))
	}
	return engine.T("**%s**, round %s: games wait for room, because %s. They begin as soon as there is some.", t.name(), number(len(t.Rounds)), why)
}

// halves formats a number of halves, such as "2½".
func halves(n int) string { return quarters(2 * n) }

// quarters formats a number of quarters, such as "2¾".
func quarters(n int) string {
	fraction := []string{"", "¼", "½", "¾"}[n%4]
	if n/4 == 0 && fraction != "" {
		return fraction
	}
	return number(n/4) + fraction
}

// endMessage announces the end of the tournament. It returns the IDs of the winners too.
func (s *step) endMessage() (r chat.Reply, winners []string) {
	t, words := s.t, s.bot.Words(s.t.Locale)
	r.Rows = showButton(words)
	if t.State == Stopped {
		r.Text = words.Say(engine.T("The tournament **%s** was stopped. Games that go on are played as any others, in the time they have.", t.name()))
		return r, nil
	}
	var names []string
	for _, l := range t.Standings() {
		switch id := t.Players[l.Player].ID; {
		case l.Place > 1:
		case id == "":
			names = append(names, "**"+t.Players[l.Player].name()+"**")
		default:
			names, winners = append(names, chat.Mention(id)), append(winners, id)
		}
	}
	r.Mentions = s.mentions(winners, t.Ended)
	if len(names) == 1 {
		r.Text = words.Say(engine.T("The tournament **%s** is over: %s has won it. Congratulations!", t.name(), names[0]))
	} else {
		r.Text = words.Say(engine.T("The tournament **%s** is over, and nothing tells its winners apart: %s. Congratulations!", t.name(), strings.Join(names, ", ")))
	}
	if len(t.Rounds) < t.Planned {
		r.Text += " " + words.Say(engine.T("It has ended after round %s: no further one was possible.", number(len(t.Rounds))))
	}
	s.addStandings(&r, t, "", 1, words)
	return r, winners
}

// mentions returns those of some people whom a message mentions that is about no table, as at the end of a game, and
// tells of what was stored then; the zero time is just now.
func (s *step) mentions(people []string, since time.Time) []string {
	return s.bot.Choices.Mentions(&table.Brief{Head: &store.Head{Guild: s.t.Guild, Over: true}}, table.Notice{Calls: people, Since: since})
}

// addStandings adds a page of the standings to a message, as a picture in a user's style or else as
// text. It reports whether there is a picture.
func (k *Keeper) addStandings(r *chat.Reply, t *Tournament, user string, page int, words chat.Words) bool {
	file, err := k.picture(t, user, page, words)
	if err != nil {
		k.log.Error("draw standings", "channel", t.Channel, "err", err)
		r.Text += "\n" + chat.Escape(file.Alt)
		return false
	}
	r.Files = append(r.Files, file)
	return true
}

// pageButtons returns buttons for the pages of the standings, if there are several.
func (t *Tournament) pageButtons(c *chat.Call, page int) []chat.Button {
	_, page = t.pageOf(t.Standings(), c.User.ID, page)
	var buttons []chat.Button
	for p := 1; p <= t.pages() && t.pages() > 1; p++ {
		b := c.Button("tournament show page:"+strconv.Itoa(p), engine.T("%s to %s", number((p-1)*cards.MostRows+1), number(min(p*cards.MostRows, len(t.Players)))))
		b.Disabled = p == page
		buttons = append(buttons, b)
	}
	return buttons
}
