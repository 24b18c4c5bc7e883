package table

import (
	"fmt"
	"hash"
	"hash/fnv"
	"strconv"
	"strings"
)

// Stamp is what the buttons of a table carry: what is the table's own, and the state of its
// board. After going back to a copy of the store another table may have the same number.
func (t *Table) Stamp() string { return t.own() + stampMark + t.State() }

// stampMark stands in a stamp between its parts.
const stampMark = "-"

// own names the table, of all that have ever had its number: by when it was opened, and by whom.
func (t *Brief) own() string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %s", t.Head.Opened.UnixMilli(), t.Head.Owner)
	return written(h)
}

// Owns reports whether a stamp was made for this table. known is false for one of an older
// version, which does not tell.
func (t *Brief) Owns(stamp string) (owns, known bool) {
	own, _, known := strings.Cut(stamp, stampMark)
	return known && own == t.own(), known
}

// Current reports whether a stamp is of the board as it stands.
func (t *Table) Current(stamp string) bool { return stateOf(stamp) == t.State() }

// stateOf is the state that a stamp holds: all of it, in one of an older version.
func stateOf(stamp string) string {
	_, state, known := strings.Cut(stamp, stampMark)
	if !known {
		return stamp
	}
	return state
}

// State names the state of the board. It changes with every move and result, not with a
// question. Small records hold it.
func (t *Table) State() string {
	h := t.stamped(len(t.Record.Moves))
	if t.Record.Result != nil {
		h.Write([]byte(t.Record.Result.Kind))
	}
	return written(h)
}

// stateAfter is the state of the board after the first n moves.
func (t *Table) stateAfter(n int) string { return written(t.stamped(n)) }

// stamped is the sum of the first n moves.
func (t *Table) stamped(n int) hash.Hash32 {
	h := fnv.New32a()
	for _, m := range t.Record.Moves[:n] {
		h.Write([]byte(m.Text))
		h.Write([]byte{0})
	}
	return h
}

// written is a sum as stamps hold it.
func written(h hash.Hash32) string { return strconv.FormatUint(uint64(h.Sum32()), 36) }

// NoMoves is in the place of a number of moves that is not known.
const NoMoves = -1

// PlayedAt is how many moves had been played when the board had a stamp, [NoMoves] if it
// never had it, or has it no more.
func (t *Table) PlayedAt(stamp string) int {
	state, h := stateOf(stamp), fnv.New32a()
	for n := 0; ; n++ {
		if written(h) == state {
			return n
		}
		if n == len(t.Record.Moves) {
			return NoMoves
		}
		h.Write([]byte(t.Record.Moves[n].Text))
		h.Write([]byte{0})
	}
}

// Seed is for a player's random source. It differs from table to table and from move to
// move.
func (t *Table) Seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(t.Key.String()))
	h.Write([]byte(t.State()))
	return h.Sum64()
}
