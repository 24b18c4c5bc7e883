package octopuszle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// TestDirections: eight, clockwise from the north, the odd ones across corners.
func TestDirections(t *testing.T) {
	names := []string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}
	for d := range octopuszle.Direction(octopuszle.Directions) {
		east, south := d.Step()
		backEast, backSouth := d.Opposite().Step()
		if backEast != -east || backSouth != -south || d.Opposite().Opposite() != d {
			t.Errorf("%s does not lead back", d.Name())
		}
		if d.Name().String() != names[d] {
			t.Errorf("direction %d is called %s", d, d.Name())
		}
		if across := east != 0 && south != 0; across != octopuszle.Diagonals.Has(d) || across == octopuszle.Orthogonals.Has(d) {
			t.Errorf("%s is of the wrong kind", d.Name())
		}
		if strings.Contains(names[d], "north") != (south < 0) || strings.Contains(names[d], "east") != (east > 0) {
			t.Errorf("%s leads %d east and %d south", d.Name(), east, south)
		}
	}
}

// TestNeighbours: those inside lead back, and the rim has 4 corners and 56 sides.
func TestNeighbours(t *testing.T) {
	counts := map[int]int{}
	for at := range octopuszle.Squares {
		inside := 0
		for d := range octopuszle.Direction(octopuszle.Directions) {
			next, ok := octopuszle.Next(at, d)
			if !ok {
				continue
			}
			inside++
			if back, ok := octopuszle.Next(next, d.Opposite()); !ok || back != at {
				t.Errorf("from %d to the %s and back leads to %d", at, d.Name(), back)
			}
		}
		counts[inside]++
	}
	if counts[3] != 4 || counts[5] != 56 || counts[8] != 196 {
		t.Errorf("squares by neighbours: %v", counts)
	}
}

func TestJSONRefused(t *testing.T) {
	numbers := strings.Repeat("0,", 255)
	for text, want := range map[string]string{
		"":                      "must be a JSON array of 256 numbers",
		"{}":                    "must be a JSON array of 256 numbers",
		"[1,2,3]":               "3 numbers",
		"[" + numbers + "256]":  `number 256 of the file is "256"`,
		"[" + numbers + "-1]":   `number 256 of the file is "-1"`,
		"[" + numbers + "1.5]":  `number 256 of the file is "1.5"`,
		"[" + numbers + "null]": `number 256 of the file is "null"`,
		"[" + numbers + "\"" + strings.Repeat("%s", 50) + "\"]": "each must be a whole number",
	} {
		_, err := octopuszle.ParseJSON([]byte(text))
		if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s is refused with %v, want words %q", text, err, want)
		}
	}
}
