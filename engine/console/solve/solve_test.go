package solve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/console/solve"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

func TestConnexion(t *testing.T) {
	for name, c := range map[string]solve.Connexion{
		"any":        {},
		"two groups": {Groups: 2},
		"mirror":     {Mirror: "level"},
		"compact":    {Compact: "par8"},
		"source":     {Search: "source"},
		"given":      {Given: []byte(`[{"q":0,"r":0,"doors":63}]`)},
	} {
		t.Run(name, func(t *testing.T) {
			c.Common = solve.Common{Count: 3, Seed: 5, JSON: true, Seconds: 60}
			var out bytes.Buffer
			if err := c.Print(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if len(lines) != 3 {
				t.Fatalf("%d lines", len(lines))
			}
			for _, line := range lines {
				pieces, err := board.ParseJSON([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				if r, err := board.Validate(pieces, c.Compact != ""); err != nil || c.Groups > 0 && r.Groups != c.Groups {
					t.Fatalf("%+v, %v", r, err)
				}
			}
		})
	}
}

func TestOctopuszle(t *testing.T) {
	var first, second bytes.Buffer
	o := solve.Octopuszle{Common: solve.Common{Count: 1, Seed: 1, JSON: true, Seconds: 60}}
	if err := o.Print(t.Context(), &first); err != nil {
		t.Fatal(err)
	}
	o.Diagonals, o.Seed = first.Bytes(), 2
	if err := o.Print(t.Context(), &second); err != nil {
		t.Fatal(err)
	}
	var boards [2][octopuszle.Squares]octopuszle.Lines
	for i, out := range []*bytes.Buffer{&first, &second} {
		b, err := octopuszle.ParseJSON(out.Bytes())
		if err != nil || octopuszle.Validate(b) != nil || !json.Valid(out.Bytes()) {
			t.Fatalf("%s: %v", out, err)
		}
		boards[i] = *b
	}
	for at := range boards[0] {
		if (boards[0][at]^boards[1][at])&octopuszle.Diagonals != 0 {
			t.Fatalf("other diagonals on %s", octopuszle.Name(at))
		}
	}
}

func TestRefusals(t *testing.T) {
	one := solve.Common{Count: 1, Seconds: 1}
	tests := []struct {
		name string
		run  interface {
			Print(context.Context, *bytes.Buffer) error
		}
		want string
	}{
		{"no solutions", connexion{solve.Connexion{}}, "count must be from 1"},
		{"a seed below 0", connexion{solve.Connexion{Common: solve.Common{Count: 1, Seed: -1, Seconds: 1}}}, "seed must be from 0"},
		{"no time", connexion{solve.Connexion{Common: solve.Common{Count: 1}}}, "seconds must be from 1"},
		{"what is not found", connexion{solve.Connexion{Common: one, Largest: 20}}, "no solution was found in 1 s"},
		{"one group", connexion{solve.Connexion{Common: one, Groups: 1}}, "at least 2 groups"},
		{"another mirror", connexion{solve.Connexion{Common: one, Mirror: "round"}}, "level or upright"},
		{"another search", connexion{solve.Connexion{Common: one, Search: "best"}}, "ours or source"},
		{"absurd steps", connexion{solve.Connexion{Common: one, Limit: -5}}, "limit of steps"},
		{"a compact mirror", connexion{solve.Connexion{Common: one, Compact: "par8", Mirror: "level"}}, "leave out"},
		{"another shape", connexion{solve.Connexion{Common: one, Compact: "##"}}, "2 cells"},
		{"a file of another form", connexion{solve.Connexion{Common: one, Given: []byte("{}")}}, "JSON array of pieces"},
		{"diagonals of another size", octo{solve.Octopuszle{Common: one, Diagonals: []byte("[1,2]")}}, "2 numbers"},
		{"diagonals that cannot be", octo{solve.Octopuszle{Common: one, Diagonals: []byte("[" + strings.Repeat("0,", 255) + "0]")}}, "256 squares have the diagonals"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			err := tt.run.Print(t.Context(), &out)
			if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), tt.want) || out.Len() > 0 {
				t.Errorf("refused with %v after %q, want words %q", err, out.String(), tt.want)
			}
		})
	}
}

type connexion struct{ solve.Connexion }

func (c connexion) Print(ctx context.Context, out *bytes.Buffer) error {
	return c.Connexion.Print(ctx, out)
}

type octo struct{ solve.Octopuszle }

func (o octo) Print(ctx context.Context, out *bytes.Buffer) error {
	return o.Octopuszle.Print(ctx, out)
}
