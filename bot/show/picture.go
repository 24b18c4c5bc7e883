package show

import (
	"context"
	"errors"
	"image"
	"image/color"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// DrawTable draws a table.
func (s *Services) DrawTable(c *Call, t *table.Table) (chat.Attachment, error) {
	return s.draw(c, s.Games.Entry(t), t.Shown(), s.TableStyle(c, t, false), t.Alt())
}

// DrawPast draws a table as it was. All pictures from its start to its end have one size.
func (s *Services) DrawPast(c *Call, t, then *table.Table) (chat.Attachment, error) {
	style := s.TableStyle(c, then, true)
	var err error
	if style.Room, err = (&Plays{Table: t}).Room(); err != nil {
		return chat.Attachment{}, err
	}
	return s.draw(c, s.Games.Entry(t), then.Position, style, then.Alt())
}

// DrawScene draws a scene of an answer, for the caller alone or for all; t is nil if it is about no table.
func (s *Services) DrawScene(c *Call, t *table.Table, scene engine.Scene, private bool) (chat.Attachment, error) {
	entry, style := s.look(c, t, private)
	return s.draw(c, entry, scene, style, scene.Describe())
}

// full draws a scene and, if its picture shows only a part, adds a file of the whole.
func (s *Services) full(c *Call, t *table.Table, scene engine.Scene, private bool) ([]chat.Attachment, error) {
	entry, style := s.look(c, t, private)
	switch scene.(type) {
	case engine.Film, engine.Drawing:
		file, err := s.draw(c, entry, scene, style, scene.Describe())
		return []chat.Attachment{file}, err
	}
	var whole []byte
	data, err := s.MakePicture(c.Ctx, func() (picture []byte, err error) {
		picture, whole, err = render.Full(entry.Draw, scene, style)
		return picture, err
	})
	if err != nil {
		return nil, err
	}
	files := []chat.Attachment{{Name: entry.Game.ID + ".png", Data: data, Alt: c.Words.Say(scene.Describe())}}
	if whole != nil {
		files = append(files, chat.Attachment{Name: entry.Game.ID + "-whole.png", Data: whole, Alt: c.Say("All of it, at full size."), Kept: true})
	}
	return files, nil
}

// look returns who draws a table or, without one, the call's game, and in which style.
func (s *Services) look(c *Call, t *table.Table, private bool) (*Entry, render.Style) {
	if t != nil {
		return s.Games.Entry(t), s.TableStyle(c, t, private)
	}
	return c.Entry, s.StyleAt(c, nil, private)
}

// TableStyle returns the style and captions of a table's pictures, for the caller alone or for all.
func (s *Services) TableStyle(c *Call, t *table.Table, private bool) render.Style {
	style := s.StyleAt(c, t, private)
	if names := t.PlainNames(c.Words); len(names) != 2 || names[0] != names[1] { // else sides tell more than one name twice
		style.Names = names
	}
	style.Note = chat.Capital(c.Words.Say(t.Note(style.Names)))
	if n := len(t.Record.Moves); !t.Record.Private {
		style.Move, style.Last = n, lastMove(t, n)
	}
	if o := t.Outcome(); t.Record.Result != nil && o.Status == engine.Won {
		style.Winners = []engine.Seat{o.Winner}
	}
	return style
}

// LongestLast is how much of a move a caption repeats, in characters.
const LongestLast = 24

// lastMove returns the last of a table's first n moves for a caption. It leaves out the tries at a
// puzzle, one of which may be its answer.
func lastMove(t *table.Table, n int) string {
	if n == 0 || t.Record.Private {
		return ""
	}
	return chat.Shorten(t.Record.Moves[n-1].Text, LongestLast)
}

// draw makes a file of a scene: an animation of a film, the format of a drawing, else a PNG.
func (s *Services) draw(c *Call, entry *Entry, scene any, style render.Style, alt engine.Text) (chat.Attachment, error) {
	name, work := entry.Game.ID+".png", func() ([]byte, error) { return render.PNG(entry.Draw, scene, style) }
	switch scene := scene.(type) {
	case engine.Film:
		name, work = entry.Game.ID+".gif", func() ([]byte, error) { return render.GIF(c.Ctx, entry.Draw, scene, style) }
	case engine.Drawing:
		name, work = scene.Name, func() ([]byte, error) { return render.File(entry.Draw, entry.Encode, scene, style) }
	}
	data, err := s.MakePicture(c.Ctx, work)
	return chat.Attachment{Name: name, Data: data, Alt: c.Words.Say(alt)}, err
}

// MakePicture makes a picture. No more are made at a time than there are processors, to save memory and to
// leave time for first answers to others. While the bot stops, those that need not wait are made. A panic
// becomes an error: what the picture shows is stored, and has an answer without it.
func (s *Services) MakePicture(ctx context.Context, work func() ([]byte, error)) (data []byte, err error) {
	select {
	case s.Slots <- struct{}{}:
	default:
		select {
		case s.Slots <- struct{}{}:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	defer func() { <-s.Slots }()
	defer watch.Recover(s.Log, &err)
	began := time.Now()
	if data, err = work(); err == nil {
		s.Watch.Drawn.Observe(time.Since(began).Seconds())
	}
	return data, err
}

// Undrawn records that an answer comes without its picture. That is no failure where the bot is stopping.
func (c *Call) Undrawn(err error, attrs ...any) {
	if !errors.Is(err, context.Canceled) {
		c.Failed = true
		c.Log.Error("draw a picture", append(attrs, "err", err)...)
	}
}

// Accent returns the colour that frames a table's board: that of the side to move or of the winner.
// A board for one has a fixed colour, and green once the puzzle is solved. While a table waits and
// after an end without a winner the colour is muted.
func (e *Entry) Accent(t *table.Table, theme render.Theme) int {
	look, o := theme.Look(), t.Outcome()
	alone := len(t.Record.Seats) == 1
	switch {
	case o.Status == engine.Solved, o.Status == engine.Won && alone:
		return Rgb(look.Green)
	case o.Status == engine.Won:
		return Rgb(e.Colour(theme, o.Winner))
	case t.Record.Over || t.Waiting():
		return Rgb(look.Muted)
	case alone:
		return Rgb(look.Tints[0])
	default:
		return Rgb(e.Colour(theme, t.Turn()))
	}
}

// Accent returns the colour that frames a table's board, for the caller alone or for all.
func (s *Services) Accent(c *Call, t *table.Table, private bool) int {
	return s.Games.Entry(t).Accent(t, s.StyleAt(c, t, private).Theme)
}

// Colour returns the colour of a seat's side, from the game or else from the theme.
func (e *Entry) Colour(theme render.Theme, s engine.Seat) color.RGBA {
	switch {
	case s == engine.NoSeat:
		return theme.Look().Muted
	case e.Side != nil:
		return e.Side(theme, s)
	case s == 0:
		return theme.Look().Red.Base
	default:
		return theme.Look().Blue.Base
	}
}

// Rgb converts a colour for a reply. Black becomes almost black, since 0 is none.
func Rgb(c color.RGBA) int { return max(1, int(c.R)<<16|int(c.G)<<8|int(c.B)) }

// Ply is the scene of a film: the position after so many moves.
type Ply int

// Plays draws the plies of a table. It plays forward on one position, and starts again for an
// earlier ply.
type Plays struct {
	Table    *table.Table
	Draw     []render.Drawer
	position engine.Position // nil: none yet
	played   int
}

// to brings the position to the n-th ply.
func (p *Plays) to(n Ply) (err error) {
	if p.position == nil || int(n) < p.played {
		p.played = 0
		if p.position, err = p.Table.Game.New(p.Table.Options); err != nil {
			return err
		}
	}
	for ; p.played < int(n); p.played++ {
		if _, err := p.position.Play(p.Table.Record.Moves[p.played].Text); err != nil {
			return err
		}
	}
	return nil
}

// Room returns the part of the board in use after any of the moves. It is empty for boards whose
// pictures always show all of them.
func (p *Plays) Room() (room image.Rectangle, err error) {
	if _, spreads := p.Table.Position.(render.Spreading); !spreads {
		return room, nil
	}
	for n := range len(p.Table.Record.Moves) + 1 {
		if err := p.to(Ply(n)); err != nil {
			return room, err
		}
		if spreading, ok := p.position.(render.Spreading); ok {
			room = room.Union(spreading.InUse())
		}
	}
	return room, nil
}

// Picture is a [render.Drawer] of plies.
func (p *Plays) Picture(scene any, s render.Style) (*image.Paletted, error) {
	n, ok := scene.(Ply)
	if !ok {
		return nil, render.ErrScene
	}
	if err := p.to(n); err != nil {
		return nil, err
	}
	s.Last = lastMove(p.Table, int(n))
	return render.Draw(p.Draw, p.position, s)
}

// StyleAt returns the style of a table, which is that of its owner for all who see it. Private
// pictures and those about no table have the style of the caller.
func (s *Services) StyleAt(c *Call, t *table.Table, private bool) render.Style {
	if t == nil || private {
		return s.StyleOf(c, c.User.ID)
	}
	return s.StyleOf(c, t.Record.Owner)
}

// StyleOf returns a person's style, with texts in the caller's language.
func (s *Services) StyleOf(c *Call, user string) render.Style {
	p := s.PreferencesOf(c, s.Records, user)
	t, ok := render.ThemeByID(p.Theme)
	if !ok {
		t, ok = render.ThemeByID(s.WaysOf(c).Theme)
	}
	if !ok {
		t, _ = render.ThemeByID(s.Theme)
	}
	return render.Style{Theme: t, Flat: p.Board == Flat, Say: c.Words.Say}
}

// WaysOf returns the ways of the caller's server, those of a new one if they cannot be read.
func (s *Services) WaysOf(c *Call) guild.Ways {
	w, err := guild.Of(s.Records, c.Request.Guild)
	if err != nil {
		c.Log.Error("read the ways of a server", "guild", c.Request.Guild, "err", err)
	}
	return w
}

// PreferencesOf returns a person's preferences.
func (s *Services) PreferencesOf(c *Call, r store.Reader, user string) Preferences {
	p, _, err := PreferencesKind.Get(r, user)
	if err != nil {
		c.Log.Error("read preferences", "channel", c.Request.Channel, "err", err)
	}
	return p
}

// Preferences are one person's settings.
type Preferences struct {
	Theme string `json:"theme,omitempty"`
	Board string `json:"board,omitempty"`
}

// PreferencesKind is the kind of the records of preferences, by user ID.
const PreferencesKind store.Kind[Preferences] = "preferences"

// The orientations of hexagons.
const (
	Pointed = "pointed"
	Flat    = "flat"
)
