package gordon

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

func groupNamed(tb testing.TB, name string) *group.Group {
	tb.Helper()
	g, err := group.Parse(name)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func started(tb testing.TB, name, variant string) *Position {
	tb.Helper()
	p := start(groupNamed(tb, name), variant)
	return p
}

func decoded(tb testing.TB, file string, into any) {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		tb.Fatal(err)
	}
}

// class is a set of openings that win or lose together, as testdata/winners.json
// describes it.
type class struct {
	Order int  `json:"element_order"`
	Size  int  `json:"class_size"`
	Is    bool `json:"is_identity"`
}

type winnersEntry struct {
	SmallGroup   [2]int  `json:"smallgroup"`
	Also         string  `json:"also"`
	Order        int     `json:"order"`
	Winner       int     `json:"winner_with_best_play"`
	Winning      int     `json:"winning_first_moves"`
	Total        int     `json:"total_first_moves"`
	WinningClass []class `json:"winning_m1_classes"`
	LosingClass  []class `json:"losing_m1_classes"`
	Isbell       bool    `json:"isbell_start_at_identity_first_mover_wins"`
	Shortest     int     `json:"shortest_game_turns"`
	Longest      int     `json:"longest_game_turns"`
	Sequenceable bool    `json:"sequenceable"`
}

// bySmallGroup names the groups of the table by their place in the library of small
// groups.
var bySmallGroup = map[[2]int]string{
	{1, 1}: "C1", {2, 1}: "C2", {3, 1}: "C3", {4, 1}: "C4", {4, 2}: "C2^2", {5, 1}: "C5", {6, 1}: "S3", {6, 2}: "C6", {7, 1}: "C7",
	{8, 1}: "C8", {8, 2}: "C4xC2", {8, 3}: "D4", {8, 4}: "Q8", {8, 5}: "C2^3", {9, 1}: "C9", {9, 2}: "C3^2", {10, 1}: "D5", {10, 2}: "C10",
	{11, 1}: "C11", {12, 1}: "Dic3", {12, 2}: "C12", {12, 3}: "A4", {12, 4}: "D6", {12, 5}: "C6xC2",
}

func TestWinnersTable(t *testing.T) {
	var table struct{ Groups []winnersEntry }
	decoded(t, "testdata/winners.json", &table)
	if len(table.Groups) != len(bySmallGroup) {
		t.Fatalf("%d groups, want %d", len(table.Groups), len(bySmallGroup))
	}
	for _, want := range table.Groups {
		name := bySmallGroup[want.SmallGroup]
		p := started(t, name, Standard)
		st := newAnalyst(p).analyse(t.Context(), p, true)
		winner := 1
		if st.verdict == solver.Lost {
			winner = 2
		}
		openings := len(st.with(solver.Won)) * want.Order
		if winner != want.Winner || openings != want.Winning || want.Order*want.Order != want.Total || !st.whole() {
			t.Errorf("%s: player %d wins, with %d openings; want player %d, with %d", name, winner, openings, want.Winner, want.Winning)
		}
		if known := knownWinner(p.group); known != want.Winner {
			t.Errorf("%s: player %d is known to win, want %d", name, known, want.Winner)
		}
		sameClasses(t, name, p, st, want)
		if want.Order > 1 { // on one element there is nothing to move from the identity
			identity := started(t, name, Identity)
			first := newAnalyst(identity).analyse(t.Context(), identity, false).verdict == solver.Won
			if first != want.Isbell {
				t.Errorf("%s begun at the identity: player one wins %t, want %t", name, first, want.Isbell)
			}
		}
		solitary(t, name, want)
		if want.Shortest > 0 {
			if shortest, longest := played(p); shortest != want.Shortest || longest != want.Longest {
				t.Errorf("%s lasts %d to %d turns, want %d to %d", name, shortest, longest, want.Shortest, want.Longest)
			}
			if least, most := lengths(p); want.Order <= mostPlayed && (least != want.Shortest || most != want.Longest) {
				t.Errorf("%s is told to last %d to %d turns, want %d to %d", name, least, most, want.Shortest, want.Longest)
			}
		}
	}
}

// sameClasses compares the classes of openings, in any order.
func sameClasses(t *testing.T, name string, p *Position, st analysis, want winnersEntry) {
	t.Helper()
	got := map[solver.Verdict][]class{}
	for _, orbit := range p.group.Orbits() {
		a := orbit[0]
		v := st.of(Turn{M: a})
		got[v] = append(got[v], class{p.group.ElementOrder(a), len(orbit), a == p.group.Identity()})
	}
	for v, classes := range map[solver.Verdict][]class{solver.Won: want.WinningClass, solver.Lost: want.LosingClass} {
		sorted := func(list []class) []class {
			list = slices.Clone(list)
			slices.SortFunc(list, func(a, b class) int {
				return slices.Compare([]int{a.Order, a.Size}, []int{b.Order, b.Size})
			})
			return list
		}
		if !slices.Equal(sorted(got[v]), sorted(classes)) {
			t.Errorf("%s: classes of verdict %d are %v, want %v", name, v, got[v], classes)
		}
	}
}

// solitary checks whether all places can be visited: that is whether the group is
// sequenceable.
func solitary(t *testing.T, name string, want winnersEntry) {
	t.Helper()
	if want.Order == 1 {
		return
	}
	p := started(t, name, Solitaire)
	random := search.Rand(1)
	way, v := sequencing(t.Context(), p, &random)
	if (v == solver.Won) != want.Sequenceable || v == solver.Unknown {
		t.Errorf("%s: a way through all places is %d, want sequenceable %t", name, v, want.Sequenceable)
	}
	for _, m := range way {
		if _, err := p.Play("m=" + p.group.Element(m.M)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if v == solver.Won && p.Outcome().Status != engine.Solved {
		t.Errorf("%s: the way ends with %v", name, p.Outcome())
	}
}

// played is how few and how many turns a game can last, by playing all games but those
// that a translation turns into each other.
func played(p *Position) (least, most int) {
	type span struct{ least, most int }
	known := map[solver.Node]span{}
	board := solver.NewBoard(p.played)
	var walk func(p *Position) span
	walk = func(p *Position) span {
		if p.stuck() {
			return span{}
		}
		if r, ok := known[board.Node(p.solverPlace())]; ok {
			return r
		}
		r := span{least: group.MaxOrder}
		for _, t := range p.Legal() {
			below := walk(p.After(t))
			r = span{min(r.least, below.least+1), max(r.most, below.most+1)}
		}
		known[board.Node(p.solverPlace())] = r
		return r
	}
	least = group.MaxOrder
	for _, t := range choices(p) {
		r := walk(p.After(t))
		least, most = min(least, r.least+1), max(most, r.most+1)
	}
	return least, most
}

// positionEntry is one of testdata/positions.json.
type positionEntry struct {
	Group   string      `json:"group"`
	History [][2]string `json:"history"`
	ToMove  int         `json:"to_move"`
	Current string      `json:"current"`
	M       []string    `json:"M"`
	P       []string    `json:"P"`
	Legal   [][2]string `json:"legal"`
	Winning []string    `json:"winning"`
	Wins    bool        `json:"mover_wins"`
	Over    bool        `json:"over"`
}

// ofPositions names the groups of testdata/positions.json.
var ofPositions = map[string]string{
	"z7z": "Z7", "v4": "V4", "s3": "S3", "d4": "D4", "q8": "Q8", "z2cubed": "Z2^3", "z3xz3": "C3xC3", "z4xz2": "C4xC2", "d5": "D5", "a4": "A4",
	"d6": "D6", "z12": "Z12", "dic3": "Dic3", "z5_identity_not_first": "Z5",
}

// rename writes all elements as the catalogue does now: the table has powers with the exponent
// 1, as in a1b, which the catalogue had once.
func (e *positionEntry) rename(g *group.Group) {
	name := func(of *string) {
		if a, ok := g.Find(*of); ok {
			*of = g.Element(a)
		}
	}
	name(&e.Current)
	for _, list := range [][]string{e.M, e.P, e.Winning} {
		for i := range list {
			name(&list[i])
		}
	}
	for _, list := range [][][2]string{e.History, e.Legal} {
		for i := range list {
			name(&list[i][0])
			name(&list[i][1])
		}
	}
}

func TestPositions(t *testing.T) {
	var table struct{ Positions []positionEntry }
	decoded(t, "testdata/positions.json", &table)
	if len(table.Positions) != 150 {
		t.Fatalf("%d positions", len(table.Positions))
	}
	for i, want := range table.Positions {
		p := started(t, ofPositions[want.Group], Standard)
		want.rename(p.group)
		for j, turn := range want.History {
			line := "p=" + turn[1]
			if j == 0 {
				line += " m=" + turn[0]
			}
			if canonical, err := p.Play(line); err != nil || j > 0 && canonical != "m="+turn[0] {
				t.Fatalf("position %d, %s: %q plays as %q, %v, want m=%s", i, want.Group, line, canonical, err, turn[0])
			}
		}
		checkState(t, i, p, want)
		answer, err := showSolve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		data := answer.Data.(solution)
		winner := want.ToMove
		if !want.Wins {
			winner = 3 - want.ToMove
		}
		slices.Sort(data.Winning)
		slices.Sort(want.Winning)
		if data.Winner != winner || !slices.Equal(data.Winning, want.Winning) || !data.Proved {
			t.Errorf("position %d, %s: %+v; want player %d with %q", i, want.Group, data, winner, want.Winning)
		}
	}
}

func checkState(t *testing.T, i int, p *Position, want positionEntry) {
	t.Helper()
	encoded, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var s state
	if err := json.Unmarshal(encoded, &s); err != nil {
		t.Fatal(err)
	}
	sorted := func(list []string) []string { list = slices.Clone(list); slices.Sort(list); return list }
	pairs := func(list [][2]string) (joined []string) {
		for _, pair := range list {
			joined = append(joined, pair[0]+" "+pair[1])
		}
		return sorted(joined)
	}
	player := want.ToMove
	if want.Over {
		player = 0
	}
	if !slices.Equal(sorted(s.M), sorted(want.M)) || !slices.Equal(sorted(s.P), sorted(want.P)) || !slices.Equal(pairs(s.Legal), pairs(want.Legal)) ||
		!slices.Equal(s.History, want.History) || s.Place != want.Current || s.Player != player || (p.Outcome().Status == engine.Won) != want.Over {
		t.Errorf("position %d: the state is %s, want %+v", i, encoded, want)
	}
}

// slow plays out everything, by the rules as they are written, without tables,
// translations or symmetry.
func slow(p *Position) solver.Verdict {
	legal := p.Legal()
	if len(legal) == 0 {
		if p.variant == Misere {
			return solver.Won
		}
		return solver.Lost
	}
	for _, t := range legal {
		if slow(p.After(t)) == solver.Lost {
			return solver.Won
		}
	}
	return solver.Lost
}

func TestSolverAgainstPlayingOut(t *testing.T) {
	for _, name := range []string{"C2", "C3", "C4", "V4", "C5", "S3", "C6", "C7"} {
		for _, variant := range []string{Standard, Identity, Right, Misere} {
			p := started(t, name, variant)
			st := newAnalyst(p).analyse(t.Context(), p, true)
			for _, m := range st.moves {
				// From other places an opening is as good.
				for place := range group.Element(p.group.Order()) {
					if !p.opening() {
						place = m.P
					} else if place > 2 {
						break
					}
					if v := slow(p.After(Turn{m.M, place})).Other(); v != m.verdict {
						t.Errorf("%s, %s: m=%s p=%s is %d, want %d", name, variant, p.group.Element(m.M), p.group.Element(place), m.verdict, v)
					}
				}
			}
		}
	}
}

// A solver that is stopped at once proves nothing, and does not say it did.
func TestSolverStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := started(t, "C15", Standard)
	st := newAnalyst(p).analyse(ctx, p, true)
	if st.verdict != solver.Unknown || st.whole() || len(st.with(solver.Unknown)) != 15 {
		t.Errorf("%+v", st)
	}
	data := solve(ctx, p).Data.(solution)
	if data.Proved || len(data.Winning) > 0 || data.Winner != 1 && data.Winner != 2 {
		t.Errorf("%+v", data)
	}
}

func TestReviewNamesTheTurnThatLost(t *testing.T) {
	random := search.Rand(3)
	for range 60 {
		p := started(t, "C7", Standard)
		for !p.stuck() {
			legal := p.Legal()
			p.take(legal[random.Below(len(legal))])
		}
		answer := review(t.Context(), p)
		data := answer.Data.(solution)
		if said := answer.Text.String(); data.Lost == nil && !strings.Contains(said, "had no chance") {
			t.Error(said)
		}
		want := 0
		for n := range p.history {
			before, after := slow(at(p, n)), slow(at(p, n+1))
			if engine.Seat(n%2) != p.Outcome().Winner && before == solver.Won && after == solver.Won {
				want = n + 1
			}
		}
		if turn := fmt.Sprintf("After move %d", want); (data.Lost != nil) != (len(answer.Actions) == 2 && answer.Actions[1].Label.String() == turn) {
			t.Errorf("turn %d is shown by %+v", want, answer.Actions)
		}
		switch {
		case data.Lost == nil && want != 0, data.Lost != nil && data.Lost.Turn != want:
			t.Errorf("lost by %+v, want turn %d in\n%s", data.Lost, want, p)
		case data.Lost != nil:
			before := at(p, want-1)
			for _, name := range data.Lost.Instead {
				m, _ := before.group.Find(name)
				better := Turn{m, before.group.Identity()}
				if !before.opening() {
					better.P = before.Product(m, before.place)
				}
				if v := slow(before.After(better)); v != solver.Lost {
					t.Errorf("m=%s would have solver.Won, it says, but leaves the other %d", name, v)
				}
			}
		}
	}
}
