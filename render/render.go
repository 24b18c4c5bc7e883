// Package render draws scenes as pictures: a game's positions, and what its views
// and tools show. This package is the part that all drawers share: how a picture is to look
// ([Style], [Theme]), what a [Drawer] is, and the way from a scene to a file ([PNG], [GIF],
// [File]).
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
	"slices"

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
	// Room is what the picture of an [engine.Spreading] position must show beside what is in
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
