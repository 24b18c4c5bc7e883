package selfplay

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

// stones counts those of a sample.
func (s *Sample) stones() (count int) {
	for _, c := range s.Cells {
		if c&viewMask != field.ViewEmpty {
			count++
		}
	}
	return count
}

// TestGamesBeginAsTheConfigSays: with one drawn stone, or with none where the first is searched.
func TestGamesBeginAsTheConfigSays(t *testing.T) {
	for drawn, searched := range []float64{1, 0} {
		c := DefaultConfig()
		c.Searched = searched
		p := New(network(1), 6, 5, c)
		for range 20 {
			if samples := p.Play(); len(samples) > 0 && samples[0].stones() != drawn {
				t.Errorf("a game of %d drawn stones begins with %d", drawn, samples[0].stones())
			}
		}
	}
}
