package hex

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/swapmap"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func TestSwapMaps(t *testing.T) {
	for size := swapmap.MinSize; size <= swapmap.MaxSize; size++ {
		answer, err := swapMapTool.Run(t.Context(), engine.Env{}, engine.Options{"size": size}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := answer.Scenes[0].(SwapMap)
		swapped := 0
		for c := range hexgrid.Cell(m.Grid().Cells()) {
			if m.Swap(c) {
				swapped++
			}
		}
		if swapped < size*size/4 || swapped > size*size*9/10 || !strings.Contains(answer.Text.String(), "swap "+strconv.Itoa(swapped)+" of the "+strconv.Itoa(size*size)+" first moves") {
			t.Errorf("size %d, %d to swap: %s", size, swapped, answer.Text)
		}
		if said := m.Describe(); said.Length() > engine.MostDescribed || !strings.Contains(said.String(), "rows from the top: ") {
			t.Errorf("size %d: %d characters: %s", size, said.Length(), said)
		}
		if _, err := json.Marshal(answer.Data); err != nil {
			t.Error(err)
		}
		for i, c := range m.fairest()[:size*size-1] {
			next := m.fairest()[i+1]
			if a, b := m.Chances[c]-0.5, m.Chances[next]-0.5; a*a > b*b {
				t.Fatalf("size %d: %v comes before %v", size, m.Chances[c], m.Chances[next])
			}
		}
	}
}
