package hex

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/pattern"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// doubtful is the least loss that is reported as a mistake: smaller ones may be errors of the
// search.
const doubtful = 0.2

const (
	// maxDoubts bounds the doubtful moves that are searched deeper.
	maxDoubts = 6
	// doubtsTold is the number of costliest doubtful moves that are described besides the turning
	// point.
	doubtsTold = 4
)

// Doubt is a move that cost its player at least a fifth of the winning probability.
type Doubt struct {
	Ply    int     `json:"ply"` // number of moves before it
	Colour Colour  `json:"colour"`
	Played string  `json:"played"`
	Better string  `json:"better"` // the search's choice, "" if it has no other
	Before float64 `json:"before"` // the player's winning probabilities
	After  float64 `json:"after"`
	// Why is the reason of the mistake, proved or likely; nil if none is found.
	Why *pattern.Finding `json:"-"`
}

func (r *reviewer) doubts() []Doubt {
	var all []Doubt
	for i := range len(r.boards) - 1 {
		if !r.isDoubtful(i) {
			continue
		}
		mover := r.boards[i].Mover()
		d := Doubt{Ply: i, Colour: mover, Played: r.played(i), Before: r.chance(mover, i), After: r.chance(mover, i+1)}
		if better := r.choice[i].Move; better != d.Played {
			d.Better = better
		}
		if r.ctx.Err() == nil {
			d.Why = d.explain(r.boards[i])
		}
		all = append(all, d)
	}
	return all
}

func (r *reviewer) isDoubtful(i int) bool { return r.loss(i) >= doubtful && !r.settled(i) }

func (r *reviewer) costly() (plies []int) {
	for i := range len(r.boards) - 1 {
		if r.isDoubtful(i) {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(i, j int) int { return cmp.Compare(r.loss(j), r.loss(i)) })
	return plies[:min(len(plies), maxDoubts)]
}

// explain finds a reason of the mistake on the board before the move.
func (d Doubt) explain(p *Position) *pattern.Finding {
	q := pattern.Question{Board: p.Board, Mover: d.Colour, Last: hexgrid.NoCell, Better: hexgrid.NoCell}
	played, err := p.Grid().Parse(d.Played)
	if err != nil {
		return nil // the move was the swap
	}
	q.Played = played
	if last, ok := p.Last(); ok && p.At(last) == d.Colour.Other() {
		q.Last = last
	}
	if better, err := p.Grid().Parse(d.Better); err == nil {
		q.Better = better
	}
	if why, ok := pattern.Explain(q); ok {
		return &why
	}
	return nil
}

// because tells the reason of the mistake, plainly if it is proved.
func (d Doubt) because(grid *hexgrid.Grid, named naming) engine.Text {
	if d.Why == nil {
		return engine.Text{}
	}
	name := func(c hexgrid.Cell) engine.Text { return named(grid.Name(c)) }
	var said engine.Text
	switch w := d.Why; w.Kind {
	case pattern.Bridge:
		said = engine.T("%s had broken into the bridge from %s to %s, which %s would have kept.", name(w.Intruder), name(w.Stones[0]), name(w.Stones[1]), named(d.Better))
	case pattern.Broken:
		said = engine.T("%s had broken into %s that joined %s to %s; %s would have kept it.", name(w.Intruder), templateName(w.Template), name(w.Stones[0]), edgeName(w.Edge), named(d.Better))
	case pattern.Missed:
		said = engine.T("%s would have joined %s to %s by %s.", named(d.Better), name(w.Stones[0]), edgeName(w.Edge), templateName(w.Template))
	case pattern.Ladder:
		said = engine.T("Played out, %s is a ladder along %s that finds no escape: it ends at %s.", named(d.Played), edgeName(w.Edge), name(w.Line[len(w.Line)-1]))
	}
	if d.Why.Certainty == pattern.Likely {
		return engine.Sentences(said, engine.T("This is likely, not proved."))
	}
	return said
}

func templateName(t pattern.Template) engine.Text {
	return map[pattern.Template]engine.Text{
		pattern.II:   engine.T("the bridge to the edge (template II)"),
		pattern.IIIa: engine.T("the ziggurat (template IIIa)"),
		pattern.IVa:  engine.T("the template IVa"),
	}[t]
}

func edgeName(e board.Edge) engine.Text {
	return [...]engine.Text{
		board.Top: engine.T("the top edge"), board.Bottom: engine.T("the bottom edge"),
		board.Left: engine.T("the left edge"), board.Right: engine.T("the right edge"),
	}[e]
}

func (s Review) why(named naming) engine.Text {
	for _, d := range s.Doubts {
		if d.Ply == s.Ply && !s.Resigned {
			return d.because(s.Grid(), named)
		}
	}
	return engine.Text{}
}

// doubtWords describes the costliest doubtful moves besides the turning point, in order of play.
func (s Review) doubtWords() engine.Text {
	others := slices.DeleteFunc(slices.Clone(s.Doubts), func(d Doubt) bool { return d.Ply == s.Ply && !s.Resigned })
	slices.SortStableFunc(others, func(a, b Doubt) int { return cmp.Compare(b.Before-b.After, a.Before-a.After) })
	others = others[:min(len(others), doubtsTold)]
	slices.SortFunc(others, func(a, b Doubt) int { return cmp.Compare(a.Ply, b.Ply) })
	if len(others) == 0 {
		return engine.Text{}
	}
	list := engine.Map(others, func(d Doubt) engine.Text {
		return engine.T("\n- %s", engine.Sentences(d.about(), d.because(s.Grid(), bold)))
	})
	return engine.T("\nOther doubtful moves:%s", engine.List("", list))
}

func (d Doubt) about() engine.Text {
	said := engine.T("Move %s, %s: %s", strconv.Itoa(d.Ply+1), bold(d.Played), chancesFell(d.Colour, d.Before, d.After))
	if d.Better == "" {
		return engine.T("%s.", said)
	}
	return engine.T("%s; %s was better.", said, bold(d.Better))
}

func chancesFell(c Colour, before, after float64) engine.Text {
	return engine.T("%s's chances went from %s %% to %s %%", ColourName(c), percent(before), percent(after))
}

type doubtData struct {
	Doubt
	Why  string   `json:"why"`  // the reason and how sure it is, or ""
	Line []string `json:"line"` // the continuation of a ladder, else []
}

func (s Review) doubtsData() []doubtData {
	all := []doubtData{}
	for _, d := range s.Doubts {
		data := doubtData{d, d.because(s.Grid(), plain).String(), []string{}}
		if d.Why != nil {
			data.Line = names(s.Grid(), d.Why.Line)
		}
		all = append(all, data)
	}
	return all
}

// Accuracy rates a player's moves by the analyst's choices, from 0 to 100; NaN if no move counts.
//
// The loss of a move is the drop of the mover's winning probability, from 0 to 1, as the analyst
// evaluates the board before and after it. It is 0 for the analyst's own choice and for a move that
// the analyst rates higher. The accuracy of a move is
//
//	100 × (e^(−4 × loss) − e^−4) / (1 − e^−4)
//
// It is 100 for no loss and 0 for a loss of 1: a loss of a tenth gives 66, of a quarter 36, of a
// half 12. A player's accuracy is the mean over their moves. A move does not count if nothing was
// at stake before it: if stones and bridges of either side already joined its edges, or the mover's
// chance was below 2 %. That does not depend on the move itself, so no bad move improves the accuracy.
type Accuracy float64

const (
	// steepness is the rate at which the accuracy of a move falls with its loss.
	steepness = 4
	// hopeless is the winning probability below which nothing is at stake.
	hopeless = 0.02
)

func accuracyOf(loss float64) float64 {
	loss = min(max(loss, 0), 1)
	least := math.Exp(-steepness)
	return 100 * (math.Exp(-steepness*loss) - least) / (1 - least)
}

// Known reports whether any move counts.
func (a Accuracy) Known() bool { return !math.IsNaN(float64(a)) }

// String returns the accuracy rounded to an integer, but 100 only for moves without any loss.
func (a Accuracy) String() string {
	if a < 100 {
		return strconv.Itoa(int(min(math.Round(float64(a)), 99)))
	}
	return "100"
}

// data returns the accuracy for JSON; nil if no move counts.
func (a Accuracy) data() *float64 {
	if !a.Known() {
		return nil
	}
	return new(float64(a))
}

func (r *reviewer) accuracies() (red, blue Accuracy) {
	var sum, n [Blue + 1]float64
	for i := range len(r.boards) - 1 {
		if loss := r.loss(i); !math.IsNaN(loss) && !r.settled(i) {
			mover := r.boards[i].Mover()
			sum[mover] += accuracyOf(loss)
			n[mover]++
		}
	}
	return Accuracy(sum[Red] / n[Red]), Accuracy(sum[Blue] / n[Blue])
}

// loss returns the mover's loss by the move of a ply, NaN if unknown.
func (r *reviewer) loss(i int) float64 {
	mover := r.boards[i].Mover()
	loss := r.chance(mover, i) - r.chance(mover, i+1)
	if !math.IsNaN(loss) && r.choice[i].Move == r.played(i) {
		return 0
	}
	return max(loss, 0) // NaN stays NaN
}

// settled reports whether nothing was at stake before a ply.
func (r *reviewer) settled(i int) bool {
	p := r.boards[i]
	if r.chance(p.Mover(), i) < hopeless {
		return true
	}
	if p.CanSwap() {
		return false
	}
	f := p.PlayerPosition().Field()
	return f.Linked(uint8(Red)) || f.Linked(uint8(Blue))
}

func (r *reviewer) played(i int) string {
	last := r.boards[len(r.boards)-1]
	return last.moveName(last.moves[i])
}

func (s Review) accuracyWords() engine.Text {
	return when(s.rated(), engine.T("Accuracy, of 100: %s.", s.both()))
}

// Accuracies returns the known accuracies in brief.
func (s Review) Accuracies() engine.Text {
	return when(s.rated(), engine.T("Accuracy: %s", s.both()))
}

// rated reports whether any accuracy is known.
func (s Review) rated() bool { return s.RedAccuracy.Known() || s.BlueAccuracy.Known() }

func (s Review) both() engine.Text {
	switch red, blue := s.RedAccuracy.String(), s.BlueAccuracy.String(); {
	case !s.BlueAccuracy.Known():
		return engine.T("Red %s", red)
	case !s.RedAccuracy.Known():
		return engine.T("Blue %s", blue)
	default:
		return engine.T("Red %s, Blue %s", red, blue)
	}
}
