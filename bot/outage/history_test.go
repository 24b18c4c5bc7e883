package outage

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// action is a request for a table.
type action struct {
	kind string // move, undo or show; or add
	cell string // of a move
	left string // for add, set by the judge: the moves stored at the end
}

// The outcomes of actions.
const (
	done    = "done"
	taken   = "taken"   // refused: the cell is occupied
	nothing = "nothing" // refused: there is no move to take back
	refused = "refused" // refused for another reason: nothing was changed
	unclear = "unclear" // unknown whether it was done
)

// result is the result of an action.
type result struct {
	outcome string
	board   string // the board shown with it, in the form of [board]; "" for none
}

// settled is how long an unclear action may still take effect: a copy carries it out within
// seconds, or never.
const settled = 30 * time.Second

// history is the list of requests for a table, with their results. It is safe for concurrent use.
type history struct {
	mu  sync.Mutex
	all []porcupine.Operation
}

// add records the result of a client's action, with times since the start.
func (h *history) add(client int, a action, asked, answered time.Duration, r result) {
	if r.outcome == unclear {
		answered = asked + settled
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, porcupine.Operation{ClientId: client, Input: a, Call: int64(asked), Output: r, Return: int64(answered)})
}

// outcomes counts the results by outcome.
func (h *history) outcomes() map[string]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	counts := map[string]int{}
	for _, o := range h.all {
		counts[o.Output.(result).outcome]++
	}
	return counts
}

// judgeFor bounds the check of a table, which takes milliseconds in the tests.
const judgeFor = 2 * time.Minute

// judge returns nil if the history is linearizable and ends in the stored moves, or an error that
// says why not.
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
		if a := o.Input.(action); a.kind == "add" { // moves are never taken back there, so the end tells which were made
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

// tail formats the last operations.
func tail(all []porcupine.Operation, n int) string {
	slices.SortFunc(all, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
	var b strings.Builder
	for _, o := range all[max(0, len(all)-n):] {
		fmt.Fprintf(&b, "%9.3f to %9.3f client %d: %v: %v\n", time.Duration(o.Call).Seconds(), time.Duration(o.Return).Seconds(), o.ClientId, o.Input, o.Output)
	}
	return b.String()
}

// table is the model of a table. A state is its moves, separated by spaces.
var table = (&porcupine.NondeterministicModel{
	Init: func() []any { return []any{""} },
	Step: func(state, input, output any) []any { return step(state.(string), input.(action), output.(result)) },
}).ToModel()

// step returns the possible states of a table after an action with this result.
func step(state string, a action, r result) []any {
	moves := strings.Fields(state)
	after, possible := moves, true
	switch a.kind {
	case "read":
		return when(r.board == state, state)
	case "add": // a move against a level, whose answers and earlier games do not matter
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

// board returns the board after moves by Red and Blue in turn.
func board(moves []string) string {
	var sides [2][]string
	for i, m := range moves {
		sides[i%2] = append(sides[i%2], m)
	}
	return stones(sides)
}

// stones formats a board, each side's stones sorted.
func stones(sides [2][]string) string {
	for _, s := range sides {
		slices.Sort(s)
	}
	return "Red: " + strings.Join(sides[0], " ") + ". Blue: " + strings.Join(sides[1], " ") + "."
}
