package labyrinth

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestGoldenReplay(t *testing.T) {
	var scenes []any
	for n := range 13 {
		scenes = append(scenes, laid(t, n, engine.Options{}))
	}
	rendertest.GoldenReplay(t, measuring, scenes, 9, "Ann")
}
