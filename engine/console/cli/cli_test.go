package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/engine/console/cli"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// run gives words to the subcommands, and returns what they print.
func run(words ...string) (out string, err error) {
	return runIn(context.Background(), words...)
}

func runIn(ctx context.Context, words ...string) (out string, err error) {
	c := &console.Console{Games: []*engine.Game{&labyrinth.Game, &octopuszle.Game}, Now: time.Now}
	root := &cobra.Command{Use: "sixfold", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(cli.Play(c), cli.Tool(c), cli.Solve(c))
	var b, progress bytes.Buffer
	root.SetOut(&b)
	root.SetErr(&progress)
	root.SetArgs(words)
	err = root.ExecuteContext(ctx)
	return b.String(), err
}

// file writes a file and returns its path.
func file(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// pieces reads solutions as they are printed, and checks them.
func pieces(t *testing.T, out string, compact bool) []board.Report {
	t.Helper()
	var reports []board.Report
	for line := range strings.Lines(out) {
		list, err := board.ParseJSON([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		report, err := board.Validate(list, compact)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, report)
	}
	return reports
}

func TestSolveConnexion(t *testing.T) {
	given := file(t, `[{"q":0,"r":0,"doors":63}]`)
	tests := []struct {
		name    string
		words   string
		compact bool
		fits    func(board.Report) bool
	}{
		{"any", "", false, nil},
		{"two groups", "--groups 2", false, func(r board.Report) bool { return r.Groups == 2 }},
		{"a large group", "--largest=57", false, func(r board.Report) bool { return r.Sizes[0] == 57 }},
		{"symmetric", "--mirror", false, nil},
		{"symmetric about the other axis", "--mirror=upright", false, nil},
		{"a shape", "--compact par8", true, nil},
		{"by the original search", "--search source", false, nil},
		{"with a piece", "--given " + given, false, nil},
		{"what stands for nothing in scripts", "--groups 0 --limit 0", false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			words := append([]string{"solve", "connexion", "--count", "3", "--seed", "5", "--json"}, strings.Fields(tt.words)...)
			out, err := run(words...)
			if err != nil {
				t.Fatal(err)
			}
			reports := pieces(t, out, tt.compact)
			if len(reports) != 3 {
				t.Fatalf("%d solutions", len(reports))
			}
			for _, r := range reports {
				if tt.fits != nil && !tt.fits(r) {
					t.Errorf("%+v", r)
				}
			}
			if again, _ := run(words...); again != out {
				t.Error("other solutions by the same seed")
			}
		})
	}
}

// TestSolveIsATool: the short name prints what the tool prints.
func TestSolveIsATool(t *testing.T) {
	short, err := run("solve", "connexion", "--count", "2", "--seed", "7", "--groups", "2", "--json")
	if err != nil {
		t.Fatal(err)
	}
	long, err := run("tool", "connexion", "solve", "seed=7", "groups=2", "--count=2", "--json")
	if err != nil || short != long {
		t.Errorf("the tool prints %.60q, %v, and its short name %.60q", long, err, short)
	}
	byDefault, _ := run("solve", "connexion", "--json")
	first, _ := run("solve", "connexion", "--json", "--seed=1")
	if byDefault != first {
		t.Error("without a seed it is not 1")
	}
}

func TestSolveOctopuszle(t *testing.T) {
	first, err := run("solve", "octopuszle", "--json")
	if err != nil {
		t.Fatal(err)
	}
	second, err := run("solve", "octopuszle", "--json", "--seed", "2", "--diagonals", file(t, first))
	if err != nil {
		t.Fatal(err)
	}
	var boards [2]*octopuszle.Board
	for i, out := range []string{first, second} {
		if boards[i], err = octopuszle.ParseJSON([]byte(out)); err != nil || octopuszle.Validate(boards[i]) != nil || !json.Valid([]byte(out)) {
			t.Fatalf("%s: %v", out, err)
		}
	}
	for at := range boards[0] {
		if (boards[0][at]^boards[1][at])&octopuszle.Diagonals != 0 {
			t.Fatalf("other diagonals on %s", octopuszle.Name(at))
		}
	}
}

func TestTool(t *testing.T) {
	for _, tt := range []struct{ name, words, want string }{
		{"options in one word", "tool octopuszle relatives", "652"},
		{"data instead of words", "tool octopuszle relatives --json", `"squares":652`},
		{"so many times", "tool octopuszle relatives --count 2 --json", "\n{"},
		{"an argument called like an option of every tool", "tool connexion stats count=10 seed=1 --json", `"solutions":10`},
		{"in the other way of writing", "tool connexion stats --count 10 --seed=1 --json", `"solutions":10`},
		{"a Boolean alone", "tool connexion verify --compact --text []", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := run(strings.Fields(tt.words)...)
			if tt.want == "" {
				if _, refused := engine.Why(err); !refused {
					t.Errorf("prints %q, %v, want a refusal by the tool", out, err)
				}
				return
			}
			if err != nil || !strings.Contains(out, tt.want) {
				t.Errorf("prints %q, %v; want %q in it", out, err, tt.want)
			}
		})
	}
}

func TestToolWritesFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	out, err := run("tool", "connexion", "solve", "seed=3", "files=true", "--out", folder)
	if err != nil || strings.Count(out, "\n") != 1 {
		t.Fatalf("prints %q, %v", out, err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "connexion-3.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(pieces(t, string(data), false)) != 1 {
		t.Errorf("the file holds %.40q", data)
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct{ name, words, want string }{
		{"no game", "solve", `"connexion" or "octopuszle"`},
		{"no game for a tool", "tool", "one of: connexion octopuszle"},
		{"no tool", "tool octopuszle", "one of: relatives rules solve verify"},
		{"an option that is none", "tool octopuszle relatives size=4", "not an option"},
		{"no solutions", "solve connexion --count 0", "count must be from 1"},
		{"a seed below 0", "solve connexion --seed -1", "seed must be a whole number from 0"},
		{"no time", "solve connexion --seconds 0", "seconds must be from 1"},
		{"one group", "solve connexion --groups 1", "groups must be a whole number from 2"},
		{"another mirror", "solve connexion --mirror=round", "symmetry must be one of: none, level, upright"},
		{"another search", "solve connexion --search best", "search must be one of: ours, source"},
		{"absurd steps", "solve connexion --limit=-5", "limit must be a whole number from 64"},
		{"a compact mirror", "solve connexion --compact par8 --mirror", `"symmetry" is not an option`},
		{"another shape", "solve connexion --compact ##", "2 cells"},
		{"a file that is not there", "solve connexion --given nowhere", "nowhere: no such file"},
		{"a file of another form", "solve connexion --given " + file(t, "{}"), "JSON array of pieces"},
		{"diagonals of another size", "solve octopuszle --diagonals " + file(t, "[1,2]"), "2 numbers"},
		{
			"diagonals that cannot be", "solve octopuszle --diagonals " + file(t, "["+strings.Repeat("0,", 255)+"0]"),
			"256 squares have the diagonals",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := run(strings.Fields(tt.words)...)
			if err == nil || !strings.Contains(err.Error(), tt.want) || out != "" {
				t.Errorf("refused with %v after %q, want words %q", err, out, tt.want)
			}
		})
	}
}

// TestSolveInNoTime: an expired time limit is reported, without a claim that there is no solution.
func TestSolveInNoTime(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Time{})
	defer cancel()
	for _, words := range []string{
		"solve connexion --largest 20 --seconds 1",
		"tool connexion solve largest=20 seconds=1 --json",
	} {
		out, err := runIn(ctx, strings.Fields(words)...)
		if err == nil || !strings.Contains(err.Error(), "no solution was found in 1 s") || out != "" {
			t.Errorf("%s: refused with %v after %q", words, err, out)
		}
	}
}

// TestToolWithoutDrawer: a console without a drawer gives the files that are no
// drawings.
func TestToolWithoutDrawer(t *testing.T) {
	folder := t.TempDir()
	if _, err := run("tool", "connexion", "solve", "seed=3", "files=true", "--out", folder); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(folder)
	if err != nil || len(list) != 1 {
		t.Errorf("%d files, %v", len(list), err)
	}
}

// A tool that fails says which, and a refusal stays one.
func TestErrorsKeepTheirKind(t *testing.T) {
	_, err := run("solve", "connexion", "--groups", "1")
	if _, ok := errors.AsType[*engine.Refusal](err); !ok {
		t.Errorf("%v is %s", err, fmt.Sprintf("%T", err))
	}
}
