package octopuszle

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// regionSide is the number of rows and of columns of a region, by which cells of the 16 x 16 are
// picked: a menu has no room for all of them.
const regionSide = 4

// completionRuns is the number of runs of a search for a solution with the squares on the table.
const completionRuns = 8

// solutionOf returns the first solution of a seed.
func solutionOf(ctx context.Context, seed uint64) (*Board, error) {
	s, err := NewSolver(nil, seed)
	if err != nil {
		return nil, err
	}
	return s.Next(ctx)
}

// RegionOf returns the places of the 16 x 16 in the same region as one, row by row.
func RegionOf(at int) []int {
	const cells = regionSide * regionSide
	first := at/Size/regionSide*regionSide*Size + at%Size/regionSide*regionSide
	region := make([]int, cells)
	for i := range region {
		region[i] = first + i/regionSide*Size + i%regionSide
	}
	return region
}

func regionName(at int) string {
	region := RegionOf(at)
	return Name(region[0]) + "-" + Name(region[len(region)-1])
}

// regions offers the regions that have a gap, one of which a square fits.
func (p *Position) regions() engine.Picking {
	menu := engine.Menu{Title: engine.T("Choose a region")}
	for i := range Size {
		region := RegionOf(i/regionSide*regionSide*Size + i%regionSide*regionSide)
		gaps := 0
		for _, at := range region {
			gaps += min(1, len(p.fitting(at)))
		}
		if name := regionName(region[0]); gaps > 0 {
			menu.Offers = append(menu.Offers, engine.Offer{ID: name, Title: engine.T("%s", name), Detail: engine.Count(gaps, "1 gap", "%s gaps")})
		}
	}
	return engine.Picking{Menu: menu, More: true}
}

// complete returns the straight lines of a solution that contains all placed squares; nil if it
// finds none.
func (p *Position) complete(ctx context.Context) []int8 {
	if p.size == Small {
		for _, solution := range p.Solutions() {
			return solution[:]
		}
		return nil
	}
	switch {
	case p.within(p.solution):
		return p.solution
	case len(p.stuck()) > 0:
		return nil
	}
	problem := straight(p.diagonals)
	problem.Runs, problem.Fixed = completionRuns, make([]int, Squares)
	for _, e := range edges(orthogonal) {
		a, b := p.board[e.A], p.board[e.B]
		switch {
		case a == NoSquare && b == NoSquare:
			problem.Edges = append(problem.Edges, e)
		case a != NoSquare && int32(a)&e.BitA != 0, a == NoSquare && int32(b)&e.BitB != 0:
			problem.Fixed[e.A] |= int(e.BitA)
			problem.Fixed[e.B] |= int(e.BitB)
		}
	}
	found, err := localsearch.New(problem, 1).Next(ctx)
	if err != nil {
		return nil
	}
	return engine.Map(found, func(n int) int8 { return int8(n) })
}

// within reports whether a solution, if there is one, has all placed squares.
func (p *Position) within(solution []int8) bool {
	for at := range solution {
		if p.board[at] != NoSquare && p.board[at] != solution[at] {
			return false
		}
	}
	return len(solution) == len(p.board)
}

// spoils reports whether a hint may advise to take back the square at a place where nothing
// completes the board: the last one, or on the 16 x 16 one that the known solution has elsewhere.
func (p *Position) spoils(at int) bool {
	if p.size == Size {
		return p.board[at] != p.solution[at]
	}
	return !p.fixed[at] && (at == p.last || p.last < 0)
}

// stuck returns the names of the empty cells that no square fits.
func (p *Position) stuck() (names []string) {
	for at, square := range p.board {
		if square == NoSquare && len(p.fitting(at)) == 0 {
			names = append(names, p.name(at))
		}
	}
	return names
}

// checkWhole tells of the 16 x 16 whether it can still be solved, as far as that is known at once.
func (p *Position) checkWhole() engine.Answer {
	const most = 8 // names
	strays, stuck := 0, p.stuck()
	for at, square := range p.board {
		if square != NoSquare && p.spoils(at) {
			strays++
		}
	}
	text := engine.T("A solution has all these squares.")
	switch {
	case p.Laid() == 0:
		text = engine.T("No square lies there yet.")
	case len(stuck) > 0:
		text = engine.T("Nothing fits on %s any more. Take a square beside it back.", strings.Join(stuck[:min(most, len(stuck))], " "))
	case strays > 0 && !p.full():
		text = engine.T("Every gap has a square that fits. The bot's own solution has %s of yours elsewhere; there may be others.", strconv.Itoa(strays))
	}
	return engine.Answer{Text: text, Data: map[string]any{"strays": strays, "stuck": append([]string{}, stuck...)}}
}

// signs tells a cell of the 16 x 16 by two signs, see signsWords.
func (p *Position) signs(at int) string {
	if p.board[at] == NoSquare {
		return fmt.Sprintf("%x.", p.diagonals[at])
	}
	return fmt.Sprintf("%x%x", p.diagonals[at], p.board[at])
}

var signsWords = engine.T("Each cell has two hexadecimal digits that add up lines: diagonals by 1 north-east, 2 south-east, 4 south-west, 8 north-west; straight ones by 1 north, 2 east, 4 south, 8 west, with a dot where no square lies.")

// rows joins what a function says of places, row by row.
func rows(places []int, width int, says func(at int) string) string {
	return strings.Join(engine.Map(slices.Collect(slices.Chunk(places, width)), func(row []int) string {
		return strings.Join(engine.Map(row, says), "")
	}), " ")
}

// all are the places of the 16 x 16.
func all() []int {
	places := make([]int, Squares)
	for at := range places {
		places[at] = at
	}
	return places
}

// describeWhole describes a table of 16 x 16.
func (p *Position) describeWhole() engine.Text {
	head := engine.T("The Octopuszle, 16 by 16 cells whose diagonals are given: %s of 256 squares lie there.", strconv.Itoa(p.Laid()))
	switch {
	case p.full():
		head = engine.T("The Octopuszle is solved: all 256 squares lie there, and all lines meet.")
	case p.concluded.Status != engine.Open:
		return engine.Fit(engine.MostDescribed,
			engine.Sentences(engine.T("It is over: %s.", p.concluded.Reason), head, p.Answer(), engine.T("Straight lines add up 1 north, 2 east, 4 south, 8 west.")),
			engine.Sentences(engine.T("It is over: %s.", p.concluded.Reason), head))
	}
	var last engine.Text
	if p.last >= 0 {
		last = engine.T("Laid last: %s on %s.", strconv.Itoa(int(p.board[p.last])), p.name(p.last))
	}
	told := engine.Sentences(head, last, engine.T("Rows from the north: %s.", rows(all(), Size, p.signs)))
	return engine.Fit(engine.MostDescribed, engine.Sentences(told, signsWords), told)
}
