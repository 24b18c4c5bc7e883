package cards

import (
	"image"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

var begun = time.Date(2025, 9, 14, 18, 0, 0, 0, time.UTC)

// measuring are the drawers of all that is measured.
var measuring = sync.OnceValue(newDrawers)

// row is a score, without draws.
func row(label string, won, lost int) ProfileRow {
	return ProfileRow{engine.T("%s", label), Score{won, lost, 0}}
}

// seasoned is a player of half a year.
func seasoned() Profile {
	c := Profile{
		Name: "Nora Lindqvist", Of: engine.T("All games"), Since: begun,
		Rating: Rating{1662, 124, false, engine.T("Hex, 13 and more")},
		Total:  Score{124, 80, 3},
		Parts:  []ProfileRow{row("Hex", 98, 61), {engine.T("Gordon"), Score{18, 12, 3}}, row("Atom-4", 8, 7)},
		Against: []ProfileRow{
			{engine.T("People"), Score{88, 66, 3}}, row("The bot", 36, 14),
		},
		Met:  []ProfileRow{row("Ben", 31, 24), row("Magdalena Kowalczyk", 12, 15), row("Normal", 20, 6)},
		Best: engine.T("Magdalena Kowalczyk"), BestRating: 1748,
		Wins: Streak{4, 11}, Days: Streak{12, 31}, Solved: []ProfileRow{row("Hex", 35, 0)},
	}
	for i := range 90 {
		x := float64(i)
		c.Curve = append(c.Curve, Point{begun.Add(time.Duration(x*x/90*46) * time.Hour), 1500 + int(2.1*x+55*math.Sin(x/9)+14*math.Sin(x*1.7))})
	}
	c.Rating.Points = c.Curve[89].Rating
	return c
}

// fresh is somebody after two rated games.
func fresh() Profile {
	return Profile{
		Name: "ben", Of: engine.T("Hex"), Since: begun,
		Rating: Rating{1417, 510, true, engine.T("Hex, up to 9")},
		Curve:  []Point{{begun, 1338}, {begun.Add(3 * time.Hour), 1417}},
		Total:  Score{1, 1, 0}, Parts: []ProfileRow{row("Red", 1, 0), row("Blue", 0, 1)}, Against: []ProfileRow{row("People", 1, 1)},
		Met: []ProfileRow{row("Nora", 1, 1)}, Best: engine.T("Nora"), BestRating: 1500, Wins: Streak{1, 1}, Days: Streak{1, 1},
	}
}

// casual is a player without a rating.
func casual() Profile {
	return Profile{
		Name: "Łucja", Of: engine.T("All games"), Since: begun, Total: Score{24, 13, 2},
		Parts:   []ProfileRow{row("Hex", 15, 6), {engine.T("Gordon"), Score{5, 4, 2}}, row("Atom-4", 4, 3)},
		Against: []ProfileRow{row("People", 5, 9), {engine.T("The bot"), Score{19, 4, 2}}},
		Met:     []ProfileRow{row("Easy", 11, 1), row("Normal", 8, 3), row("Ben", 3, 6)},
		Best:    engine.T("Hard"), Wins: Streak{0, 6}, Days: Streak{0, 4},
	}
}

// puzzler has solved puzzles alone.
func puzzler() Profile {
	return Profile{
		Name: "Quin", Of: engine.T("All games"), Since: begun, Days: Streak{9, 14},
		Solved: []ProfileRow{row("China Labyrinth", 41, 0), row("Octopuszle", 17, 0), row("Hex", 5, 0)},
	}
}

func TestGolden(t *testing.T) {
	for _, tt := range []struct {
		name  string
		card  Profile
		theme int
	}{
		{"dark", seasoned(), 0},
		{"light", seasoned(), 1},
		{"contrast", seasoned(), 2},
		{"fresh", fresh(), 0},
		{"unrated", casual(), 1},
		{"puzzles", puzzler(), 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rendertest.Golden(t, measuring, tt.card, render.Style{Theme: render.Themes[tt.theme]})
		})
	}
}

// TestReadable: whatever there is and is not, all can be read, in all themes.
func TestReadable(t *testing.T) {
	long := seasoned()
	long.Name = strings.Repeat("Magdalena Kowalczyk ", 3)
	long.Of, long.Rating.Pool = engine.T("A game with quite a long name, of the largest boards"), engine.T("A game with quite a long name, of the largest boards")
	long.Total, long.Parts[0].Score = Score{9000, 800, 200}, Score{4999, 1234, 567}
	long.Wins, long.Days = Streak{1234, 5678}, Streak{999, 1000}
	scripts := seasoned()
	scripts.Name, scripts.Best, scripts.Met[0].Label = "山田太郎", engine.T("Ольга"), engine.T("\u202eשלום")
	blank := fresh()
	blank.Name = "\u200b"
	five := fresh()
	for i := range 3 {
		five.Curve = append(five.Curve, Point{begun.Add(time.Duration(i+4) * time.Hour), 1417 + i})
	}
	once := fresh()
	once.Curve, once.Met, once.Best, once.Against = once.Curve[:1], nil, engine.Text{}, nil
	lost := casual()
	lost.Total, lost.Parts, lost.Met, lost.Best = Score{0, 1, 0}, []ProfileRow{row("Hex", 0, 1)}, nil, engine.Text{}
	wild := seasoned()
	wild.Curve[40].Rating, wild.Curve[41].Rating, wild.Rating.Points = -1200, 12345, 12345
	many := puzzler()
	for range 4 {
		many.Solved = append(many.Solved, many.Solved...)
	}
	for name, card := range map[string]Profile{
		"seasoned": seasoned(), "fresh": fresh(), "unrated": casual(), "puzzler": puzzler(),
		"long": long, "scripts": scripts, "blank": blank, "five": five, "once": once, "lost": lost, "wild": wild, "many": many, "nothing": {Since: begun},
	} {
		for _, theme := range render.Themes {
			t.Run(name+"-"+theme.ID, func(t *testing.T) { rendertest.Measure(t, measuring, card, render.Style{Theme: theme}) })
		}
	}
}

// written are the words on a card.
func written(t *testing.T, card Profile) (words []string) {
	t.Helper()
	stop := canvas.Watch(func(l canvas.Label) { words = append(words, l.Words) })
	defer stop()
	if _, err := render.Draw(Drawers, card, render.Style{}); err != nil {
		t.Fatal(err)
	}
	return words
}

// TestTells: the most important facts are shown, and missing ones are not.
func TestTells(t *testing.T) {
	for _, tt := range []struct {
		name       string
		card       Profile
		want, none []string
	}{
		{
			"who is rated", seasoned(),
			[]string{"N", "1669", "± 124", "1719", "1600", "2025-09-14", "since 2025-09 · 35 puzzles", "124–80–3", "Ben", "1748", "4 of 11", "12 of 31", "Day streak", "Magdalena", "Gordon"},
			[]string{"± 124, provisional", "%"},
		},
		{"who begins", fresh(), []string{"B", "± 510, provisional", "since 2025-09", "Red", "1–0"}, []string{"Gordon", "2025-09-14", "1400"}},
		{"who is not rated", casual(), []string{"64 %", "won of 39 games", "Gordon", "5–4–2", "Hard"}, []string{"now 0", "1500"}},
		{
			"who has lost once",
			Profile{Name: "Ann", Since: begun, Total: Score{0, 1, 0}, Parts: []ProfileRow{row("Hex", 0, 1)}},
			[]string{"1", "played so far", "0–1"},
			[]string{"0 %", "Met most"},
		},
		{
			"who plays a lot",
			Profile{Name: "Ann", Since: begun, Total: Score{1200, 800, 10}, Parts: []ProfileRow{row("Hex", 1200, 800)}},
			[]string{"60 %", "1200–800", "All"},
			[]string{"1200–800–10"},
		},
		{"who solves puzzles", puzzler(), []string{"63", "puzzles solved", "41", "9 days in a row"}, []string{"Won and lost", "Met most", "Best win"}},
	} {
		words := written(t, tt.card)
		for _, w := range tt.want {
			if !slices.Contains(words, w) {
				t.Errorf("%s: %q is not written among %q", tt.name, w, words)
			}
		}
		for _, w := range tt.none {
			if slices.Contains(words, w) {
				t.Errorf("%s: %q is written", tt.name, w)
			}
		}
	}
}

// TestBarsShow the shares of a score, by lengths.
func TestBarsShow(t *testing.T) {
	card, look := casual(), render.Themes[1].Look()
	card.Parts = []ProfileRow{row("Hex", 30, 10), row("Gordon", 10, 10)}
	img, err := render.Draw(Drawers, card, render.Style{Theme: render.Themes[1]})
	if err != nil {
		t.Fatal(err)
	}
	green := func(y int) (n int) {
		for x := range width {
			if rendertest.Near(rendertest.RGBAAt(img, image.Pt(x, y)), look.Green) {
				n++
			}
		}
		return n
	}
	const apart = 116 / 2
	first, second := green((bandTop+bandBottom)/2-apart), green((bandTop+bandBottom)/2+apart)
	if first < 300 || math.Abs(float64(first)/float64(second)-3) > 0.1 {
		t.Errorf("30 wins are %d pixels long, 10 are %d", first, second)
	}
}

// TestNumbersFollowTheirBars: the number of a bar in the band comes right after it.
func TestNumbersFollowTheirBars(t *testing.T) {
	look, ends := render.Themes[1].Look(), map[string]image.Rectangle{}
	stop := canvas.Watch(func(l canvas.Label) { ends[l.Words] = l.Mask.Rect })
	defer stop()
	img, err := render.Draw(Drawers, puzzler(), render.Style{Theme: render.Themes[1]})
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []string{"41", "17", "5"} {
		box := ends[number]
		gap := 0
		for !rendertest.Near(rendertest.RGBAAt(img, image.Pt(box.Min.X-gap, (box.Min.Y+box.Max.Y)/2)), look.Green) && gap < width {
			gap++
		}
		if gap < rowGap || gap > rowGap+8 {
			t.Errorf("%s is %d pixels from its bar", number, gap)
		}
	}
}

// TestHeadlineStandsClear of the words below it.
func TestHeadlineStandsClear(t *testing.T) {
	boxes := map[string]image.Rectangle{}
	stop := canvas.Watch(func(l canvas.Label) { boxes[l.Words] = l.Mask.Rect })
	defer stop()
	if _, err := render.Draw(Drawers, puzzler(), render.Style{}); err != nil {
		t.Fatal(err)
	}
	if gap := boxes["puzzles solved"].Min.Y - boxes["63"].Max.Y; gap < 14 {
		t.Errorf("%d pixels", gap)
	}
}

// BenchmarkCard draws and encodes a card.
func BenchmarkCard(b *testing.B) {
	drawers, card := newDrawers(), seasoned()
	size, spent := 0, enginetest.CPU()
	for b.Loop() {
		data, err := render.PNG(drawers, card, render.Style{})
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
	}
	b.ReportMetric((enginetest.CPU()-spent).Seconds()*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(size)/1000, "KB")
}
