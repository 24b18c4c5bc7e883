package table

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// thousand is a plan of 1,000 moves on the largest board.
func thousand() string {
	var cells []string
	for row := range 19 {
		for column := range 19 {
			cells = append(cells, fmt.Sprintf("%c%d", 'a'+column, row+1))
		}
	}
	var lines []string
	for i := range 16 { // each begins with another cell
		lines = append(lines, strings.Join(cells[1+i:1+i+maxDepth], " "))
	}
	return strings.Join(append(lines, strings.Join(cells[100:140], " ")), ";")
}

// BenchmarkGrow checks a plan of 1,000 moves.
func BenchmarkGrow(b *testing.B) {
	text, fresh := thousand(), hexAfter(b, 19)
	b.ReportAllocs()
	for b.Loop() {
		if tree, err := growPlan(text, 0, 1, fresh); err != nil || tree.Moves() != maxMoves {
			b.Fatal(err)
		}
	}
}

// BenchmarkFollow reads such a plan and finds an answer in it, as each move at its table does.
func BenchmarkFollow(b *testing.B) {
	tree, err := growPlan(thousand(), 0, 1, hexAfter(b, 19))
	if err != nil {
		b.Fatal(err)
	}
	data, err := json.Marshal(&tree)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ReportMetric(float64(len(data)), "bytes/plan")
	for b.Loop() {
		kept, err := decodePlan(data)
		if err != nil {
			b.Fatal(err)
		}
		if next, ok := kept.Follow([]string{"b1"}); !ok || len(next) != 1 {
			b.Fatal("it is not followed")
		}
	}
}
