package bot

import (
	"bytes"
	"image"
	"image/color"
	_ "image/gif"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
)

// TestOneThemeForATable: boards have the theme of who opened the table, whoever moves or
// looks; what one person alone sees has theirs.
func TestOneThemeForATable(t *testing.T) {
	enginetest.Alone(t)
	s := newSession(t, quickGames()...)
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

// TestOneWayOfCellsForATable: the orientation of a board is that of the person who opened the table, for
// all who see it. Private pictures have the person's own. The theme is not affected.
func TestOneWayOfCellsForATable(t *testing.T) {
	enginetest.Alone(t)
	s := newSession(t, quickGames()...)
	s.play("you: /settings theme:light", "you: /settings board:flat", "friend: /settings theme:light", "you: /hex new @friend size:3 swap:false", "friend: [Accept]", "you: /hex move a1")
	pictures := map[string][]byte{}
	for _, tt := range []struct{ user, does string }{{"friend", "/hex show"}, {"stranger", "/hex show"}, {"friend", "/hex rules"}, {"you", "/hex rules"}} {
		r := s.does(tt.user, tt.does)
		pictures[tt.user+" "+tt.does] = r.Files[0].Data
		light, _ := render.ThemeByID("light")
		if got := ground(t, r.Files[0]); got != light.Look().Background {
			t.Errorf("%s: %s is drawn on %v, want the light theme", tt.user, tt.does, got)
		}
	}
	if !bytes.Equal(pictures["friend /hex show"], pictures["stranger /hex show"]) {
		t.Error("a table looks otherwise to another person")
	}
	if bytes.Equal(pictures["friend /hex rules"], pictures["you /hex rules"]) {
		t.Error("what only one sees does not lie as they have set")
	}
	for _, tt := range []struct{ does, way string }{{"/settings", "flat"}, {"/settings board:pointed", "pointed"}, {"/settings", "pointed"}, {"/settings theme:dark", "dark"}, {"/settings board:flat", "flat"}} {
		if r := s.does("you", tt.does); !strings.Contains(strings.ToLower(r.Text), "**"+tt.way) {
			t.Errorf("%s: %q does not say %s", tt.does, r.Text, tt.way)
		}
	}
	if r := s.does("you", "/settings"); !strings.Contains(strings.ToLower(r.Text), "**dark") || !strings.Contains(r.Text, "**flat**") {
		t.Errorf("both are kept; settings say %q", r.Text)
	}
}
