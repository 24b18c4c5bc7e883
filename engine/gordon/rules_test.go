package gordon

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// sheet is the game as two people would play it with pencil and paper: names crossed out
// in two lists, and the multiplication table.
type sheet struct {
	product func(m, p string) string
	m, p    []string
	place   string
	turns   int
}

func newSheet(p *Position) *sheet {
	rows := map[string]string{}
	lines := strings.Split(strings.TrimSpace(string(p.Group().Grp())), "\n")
	elements := strings.Fields(strings.TrimSuffix(lines[0], "!"))
	for i, a := range elements {
		for j, c := range strings.Fields(lines[1+i]) {
			rows[a+" "+elements[j]] = c
		}
	}
	s := &sheet{m: slices.Clone(elements), p: slices.Clone(elements)}
	s.product = func(m, p string) string { return rows[m+" "+p] }
	if p.Variant() == Right {
		s.product = func(m, p string) string { return rows[p+" "+m] }
	}
	return s
}

func strike(list []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name })
}

func (s *sheet) moves() []string {
	var list []string
	for _, m := range s.m {
		if s.place == "" {
			for _, p := range s.p {
				list = append(list, "m="+m+" p="+p)
			}
		} else if slices.Contains(s.p, s.product(m, s.place)) {
			list = append(list, "m="+m)
		}
	}
	return list
}

func (s *sheet) play(line string) {
	m, place, opening := strings.Cut(strings.TrimPrefix(line, "m="), " p=")
	if !opening {
		place = s.product(m, s.place)
	}
	s.m, s.p, s.place = strike(s.m, m), strike(s.p, place), place
	s.turns++
}

// Random games on paper and by Position: the same moves, sets, turns and ends.
func TestAgainstPaper(t *testing.T) {
	random := search.Rand(2)
	for _, name := range []string{"Z1", "Z2", "Z7", "S3", "Q8", "A4", "D10", "S4"} {
		for _, variant := range []string{Standard, Right, Misere, Identity, Solitaire} {
			if name == "Z1" && (variant == Identity || variant == Solitaire) {
				continue
			}
			for range 8 {
				p := started(t, name, variant)
				s := newSheet(p)
				if variant == Identity || variant == Solitaire {
					s.place = p.Group().Element(p.Group().Identity())
					s.p = strike(s.p, s.place)
				}
				for p.Outcome().Status == engine.Open {
					moves := p.Moves()
					if !slices.Equal(moves, s.moves()) {
						t.Fatalf("%s, %s: the moves are %q, want %q", name, variant, moves, s.moves())
					}
					if want := engine.Seat(s.turns % 2); variant != Solitaire && p.Turn() != want {
						t.Fatalf("%s, %s: player %d moves, want %d", name, variant, p.Turn()+1, want+1)
					}
					move := moves[random.Below(len(moves))]
					if _, err := p.Play(move); err != nil {
						t.Fatal(err)
					}
					s.play(move)
				}
				checkEnd(t, p, s)
			}
		}
	}
}

func checkEnd(t *testing.T, p *Position, s *sheet) {
	t.Helper()
	if len(s.moves()) > 0 || p.Turn() != engine.NoSeat || len(p.History()) != s.turns {
		t.Errorf("%s, %s: over after %d turns with %q left to play", p.Group().Name(), p.Variant(), s.turns, s.moves())
	}
	want := engine.Outcome{Status: engine.Won, Winner: engine.Seat((s.turns + 1) % 2)} // who moved last
	switch {
	case p.Variant() == Misere:
		want.Winner = want.Winner.Other()
	case p.Variant() == Solitaire && len(s.p) == 0:
		want = engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat}
	case p.Variant() == Solitaire:
		want = engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat}
	}
	if got := p.Outcome(); got.Status != want.Status || got.Winner != want.Winner || got.Reason.Empty() {
		t.Errorf("%s, %s: %+v, want %+v", p.Group().Name(), p.Variant(), got, want)
	}
}

// The place of the opening never matters: a translation from the right gives the same game
// from any other.
func TestPlacesOfTheOpening(t *testing.T) {
	for _, name := range []string{"Z5", "S3"} {
		p := started(t, name, Standard)
		for _, m := range p.Group().Elements() {
			verdicts := map[bool]bool{}
			for _, place := range p.Group().Elements() {
				verdicts[slow(after(t, name, Standard, "m="+m+" p="+place)) == solver.Won] = true
			}
			if len(verdicts) != 1 {
				t.Errorf("%s: whether m=%s wins depends on the place", name, m)
			}
		}
	}
}

// The right-handed game has the same winner, also after an opening.
func TestRightHandedWinners(t *testing.T) {
	for _, name := range []string{"S3", "Q8", "D4", "A4"} {
		left, right := started(t, name, Standard), started(t, name, Right)
		a, b := newAnalyst(left).analyse(t.Context(), left, true), newAnalyst(right).analyse(t.Context(), right, true)
		if a.verdict != b.verdict || len(a.moves) != len(b.moves) {
			t.Errorf("%s: %v, and right-handed %v", name, a.verdict, b.verdict)
		}
	}
}

// A position's JSON form, as the package comment has it.
func TestState(t *testing.T) {
	p := after(t, "Z3", Standard, "m=0 p=2", "m=2")
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"group":{"name":"Z3","order":3,"elements":["0","1","2"]},"variant":"standard","m":["1"],"p":["0"],"place":"1",` +
		`"history":[["0","2"],["2","1"]],"legal":[],"player":0}`
	if string(data) != want {
		t.Errorf("%s\nwant %s", data, want)
	}
	start, err := json.Marshal(started(t, "Z1", Standard))
	if want := `{"group":{"name":"Z1","order":1,"elements":["0"]},"variant":"standard","m":["0"],"p":["0"],"place":"","history":[],"legal":[["0","0"]],"player":1}`; err != nil || string(start) != want {
		t.Errorf("%s, %v\nwant %s", start, err, want)
	}
}

// After leaves the position before as it was, and its history too.
func TestAfterDoesNotChange(t *testing.T) {
	p := after(t, "Z7", Standard, "0 3", "2")
	before := p.String()
	for _, turn := range p.Legal() {
		next := p.After(turn)
		if next.m.Has(turn.M) || next.p.Has(turn.P) || !p.m.Has(turn.M) || !p.p.Has(turn.P) {
			t.Errorf("%v is not taken, or taken from the position before", turn)
		}
		if len(next.History()) != 3 || next.History()[2] != turn {
			t.Errorf("the history is %v", next.History())
		}
	}
	legal, next := p.Legal(), []*Position{}
	for _, turn := range legal {
		next = append(next, p.After(turn))
	}
	for i, turn := range legal {
		if got := next[i].History()[2]; got != turn {
			t.Errorf("the turn %v became %v", turn, got)
		}
	}
	if p.String() != before || len(p.History()) != 2 {
		t.Errorf("%s\nwas %s", p, before)
	}
}

// What is read out and written: the places, who moves, and how it ended.
func TestDescriptions(t *testing.T) {
	tests := []struct {
		p     *Position
		words []string
	}{
		{started(t, "Z7", Standard), []string{"Gordon game on Z7. Player one to move, with any m and any place. The elements: 0 1 2 3 4 5 6."}},
		{started(t, "D4", Right), []string{"D4 (order 8), right-handed"}},
		{started(t, "S5", Standard), []string{"Its 120 elements: " + strings.Join(groupNamed(t, "S5").Elements()[:12], ", ") + ", …"}},
		{started(t, "Z2^2", Standard), []string{"Where each m leads, from the places "}},
		{after(t, "Z7", Standard, "0 3"), []string{"Player two to move from the place 3. The last move was m=0 p=3. Possible: m=1 to 4, ", "Tokens left: 1 2 3 4 5 6. Places left: 0 1 2 4 5 6."}},
		{after(t, "Z7", Identity, "m=2"), []string{"begun at the identity", "The moves from the identity, 0: m=2 p=2."}},
		{after(t, "Z2", Standard, "1 0"), []string{"Player one wins: player two cannot move from the place 0.", "Each m leads from p to m + p, modulo 2."}},
		{after(t, "Z2", Misere, "1 0"), []string{"misère", "Player two wins"}},
		{after(t, "Z4", Solitaire, "1", "2", "3"), []string{"The moves from the identity, 0: m=1 p=1, m=2 p=3, m=3 p=2.", "Solved: all places are visited."}},
		{after(t, "Z4", Solitaire, "1"), []string{"You are at the place 1.", "Possible: m=2 to 3.", "solitaire"}},
		{after(t, "Z3", Solitaire, "1"), []string{"Stuck: no m leads on after 2 of 3 places"}},
	}
	for _, tt := range tests {
		for _, words := range tt.words {
			if said := tt.p.Describe().String(); !strings.Contains(said, words) {
				t.Errorf("%q does not say %q", said, words)
			}
		}
	}
	if got, want := after(t, "Z4", Standard, "1 0", "2").String(), "M 0 . . 3\nP . 1 . 3\nat 2 by 0 2\n"; got != want {
		t.Errorf("the board is\n%s\nwant\n%s", got, want)
	}
	named := strings.NewReplacer(" !\n", "-abcdefgh !\n", " ", "-abcdefgh ", "\n", "-abcdefgh\n")
	table, err := group.ReadTable([]byte(named.Replace(string(groupNamed(t, "Z50").Grp()))))
	if err != nil {
		t.Fatal(err)
	}
	long := start(table.Group, Standard)
	long.take(Turn{0, 0})
	for !long.stuck() && len(long.History()) < 50 {
		long.take(widest(long))
	}
	if said := long.Describe(); said.Length() > engine.MostDescribed || !strings.Contains(said.String(), " places are visited, lastly ") {
		t.Errorf("%d characters are read out: %s", said.Length(), said)
	}
}

// Tables as programs print them open games, as text and as file, which are replayed with what was
// told; so do names that mean another group elsewhere.
func TestGamesOnPrintedTables(t *testing.T) {
	sage := "*  a b c +------ a| a b c b| b c a c| c a b"
	tests := []struct {
		options map[string]any
		told    string
	}{
		{map[string]any{"group": sage}, "C3, a group of order 3"},
		{map[string]any{"group": "[ [ 1, 2 ], [ 2, 1 ] ]"}, "C2, a group of order 2"},
		{map[string]any{"group": `e & a \\ a & e`}, "in the order e a"},
		{map[string]any{"group": "e,a,b a,b,e b,e,a"}, "in the order e a b"},
		{map[string]any{"file": engine.File{Name: "t.csv", Data: []byte(",e,a\ne,e,a\na,a,e\n")}}, "C2, a group of order 2"},
		{map[string]any{"file": engine.File{Name: "t.md", Data: []byte("| * | e | a |\n|---|---|---|\n| e | e | a |\n| a | a | e |\n")}}, "identity e"},
		{map[string]any{"group": "D_8"}, "D8 has order 16 here"},
		{map[string]any{"group": "C2 x D8"}, "write D4"},
	}
	for _, tt := range tests {
		o, err := Game.Prepare(engine.Env{}, engine.Options(tt.options))
		if err != nil {
			t.Errorf("%v: %v", tt.options, err)
			continue
		}
		p, err := New(o)
		if err != nil {
			t.Errorf("%v: %v", o, err)
			continue
		}
		if told := p.(*Position).Told().String(); !strings.Contains(told, tt.told) {
			t.Errorf("%v: %q is told, want %q", o, told, tt.told)
		}
	}
	if told := started(t, "D5", Standard).Told(); !told.Empty() {
		t.Errorf("of D5 is told %q", told)
	}
}

// The rules show a whole game, which player two wins.
func TestWalkOfTheRules(t *testing.T) {
	if o := after(t, DefaultGroup, Standard, walk...).Outcome(); o.Status != engine.Won || o.Winner != 1 {
		t.Errorf("the outcome is %+v", o)
	}
}
