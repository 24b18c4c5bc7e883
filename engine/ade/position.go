package ade

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Bounds on a table's trace.
const (
	MostLayers    = 1000
	mostTraceSize = 1 << 20 // machine words, 8 MB
)

// Layer is one firing: the values before it, who fires, and the sum of their values.
type Layer struct {
	Values Values
	Fired  Set
	Total  *big.Int
}

// Position is a graph with values that one person edits and fires, be it free or to
// solve a puzzle. Its reading methods do not change it.
type Position struct {
	graph   *Graph
	free    bool    // negative values may be set
	puzzle  *Puzzle // nil without one
	values  Values
	start   Values // when the first layer fired
	trace   []Layer
	size    int // of the trace, in machine words
	verdict *Verdict
}

// Graph is the graph.
func (p *Position) Graph() *Graph { return p.graph }

// Values are the numbers on the nodes.
func (p *Position) Values() Values { return p.values }

// Trace are the layers that have fired, the first one first; the slice is shared.
func (p *Position) Trace() []Layer { return p.trace }

// Editing reports whether values can be set: nothing has fired yet.
func (p *Position) Editing() bool { return len(p.trace) == 0 }

// Verdict is what exhaust has found out, nil unless it was the last move.
func (p *Position) Verdict() *Verdict { return p.verdict }

// Puzzle is what is to be solved, or nil.
func (p *Position) Puzzle() *Puzzle { return p.puzzle }

// ended reports whether a run has come to its end.
func (p *Position) ended() bool { return !p.Editing() && p.values.Positive() == 0 }

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.Outcome().Status != engine.Open {
		return engine.NoSeat
	}
	return 0
}

// Outcome implements [engine.Position]: a run is over when nothing is positive, a
// puzzle when it is solved.
func (p *Position) Outcome() engine.Outcome {
	open := engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	solved := engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat}
	switch {
	case p.puzzle != nil:
		if !p.puzzle.solved(p) {
			return open
		}
		solved.Reason = p.puzzle.solvedWords(p)
	case !p.ended():
		return open
	default:
		solved.Reason = engine.T("nothing is positive after %s", Layers(len(p.trace)))
	}
	return solved
}

// Moves implements [engine.Lister]: while editing a 0 or 1 for each node, as many more
// numbers may be set; then what fires, and the way back, which is there after the end too.
func (p *Position) Moves() []string {
	if p.Outcome().Status != engine.Open {
		return []string{editVerb}
	}
	var moves []string
	if p.values.Positive() != 0 {
		moves = append(moves, fireVerb, exhaustVerb)
	}
	if !p.Editing() {
		return append(moves, editVerb)
	}
	for _, name := range p.graph.names {
		moves = append(moves, setVerb+" "+name+" 1", setVerb+" "+name+" 0")
	}
	return moves
}

// The verbs.
const (
	setVerb     = "set"
	freeVerb    = "free"
	fireVerb    = "fire"
	exhaustVerb = "exhaust"
	editVerb    = "edit"
)

// Play implements [engine.Position]: "set V3 5", "set 1 0 0 2", "free V3 -5", "fire",
// "fire 5", "exhaust", "edit".
func (p *Position) Play(text string) (string, error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	var err error
	line := strings.ToLower(word)
	switch line {
	case setVerb, freeVerb:
		line, err = p.playSet(line, rest)
	case fireVerb:
		line, err = p.playFire(rest)
	case exhaustVerb, editVerb:
		switch {
		case strings.TrimSpace(rest) != "":
			err = syntax("nothing follows %s", line)
		case line == editVerb:
			err = p.playEdit()
		default:
			err = p.playExhaust()
		}
	default:
		err = syntax("moves are set V1 2, fire, fire 5, exhaust and edit")
	}
	return line, because(text, err)
}

// syntax refuses what is not a move at all.
func syntax(format string, args ...any) error {
	return &engine.MoveError{Why: engine.T(format, args...), Err: engine.ErrSyntax}
}

// because makes every refusal one of the line that was played.
func because(input string, err error) error {
	if err == nil {
		return nil
	}
	why, _ := engine.Why(err)
	refused := &engine.MoveError{Input: input, Why: why, Err: engine.ErrIllegal}
	if m, ok := err.(*engine.MoveError); ok { //nolint:errorlint // made by this package, never wrapped
		refused.Err = m.Err
	}
	return refused
}

func (p *Position) over() error {
	return &engine.MoveError{Why: engine.T("the run is over: %s; go back to editing", p.Outcome().Reason), Err: engine.ErrOver}
}

// playFire fires so many layers, or until the end.
func (p *Position) playFire(text string) (string, error) {
	if p.Outcome().Status != engine.Open {
		return "", p.over()
	}
	times, err := parseTimes(text)
	if err != nil {
		return "", err
	}
	if err := p.armed(); err != nil {
		return "", err
	}
	fired, full := p.fire(times)
	if !full.Empty() {
		return "", engine.Refuse("%s", full)
	}
	p.verdict = nil
	if fired == 1 {
		return fireVerb, nil
	}
	return fireVerb + " " + strconv.Itoa(fired), nil
}

// armed refuses to fire where nothing is positive.
func (p *Position) armed() error {
	switch {
	case p.values.Positive() != 0:
		return nil
	case p.Editing():
		return engine.Refuse("nothing is positive, so nothing fires: set a value above 0 first")
	}
	return engine.Refuse("nothing is positive any more, so nothing fires: go back to editing")
}

func parseTimes(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MostLayers {
		return 0, syntax("%q is not a number of layers: fire 1 to %s of them", shorten(text), strconv.Itoa(MostLayers))
	}
	return n, nil
}

// fire fires so many layers, fewer if the run ends; or none at all, and says why the
// trace has no room for them.
func (p *Position) fire(times int) (fired int, full engine.Text) {
	values, trace, size := p.values, p.trace, p.size
	for ; fired < times; fired++ {
		set := values.Positive()
		if set == 0 {
			break
		}
		size += values.words()
		switch {
		case len(trace) == MostLayers:
			return 0, p.full(engine.T("the trace holds %s of at most %s layers, and would be too long", strconv.Itoa(len(p.trace)), strconv.Itoa(MostLayers)), fired)
		case size > mostTraceSize:
			return 0, p.full(engine.T("the numbers get so long that the trace cannot hold them all"), fired)
		}
		trace = append(trace, Layer{values, set, values.Total()})
		values = p.graph.Fire(values)
	}
	if p.Editing() {
		p.start = p.values
	}
	p.values, p.trace, p.size = values, trace, size
	return fired, engine.Text{}
}

// full adds to why the trace has no room what can be done.
func (p *Position) full(why engine.Text, room int) engine.Text {
	switch {
	case room > 0:
		return engine.T("%s: `/ade fire %s` fires as many as fit", why, strconv.Itoa(room))
	case p.Editing():
		return engine.T("%s: set smaller values", why)
	}
	return engine.T("%s: go back to editing", why)
}

// decide tells how firing goes on from the present values.
func (p *Position) decide() *Verdict {
	if p.verdict != nil && p.verdict.After == len(p.trace) {
		return p.verdict
	}
	verdict := p.graph.Decide(p.values)
	verdict.After = len(p.trace)
	return verdict
}

// playExhaust decides how firing goes on, and fires to the end where there is one, once
// round where it repeats, and else not at all; nor where the trace has no room, which the
// verdict then says.
func (p *Position) playExhaust() error {
	if p.Outcome().Status != engine.Open {
		return p.over()
	}
	if err := p.armed(); err != nil {
		return err
	}
	verdict := p.decide()
	layers := 0
	switch verdict.Ending {
	case Ends:
		layers = max(0, verdict.Layers)
	case Repeats:
		layers = verdict.From + verdict.Period
	case Never, Undecided:
	}
	_, verdict.Unfired = p.fire(layers)
	p.verdict = verdict
	return nil
}

// conserved checks on a finite type that the sum of the totals is x.(start - end), and
// returns both sides times the common denominator.
func (p *Position) conserved() (totals, fall *big.Int, ok bool) {
	t := p.graph.Theory()
	if t.Class != Finite || p.Editing() {
		return nil, nil, false
	}
	totals = new(big.Int)
	for _, layer := range p.trace {
		totals.Add(totals, layer.Total)
	}
	totals.Mul(totals, t.Denominator)
	fall = p.start.Dot(t.Weights)
	return totals, fall.Sub(fall, p.values.Dot(t.Weights)), true
}
