package octopuszle

import (
	"testing"

	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestGoldenReplay(t *testing.T) {
	var scenes []any
	for since := range 7 {
		scenes = append(scenes, laidOn(t, 4, since))
	}
	rendertest.GoldenReplay(t, measuring, scenes, 5, "Ann")
}
