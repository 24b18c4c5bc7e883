package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// notice is what is said over a board, and to whom.
type notice struct {
	text engine.Text
	// nudge mentions the people to be called. Under a message that is replaced it
	// becomes a message of its own, since an edit calls nobody.
	nudge engine.Text
	calls []string
}

// title names a table: "Hex, table 3".
func (t *table) title() engine.Text {
	return engine.T("%s, table %s", t.entry.Game.Title, strconv.Itoa(t.key.Number))
}

// resultReasons say how a game ended that the rules leave open, and that nobody won.
var resultReasons = map[string]engine.Text{
	resigned:  engine.T("the game was given up"),
	abandoned: engine.T("nobody came back to it"),
	declined:  engine.T("the challenge was declined"),
	withdrawn: engine.T("the challenge was withdrawn"),
	expired:   engine.T("the challenge has expired"),
	stopped:   engine.T("the game was stopped"),
}

// lostBy says why the loser lost a game that the rules leave open.
func (t *table) lostBy(loser engine.Seat) engine.Text {
	if t.Result.Kind == abandoned {
		return engine.T("%s did not come back", t.side(loser))
	}
	return engine.T("%s resigned", t.side(loser))
}

// standing says in a sentence how the table stands.
func (t *table) standing() engine.Text {
	o := t.outcome()
	switch {
	case t.waiting() && t.Pending.Kind == open:
		return engine.T("The game begins when somebody joins.")
	case t.waiting():
		return engine.T("The game begins when the challenge is accepted.")
	case o.Status == engine.Open && len(t.Seats) == 1:
		return engine.T("%s to move.", t.name(t.turn()))
	case o.Status == engine.Open:
		return engine.T("%s (%s) to move.", t.side(t.turn()), t.name(t.turn()))
	case o.Status == engine.Won:
		return engine.T("**%s (%s) wins**: %s.", t.side(o.Winner), t.name(o.Winner), o.Reason)
	case o.Status == engine.Solved:
		return engine.T("**Solved**: %s.", o.Reason)
	default:
		return engine.T("It is over: %s.", o.Reason)
	}
}

// updates reports whether the reply replaces the message under which the caller
// pressed a button. A private message is left alone: others could not see it.
func (c *call) updates() bool {
	return (c.Kind == chat.Press || c.Kind == chat.Submit) && !c.OnPrivate && !c.fresh && !c.private
}

// board shows a table. Levels whose turn it is move first, where all see it.
func (c *call) board(t *table, n notice) chat.Reply {
	return chat.Reply{Update: c.updates(), Private: c.private, Later: func(ctx context.Context, show func(chat.Reply)) chat.Reply {
		if t.levelToMove() != "" && !c.private {
			t, n = c.awaitLevels(ctx, t, n, func(t *table, n notice) { show(c.drawn(t, n)) })
		}
		return c.drawn(t, n)
	}}
}

// drawn is the finished message: words, picture, buttons.
func (c *call) drawn(t *table, n notice) chat.Reply {
	r := c.notify(n)
	r.Data = t.position
	r.Rows = c.buttons(t)
	file, err := c.picture(t, t.position)
	if err != nil {
		c.failed = true
		c.log.Error("draw table", t.at(), "err", err)
		r.Text += "\n```\n" + t.position.String() + "\n```"
		return r
	}
	r.Files = []chat.Attachment{file}
	return r
}

// notify is a message of words alone. After an update its nudge follows.
func (c *call) notify(n notice) chat.Reply {
	r := chat.Reply{Text: c.words.Say(n.text), Update: c.updates(), Private: c.private}
	switch nudge := c.words.Say(n.nudge); {
	case nudge == "":
	case r.Update:
		r.After = []chat.Reply{{Text: nudge, Mentions: n.calls}}
	default:
		r.Text += " " + nudge
		r.Mentions = n.calls
	}
	return r
}

// picture draws a scene of a table.
func (c *call) picture(t *table, scene any) (chat.Attachment, error) {
	return c.draw(t.entry, scene, c.style(t), t.alt())
}

// style is how pictures of a table look, and what their captions say.
func (c *call) style(t *table) render.Style {
	style := render.Style{Theme: c.theme(), Say: c.words.Say, Note: chat.Capital(c.words.Say(t.note()))}
	for s := range t.Seats {
		style.Names = append(style.Names, c.plainName(t, engine.Seat(s)))
	}
	if o := t.outcome(); t.Result != nil && o.Status == engine.Won {
		style.Winners = []engine.Seat{o.Winner}
	}
	return style
}

// alt says in words what a picture of the table shows.
func (t *table) alt() engine.Text {
	switch alt := t.position.Describe(); {
	case t.Result != nil:
		return engine.T("%s It is over: %s.", alt, t.note())
	case t.waiting():
		return engine.T("%s %s", alt, t.standing())
	default:
		return alt
	}
}

// note is the caption's line where the rules cannot know it: before the game has begun,
// and where people ended it. Otherwise it is empty.
func (t *table) note() engine.Text {
	o := t.outcome()
	switch {
	case t.waiting() && t.Pending.Kind == open:
		return engine.T("who joins?")
	case t.waiting():
		return engine.T("not accepted yet")
	case t.Result == nil:
		return engine.Text{}
	case o.Status == engine.Won:
		return engine.T("%s wins: %s", t.side(o.Winner), o.Reason)
	default:
		return o.Reason
	}
}

// plainName is a seat's holder as written in a picture, where nothing is markup.
func (c *call) plainName(t *table, s engine.Seat) string {
	switch {
	case t.user(s) != "" && int(s) < len(t.Names) && t.Names[s] != "":
		return t.Names[s]
	case t.user(s) != "" || t.level(s) != "":
		return c.words.Say(t.name(s))
	default:
		return ""
	}
}

// draw makes a picture of a scene, one that moves of a film.
func (c *call) draw(entry *Entry, scene any, style render.Style, alt engine.Text) (chat.Attachment, error) {
	name, work := entry.Game.ID+".png", func() ([]byte, error) { return render.PNG(entry.Draw, scene, style) }
	switch scene := scene.(type) {
	case engine.Film:
		name, work = entry.Game.ID+".gif", func() ([]byte, error) { return render.GIF(entry.Draw, scene, style) }
	case engine.Drawing:
		name, work = scene.Name, func() ([]byte, error) { return render.File(entry.Draw, scene, style) }
	}
	data, err := c.drawnBy(work)
	if err != nil {
		return chat.Attachment{}, err
	}
	return chat.Attachment{Name: name, Data: data, Alt: c.words.Say(alt)}, nil
}

// drawnBy makes a picture. No more are made at a time than there are cores: a crowd of
// half-made pictures would take memory, and the time in which others must get a first
// answer.
func (c *call) drawnBy(work func() ([]byte, error)) ([]byte, error) {
	c.drawing <- struct{}{}
	defer func() { <-c.drawing }()
	began := time.Now()
	data, err := work()
	if err == nil {
		c.watch.Drawn(time.Since(began))
	}
	return data, err
}

// buttons are what can be done at a table.
func (c *call) buttons(t *table) []chat.Row {
	var list []chat.Button
	switch {
	case t.waiting():
		list = c.challengeButtons(t)
	case len(t.people()) == 0 && !t.Over:
		list = []chat.Button{c.button(t, "stop", engine.T("Stop"), chat.Danger)}
	default:
		return append(rowsOf(c.playButtons(t)), c.menus(t)...)
	}
	return rowsOf(list)
}

func (c *call) challengeButtons(t *table) []chat.Button {
	if t.Pending.Kind == open {
		return []chat.Button{c.button(t, "accept", engine.T("Join"), chat.Success), c.button(t, "withdraw", engine.T("Withdraw"), chat.Secondary)}
	}
	return []chat.Button{c.button(t, "accept", engine.T("Accept"), chat.Success), c.button(t, "decline", engine.T("Decline"), chat.Danger)}
}

// playButtons are the game's own, then those of every game.
func (c *call) playButtons(t *table) []chat.Button {
	list := c.verbButtons(t)
	for _, v := range t.entry.Game.Views {
		if !v.Button.Empty() && (!v.AfterEnd || t.Over && len(t.Moves) > 0) {
			list = append(list, c.button(t, "view", v.Button, chat.Secondary, v.Name))
		}
	}
	moved := slices.ContainsFunc(t.Moves, func(m store.Move) bool { return strings.HasPrefix(m.By, userSeat) })
	switch {
	case t.Over && t.begun():
		if len(t.Seats) == 1 && t.Result == nil && moved {
			list = append(list, c.button(t, "undo", engine.T("Undo"), chat.Secondary))
		}
		return append(list, c.button(t, "rematch", engine.T("Rematch"), chat.Success))
	case t.Over:
		return list
	}
	// While a level thinks it is nobody's turn, but taking back and giving up end the thought.
	thinks := t.levelToMove() != ""
	for i := range list {
		list[i].Disabled = thinks
	}
	if moved {
		list = append(list, c.button(t, "undo", engine.T("Undo"), chat.Secondary))
	}
	if t.entry.Game.Opponents.Hint != "" {
		hint := c.button(t, "hint", engine.T("Hint"), chat.Secondary)
		hint.Disabled = thinks
		list = append(list, hint)
	}
	return append(list, c.button(t, "resign", engine.T("Resign"), chat.Danger))
}

func (c *call) verbButtons(t *table) []chat.Button {
	var list []chat.Button
	for _, v := range t.entry.Game.Verbs {
		if v.Button.Empty() || t.Over && (!v.AfterEnd || t.Result != nil) {
			continue
		}
		style := chat.Secondary
		if len(list) == 0 {
			style = chat.Primary
		}
		switch {
		case bare(t.position, v):
			list = append(list, c.button(t, "play", v.Button, style, v.Name))
		case len(v.Args) > 0 && (v.Name == "move" || engine.CanPlay(t.position, v.Name)):
			list = append(list, c.button(t, "form", v.Button, style, v.Name))
		}
	}
	return list
}

// bare reports whether a verb can be played without arguments: one that takes none where
// it can be completed, and one that may have some where the position lists it so.
func bare(p engine.Position, v engine.Verb) bool {
	if len(v.Args) == 0 {
		return engine.CanPlay(p, v.Line(nil))
	}
	lister, ok := p.(engine.Lister)
	return ok && slices.Contains(lister.Moves(), v.Line(nil))
}
