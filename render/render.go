// Package render draws scenes as pictures: a game's positions, and what its views
// and tools show. This package is the part that all drawers share: how a picture is to look
// ([Style], [Theme]), what a [Drawer] is, and the way from a scene to a file ([PNG], [GIF],
// [File]). [Figures] are drawn on a [Sheet].
//
// Data flows one way: the table of games in package bot lists the drawers of each game, which
// are in a folder of its own (render/hex and so on); these take styles from here and draw
// with package canvas; what they return is written by package encode. This package imports
// no game.
//
// A picture is a paletted image. What does not change between two moves (the
// background, the board, its labels) is drawn once and kept; stones, marks and letters are
// then copied or blended over it as palette indices, so that encoding the picture costs more
// than drawing it. Cell centres lie on whole pixels: one sprite serves every cell.
//
// Columns are counted from the left and rows from the top, as in package hexgrid.
// All functions are safe for concurrent use; a scene must not be changed while it
// is drawn. The package says nothing by itself that a caller cannot translate (see
// [Style]), and it plays no moves.
package render

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/encode"
)

// ErrScene is returned by a [Drawer] for a kind of scene that it does not draw.
var ErrScene = errors.New("render: no drawer for this kind of scene")

// Style is how a picture is to look, beside what it shows. The zero value is the
// first of [Themes], in English, with the sides named by their colours.
type Style struct {
	Theme Theme
	// Flat: boards of hexagons are drawn with a side of each cell at the top, not a corner.
	Flat bool
	// Say puts words into the reader's language; nil: English.
	Say func(engine.Text) string
	// Names are who sits where, by seat. Characters that the fonts lack become boxes;
	// where nobody is named, the side's own name stands.
	Names []string
	// Note replaces the part of the caption that tells how the game stands, such as
	// "Red wins: Blue resigned"; "": from the position.
	Note string
	// Move is how many moves have been played, and Last the last of them as people type it; 0
	// and "" where captions must not or need not tell it.
	Move int
	Last string
	// Winners are the seats that have won a game that the rules leave open.
	Winners []engine.Seat
	// Room is what the picture of a [Spreading] scene must show beside what is in
	// use: all that a film will use, so that its pictures are of one size.
	Room image.Rectangle
	// Running takes the place of Note in all frames of a film but the last. Words that
	// stay the same are restful, and spare the half of the bytes.
	Running string
	// uncut, if not nil, takes what draws all of a scene whose picture shows a part.
	uncut func(whole func() image.Image)
	// Progress, if not nil, is what stands below each frame of a film, counted from 0.
	Progress func(frame int) Progress
}

// Stands reports whether a side's name stands out: it has won, or it is its turn and
// nothing else is to be noted.
func (s Style) Stands(seat, turn, winner engine.Seat) bool {
	switch {
	case len(s.Winners) > 0:
		return slices.Contains(s.Winners, seat)
	case winner != engine.NoSeat:
		return seat == winner
	default:
		return s.Note == "" && seat == turn
	}
}

// Words returns the words in the style's language.
func (s Style) Words(t engine.Text) string {
	if s.Say == nil {
		return t.String()
	}
	return s.Say(t)
}

// Caption returns what stands in the middle of a caption: the note, or else the words.
func (s Style) Caption(words engine.Text) string {
	if s.Note != "" {
		return s.Note
	}
	return s.Words(words)
}

// Called returns who sits at a seat, or where nobody is named there the side's own name, in
// the letters that a font has. A name of which nothing can be seen is a box.
func (s Style) Called(seat engine.Seat, side engine.Text, legible func(string) string) string {
	if int(seat) < 0 || int(seat) >= len(s.Names) || s.Names[seat] == "" {
		return legible(s.Words(side))
	}
	if name := legible(s.Names[seat]); name != "" {
		return name
	}
	return string(canvas.Missing)
}

// Drawer draws one kind of scene, and returns [ErrScene] for others. The picture
// belongs to the caller.
type Drawer func(scene any, s Style) (image.Image, error)

// For makes a Drawer of a function that draws scenes of type S.
func For[S any](draw func(S, Style) image.Image) Drawer {
	return func(scene any, s Style) (image.Image, error) {
		typed, ok := scene.(S)
		if !ok {
			return nil, fmt.Errorf("%w: %T", ErrScene, scene)
		}
		return draw(typed, s), nil
	}
}

// ForSuggestion makes a Drawer of a function that draws a move suggested in a position of
// type P.
func ForSuggestion[P any](draw func(P, engine.Choice, Style) image.Image) Drawer {
	return func(scene any, s Style) (image.Image, error) {
		if hint, ok := scene.(engine.Suggestion); ok {
			if p, ok := hint.Position.(P); ok {
				return draw(p, hint.Choice, s), nil
			}
		}
		return nil, fmt.Errorf("%w: %T", ErrScene, scene)
	}
}

// longestLine is how many moves of a continuation are shown: what lies further ahead
// is too unsure to be worth a look.
const longestLine = 6

// Line is what is shown of a choice: the first moves of the expected continuation, or the
// move alone.
func Line(c engine.Choice) []string {
	if len(c.Line) == 0 {
		return []string{c.Move}
	}
	return Ahead(c.Line)
}

// Ahead is what is shown of a continuation: its first moves.
func Ahead(line []string) []string { return line[:min(len(line), longestLine)] }

// Draw draws the scene with the first drawer that takes it. The error is
// [ErrScene] if none does.
func Draw(drawers []Drawer, scene any, s Style) (image.Image, error) {
	for _, draw := range drawers {
		img, err := draw(scene, s)
		if errors.Is(err, ErrScene) {
			continue
		}
		return img, err
	}
	return nil, fmt.Errorf("%w: %T", ErrScene, scene)
}

// Cut tells that a picture shows less than its scene has, and how all of it is drawn: as large
// as it must be for every letter to be read, for those who want it as a file.
func (s Style) Cut(whole func() image.Image) {
	if s.uncut != nil {
		s.uncut(whole)
	}
}

// Full is [PNG] and, where the picture shows a part of the scene, beside it another of the
// whole (else nil).
func Full(drawers []Drawer, scene any, s Style) (picture, whole []byte, err error) {
	var draw func() image.Image
	s.uncut = func(whole func() image.Image) { draw = whole }
	if picture, err = PNG(drawers, scene, s); err != nil || draw == nil {
		return picture, nil, err
	}
	img := draw()
	defer canvas.Recycle(img)
	whole, err = encode.PNG(img)
	return picture, whole, err
}

// PNG draws the scene with the first drawer that takes it and encodes the picture.
// It costs less than doing both apart, since the picture's memory is used again.
func PNG(drawers []Drawer, scene any, s Style) ([]byte, error) {
	img, err := Draw(drawers, scene, s)
	if err != nil {
		return nil, err
	}
	defer canvas.Recycle(img)
	return encode.PNG(img)
}

// Caption is what the bar below a picture says of a position, where the style has nothing
// else.
type Caption struct {
	Words engine.Text // how it stands
	Below engine.Text // the line below; empty: [Style.Latest] of nothing
	// Position and Sides, by seat, tell who is named; no sides: nobody.
	Position engine.Position
	Sides    []Side
}

// Side is one of the two sides of a game, as captions show it.
type Side struct {
	Title engine.Text      // its own name
	Under canvas.Ink       // of the line under it while it is to move
	Token func(canvas.End) // draws its sign
	Width float64          // of the sign in pixels; 0: that of [canvas.Caption]
}

// Latest is the second line of a caption: the number of the last move, or in its place
// what a game counts by, and the last move itself.
func (s Style) Latest(count engine.Text) engine.Text {
	if count.Empty() && s.Move > 0 {
		count = engine.T("Move %s", strconv.Itoa(s.Move))
	}
	switch {
	case s.Last == "":
		return count
	case count.Empty():
		return engine.T("%s", s.Last)
	default:
		return engine.T("%s · %s", count, s.Last)
	}
}

// Write writes a caption.
func (s Style) Write(on canvas.Surface, c *canvas.Caption, says Caption) {
	below := says.Below
	if below.Empty() {
		below = s.Latest(engine.Text{})
	}
	said := canvas.Said{Words: s.Caption(says.Words)}
	if !below.Empty() {
		said.Below = s.Words(below)
	}
	for seat, side := range says.Sides {
		said.Plates = append(said.Plates, s.plate(c, says.Position, engine.Seat(seat), side))
	}
	c.Write(on, said)
}

// plate is that of a seat.
func (s Style) plate(c *canvas.Caption, p engine.Position, seat engine.Seat, side Side) canvas.Plate {
	winner := p.Outcome().Winner
	plate := canvas.Plate{
		Name: s.Called(seat, side.Title, c.Legible), Token: side.Token, Width: side.Width,
		Active: s.Stands(seat, p.Turn(), winner), Under: side.Under,
	}
	if winner != engine.NoSeat || len(s.Winners) > 0 {
		plate.Under = canvas.InkGreen
	}
	return plate
}

// Theme is a choice of colours, one of [Themes]. The zero value is the first.
type Theme struct {
	ID    string
	Title engine.Text
	look  *canvas.Look
}

// Themes are all themes, the default first.
var Themes = []Theme{
	{ID: dark.Name, Title: engine.T("Dark"), look: &dark},
	{ID: light.Name, Title: engine.T("Light"), look: &light},
	{ID: contrast.Name, Title: engine.T("Contrast"), look: &contrast},
}

// ThemeByID returns the theme with the given ID.
func ThemeByID(id string) (Theme, bool) {
	for _, t := range Themes {
		if t.ID == id {
			return t, true
		}
	}
	return Theme{}, false
}

// Look returns the theme's colours.
func (t Theme) Look() *canvas.Look {
	if t.look == nil {
		return Themes[0].look
	}
	return t.look
}

// What stands out in a theme (the sides, what has won, what is lit) does so by 4.5 from the
// ground, and what is written on it does from it, so that each can be both a word and a piece;
// pieces have 3 on all cells. In the dark theme these are light colours with dark marks, in
// the others dark ones with white marks.
var dark = canvas.Look{
	Name:       "dark",
	Background: canvas.RGB(0x1f2229),
	Band:       canvas.RGB(0x181b21),
	Cell:       canvas.RGB(0x343842),
	Heavy:      canvas.RGB(0x14161b),
	Line:       canvas.RGB(0x5e6573),
	Label:      canvas.RGB(0xbcc2cf),
	Text:       canvas.RGB(0xf4f5f8),
	Muted:      canvas.RGB(0xa8aebb),
	Number:     canvas.RGB(0xf0f2f6),
	Shadow:     canvas.RGB(0x101116),
	Visited:    canvas.RGB(0x2a6842),
	Heat:       canvas.RGB(0x80560c),
	Green:      canvas.RGB(0x4fd672),
	Halo:       canvas.RGB(0x0f2416),
	Mark:       canvas.RGB(0x101116),
	Lit:        canvas.RGB(0xe0b53a),
	Red:        canvas.Gem{Light: canvas.RGB(0xfb8177), Base: canvas.RGB(0xf4574c), Dark: canvas.RGB(0xc43f36), Edge: canvas.RGB(0xf4574c)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x7fb3fa), Base: canvas.RGB(0x4f96f7), Dark: canvas.RGB(0x3672c6), Edge: canvas.RGB(0x4f96f7)},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0x6b4500), canvas.RGB(0x005652), canvas.RGB(0x5b30a6), canvas.RGB(0x335800), canvas.RGB(0x8c1f52), canvas.RGB(0x424a60),
	},
}

var light = canvas.Look{
	Name:       "light",
	Background: canvas.RGB(0xf3ecdb),
	Band:       canvas.RGB(0xe8dfc9),
	Cell:       canvas.RGB(0xfdf9ee),
	Heavy:      canvas.RGB(0xd8c8a4),
	Line:       canvas.RGB(0xa4957a),
	Label:      canvas.RGB(0x5d5240),
	Text:       canvas.RGB(0x2b251b),
	Muted:      canvas.RGB(0x635843),
	Number:     canvas.RGB(0x2b251b),
	Shadow:     canvas.RGB(0x6b5d45),
	Visited:    canvas.RGB(0x6cc47e),
	Heat:       canvas.RGB(0xf2b53a),
	Green:      canvas.RGB(0x147239),
	Halo:       canvas.RGB(0xffffff),
	Mark:       canvas.RGB(0xffffff),
	Lit:        canvas.RGB(0x985a00),
	Red:        canvas.Gem{Light: canvas.RGB(0xd4564f), Base: canvas.RGB(0xc5302a), Dark: canvas.RGB(0x9a241f), Edge: canvas.RGB(0xc5302a)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x4a76c8), Base: canvas.RGB(0x2458b8), Dark: canvas.RGB(0x1a4390), Edge: canvas.RGB(0x2458b8)},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0xe8b624), canvas.RGB(0x35b3a8), canvas.RGB(0xab7ae6), canvas.RGB(0x93bd3c), canvas.RGB(0xee7fa6), canvas.RGB(0x8f99ae),
	},
}

// The sides of the contrast theme are told apart by people of all kinds of colour vision: a
// red and a blue of which one is twice as light, and stones and edges of different shapes.
var contrast = canvas.Look{
	Name:       "contrast",
	Background: canvas.RGB(0xffffff),
	Band:       canvas.RGB(0xececec),
	Cell:       canvas.RGB(0xffffff),
	Heavy:      canvas.RGB(0xcccccc),
	Line:       canvas.RGB(0x6e6e6e),
	Label:      canvas.RGB(0x1c1c1c),
	Text:       canvas.RGB(0x000000),
	Muted:      canvas.RGB(0x4a4a4a),
	Number:     canvas.RGB(0x000000),
	Shadow:     canvas.RGB(0x8c8c8c),
	Visited:    canvas.RGB(0xe6cf4e),
	Heat:       canvas.RGB(0xf0c419),
	Green:      canvas.RGB(0x007a57),
	Halo:       canvas.RGB(0xffffff),
	Mark:       canvas.RGB(0xffffff),
	Lit:        canvas.RGB(0x985a00),
	Red:        canvas.Gem{Light: canvas.RGB(0xdf4248), Base: canvas.RGB(0xd81e25), Dark: canvas.RGB(0xae151b), Edge: canvas.RGB(0xd81e25)},
	Blue:       canvas.Gem{Light: canvas.RGB(0x2a62a6), Base: canvas.RGB(0x003b85), Dark: canvas.RGB(0x002c66), Edge: canvas.RGB(0x003b85), Square: true, Dashed: true},
	Tints: [canvas.TintCount]color.RGBA{
		canvas.RGB(0xf0e442), canvas.RGB(0x56b4e9), canvas.RGB(0xcc79a7), canvas.RGB(0x7fc97f), canvas.RGB(0xe0b07a), canvas.RGB(0xb0b0b0),
	},
}
