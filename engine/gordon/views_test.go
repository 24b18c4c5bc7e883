package gordon

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

// On Z7 player one wins with 7 of 49 openings, those with m = 0; on S3 player two wins.
func TestSolveSays(t *testing.T) {
	tests := []struct {
		p       *Position
		words   string
		winner  int
		winning []string
	}{
		{started(t, "Z7", Standard), "**Player one wins** with m = 0, from any place, and with no other m: 7 of 49 openings, proved.", 1, []string{"0"}},
		{started(t, "S3", Standard), "**Player two wins**, whatever player one plays: proved.", 2, []string{}},
		{started(t, "V4", Standard), "**Player one wins** with every move: proved.", 1, []string{"00", "01", "10", "11"}},
		{after(t, "Z7", Standard, "1 0"), "**Player two wins** with m = ", 2, nil},
	}
	for _, tt := range tests {
		answer, err := showSolve(t.Context(), tt.p, nil)
		if err != nil {
			t.Fatal(err)
		}
		data := answer.Data.(solution)
		if said := answer.Text.String(); !strings.Contains(said, tt.words) || data.Winner != tt.winner || !data.Proved {
			t.Errorf("%s: %q, %+v; want %q", tt.p, said, data, tt.words)
		}
		if tt.winning != nil && !slices.Equal(data.Winning, tt.winning) {
			t.Errorf("%s: the winning m are %q, want %q", tt.p, data.Winning, tt.winning)
		}
	}
}

// Out of time, the answer says so, and claims nothing.
func TestSolveSaysWhatIsNotProved(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	answer, err := showSolve(ctx, started(t, "C24", Standard), nil)
	if said := answer.Text.String(); err != nil || !strings.Contains(said, "**Not proved.**") || !strings.Contains(said, "24 further moves") {
		t.Errorf("%q, %v", said, err)
	}
	for name, words := range map[string]string{"C23": "**Player one wins** with best play", "D11": "**Player two wins** with best play"} {
		answer, err = showSolve(ctx, started(t, name, Right), nil)
		if said := answer.Text.String(); err != nil || !strings.Contains(said, words) || answer.Data.(solution).Proved {
			t.Errorf("%s: %q, %v", name, said, err)
		}
	}
	over := after(t, "Z12", Standard, "0 0")
	for !over.stuck() {
		if _, err := over.Play(over.Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	answer, err = showSolve(ctx, over, nil)
	if said := answer.Text.String(); err != nil || !strings.Contains(said, "**not proved**") || answer.Data.(solution).Proved {
		t.Errorf("%q, %v", said, err)
	}
	answer, err = showSolve(ctx, started(t, "S4", Solitaire), nil)
	if said := answer.Text.String(); err != nil || !strings.Contains(said, "**Not proved.**") || answer.Data.(solution).Proved {
		t.Errorf("%q, %v", said, err)
	}
}

// A solitaire's ways: there is one if and only if the group is sequenceable. Z3 is not, as
// an abelian group needs exactly one element of order 2 (Gordon, 1961).
func TestSolveSolitaire(t *testing.T) {
	for _, tt := range []struct {
		p     *Position
		words string
	}{
		{started(t, "Z4", Solitaire), "**It can be done**: "},
		{started(t, "Z3", Solitaire), "**It cannot be done** from here: proved."},
		{after(t, "Z4", Solitaire, "1", "2", "3"), "All places are visited. The sequencing is 0 1 2 3."},
		{after(t, "Z3", Solitaire, "1"), "No m leads to a place that is left."},
	} {
		answer, err := showSolve(t.Context(), tt.p, nil)
		if said := answer.Text.String(); err != nil || !strings.Contains(said, tt.words) {
			t.Errorf("%s: %q, %v; want %q", tt.p, said, err, tt.words)
		}
	}
}

// The winner stated without a search is the one found by search, on all groups of order up to 14 (in
// a full run, 17).
func TestKnownWinners(t *testing.T) {
	most := 14
	if enginetest.Long() {
		most = 17
	}
	for order := 1; order <= most; order++ {
		for _, name := range group.OfOrder(order) {
			p := started(t, name, Standard)
			want := 1
			if newAnalyst(p).analyse(t.Context(), p, false).verdict == solver.Lost {
				want = 2
			}
			if got := knownWinner(p.group); got != want {
				t.Errorf("%s: player %d is known to win, want %d", name, got, want)
			}
		}
	}
	if got := knownWinner(groupNamed(t, "C24")); got != 0 {
		t.Errorf("C24: player %d is known to win", got)
	}
}

func TestGroupsTool(t *testing.T) {
	run := func(o engine.Options) (engine.Answer, error) {
		return groupsTool.Run(t.Context(), engine.Env{}, o, nil)
	}
	list, err := run(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"8: C8, **C4xC2**, C2^3, D4, **Q8**", "6: C6, **S3**", "up to 23"} {
		if !strings.Contains(list.Text.String(), words) {
			t.Errorf("the list of groups has no %q:\n%s", words, list.Text)
		}
	}
	for text, words := range map[string]string{
		"F21":               "F21, a group of order 21: not abelian, centre e, identity e. Elements: 1 of order 1, 14 of order 3, 6 of order 7. With best play player one wins.",
		"q8":                "With best play player two wins. Turns in a game: 4 to 7. Taken first, the m of one class win or lose alike: 1; -1; i -i j -j k -k.",
		"Z7":                "Turns in a game: 4 to 6. Taken first, the m of one class win or lose alike: 0; 1 2 3 4 5 6.",
		"D5":                "Turns in a game: at most 10. Taken first, the m of one class",
		"V4":                "Turns in a game: 3. ",
		"Z30":               "Z30, a group of order 30: abelian",
		"0 1! 0 1 1 0":      "C2, a group of order 2: abelian, identity 0. Elements: ",
		"a b !\nb a\na b\n": "C2, a group of order 2: abelian, identity b",
	} {
		answer, err := run(engine.Options{"group": text})
		if err != nil || !strings.Contains(answer.Text.String(), words) {
			t.Errorf("%q: %s, %v; want %q", text, answer.Text, err, words)
			continue
		}
		if back, err := group.ReadTable(answer.Files[0].Data); err != nil || back.Order() != answer.Data.(facts).Order {
			t.Errorf("%q: the file that comes with it: %v", text, err)
		}
	}
	if _, err := run(engine.Options{"group": "Z7", "file": engine.File{Name: "x.grp"}}); err == nil {
		t.Error("a name and a file are taken together")
	}
	if _, err := run(engine.Options{"group": "0 1 ! 0 1 1 1"}); err == nil {
		t.Error("a table that is no group is described")
	}
}

func TestTableView(t *testing.T) {
	answer, err := showTable(t.Context(), started(t, "D4", Standard), nil)
	if err != nil || answer.Files[0].Name != "D4.grp" || len(answer.Scenes) != 1 || answer.Data.(facts).Winner != 1 {
		t.Errorf("%+v, %v", answer, err)
	}
}

// Menus and completions show elements as the board does, and play them as records have them.
func TestOffersHaveSymbols(t *testing.T) {
	playing, opening := after(t, "D12", Standard, "m=e p=r2"), started(t, "D12", Standard)
	m := playing.Picking("move", "").Menu
	if m.Offers[0].ID != "m=r" || m.Offers[0].Title.String() != "m = r → p = r³" || m.Offers[0].Detail.String() != "from p = r²" {
		t.Errorf("offered first is %+v", m.Offers[0])
	}
	if m = opening.Picking("move", "m=r2s").Menu; m.Title.String() != "Go to a place, with m = r²s" || m.Offers[2].ID != "m=r2s p=r2" || m.Offers[2].Title.String() != "p = r²" {
		t.Errorf("offered is %+v", m)
	}
	for _, list := range [][]engine.Named{suggestTokens(playing, "r10"), suggestTokens(opening, "r10"), suggestPlaces(opening, "r10")} {
		if len(list) == 0 || !strings.Contains(list[0].Title.String(), "= r¹⁰") {
			t.Errorf("suggested is %v", list)
		}
	}
}

func TestSuggestions(t *testing.T) {
	ids := func(list []engine.Named) string {
		var words []string
		for _, n := range list {
			words = append(words, n.ID)
		}
		return strings.Join(words, " ")
	}
	opening, playing := started(t, "S3", Standard), after(t, "S3", Standard, "m=e p=e")
	tests := []struct {
		name, got, want string
	}{
		{"a group that is typed whole comes first", ids(suggestGroups(nil, "d4")), "D4"},
		{"groups that begin so", ids(suggestGroups(nil, "f")), "F20 F21"},
		{"no group", ids(suggestGroups(nil, "xyz")), ""},
		{"openings by m", ids(suggestTokens(opening, "m=(12")), "m=(12) m=(123)"},
		{"moves by m", ids(suggestTokens(playing, "(13")), "m=(13) m=(132)"},
		{"moves by place", ids(suggestTokens(playing, "P = (23")), "m=(23)"},
		{"a raised exponent", ids(suggestTokens(after(t, "D4", Standard, "m=e p=e"), "r²")), "m=r2 m=r2s"},
		{"a caret", ids(suggestTokens(after(t, "D4", Standard, "m=e p=e"), "p=r^2")), "m=r2 m=r2s"},
		{"the identity is no move", ids(suggestTokens(playing, "e")), ""},
		{"places of the opening", ids(suggestPlaces(opening, "p=(1")), "p=(12) p=(13) p=(123) p=(132)"},
		{"no places later", ids(suggestPlaces(playing, "")), ""},
		{"another game", ids(suggestTokens(nil, "")) + ids(suggestPlaces(nil, "")), ""},
	}
	for _, tt := range tests {
		got, want := strings.Fields(tt.got), strings.Fields(tt.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", tt.name, got, want)
		}
	}
	if first := suggestGroups(nil, "")[0]; first.ID != "Z7" {
		t.Errorf("the first suggestion is %s", first.ID)
	}
}

// Of all moves that lose the hardest is one after which the smallest share of replies wins.
func TestHardestDefence(t *testing.T) {
	share := func(p *Position) float64 {
		won := 0
		for _, turn := range p.Legal() {
			if slow(p.After(turn)) == solver.Lost {
				won++
			}
		}
		return float64(won) / float64(len(p.Legal()))
	}
	tried := 0
	for _, first := range []string{"1 0", "2 0", "3 0", "6 0"} {
		for _, second := range after(t, "Z9", Standard, first).Moves() {
			p := after(t, "Z9", Standard, first, second)
			if p.stuck() || slow(p) != solver.Lost {
				continue
			}
			tried++
			got := p.After(newAnalyst(p).hardest(t.Context(), p))
			for _, turn := range p.Legal() {
				if other := p.After(turn); !got.stuck() && !other.stuck() && share(other) < share(got) {
					t.Errorf("after %s, %s: %v leaves %v, but %v leaves %v", first, second, got.History(), share(got), turn, share(other))
				}
			}
		}
	}
	if tried < 4 {
		t.Errorf("%d lost positions were tried", tried)
	}
}

// A proved line is legal, and each winning move in it wins.
func TestProvedLines(t *testing.T) {
	tried := 0
	for _, name := range []string{"Z7", "S3", "Z8", "D4", "Z9"} {
		for _, variant := range []string{Standard, Misere} {
			for _, m := range groupNamed(t, name).Elements() {
				p := after(t, name, variant, "m="+m+" p="+m)
				if slow(p) != solver.Won {
					continue
				}
				tried++
				choice, err := levelNamed(t, "max", 1).Choose(t.Context(), p)
				if err != nil || !choice.Proved || choice.Value != 1 || choice.Line[0] != choice.Move || len(choice.Line) > longestLine {
					t.Fatalf("%s: %+v, %v", name, choice, err)
				}
				for i, line := range choice.Line {
					if _, err := p.Play(line); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if v := slow(p); i%2 == 0 && v != solver.Lost {
						t.Errorf("%s: after %s of %q the position is %v", name, line, choice.Line, v)
					}
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d won positions were tried", tried)
	}
}
