package table

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// Title names the table: "Hex, table 3".
func (t *Brief) Title() engine.Text {
	return engine.T("%s, table %s", t.Game.Title, strconv.Itoa(t.Key.Number))
}

// Headline returns the title, for a puzzle its name, where an imported game was played, and how the table
// stands.
func (t *Table) Headline() engine.Text {
	if r, ok := engine.RiddleOf(t.Position); ok {
		return engine.T("**%s**: %s. %s", t.Title(), r.Name, t.StatusWords())
	}
	if i := t.Head.Imported; i != nil {
		where := []engine.Text{engine.T("imported")}
		for _, known := range []string{i.Info["EV"], i.Info["RO"], i.Info["PC"], i.Date} {
			switch {
			case known == "":
			case known == i.Info["RO"] && known[0] >= '0' && known[0] <= '9':
				where = append(where, engine.T("round %s", chat.Name(known)))
			default:
				where = append(where, engine.T("%s", chat.Name(known)))
			}
		}
		return engine.T("**%s** (%s). %s", t.Title(), engine.List(", ", where), t.StatusWords())
	}
	return engine.T("**%s**. %s", t.Title(), t.StatusWords())
}

// StatusWords says in a sentence how the table stands.
func (t *Table) StatusWords() engine.Text {
	switch o := t.Outcome(); o.Status {
	case engine.Won:
		return engine.Sentences(engine.T("**%s wins**: %s.", t.holder(o.Winner), o.Reason), t.RatingWords())
	case engine.Solved:
		return engine.T("**%s**: %s.", t.Terms().Done, o.Reason)
	case engine.Drawn:
		return engine.Sentences(engine.T("It is over: %s.", o.Reason), engine.AnswerOf(t.Position), t.RatingWords())
	case engine.Open:
		if len(t.Record.Seats) == 1 && t.Played() == 0 {
			return t.Terms().Start
		}
	}
	if r, ok := engine.RiddleOf(t.Position); ok && r.Tries > 0 && t.Record.Result == nil {
		return engine.Count(r.Tries, "One try so far.", "%s tries so far.")
	}
	return t.Brief.StatusWords()
}

// StatusWords says in a sentence how an open table stands.
func (t *Brief) StatusWords() engine.Text {
	switch turn := t.Turn(); {
	case t.Asks(Open):
		return engine.T("The game begins when somebody joins.")
	case t.Asks(Challenge):
		return engine.T("The game begins when the challenge is accepted.")
	case len(t.Head.Seats) == 1:
		return t.progress()
	default:
		return engine.Sentences(engine.T("%s to move.", t.holder(turn)), t.HelpWords())
	}
}

// holder names a seat and its holder, or only the seat if one person has both and no other is known.
func (t *Brief) holder(s engine.Seat) engine.Text {
	if !t.HasOpponents() && (t.Head.Imported == nil || t.nameAt(s) == "") {
		return t.Side(s)
	}
	return engine.T("%s (%s)", t.Side(s), t.Name(s))
}

// HelpWords says that people play with hints, and is empty if they do not.
func (t *Brief) HelpWords() engine.Text {
	if t.Head.Help && t.Between() {
		return engine.T("Hints are open to both.")
	}
	return engine.Text{}
}

func (t *Brief) progress() engine.Text {
	if t.Played() == 0 {
		return engine.T("Just opened.")
	}
	return engine.Count(t.Played(), "One move so far.", "%s moves so far.")
}

// Name returns the name of a seat's holder for a sentence.
func (t *Brief) Name(s engine.Seat) engine.Text {
	if id := t.LevelAt(s); id != "" {
		level, _ := t.Game.Level(id)
		title := level.Title
		title.Format, _, _ = strings.Cut(title.Format, ":") // an explanation may follow
		return engine.T("Sixfold %s", title)
	}
	if name := t.nameAt(s); name != "" {
		return engine.T("%s", chat.Name(name))
	}
	return engine.T("somebody")
}

// nameAt returns the name of the person on a seat, or who had it in an imported game for two; "" for
// nobody and for somebody who is not known.
func (t *Brief) nameAt(s engine.Seat) string {
	names := t.Head.Names
	if i := t.Head.Imported; i != nil && len(names) == 2 {
		names = i.Names
	}
	if s < 0 || int(s) >= len(names) {
		return ""
	}
	return names[s]
}

// PlainName returns the name of a seat's holder without markup, as for a picture; "" for a free seat.
func (t *Brief) PlainName(s engine.Seat, words chat.Words) string {
	switch name := t.nameAt(s); {
	case t.UserAt(s) != "" && (name != "" || t.Head.Imported != nil):
		return name
	case t.UserAt(s) != "" || t.LevelAt(s) != "":
		return words.Say(t.Name(s))
	default:
		return ""
	}
}

// PlainNames returns the names of all seats without markup.
func (t *Brief) PlainNames(words chat.Words) []string {
	names := make([]string, len(t.Head.Seats))
	for s := range names {
		names[s] = t.PlainName(engine.Seat(s), words)
	}
	return names
}

// PlainPlayers names the players at the table without markup.
func (t *Brief) PlainPlayers(words chat.Words) engine.Text {
	names := t.PlainNames(words)
	switch {
	case t.Head.Imported != nil:
		return t.imported(names, t.Head.Names[0])
	case len(names) == 1 || t.Head.Seats[0] == t.Head.Seats[1]:
		return engine.T("%s", names[0])
	case names[0] != "" && names[1] != "":
		return engine.T("%s and %s", names[0], names[1])
	default:
		return engine.T("%s, waiting for an opponent", names[0]+names[1])
	}
}

// Players names the players at the table.
func (t *Brief) Players() engine.Text {
	if i := t.Head.Imported; i != nil {
		return t.imported(engine.Map(i.Names, chat.Name), chat.Name(t.Head.Names[0]))
	}
	if len(t.Head.Seats) == 1 || t.Head.Seats[0] == t.Head.Seats[1] {
		return t.Name(0)
	}
	return engine.T("%s and %s", t.Name(0), t.Name(1))
}

// imported names the players of an imported game, as far as they are known, and who has brought it.
func (t *Brief) imported(names []string, by string) engine.Text {
	if len(names) < 2 || names[0]+names[1] == "" {
		return engine.T("a game imported by %s", by)
	}
	return engine.T("%s and %s, imported by %s", cmp.Or(names[0], "?"), cmp.Or(names[1], "?"), by)
}

// Against names a person's opponent as the end of a phrase: " against Anna". It is empty if they play
// alone.
func (t *Brief) Against(user string) engine.Text {
	seat := t.SeatOf(user)
	if seat == engine.NoSeat || !t.HasOpponents() {
		return engine.Text{}
	}
	return engine.T(" against %s", t.Name(seat.Other()))
}

// Length returns the number of moves in words.
func (t *Table) Length() engine.Text {
	return engine.Count(len(t.Record.Moves), "one move", "%s moves")
}

// maxMoveText is how much of a move a line repeats, in characters.
const maxMoveText = 40

// Line returns what remains of a board that showed a number of moves, or [NoMoves] if that is not known:
// the last move, after the person's move to which levels have answered.
func (t *Table) Line(moves int) engine.Text {
	switch {
	case moves == NoMoves || t.Game == nil:
		return engine.T("%s goes on below.", t.Title())
	case moves > len(t.Record.Moves):
		return engine.T("Move %s was taken back.", strconv.Itoa(moves))
	case moves == 0:
		return engine.T("%s: %s", t.Title(), t.Players())
	}
	first := moves - 1
	if len(t.People()) > 0 {
		for first > 0 && !IsUser(t.Record.Moves[first].By) && moves-first < len(t.Record.Seats) {
			first--
		}
	}
	var said []engine.Text
	for n, m := range t.Record.Moves[first:moves] {
		said = append(said, engine.T("%s\\. %s · %s", strconv.Itoa(first+n+1), chat.Shorten(m.Text, maxMoveText), t.author(m.By)))
	}
	return engine.List(" · ", said)
}

// author names who made a move.
func (t *Table) author(by string) engine.Text {
	switch {
	case by == setUp:
		return engine.T("set up")
	case t.Head.Imported != nil:
		return engine.T("%s", chat.Name(t.Head.Names[0])) // who has played it here
	}
	return t.Name(t.SeatHeldBy(by))
}

// Offered returns what remains of the board of a game that had not begun.
func (t *Table) Offered() engine.Text {
	return engine.T("%s: offered by %s", t.Title(), t.Name(t.SeatOf(t.Record.Owner)))
}

// Note returns what a caption says that the rules do not know: that the game has not begun, or how people
// ended it. It may be empty. The players are called by their names or, if these are nil or not different,
// by their sides.
func (t *Table) Note(names []string) engine.Text {
	o := t.Outcome()
	called := func(s engine.Seat) engine.Text {
		if !t.HasOpponents() || names == nil || names[s] == "" {
			return t.Side(s)
		}
		return engine.T("%s", names[s])
	}
	switch {
	case t.Asks(Open):
		return engine.T("who joins?")
	case t.Asks(Challenge):
		return engine.T("not accepted yet")
	case t.Record.Result == nil:
		return engine.Text{}
	case o.Status == engine.Won:
		return engine.T("%s wins: %s", called(o.Winner), t.lostBy(called(o.Winner.Other())))
	default:
		return o.Reason
	}
}

// Alt describes a picture of the table. It begins with how the table stands, unless the position says so.
func (t *Table) Alt() engine.Text {
	_, concluded := t.Position.(engine.Concluder)
	switch alt := t.Shown().Describe(); {
	case t.Waiting():
		return engine.Sentences(t.StatusWords(), alt)
	case t.Record.Result != nil && !concluded:
		return engine.T("It is over: %s. %s", t.Note(nil), alt)
	default:
		return alt
	}
}

// Replayed describes a film of the table: the moves if they fit into most characters, and the end.
func (t *Table) Replayed(most int) engine.Text {
	end := engine.T("At the end: %s", t.Alt())
	return engine.Fit(most,
		engine.T("A replay of %s: %s. %s", t.Length(), strings.Join(t.Moves(), ", "), end),
		engine.T("A replay of %s. %s", t.Length(), end),
		t.Alt())
}

// WithComment adds to a text what the position says about the last move.
func (t *Table) WithComment(text engine.Text) engine.Text {
	if teller, ok := t.Position.(engine.Teller); ok && !teller.Told().Empty() {
		return engine.T("%s %s", text, teller.Told())
	}
	return text
}

// maxOptionText is how much of an option is repeated, in characters.
const maxOptionText = 60

// unusual lists the requested options that differ from the defaults, as they are typed. A person who
// accepts should know them.
func (t *Table) unusual() engine.Text {
	asked, err := t.Asked()
	if err != nil {
		return engine.Text{}
	}
	var words []string
	if c := t.Control(); !c.None() {
		words = append(words, "`clock:"+c.String()+"`")
	}
	for _, a := range t.Game.Options {
		value, given := asked[a.Name]
		if !given || a.Kind == engine.Upload || value == a.Usual(asked, false) {
			continue
		}
		text := strings.NewReplacer("`", "'", "\n", " ").Replace(fmt.Sprint(value))
		words = append(words, "`"+a.Name+":"+chat.Shorten(text, maxOptionText)+"`")
	}
	if len(words) == 0 {
		return engine.Text{}
	}
	return engine.T(", with %s", strings.Join(words, " "))
}

// Notice is what is said about a table, and who is called.
type Notice struct {
	Text engine.Text
	// Nudge mentions the people to be called. Under a message that is replaced it becomes a message of
	// its own, since an edit notifies nobody.
	Nudge engine.Text
	Calls []string
	Since time.Time // when the change that it tells of was stored, zero for just now
}

// Announcement returns the notice over a new table.
func (t *Table) Announcement() Notice {
	p := t.Record.Pending
	switch {
	case p == nil:
		return Notice{Text: engine.Sentences(t.WithComment(t.Headline()), t.setUpWords(), t.ratedWords(), t.Remark)}
	case p.Kind == Challenge:
		return Notice{
			Text:  engine.Sentences(t.WithComment(engine.T("A game, offered by **%s**: **%s**%s.", t.Name(t.SeatOf(p.By)), t.Title(), t.unusual())), t.setUpWords(), t.HelpWords(), t.ratedWords()),
			Nudge: engine.T("%s, will you play %s?", chat.Mention(p.To), t.Side(t.SeatOf(p.To))),
			Calls: []string{p.To},
		}
	default:
		return Notice{Text: engine.Sentences(t.WithComment(engine.T("An opponent wanted by **%s**: **%s**%s. Whoever joins plays %s.",
			t.Name(t.SeatOf(p.By)), t.Title(), t.unusual(), t.Side(t.SeatOf(p.By).Other()))), t.setUpWords(), t.HelpWords(), t.ratedWords())}
	}
}

// setUpWords says after how many moves a table began, and is empty if it began at the start.
func (t *Table) setUpWords() engine.Text {
	n := len(t.SetUp())
	if n == 0 {
		return engine.Text{}
	}
	return engine.Count(n, "It begins after one move of another table.", "It begins after %s moves of another table.")
}

// CallAfterMove calls a person to their turn, or because the game is over.
func (n *Notice) CallAfterMove(t *Table, user string) {
	n.Calls = []string{user}
	if t.Record.Over {
		n.Nudge = engine.T("%s, the game is over: **%s**.", chat.Mention(user), t.Title())
	} else {
		n.Nudge = engine.T("%s, your turn as %s.", chat.Mention(user), t.Side(t.Turn()))
	}
}

// warning calls the person to move at an idle table that is going to end.
func (t *Table) warning() Notice {
	calls := t.People()
	if user := t.UserAt(t.Turn()); user != "" {
		calls = []string{user}
	}
	if len(calls) == 0 {
		return Notice{}
	}
	return Notice{
		Text:  engine.T("**%s** lies idle. It ends %s unless somebody moves.", t.Title(), chat.Relative(t.Record.Due)),
		Nudge: engine.T("%s, it waits for you.", chat.Mention(calls[0])), Calls: calls[:1],
	}
}

// span returns a duration in words, rounded.
func span(d time.Duration) engine.Text {
	switch {
	case d >= 2*24*time.Hour:
		return engine.T("%s days", strconv.Itoa(int((d+12*time.Hour)/(24*time.Hour))))
	case d >= 2*time.Hour:
		return engine.T("%s hours", strconv.Itoa(int((d+time.Hour/2)/time.Hour)))
	case d >= 2*time.Minute:
		return engine.T("%s minutes", strconv.Itoa(int((d+time.Minute/2)/time.Minute)))
	default:
		return engine.T("%s seconds", strconv.Itoa(int((d+time.Second/2)/time.Second)))
	}
}
