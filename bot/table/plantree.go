package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
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

// line is a typed line of a plan: parts between separators, each of some words.
type line [][]string

// separators are signs that stand between moves. parse finds the words that do so.
var separators = strings.NewReplacer(",", " , ", ">", " , ", "→", " , ", "\t", " ")

// parse reads the lines of a plan.
func parse(text string) ([]line, error) {
	if len(text) > MaxPlan {
		return nil, engine.Refuse("a plan can have %s characters", engine.Thousands(MaxPlan))
	}
	var lines []line
	for _, typed := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		var l line
		var part []string
		end := func() {
			if len(part) > 0 {
				l, part = append(l, part), nil
			}
		}
		for word := range strings.FieldsSeq(separators.Replace(engine.Typewritten(engine.PlainLine(typed)))) {
			switch strings.ToLower(strings.TrimRight(word, "-")) {
			case ",", "then", "if", "":
				end()
			default:
				part = append(part, word)
			}
		}
		if end(); len(l) > 0 {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return nil, engine.Refuse("a plan needs moves: what the other may play, and what you answer")
	}
	return lines, nil
}

// grower makes a tree of lines.
type grower struct {
	tree  Plan
	seat  engine.Seat // whose plan it is
	fresh func() (engine.Position, error)
	moves int // in the tree
	work  int // that the lines have taken
}

// maxReplays bounds how many moves are replayed in all to check the lines of a long game.
const maxReplays = 200_000

// growPlan makes a plan for a seat from typed text. fresh returns the present position, each time a
// new one that may be played on; played is how many moves have led there. An illegal move or an
// exceeded limit is a [*engine.Refusal] that names the line.
func growPlan(text string, seat engine.Seat, played int, fresh func() (engine.Position, error)) (Plan, error) {
	lines, err := parse(text)
	if err != nil {
		return Plan{}, err
	}
	if len(lines)*played > maxReplays {
		return Plan{}, engine.Refuse("these are too many lines for a game of so many moves; plan fewer")
	}
	g := &grower{seat: seat, fresh: fresh}
	for i, l := range lines {
		if err := g.add(l); err != nil {
			if why, ok := engine.Why(err); ok && len(lines) > 1 {
				err = engine.Refuse("line %s: %s", strconv.Itoa(i+1), why)
			}
			return Plan{}, err
		}
	}
	if data, err := json.Marshal(&g.tree); err != nil || len(data) > maxKept {
		return Plan{}, engine.Refuse("this plan is too long to be kept; plan less")
	}
	return g.tree, nil
}

// branch is the place of a line in the tree and on the board.
type branch struct {
	position engine.Position
	next     *[]*PlanNode
	path     []*PlanNode
	asked    bool // the other has moved, and own moves after that are answers
}

// start returns the place where every line begins.
func (g *grower) start() (*branch, error) {
	p, err := g.fresh()
	return &branch{position: p, next: &g.tree.Next}, err
}

func (g *grower) add(l line) error {
	at, err := g.start()
	if err != nil {
		return err
	}
	before := engine.WorkOf(at.position)
	for i, part := range l {
		for len(part) > 0 {
			if isAny(part[0]) {
				return g.addAny(at, part[1:], l[i+1:])
			}
			if part, err = g.play(at, part); err != nil {
				return err
			}
		}
	}
	if g.work += engine.WorkOf(at.position) - before; g.work > engine.MostWork {
		return engine.Refuse("these moves take too long to be checked; plan fewer")
	}
	if last := at.path[len(at.path)-1]; !last.Mine {
		return engine.Refuse("`%s` ends without an answer of yours", engine.Quotable(writtenPath(at.path)))
	}
	return nil
}

// isAny reports whether a word stands for every reply.
func isAny(word string) bool { return strings.EqualFold(word, anyReply) || word == "*" }

// maxMoveWords is how many words a move can have.
const maxMoveWords = 8

// play plays the longest move at the beginning of the words, and returns the words after it.
func (g *grower) play(at *branch, words []string) (rest []string, err error) {
	turn := at.position.Turn()
	if turn == engine.NoSeat {
		return nil, engine.Refuse("the game is over before `%s`", engine.Quotable(words[0]))
	}
	for n := min(len(words), maxMoveWords); n > 0; n-- {
		var move string
		if move, err = at.position.Play(strings.Join(words[:n], " ")); err == nil {
			at.asked = at.asked || turn != g.seat
			return words[n:], g.step(at, move, turn == g.seat && at.asked)
		}
	}
	why, ok := engine.Why(err)
	switch {
	case !ok:
		return nil, err
	case len(at.path) == 0:
		return nil, engine.Refuse("`%s` cannot be played: %s", engine.Quotable(words[0]), why)
	default:
		return nil, engine.Refuse("after `%s`, `%s` cannot be played: %s", engine.Quotable(writtenPath(at.path)), engine.Quotable(words[0]), why)
	}
}

// step follows a move in the tree, and adds it if it is new.
func (g *grower) step(at *branch, move string, mine bool) error {
	n := find(*at.next, move)
	switch {
	case n != nil:
	case mine && len(*at.next) > 0:
		return engine.Refuse("after `%s` you answer both `%s` and `%s`", engine.Quotable(writtenPath(at.path)), (*at.next)[0].Move, move)
	case g.moves == maxMoves:
		return engine.Refuse("a plan can have %s moves", engine.Thousands(maxMoves))
	case len(at.path) == maxDepth:
		return engine.Refuse("a line of a plan can have %s moves", strconv.Itoa(maxDepth))
	default:
		n = &PlanNode{Move: move, Mine: mine}
		*at.next = append(*at.next, n)
		g.moves++
	}
	at.path, at.next = append(at.path, n), &n.Next
	return nil
}

// addAny adds an answer to every reply.
func (g *grower) addAny(at *branch, answer []string, more line) error {
	if at.position.Turn() != g.seat.Other() {
		return engine.Refuse("`any` stands for a move of the other, who is not to move here")
	}
	if len(answer) == 0 && len(more) > 0 {
		answer, more = more[0], more[1:]
	}
	if len(answer) == 0 || len(more) > 0 {
		return engine.Refuse("after `any` there is one answer, and nothing more")
	}
	if err := g.step(at, anyReply, false); err != nil {
		return err
	}
	return g.step(at, engine.Quotable(strings.Join(answer, " ")), true)
}

// SuggestPlan completes the move that is being typed in a plan. It returns up to most texts, each the
// whole plan up to that move. fresh is as for [growPlan]. If a move is not legal, or the position
// lists no moves, there are none.
func SuggestPlan(typed string, most int, fresh func() (engine.Position, error)) []string {
	if len(typed) > MaxPlan {
		return nil
	}
	begun := strings.LastIndexAny(typed, "; ,>\n") + 1 // where the last word begins
	line := strings.LastIndexAny(typed[:begun], ";\n") + 1
	g := &grower{fresh: fresh, seat: engine.NoSeat}
	at, err := g.start()
	if err != nil {
		return nil
	}
	lines, err := parse(typed[line:begun])
	if err == nil {
		for _, part := range lines[0] {
			for len(part) > 0 {
				if part, err = g.play(at, part); err != nil {
					return nil
				}
			}
		}
	}
	var list []string
	for _, move := range engine.MovesOf(at.position) {
		if len(list) < most && strings.HasPrefix(strings.ToLower(move), strings.ToLower(typed[begun:])) {
			list = append(list, typed[:begun]+move)
		}
	}
	return list
}
