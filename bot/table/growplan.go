package table

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

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
		for word := range strings.FieldsSeq(separators.Replace(engine.PlainLine(typed))) {
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
