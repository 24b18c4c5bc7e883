package labyrinth

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// sample is the last published solution.
func sample(tb testing.TB) []connexion.Piece {
	tb.Helper()
	data, err := os.ReadFile("../../engine/labyrinth/testdata/solutions.json")
	if err != nil {
		tb.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		tb.Fatal(err)
	}
	pieces, err := connexion.ParseJSON(all[len(all)-1])
	if err != nil {
		tb.Fatal(err)
	}
	return pieces
}

// table lays the first pieces of the sample.
func table(tb testing.TB, n int, o engine.Options) *labyrinth.Position {
	tb.Helper()
	pieces := connexion.Tidy(sample(tb))
	o["pieces"] = connexion.FormatPairs(pieces[:n])
	position, err := labyrinth.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	return position.(*labyrinth.Position)
}

func TestGolden(t *testing.T) {
	picture := labyrinth.NewPicture(sample(t), labyrinth.Blue, engine.T("A published solution"))
	for _, theme := range render.Themes {
		table := table(t, 40, engine.Options{"colour": "gold"})
		t.Run("table-"+theme.ID, func(t *testing.T) { rendertest.Golden(t, newDrawers, table, render.Style{Theme: theme}) })
		t.Run("solution-"+theme.ID, func(t *testing.T) { rendertest.Golden(t, newDrawers, picture, render.Style{Theme: theme}) })
	}
	marked := picture
	marked.Colour, marked.Numbers = labyrinth.Violet, true
	marked.Marks = []labyrinth.Mark{
		{Doors: 63, Colours: []labyrinth.Colour{labyrinth.Red}},
		{Doors: 61, Colours: []labyrinth.Colour{labyrinth.Red, labyrinth.Gold}},
	}
	safe := picture
	safe.Colour = labyrinth.Safe
	tests := []struct {
		name  string
		scene any
		style render.Style
	}{
		{"marked", marked, render.Style{}},
		{"safe", safe, render.Style{Theme: render.Themes[2]}},
		{"hint", engine.Suggestion{Position: table(t, 5, engine.Options{}), Choice: engine.Choice{Move: "place 2 a1"}}, render.Style{Theme: render.Themes[1]}},
		{"stats", labyrinth.Stats{Solutions: 100, Groups: map[int]int{2: 7, 3: 53, 4: 34, 5: 6}, Largest: map[int]int{50: 10, 60: 60, 63: 30}}, render.Style{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { rendertest.Golden(t, newDrawers, tt.scene, tt.style) })
	}
}

// TestMarksAreSplit: the halves of a marked hexagon have its two colours.
func TestMarksAreSplit(t *testing.T) {
	p := labyrinth.Picture{
		Pieces: []connexion.Piece{{Cell: connexion.Cell{Q: 1, R: 1}}}, Frame: connexion.Frame{Cols: 3, Rows: 3}, Plain: true,
		Marks: []labyrinth.Mark{{Doors: 0, Colours: []labyrinth.Colour{labyrinth.Red, labyrinth.Gold}}},
	}
	img, err := render.Draw(Drawers, p, render.Style{})
	if err != nil {
		t.Fatal(err)
	}
	f := newFrame(p.Frame, false)
	at := f.centre(p.Pieces[0].Cell)
	for i, want := range []labyrinth.Colour{labyrinth.Red, labyrinth.Gold} {
		x := at.X + (2*i-1)*f.width/3
		if got := img.At(x, at.Y); got != fillColour(want, 0) {
			t.Errorf("half %d is %v, want %v", i, got, fillColour(want, 0))
		}
	}
}

func BenchmarkLabyrinth(b *testing.B) {
	table := table(b, 40, engine.Options{})
	for _, k := range []struct {
		name  string
		scene any
	}{
		{"table", table},
		{"solution", labyrinth.NewPicture(sample(b), labyrinth.Blue, engine.T("A solution"))},
	} {
		b.Run(k.name, func(b *testing.B) {
			if _, err := render.PNG(Drawers, k.scene, render.Style{}); err != nil { // paints what is kept
				b.Fatal(err)
			}
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				data, err := render.PNG(Drawers, k.scene, render.Style{})
				if err != nil {
					b.Fatal(err)
				}
				size = len(data)
			}
			b.ReportMetric(float64(size), "bytes")
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/picture")
		})
	}
}

func TestRules(t *testing.T) { rendertest.Rules(t, &labyrinth.Game, newDrawers) }
