package labyrinth

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// endless is a search that finds nothing.
type endless struct{}

func (endless) Next(ctx context.Context) (solver.Solution, error) {
	<-ctx.Done()
	return solver.Solution{}, ctx.Err()
}

func (endless) Progress() solver.Progress { return solver.Progress{Steps: 2000} }

func (endless) Watch(func()) {}

// TestProgressLeavesOutWhatIsNotKnown: in a compact search all pieces always lie.
func TestProgressLeavesOutWhatIsNotKnown(t *testing.T) {
	for best, want := range map[int]string{0: "7 steps a second.", 9: "Most pieces placed: 9."} {
		p := solver.Progress{Restarts: 1, Steps: 20, Best: best}
		if got := progressText(p, 3, 7).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%+v is told as %q, want %q at its end", p, got, want)
		}
	}
}

// TestNotFound: only what is proved is said for certain.
func TestNotFound(t *testing.T) {
	for err, want := range map[error]string{
		solver.ErrNone:           "No solution exists: the search was exhaustive.",
		solver.ErrGaveUp:         "No solution was found in 2,000 steps; there may still be one.",
		context.DeadlineExceeded: "No solution was found in 9 s and 2,000 steps; there may still be one.",
	} {
		f := finder{options: engine.Options{optionSeconds: 9}, search: endless{}}
		a, failed := f.notFound(err)
		if failed != nil || a.Text.String() != want {
			t.Errorf("%v is told as %q, %v, want %q", err, a.Text, failed, want)
		}
	}
}

// TestStatsSayWhatIsMissing: the time is over when it first tells of solutions.
func TestStatsSayWhatIsMissing(t *testing.T) {
	t.Parallel()
	i := slices.IndexFunc(tools, func(t engine.Tool) bool { return t.Name == "stats" })
	o, err := engine.ParseOptions(tools[i].Args, map[string]any{"seed": 1, "count": 100_000, "seconds": 60}, true)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a, err := runStats(ctx, engine.Env{}, o, func(a engine.Answer) {
		if a.Data.(Stats).Solutions > 0 {
			cancel()
		}
	})
	if err != nil || !strings.Contains(a.Text.String(), " of 100,000 solutions, in 60 s, from seed 1") {
		t.Errorf("answered %s, %v", a.Text, err)
	}
}

// TestEnded: of a search that has given up nothing is said for certain.
func TestEnded(t *testing.T) {
	want := "no other solution was found in a long search: 1,234 were found, and there may be others"
	if err := ended(solver.ErrGaveUp, 1234); err.Error() != want {
		t.Errorf("it ends with %q, want %q", err, want)
	}
}

// TestSeconds: a search ends with the seconds that it is given.
func TestSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		f := finder{options: engine.Options{optionSeconds: 3}, search: endless{}}
		_, err := f.find(t.Context())
		if took := time.Since(begun); took != 3*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %s: %v", took, err)
		}
	})
}
