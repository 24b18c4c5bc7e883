package main

import (
	"bytes"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

// begin opens a run with the flags, as the command does.
func begin(t *testing.T, flags string) *run {
	t.Helper()
	log.SetOutput(t.Output())
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	c, err := parse(strings.Fields(flags))
	if err != nil {
		t.Fatal(err)
	}
	r, err := open(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish trains a run to its end.
func finish(t *testing.T, r *run) {
	t.Helper()
	if err := r.train(t.Context()); err != nil {
		t.Fatal(err)
	}
}

const tiny = " -blocks 1 -games 6 -batch 32 -threads 1 -sizes 1:3,4,5 -evals 1:8 "

func TestRunsAreReproducible(t *testing.T) {
	var weights [][]byte
	for range 2 {
		r := begin(t, tiny+"-cycles 3 -seed 7 -dir "+t.TempDir())
		finish(t, r)
		w, err := os.ReadFile(r.out)
		if err != nil {
			t.Fatal(err)
		}
		weights = append(weights, w)
	}
	if !bytes.Equal(weights[0], weights[1]) {
		t.Error("two runs of one seed end with different weights")
	}
}

func TestInterruptedRunsGoOnAsIfNothingHadBeen(t *testing.T) {
	whole := begin(t, tiny+"-cycles 4 -dir "+t.TempDir())
	finish(t, whole)
	dir := t.TempDir()
	part := begin(t, tiny+"-cycles 4 -dir "+dir)
	for range 2 {
		if err := part.cycle(); err != nil {
			t.Fatal(err)
		}
	}
	if err := part.save(); err != nil {
		t.Fatal(err)
	}
	rest := begin(t, tiny+"-cycles 4 -resume -dir "+dir)
	finish(t, rest)
	if rest.Cycles != 4 || rest.Positions != whole.Positions || !slices.Equal(rest.Optimiser.Average, whole.Optimiser.Average) {
		t.Errorf("%d cycles, %d positions, want 4, %d; the weights are the same: %v",
			rest.Cycles, rest.Positions, whole.Positions, slices.Equal(rest.Optimiser.Average, whole.Optimiser.Average))
	}
}

func TestTrainingLearnsToOpenAndToWin(t *testing.T) {
	enginetest.Alone(t)
	r := begin(t, "-cycles "+strconv.Itoa(enginetest.Times(20, 25))+" -games 40 -batch 64 -threads 1 -blocks 1 -sizes 1:3,4 -evals 1:16 -dir "+t.TempDir())
	before := net.New(r.trainer.AverageParams())
	finish(t, r)
	after := net.New(r.trainer.AverageParams())
	if won, games := selfplay.Match(after, before, 4, 1); won < games*3/4 {
		t.Errorf("the trained network wins %d of %d against the one that knows nothing", won, games)
	}
	// Who begins 3x3 in its middle has won.
	view, policy := make([]uint8, 9), make([]float32, 9)
	value := after.Evaluator(kernel.Square(3)).Evaluate(view, policy)
	if slices.Max(policy) != policy[4] || value < 0.7 {
		t.Errorf("3x3 opens with logits %v and a chance of %v", policy, value)
	}
	if first, last := r.Curve[1], r.Curve[len(r.Curve)-1]; last.Loss > first.Loss || last.Elo < 100 {
		t.Errorf("from %+v to %+v", first, last)
	}
}

func TestRunsBeginWithWeights(t *testing.T) {
	path := filepath.Join(t.TempDir(), "start.bin")
	p := net.RandomParams(2, rand.New(rand.NewPCG(1, 1)))
	if err := write(path, p.Write); err != nil {
		t.Fatal(err)
	}
	for _, blocks := range []int{1, 2, 3} {
		r := begin(t, fmt.Sprintf("-from %s -blocks %d -dir %s", path, blocks, t.TempDir()))
		got := r.trainer.AverageParams()
		if !slices.Equal(got.W[:len(p.W)], p.W) || got.Blocks != max(blocks, 2) {
			t.Errorf("-blocks %d: the run does not begin with the weights of its file", blocks)
		}
	}
}

func TestWeightsOfOtherWidthsAreNotTrained(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wide.bin")
	if err := write(path, net.NewWideParams(1, 48).Write); err != nil {
		t.Fatal(err)
	}
	c, err := parse(strings.Fields(tiny + "-from " + path + " -dir " + t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(c); err == nil || !strings.Contains(err.Error(), "48 channels") {
		t.Errorf("a run from weights of 48 channels: %v", err)
	}
}

func TestRunsAreNotOverwritten(t *testing.T) {
	dir := t.TempDir()
	finish(t, begin(t, tiny+"-cycles 1 -dir "+dir))
	c, err := parse(strings.Fields(tiny + "-dir " + dir))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(c); err == nil || !strings.Contains(err.Error(), "-resume") {
		t.Errorf("a second run in the folder: %v", err)
	}
}

func TestFlagsThatMakeNoRunAreRefused(t *testing.T) {
	for _, flags := range []string{
		"", "-dir x -threads 0", "-dir x -sizes 1:1", "-dir x -sizes 1:21", "-dir x -minutes 0", "-dir x -evals 1:1",
		"-dir x more", "-dir x -sizes 0.5:5", "-dir x -sizes 5", "-dir x -sizes 0.5:5,0.4:6,1:7", "-dir x -sizes 1:5*0",
	} {
		if _, err := parse(strings.Fields(flags)); err == nil {
			t.Errorf("%q is accepted", flags)
		}
	}
}

func TestSchedulesFollowTheRun(t *testing.T) {
	s := mustParse("0.25:5 0.5:6,7 1:8,11*3")
	if got := s.String(); got != "0.25:5 0.5:6,7 1:8,11*3" {
		t.Errorf("reads back as %q", got)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for share, want := range map[float64]map[int]float64{
		0: {5: 1}, 0.3: {6: 0.5, 7: 0.5}, 0.5: {8: 0.25, 11: 0.75}, 1.1: {8: 0.25, 11: 0.75},
	} {
		const draws = 2000
		got := map[int]float64{}
		for range draws {
			got[s.at(share).pick(rng)] += 1. / draws
		}
		for size, part := range want {
			if math.Abs(got[size]-part) > 0.05 {
				t.Errorf("at %v: %v, want %v", share, got, want)
			}
		}
	}
	if s.at(0.3).main != 7 || s.at(0.9).main != 11 || slices.Min(s.numbers()) != 5 || slices.Max(s.numbers()) != 11 {
		t.Error("the main or all numbers are wrong")
	}
}

func TestRatesFall(t *testing.T) {
	c := &config{rate: 2e-3, final: 2e-4}
	for share, want := range map[float64]float64{0: 2e-3, 0.5: 1.1e-3, 1: 2e-4, 1.2: 2e-4} {
		if got := c.rateAt(share); math.Abs(got-want) > 1e-9 {
			t.Errorf("at %v: %v, want %v", share, got, want)
		}
	}
}

func TestWindowsForgetTheOldest(t *testing.T) {
	var w window
	total := 0
	for i := range 50 {
		fresh := make([]selfplay.Sample, 2000)
		for j := range fresh {
			fresh[j].Size = i
		}
		total += len(fresh)
		w.add(fresh, total)
	}
	if want := windowBase + int(windowShare*100_000); len(w) != want {
		t.Errorf("%d positions, want %d", len(w), want)
	}
	if w[0].Size != 22 || w[len(w)-1].Size != 49 {
		t.Errorf("from %d to %d, want 22 to 49", w[0].Size, w[len(w)-1].Size)
	}
}

func TestRunsSurviveAFile(t *testing.T) {
	r := begin(t, tiny+"-cycles 1 -dir "+t.TempDir())
	finish(t, r)
	again := begin(t, tiny+"-resume -dir "+r.dir)
	if diff := cmp.Diff(r.state, again.state); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(r.window, again.window); diff != "" || len(r.window) == 0 {
		t.Errorf("of %d positions:\n%s", len(r.window), diff)
	}
	file := filepath.Join(r.dir, stateFile)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content[:len(content)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := again.load(); err == nil {
		t.Error("a file cut short is accepted")
	}
}

func TestCurvesAreWritten(t *testing.T) {
	c := curve{{Size: 5}, {Minutes: 3, Size: 5, Won: 40, Games: 50, Elo: 240.8, Loss: 2.5}, {Minutes: 6, Size: 6, Won: 20, Games: 72, Elo: 80, Loss: 2.6}}
	var table bytes.Buffer
	if err := c.writeCSV(&table); err != nil {
		t.Fatal(err)
	}
	if want := "minutes,size,won,games,elo,loss\n0.00,5,0,0,0.0,0.0000\n3.00,5,40,50,240.8,2.5000\n6.00,6,20,72,80.0,2.6000\n"; table.String() != want {
		t.Errorf("%s, want %s", &table, want)
	}
}
