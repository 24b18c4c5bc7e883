package render

import (
	"image"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// written returns the words of a caption, and the colour of the bar over a name.
func written(s Style, c *canvas.Caption, says Caption) (list []string) {
	look := s.Theme.Look()
	palette := canvas.NewMixture(look, canvas.InkCount).Palette(canvas.MaxColours)
	on := canvas.Blank(c.Box, palette)
	defer canvas.Watch(func(l canvas.Label) { list = append(list, l.Words) })()
	s.Write(on, c, says)
	for x := range c.Box.Dx() {
		under := map[canvas.Ink]string{canvas.InkRed: "red line", canvas.InkBlue: "blue line", canvas.InkGreen: "green line"}
		for with, name := range under {
			if on.At(x, c.Box.Min.Y) == look.Ink(with) && list[len(list)-1] != name {
				list = append(list, name)
			}
		}
	}
	return list
}

// stand is a position with only a turn and an outcome.
type stand struct {
	engine.Position
	turn, winner engine.Seat
}

func (s stand) Turn() engine.Seat       { return s.turn }
func (s stand) Outcome() engine.Outcome { return engine.Outcome{Winner: s.winner} }

// TestCaptionSays: the state of the game, the number of the last move, that move, and the players.
func TestCaptionSays(t *testing.T) {
	sides := []Side{
		{Title: engine.T("Red"), Bar: canvas.InkRed, Token: func(canvas.End) {}},
		{Title: engine.T("Blue"), Bar: canvas.InkBlue, Token: func(canvas.End) {}},
	}
	open, won := stand{turn: 1, winner: engine.NoSeat}, stand{turn: engine.NoSeat, winner: 0}
	loud := func(x engine.Text) string { return strings.ToUpper(x.String()) }
	c := canvas.NewCaption(image.Rect(0, 0, canvas.Width, canvas.CaptionHeight))
	for _, tt := range []struct {
		name  string
		style Style
		says  Caption
		want  string
	}{
		{"the last move", Style{Move: 12, Last: "f6"}, Caption{Words: engine.T("Blue to move")}, "Blue to move|Move 12 · f6"},
		{"the start", Style{}, Caption{Words: engine.T("Red to move")}, "Red to move"},
		{"a move that is too long to be told", Style{Move: 12}, Caption{Words: engine.T("Blue to move")}, "Blue to move|Move 12"},
		{"a frame of a film", Style{Last: "f6", Note: "Replay"}, Caption{Words: engine.T("Blue to move")}, "Replay|f6"},
		{"other words below", Style{Move: 12, Last: "f6"}, Caption{Words: engine.T("A5"), Below: engine.T("Nothing is lit")}, "A5|Nothing is lit"},
		{"who plays", Style{Names: []string{"Ann"}}, Caption{Words: engine.T("On"), Position: open, Sides: sides}, "On|Ann|Blue|blue line"},
		{"who has won", Style{Names: []string{"Ann", "Bob"}}, Caption{Words: engine.T("Over"), Position: won, Sides: sides}, "Over|Ann|Bob|green line"},
		{"who has won for another reason", Style{Note: "Over", Winners: []engine.Seat{1}}, Caption{Position: open, Sides: sides}, "Over|Red|Blue|green line"},
		{
			"other people's words",
			Style{Move: 3, Last: "f6", Say: loud},
			Caption{Words: engine.T("On"), Position: open, Sides: sides},
			"ON|MOVE 3 · F6|RED|BLUE|blue line",
		},
	} {
		if got := strings.Join(written(tt.style, c, tt.says), "|"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestLatest puts the last move after the game's own count.
func TestLatest(t *testing.T) {
	laid := engine.T("40 of 64 placed")
	for _, tt := range []struct {
		style Style
		count engine.Text
		want  string
	}{
		{Style{Move: 40, Last: "2 a1"}, laid, "40 of 64 placed · 2 a1"},
		{Style{Last: "2 a1"}, laid, "40 of 64 placed · 2 a1"},
		{Style{Move: 40}, laid, "40 of 64 placed"},
		{Style{Move: 40, Last: "2 a1"}, engine.Text{}, "Move 40 · 2 a1"},
		{Style{Last: "100 % a1"}, engine.Text{}, "100 % a1"},
		{Style{}, engine.Text{}, ""},
	} {
		if got := tt.style.Latest(tt.count).String(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.style, got, tt.want)
		}
	}
}
