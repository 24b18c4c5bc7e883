package ade

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

// suggestFire suggests numbers of layers, or sets of nodes in the game for two.
func suggestFire(p engine.Position, typed string) []engine.Named {
	var words []string
	switch p := p.(type) {
	case *duel.Position:
		for _, move := range p.Moves() {
			words = append(words, strings.TrimPrefix(move, fireVerb+" "))
		}
	default:
		words = []string{"1", "2", "5", "10", "20", "50", "100"}
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
