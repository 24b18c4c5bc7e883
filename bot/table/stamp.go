package table

import (
	"hash"
	"hash/fnv"
	"strconv"
)

// Stamp names the state of the board, so that a button knows whether it still belongs to
// it. It changes with every move and result, not with a question.
func (t *Table) Stamp() string {
	h := t.stamped(len(t.Record.Moves))
	if t.Record.Result != nil {
		h.Write([]byte(t.Record.Result.Kind))
	}
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// stampAfter is the stamp that the board had after the first n moves.
func (t *Table) stampAfter(n int) string {
	return strconv.FormatUint(uint64(t.stamped(n).Sum32()), 36)
}

// stamped is the sum of the first n moves.
func (t *Table) stamped(n int) hash.Hash32 {
	h := fnv.New32a()
	for _, m := range t.Record.Moves[:n] {
		h.Write([]byte(m.Text))
		h.Write([]byte{0})
	}
	return h
}

// NoMoves is in the place of a number of moves that is not known.
const NoMoves = -1

// PlayedAt is how many moves had been played when the board had a stamp, [NoMoves] if it
// never had it, or has it no more.
func (t *Table) PlayedAt(stamp string) int {
	h := fnv.New32a()
	for n := 0; ; n++ {
		if strconv.FormatUint(uint64(h.Sum32()), 36) == stamp {
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
	h.Write([]byte(t.Stamp()))
	return h.Sum64()
}
