package gordon

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestGoldenReplay(t *testing.T) {
	var scenes []any
	for turns := range 6 {
		scenes = append(scenes, randomGame(t, engine.Options{"group": "S3"}, turns, 1))
	}
	rendertest.GoldenReplay(t, measuring, scenes, 4, "Ann", "Bob")
}
