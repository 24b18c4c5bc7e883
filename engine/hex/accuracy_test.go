package hex

import (
	"math"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

func TestAccuracyOfAMove(t *testing.T) {
	for loss, want := range map[float64]float64{0: 100, 0.1: 66, 0.25: 36, 0.5: 12, 1: 0, -0.3: 100, 1.5: 0} {
		if got := math.Round(accuracyOf(loss)); got != want {
			t.Errorf("a loss of %v leaves %v, want %v", loss, got, want)
		}
	}
	for i := range 1000 {
		if a, b := accuracyOf(float64(i)/1000), accuracyOf(float64(i+1)/1000); b >= a {
			t.Fatalf("a loss of %v leaves %v, a greater one %v", float64(i)/1000, a, b)
		}
	}
}

// looked is a reviewer that has found Red's chances before each ply and at the end.
func looked(t *testing.T, p *Position, red ...float64) *reviewer {
	t.Helper()
	r := &reviewer{ctx: t.Context(), boards: p.history(), red: red, choice: make([]engine.Choice, len(red))}
	if len(r.boards) != len(red) {
		t.Fatalf("%d chances of a game of %d plies", len(red), p.Ply())
	}
	return r
}

func TestAccuracies(t *testing.T) {
	nan := math.NaN()
	free := []string{"a1", "a5", "b1", "b5"} // nothing is joined
	tests := []struct {
		name              string
		moves             []string
		chances           []float64 // Red's
		same              int       // a ply at which the analyst would have moved alike, -1 for none
		wantRed, wantBlue float64
	}{
		{"one loss", free, []float64{0.5, 0.5, 0.5, 0.6, 0.7}, -1, 100, (accuracyOf(0.1) + 100) / 2},
		{"all is lost", free, []float64{1, 0, 0, 0, 0}, -1, 0, 100},
		{"the analyst's own move", free, []float64{1, 0, 0, 0, 0}, 0, 100, 100},
		{"a lost player cannot lose", free, []float64{0.01, 0, 0, 0, 0}, -1, nan, 100},
		{"not looked at", free, []float64{nan, nan, nan, nan, nan}, -1, nan, nan},
		{"only the end is known", free, []float64{nan, nan, nan, 0.5, 0.7}, -1, nan, accuracyOf(0.2)},
		// c3 and b5 join Red's edges on 5x5 by bridges: what follows does not count.
		{"joined", []string{"c3", "a1", "d1", "a2", "b5", "a4", "e1", "e2"}, []float64{0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.2, 0.9}, -1, 100, 100},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := looked(t, boardAfter(t, 5, tt.moves...), tt.chances...)
			if tt.same >= 0 {
				r.choice[tt.same].Move = tt.moves[tt.same]
			}
			red, blue := r.accuracies()
			for _, a := range [][2]float64{{float64(red), tt.wantRed}, {float64(blue), tt.wantBlue}} {
				if math.IsNaN(a[0]) != math.IsNaN(a[1]) || math.Abs(a[0]-a[1]) > 1e-9 {
					t.Errorf("accuracies are %v and %v, want %v and %v", float64(red), float64(blue), tt.wantRed, tt.wantBlue)
				}
			}
		})
	}
}

// A worse result of a move never makes its player more accurate.
func TestAccuracyFallsWithEveryLoss(t *testing.T) {
	p := start(t, engine.Options{"size": 6})
	scatter(t, p, 10, seeded(7))
	random := seeded(8)
	for range 200 {
		chances := make([]float64, p.Ply()+1)
		for i := range chances {
			chances[i] = random.Float64()
		}
		ply := random.IntN(p.Ply() - 1)
		worse := append([]float64(nil), chances...)
		// What comes after the move: the opponent is left to lose nothing by it.
		mover := looked(t, p, chances...).boards[ply].Mover()
		bad := 0.0
		if mover == Blue {
			bad = 1
		}
		worse[ply+1] = chances[ply+1] + (bad-chances[ply+1])*random.Float64()
		red, blue := looked(t, p, chances...).accuracies()
		red2, blue2 := looked(t, p, worse...).accuracies()
		if mover == Red && red2 > red+1e-9 || mover == Blue && blue2 > blue+1e-9 {
			t.Fatalf("with %v %v and %v, with %v %v and %v", chances, red, blue, worse, red2, blue2)
		}
	}
}

func TestAccuracyInWords(t *testing.T) {
	unknown := Accuracy(math.NaN())
	for want, s := range map[string]Review{
		"Accuracy: Red 100, Blue 99": {RedAccuracy: 100, BlueAccuracy: 99.7},
		"Accuracy: Red 0":            {RedAccuracy: 0, BlueAccuracy: unknown},
		"Accuracy: Blue 61":          {RedAccuracy: unknown, BlueAccuracy: 60.6},
		"":                           {RedAccuracy: unknown, BlueAccuracy: unknown},
	} {
		if got := s.Accuracies().String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := s.accuracyWords().String(); got != "" != (want != "") {
			t.Errorf("%q is said as %q", want, got)
		}
	}
}

// Blue has one stone to go on 3x3 and gives up.
func TestReviewOfAWonPositionResigned(t *testing.T) {
	p := boardAfter(t, 3, "a1", "b2", "c3", "c2", "a3")
	given := p.Conclude(engine.Outcome{Status: engine.Won, Winner: Red.Seat(), Reason: engine.T("Blue resigned")}).(*Position)
	answer, err := reviewView.Show(t.Context(), given, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := answer.Text.String()
	for _, want := range []string{"Blue resigned a won position.", "**a2** would have won (proved)", "Accuracy, of 100: Red "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not said: %s", want, text)
		}
	}
	for before, want := range map[float64]string{
		0.7: "The game that Blue resigned was not lost: Blue's chances were 70 %.",
		0.9: "Blue resigned a won position: Blue's chances were 90 %.",
		1:   "Blue resigned a won position.",
	} {
		if got := (Review{Loser: Blue, Resigned: true, Before: before}).turning(plain).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Red throws the game away, Blue gives it back: both are told.
func TestReviewTellsOfTheGift(t *testing.T) {
	p := boardAfter(t, 3, "a1", "c3", "b2", "b1", "c1", "a2", "b3")
	r := NewReview(t.Context(), p)
	if r.Given != "a1" || r.Gift != 0 {
		t.Fatalf("the gift is %q at ply %d", r.Given, r.Gift)
	}
	if said := r.about().String(); !strings.Contains(said, "Red had given the game away at move 1, **a1**, and Blue gave it back.") {
		t.Error(said)
	}
	red := looked(t, p, 0.9, 0.3, 0.8, 0.7, 0.9, 1, 1, 1)
	if ply, move := red.gift(Red, 1); ply != 0 || move != "a1" {
		t.Errorf("the gift is %q at ply %d", move, ply)
	}
	small := looked(t, p, 0.55, 0.45, 0.8, 0.7, 0.9, 1, 1, 1)
	if _, move := small.gift(Red, 1); move != "" {
		t.Errorf("%s, a doubt of the search, is a gift", move)
	}
}
