package bot

import (
	"bytes"
	"image"
	"image/color"
	_ "image/gif"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/render"
)

// TestOneThemeForATable: boards have the theme of who opened the table, whoever moves or
// looks; what one person alone sees has theirs.
func TestOneThemeForATable(t *testing.T) {
	s := newSession(t)
	s.play("you: /settings theme:contrast", "friend: /settings theme:light")
	for _, tt := range []struct{ user, does, theme string }{
		{"you", "/hex new @friend size:3 swap:false", "contrast"},
		{"friend", "[Accept]", "contrast"},
		{"you", "/hex move a1", "contrast"},
		{"friend", "/hex move b2", "contrast"},
		{"stranger", "/hex show", "contrast"},
		{"stranger", "/hex replay", "contrast"},
		{"friend", "/hex new @friend size:3", "light"},
		{"friend", "/hex hint", "light"},
		{"you", "/hex rules", "contrast"},
		{"you", "/atom4 new @you", "contrast"},
		{"friend", "/atom4 preview", "light"},
	} {
		r := s.does(tt.user, tt.does)
		want, _ := render.ThemeByID(tt.theme)
		if got := ground(t, r.Files[0]); got != want.Look().Background {
			t.Errorf("%s: %s is drawn on %v, want the theme %s", tt.user, tt.does, got, tt.theme)
		}
	}
}

// ground is the colour on which a picture is drawn.
func ground(t *testing.T, file chat.Attachment) color.RGBA {
	t.Helper()
	picture, _, err := image.Decode(bytes.NewReader(file.Data))
	if err != nil {
		t.Fatal(err)
	}
	return color.RGBAModel.Convert(picture.At(2, 2)).(color.RGBA)
}
