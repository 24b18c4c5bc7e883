package ade

import (
	"testing"

	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestGoldenReplay(t *testing.T) {
	var scenes []any
	for _, moves := range []string{"", "fire 5", "fire 5,fire 4", "fire 5,fire 4,exhaust"} {
		scenes = append(scenes, table(t, "E9", "all 1", moves))
	}
	rendertest.GoldenReplay(t, measuring, scenes, 2, "Ann")
}
