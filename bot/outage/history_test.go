package outage

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// action is what somebody asks of a table.
type action struct {
	kind string // move, undo or show; or add
	cell string // of a move
	left string // of an add, filled in by the judge: the moves that are left in the end
}

// The outcomes of actions.
const (
	done    = "done"
	taken   = "taken"   // refused: the cell is not empty
	nothing = "nothing" // refused: there is no move to take back
	refused = "refused" // for another reason: nothing was changed
	unclear = "unclear" // it was done or not; nobody was told
)

// result is what became of an action.
type result struct {
	outcome string
	board   string // that was shown with it, as of [board]; "" for none
}

// settled is how long what is unclear may still come to pass: what a copy has been asked, it
// does within seconds, or never.
const settled = 30 * time.Second

// history is what was asked of one table, and what was told. It is safe for concurrent use.
type history struct {
	mu  sync.Mutex
	all []porcupine.Operation
}

// add notes what became of an action that was asked for by a client, at a time since the start.
func (h *history) add(client int, a action, asked, answered time.Duration, r result) {
	if r.outcome == unclear {
		answered = asked + settled
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, porcupine.Operation{ClientId: client, Input: a, Call: int64(asked), Output: r, Return: int64(answered)})
}

// outcomes counts them.
func (h *history) outcomes() map[string]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	counts := map[string]int{}
	for _, o := range h.all {
		counts[o.Output.(result).outcome]++
	}
	return counts
}

// judgeFor is how long a table may be judged. Those of the tests take milliseconds.
const judgeFor = 2 * time.Minute

// judge returns why no table can have answered so, the moves of which are, in the end, those
// that are stored; nil if one can.
func (h *history) judge(stored []string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := int64(0)
	for _, o := range h.all {
		last = max(last, o.Return)
	}
	final := porcupine.Operation{Input: action{kind: "read"}, Call: last + 1, Output: result{outcome: done, board: strings.Join(stored, " ")}, Return: last + 1}
	whole := append(slices.Clone(h.all), final)
	for i, o := range whole {
		if a := o.Input.(action); a.kind == "add" { // nothing is taken back there: who knows the end need not guess
			a.left = final.Output.(result).board
			whole[i].Input = a
		}
	}
	switch porcupine.CheckOperationsTimeout(table, whole, judgeFor) {
	case porcupine.Ok:
		return nil
	case porcupine.Unknown:
		return fmt.Errorf("%d actions could not be judged within %v", len(h.all), judgeFor)
	}
	return fmt.Errorf("no order explains these %d actions, of which %v are left:\n%s", len(h.all), stored, tail(whole, 60))
}

// tail writes the last of some operations down.
func tail(all []porcupine.Operation, n int) string {
	slices.SortFunc(all, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
	var b strings.Builder
	for _, o := range all[max(0, len(all)-n):] {
		fmt.Fprintf(&b, "%9.3f to %9.3f client %d: %v: %v\n", time.Duration(o.Call).Seconds(), time.Duration(o.Return).Seconds(), o.ClientId, o.Input, o.Output)
	}
	return b.String()
}

// table is a table as it should be: a state is its moves with spaces between them.
var table = (&porcupine.NondeterministicModel{
	Init: func() []any { return []any{""} },
	Step: func(state, input, output any) []any { return step(state.(string), input.(action), output.(result)) },
}).ToModel()

// step returns in which states a table may be after an action in one that had this result.
func step(state string, a action, r result) []any {
	moves := strings.Fields(state)
	after, possible := moves, true
	switch a.kind {
	case "read":
		return when(r.board == state, state)
	case "add": // a move against a level, whose answers and former games are not of interest
		after = append(slices.Clone(moves), a.cell)
		possible = strings.HasPrefix(a.left+" ", strings.Join(after, " ")+" ")
	case "move":
		possible = !slices.Contains(moves, a.cell)
		after = append(slices.Clone(moves), a.cell)
	case "undo":
		possible = len(moves) > 0
		after = moves[:max(0, len(moves)-1)]
	}
	next := strings.Join(after, " ")
	switch r.outcome {
	case done:
		return when(possible && (r.board == "" || r.board == board(after)), next)
	case unclear:
		if possible {
			return []any{state, next}
		}
	case taken, nothing:
		return when(!possible, state)
	}
	return []any{state}
}

func when(possible bool, state string) []any {
	if !possible {
		return nil
	}
	return []any{state}
}

// board is what moves leave on a board, Red's and Blue's in turn.
func board(moves []string) string {
	var sides [2][]string
	for i, m := range moves {
		sides[i%2] = append(sides[i%2], m)
	}
	return stones(sides)
}

// stones writes a board down, each side's in order.
func stones(sides [2][]string) string {
	for _, s := range sides {
		slices.Sort(s)
	}
	return "Red: " + strings.Join(sides[0], " ") + ". Blue: " + strings.Join(sides[1], " ") + "."
}
