package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Limits of a plan.
const (
	MaxPlan  = 6000 // bytes as it is typed, as much as a command holds
	maxMoves = 1000 // of all lines together
	maxDepth = 60   // moves of a line
	maxKept  = 64 << 10
)

// anyReply is the move of a node that stands for every reply.
const anyReply = "any"

// PlanNode is a move of a plan, and what may follow it.
type PlanNode struct {
	Move string      `json:"m"`           // canonical, but for an answer to [anyReply]
	Mine bool        `json:"i,omitempty"` // an answer of the owner, the only one there; not their own first move
	Next []*PlanNode `json:"n,omitempty"`
}

// Plan holds moves that a person decides on before the other has moved: if c5 then d4, if then e6 then
// f3. It begins at the position for which it was made. The zero value is empty.
//
// A plan is written as lines, separated by semicolons or line breaks. Each line is played from the
// present position: first what the other may play, then the answer to it, and so on:
//
//	c5 d4, e6 f3; c6 e5
//
// Moves are separated by spaces, commas, ">" or "then"; moves of several words need one of the last
// three. "if" may stand before any move. Lines are merged as far as they begin alike. "any" stands for
// every reply that no other line names. Only one answer follows it, since nobody knows yet whether the
// answer will be legal.
//
// On the owner's turn a line begins with their own move. It is not played automatically: the rest of the
// line applies if they play it.
type Plan struct {
	Next []*PlanNode `json:"n"`
}

// Moves returns how many moves there are.
func (t *Plan) Moves() int {
	n := 0
	walk(t.Next, nil, func([]*PlanNode) { n++ })
	return n
}

// walk calls f with the path to each node. f must not keep the path.
func walk(nodes []*PlanNode, path []*PlanNode, f func(path []*PlanNode)) {
	for _, n := range nodes {
		to := append(slices.Clip(path), n)
		f(to)
		walk(n.Next, to, f)
	}
}

// Lines returns the plan as lines that can be typed again.
func (t *Plan) Lines() []string {
	var lines []string
	walk(t.Next, nil, func(path []*PlanNode) {
		if len(path[len(path)-1].Next) == 0 {
			lines = append(lines, writtenPath(path))
		}
	})
	return lines
}

// writtenPath writes a path as a line.
func writtenPath(path []*PlanNode) string {
	var b strings.Builder
	for i, n := range path {
		switch {
		case i == 0:
		case n.Mine || !path[i-1].Mine:
			b.WriteString(" > ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(n.Move)
	}
	return b.String()
}

// Follow follows the moves played since the plan was made, and returns what may come next: nothing at
// its end. ok is false if the plan does not have the moves.
func (t *Plan) Follow(moves []string) (next []*PlanNode, ok bool) {
	next = t.Next
	for _, move := range moves {
		n := find(next, move)
		if n == nil {
			n = find(next, anyReply)
		}
		if n == nil {
			return nil, false
		}
		next = n.Next
	}
	return next, true
}

func find(nodes []*PlanNode, move string) *PlanNode {
	for _, n := range nodes {
		if n.Move == move {
			return n
		}
	}
	return nil
}

// answerOf returns the move for the owner, whose turn it is, among what [Plan.Follow] has returned; ok
// is false if there is none.
func answerOf(next []*PlanNode) (n *PlanNode, ok bool) {
	if len(next) == 1 && next[0].Mine {
		return next[0], true
	}
	return nil, false
}

// decodePlan decodes a plan from JSON. It refuses one that is too large, too deep, or has two answers
// to a move.
func decodePlan(data []byte) (Plan, error) {
	var t Plan
	if len(data) > maxKept {
		return t, fmt.Errorf("plan: %d bytes are too many", len(data))
	}
	if err := json.Unmarshal(data, &t); err != nil {
		return t, fmt.Errorf("plan: %w", err)
	}
	return t, t.check()
}

// check looks for defects that no plan made here has.
func (t *Plan) check() error {
	moves, bad := 0, ""
	if hasNil(t.Next) {
		return fmt.Errorf("plan: a move is missing")
	}
	walk(t.Next, nil, func(path []*PlanNode) {
		moves++
		last := path[len(path)-1]
		switch {
		case len(path) > maxDepth:
			bad = "too deep"
		case last.Move == "":
			bad = "a move is empty"
		case len(last.Next) > 1 && last.Next[0].Mine:
			bad = "two answers"
		}
	})
	if moves > maxMoves {
		bad = "too large"
	}
	if bad != "" {
		return fmt.Errorf("plan: %s", bad)
	}
	return nil
}

func hasNil(nodes []*PlanNode) bool {
	for _, n := range nodes {
		if n == nil || hasNil(n.Next) {
			return true
		}
	}
	return false
}
