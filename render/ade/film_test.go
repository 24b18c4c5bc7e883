package ade

import (
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestGoldenReplay: a replay shows the layers of a run one by one, and how far it is.
func TestGoldenReplay(t *testing.T) {
	run := table(t, "E9", "all 1", "fire 5,fire 4").Run()
	if len(run.Frames) != 10 {
		t.Errorf("9 layers make %d frames", len(run.Frames))
	}
	film := engine.Film{Frames: run.Frames, Delay: time.Second / 2, Hold: time.Second}
	rendertest.GoldenFrame(t, measuring, film, 4, render.Style{Running: "Replay", Progress: func(frame int) render.Progress {
		return render.Progress{Share: float64(frame) / 9}
	}})
}
