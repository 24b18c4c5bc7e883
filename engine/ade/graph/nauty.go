package graph

import (
	binary "math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// nautyText is a graph in graph6 or, after a colon, in sparse6, as B. McKay's nauty writes them
// (formats.txt of nauty): each character but the colon carries six bits, the first the number of nodes.
var nautyText = regexp.MustCompile("^(>>graph6<<|>>sparse6<<)?(:?)([?-}])([?-~]*)$")

// nauty reads graph6 and sparse6. Its nodes are V0 to V(n-1). Text without a head that only looks like
// it is of another notation.
func nauty(text string) (*Graph, error) {
	m := nautyText.FindStringSubmatch(text)
	if m == nil {
		if strings.HasPrefix(text, ">>") {
			return nil, engine.Refuse("this is no single graph of at most %s nodes in graph6 or sparse6: give one line of the file", strconv.Itoa(62))
		}
		return nil, nil //nolint:nilnil // not in this notation
	}
	n, data, d := int(m[3][0]-'?'), m[4], newDraft()
	for i := range n {
		d.node(strconv.Itoa(i))
	}
	read := readGraph6
	if m[2] != "" {
		read = readSparse6
	}
	whole := n > 0 && n <= MostNodes && read(d, n, bits6(data))
	switch {
	case !whole && m[1]+m[2] != "":
		return nil, engine.Refuse("this graph in graph6 or sparse6 is not whole: a part of it is missing, or follows")
	case !whole:
		return nil, nil //nolint:nilnil // not in this notation
	}
	return d.graph()
}

// bits6 returns the bits of a text, six a character.
func bits6(data string) []bool {
	bits := make([]bool, 0, 6*len(data))
	for _, c := range data {
		for i := 5; i >= 0; i-- {
			bits = append(bits, (c-'?')>>i&1 == 1)
		}
	}
	return bits
}

// readGraph6 reads the upper triangle of the matrix of neighbours, column by column. It reports whether
// the bits are as many as they should be; those that fill the last character are 0.
func readGraph6(d *draft, n int, bits []bool) bool {
	size := n * (n - 1) / 2
	if len(bits) != (size+5)/6*6 || slices.Contains(bits[size:], true) {
		return false
	}
	for column := range n {
		for row := range column {
			if bits[column*(column-1)/2+row] {
				d.edge(strconv.Itoa(row), strconv.Itoa(column))
			}
		}
	}
	return true
}

// readSparse6 reads steps of a bit b and a number x: b goes on to the next node v, x > v makes that
// x, and any other x joins x and v. What goes beyond the last node fills the last character.
func readSparse6(d *draft, n int, bits []bool) bool {
	width := binary.Len(uint(n - 1)) //nolint:gosec // n is at least 1
	for v := 0; len(bits) > width; bits = bits[1+width:] {
		x := 0
		for _, bit := range bits[1 : 1+width] {
			x *= 2
			if bit {
				x++
			}
		}
		if bits[0] {
			v++
		}
		switch {
		case x >= n || v >= n:
			return len(bits) < 6 // which is filling
		case x > v:
			v = x
		default:
			d.edge(strconv.Itoa(x), strconv.Itoa(v))
		}
	}
	return true
}
