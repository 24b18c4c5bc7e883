package ade

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

// suggestFire suggests numbers of layers, or sets of nodes in the game for two.
func suggestFire(p engine.Position, typed string) []engine.Named {
	words := []string{"1", "2", "5", "10", "20", "50", "100"}
	if d, ok := p.(*duel.Position); ok {
		words = engine.Map(d.Moves(), func(move string) string { return strings.TrimPrefix(move, fireVerb+" ") })
	}
	return engine.Suggest(words, typed)
}

func suggestSet(p engine.Position, typed string) []engine.Named {
	alone, ok := p.(*Position)
	if !ok {
		return nil
	}
	var words []string
	for _, name := range alone.graph.Nodes() {
		for n := range 3 {
			words = append(words, name+" "+strconv.Itoa(n))
		}
	}
	return engine.Suggest(append(words, "all 1", "all 0"), typed)
}
