package engine

import "errors"

// MostWork bounds what the moves of a table may take in all, as a [Laborious] position
// counts it: half a second or so. What has taken as much refuses further moves. [Replay]
// goes on to twice as much, since the last move may reach beyond, and older tables may have
// longer ones.
const MostWork = 1 << 27

// ErrWork is the error of moves that take more than twice [MostWork].
var ErrWork = errors.New("engine: the moves take too much work")

// Laborious is a position whose moves may take so long that they should not be played
// twice. Where single moves take less than a few milliseconds, as in most games, there is
// no need of it.
type Laborious interface {
	Position
	// Work is what New and the moves so far have taken, in steps of some nanoseconds each
	// that are counted and not measured: the same moves take the same work on every machine.
	Work() int
	// Copy returns a position that is equal to this one. Neither is changed by what is
	// played on the other, and both can be read at the same time.
	Copy() Laborious
	// Size is about how much memory it takes, in bytes.
	Size() int
}

// WorkOf is the work of a position's moves, 0 where it does not count it.
func WorkOf(p Position) int {
	if l, ok := p.(Laborious); ok {
		return l.Work()
	}
	return 0
}
