// Package render draws scenes as pictures: the positions of games, and what their views and tools
// show. It holds what all drawers share: how a picture looks ([Style], [Theme]), what a [Drawer]
// is, and how a scene becomes a file ([PNG], [GIF], [File]). [Figures] are drawn on a [Sheet].
//
// The drawers of each game are in a folder of their own, such as render/hex, and are listed in the
// table of games in package bot. They take their style from this package and draw with package canvas,
// which also encodes pictures. This package imports no game.
//
// A picture is a paletted image. The parts that do not change from move to move (background, board,
// labels) are drawn once and cached; stones, marks and text are then copied or blended over them as
// palette indices, so that encoding a picture costs more than drawing it. Cell centres are whole
// pixels, so that one sprite serves every cell.
//
// Columns count from the left and rows from the top, as in package hexgrid. All functions are safe
// for concurrent use; a scene must not change while it is drawn. Callers can translate all text
// (see [Style]). The package plays no moves.
package render

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// ErrScene is returned by a [Drawer] for a kind of scene that it does not draw.
var ErrScene = errors.New("render: no drawer for this kind of scene")

// Style is how a picture looks, apart from the scene. The zero value is the first of [Themes], in
// English, with sides named by their colours.
type Style struct {
	Theme Theme
	// Flat draws boards of hexagons with a side of each cell on top instead of a corner.
	Flat bool
	// Say translates text; nil means English.
	Say func(engine.Text) string
	// Names are the players' names by seat. Characters missing from the fonts are left out; where
	// none is left, the name of the side is shown.
	Names []string
	// Note replaces the caption's text about the state of the game, such as "Red wins: Blue
	// resigned". Empty means the text of the position.
	Note string
	// Move is the number of moves played and Last the last move as typed; zero values hide them.
	Move int
	Last string
	// Winners are the seats that won a game whose position has no winner.
	Winners []engine.Seat
	// Room is a part of the board that the picture of a [Spreading] scene shows beside the part in
	// use. A film sets it to all that its frames use, so that what they show lies still.
	Room image.Rectangle
	// Running replaces Note in all frames of a film but the last. Constant text is easier on the
	// eye and halves the file.
	Running string
	// uncut, if not nil, receives a function that draws the whole of a scene that was shown in
	// part.
	uncut func(whole func() *image.Paletted)
	// Progress, if not nil, returns what the caption of a frame of a film tells, counted from 0.
	Progress func(frame int) Progress
	reached  string // the words of Progress
}

// Stands reports whether the name of a seat is highlighted: it has won, or it is its turn and there
// is no note but that of a running film.
func (s Style) Stands(seat, turn, winner engine.Seat) bool {
	switch {
	case len(s.Winners) > 0:
		return slices.Contains(s.Winners, seat)
	case winner != engine.NoSeat:
		return seat == winner
	default:
		return (s.Note == "" || s.Note == s.Running) && seat == turn
	}
}

// Words translates text.
func (s Style) Words(t engine.Text) string {
	if s.Say == nil {
		return t.String()
	}
	return s.Say(t)
}

// Caption returns the note, or else the given text.
func (s Style) Caption(words engine.Text) string {
	if s.Note != "" {
		return s.Note
	}
	return s.Words(words)
}

// Called returns the name of the player at a seat, in characters of the fonts, or else of the side.
func (s Style) Called(seat engine.Seat, side engine.Text, legible func(string) string) string {
	if int(seat) >= 0 && int(seat) < len(s.Names) {
		if name := legible(s.Names[seat]); name != "" {
			return name
		}
	}
	return legible(s.Words(side))
}

// Mention is Called for a sentence of a caption: a name that is too long for it gives way to the
// side, and has the room for the name beside it.
func (s Style) Mention(seat engine.Seat, side engine.Text, c *canvas.Caption) engine.Text {
	const most = 6 // text sizes
	name := s.Called(seat, side, c.Legible)
	short := c.Bold[0].FitName(name, most*c.Size)
	if name == c.Legible(s.Words(side)) || strings.HasSuffix(short, "…") {
		return side
	}
	return engine.T("%s", short)
}

// Drawer draws one kind of scene and returns [ErrScene] for others. The caller owns the picture.
type Drawer func(scene any, s Style) (*image.Paletted, error)

// For returns a Drawer of scenes of type S.
func For[S any](draw func(S, Style) *image.Paletted) Drawer {
	return func(scene any, s Style) (*image.Paletted, error) {
		typed, ok := scene.(S)
		if !ok {
			return nil, fmt.Errorf("%w: %T", ErrScene, scene)
		}
		return draw(typed, s), nil
	}
}

// ForSuggestion returns a Drawer of moves suggested in positions of type P.
func ForSuggestion[P any](draw func(P, engine.Choice, Style) *image.Paletted) Drawer {
	return func(scene any, s Style) (*image.Paletted, error) {
		hint, _ := scene.(engine.Suggestion)
		p, ok := hint.Position.(P)
		if !ok {
			return nil, fmt.Errorf("%w: %T", ErrScene, scene)
		}
		return draw(p, hint.Choice, s), nil
	}
}

// longestLine is how many moves of a continuation are shown. Later moves are too uncertain.
const longestLine = 6

// Line returns the moves to show of a choice: the start of the expected continuation, or else the
// move itself.
func Line(c engine.Choice) []string {
	if len(c.Line) == 0 {
		return []string{c.Move}
	}
	return Ahead(c.Line)
}

// Ahead returns the moves to show of a continuation: its start.
func Ahead(line []string) []string { return line[:min(len(line), longestLine)] }

// Draw draws a scene with the first drawer that accepts it, or returns [ErrScene].
func Draw(drawers []Drawer, scene any, s Style) (*image.Paletted, error) {
	for _, draw := range drawers {
		img, err := draw(scene, s)
		if errors.Is(err, ErrScene) {
			continue
		}
		return img, err
	}
	return nil, fmt.Errorf("%w: %T", ErrScene, scene)
}

// Cut reports that a picture shows only part of its scene. The function draws the whole of it,
// large enough for all text to be readable, for a file.
func (s Style) Cut(whole func() *image.Paletted) {
	if s.uncut != nil {
		s.uncut(whole)
	}
}

// Full is like [PNG] and also returns a picture of the whole scene if the first shows only part of
// it, else nil.
func Full(drawers []Drawer, scene any, s Style) (picture, whole []byte, err error) {
	var draw func() *image.Paletted
	s.uncut = func(whole func() *image.Paletted) { draw = whole }
	if picture, err = PNG(drawers, scene, s); err != nil || draw == nil {
		return picture, nil, err
	}
	img := draw()
	defer canvas.Recycle(img)
	whole, err = canvas.PNG(img)
	return picture, whole, err
}

// PNG draws a scene with the first drawer that accepts it and encodes the picture. It is cheaper
// than doing both apart because it reuses the picture's memory.
func PNG(drawers []Drawer, scene any, s Style) ([]byte, error) {
	img, err := Draw(drawers, scene, s)
	if err != nil {
		return nil, err
	}
	defer canvas.Recycle(img)
	return canvas.PNG(img)
}

// Encoder writes one kind of scene in a format without pixels, independent of theme and language.
// It returns [ErrScene] for other scenes.
type Encoder func(scene any) ([]byte, error)

// File draws a scene in the format of its file name's extension: with the encoder of that
// extension, such as ".svg", or as PNG by the first drawer that accepts it.
func File(drawers []Drawer, encoders map[string]Encoder, d engine.Drawing, s Style) ([]byte, error) {
	ending := filepath.Ext(d.Name)
	if write, ok := encoders[ending]; ok {
		return write(d.Scene)
	}
	if ending != ".png" {
		return nil, fmt.Errorf("%w: as a file %q", ErrScene, ending)
	}
	return PNG(drawers, d.Scene, s)
}

// Caption is the text of the caption bar of a position; a [Style] may override it.
type Caption struct {
	Words engine.Text // the state of the game
	Below engine.Text // the second line; empty means [Style.Latest] without a count
	// Position and Sides, by seat, decide how players are named; without sides nobody is.
	Position engine.Position
	Sides    []Side
}

// Side is one of the two sides of a game, as captions show it.
type Side struct {
	Title engine.Text      // the name of the side
	Bar   canvas.Ink       // colour of the bar over it when it is to move
	Token func(canvas.End) // draws its sign
	Width float64          // of the sign in pixels; 0 means that of [canvas.Caption]
}

// Latest returns the second line of a caption: count, or else the number of the last move, and the
// last move.
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
func (s Style) Write(on canvas.Canvas, c *canvas.Caption, says Caption) {
	below := says.Below
	if below.Empty() {
		below = s.Latest(engine.Text{})
	}
	said := canvas.Said{Words: s.Caption(says.Words), Below: s.reached}
	if said.Below == "" && !below.Empty() {
		said.Below = s.Words(below)
	}
	for seat, side := range says.Sides {
		said.Plates = append(said.Plates, s.plate(c, says.Position, engine.Seat(seat), side))
	}
	c.Write(on, said)
}

// Foot writes a caption of the usual size, without the note, on the band at the bottom of a picture.
func (s Style) Foot(on canvas.Canvas, says Caption) {
	s.Note = ""
	c := canvas.NewCaption(canvas.Foot(on.Rect))
	on.Bar(c.Box, canvas.InkBand)
	s.Write(on, c, says)
}

func (s Style) plate(c *canvas.Caption, p engine.Position, seat engine.Seat, side Side) canvas.Plate {
	winner := p.Outcome().Winner
	plate := canvas.Plate{
		Name: s.Called(seat, side.Title, c.Legible), Token: side.Token, Width: side.Width,
		Active: s.Stands(seat, p.Turn(), winner), Bar: side.Bar, Still: s.Running != "" && s.Note == s.Running,
	}
	if winner != engine.NoSeat || len(s.Winners) > 0 {
		plate.Bar = canvas.InkGreen
	}
	return plate
}

// Theme is a set of colours, one of [Themes]. The zero value is the first.
type Theme struct {
	ID    string
	Title engine.Text
	look  *canvas.Look
}

// Themes are all themes, the default first.
var Themes = []Theme{
	{ID: "dark", Title: engine.T("Dark"), look: lookOf("dark", 0)},
	{ID: "light", Title: engine.T("Light"), look: lookOf("light", 1)},
	{ID: "contrast", Title: engine.T("Contrast"), look: lookOf("contrast", 2)},
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

// lookOf returns the colours of a theme by its place; each line has those of the dark, the light and
// the contrast theme.
//
// Prominent colours (the sides, the winner, lit cells) have a contrast of 4.5 to the background,
// and to the marks on them, so that they suit both text and pieces. Pieces have a contrast of 3 to
// all cells. The dark theme uses light colours with dark marks, the others dark colours with white
// marks.
//
// Empty cells are lighter than the ground. The tints of the light themes are minerals: ochre, slate,
// amethyst, umber, madder and stone. None is green.
//
// The contrast theme suits all kinds of colour vision: its red is twice as light as its blue, and
// stones and edges differ in shape.
func lookOf(name string, theme int) *canvas.Look {
	in := func(dark, light, contrast uint32) color.RGBA {
		return canvas.RGB([...]uint32{dark, light, contrast}[theme])
	}
	return &canvas.Look{
		Name:       name,
		Background: in(0x1a1d23, 0xf2ead8, 0xf2f2f2),
		Band:       in(0x13161a, 0xe8dfc9, 0xffffff),
		Cell:       in(0x3b404c, 0xfdf9ee, 0xffffff),
		Heavy:      in(0x14161b, 0xd8c8a4, 0xcccccc),
		Line:       in(0x5e6573, 0xa4957a, 0x6e6e6e),
		Label:      in(0xbcc2cf, 0x5d5240, 0x1c1c1c),
		Text:       in(0xf4f5f8, 0x2b251b, 0x000000),
		Muted:      in(0xa8aebb, 0x635843, 0x4a4a4a),
		Number:     in(0xf0f2f6, 0x2b251b, 0x000000),
		Shadow:     in(0x101116, 0x6b5d45, 0x8c8c8c),
		Visited:    in(0x54467a, 0xcdbce0, 0xe6cf4e),
		Heat:       in(0x80560c, 0xf2b53a, 0xf0c419),
		Green:      in(0x4fd672, 0x147239, 0x007a57),
		Halo:       in(0x0f2416, 0xffffff, 0xffffff),
		Mark:       in(0x101116, 0xffffff, 0xffffff),
		Lit:        in(0xe0b53a, 0x985a00, 0x985a00),
		Red:        canvas.Gem{Light: in(0xfb8177, 0xd4564f, 0xdf4248), Base: in(0xf4574c, 0xc5302a, 0xd81e25), Dark: in(0xc43f36, 0x9a241f, 0xae151b)},
		Blue:       canvas.Gem{Light: in(0x7fb3fa, 0x4a76c8, 0x2a62a6), Base: in(0x4f96f7, 0x2458b8, 0x003b85), Dark: in(0x3672c6, 0x1a4390, 0x002c66), Square: theme == 2, Dashed: theme == 2},
		Tints: [canvas.TintCount]color.RGBA{
			in(0x6b4500, 0xe0a92e, 0xf0e442), in(0x00506b, 0x6f9bb5, 0x56b4e9), in(0x5b30a6, 0xa88bc4, 0xcc79a7),
			in(0x7a2508, 0xb98452, 0xb5773c), in(0x8c1f52, 0xd9828c, 0xf2b6a0), in(0x4c4f57, 0xa49d92, 0xb0b0b0),
		},
	}
}
