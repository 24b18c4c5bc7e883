package group

import "testing"

// Groups over 64 elements, up to the largest: they multiply as they should, and come back
// from their files.
func TestLargeGroups(t *testing.T) {
	for name, order := range map[string]int{"D64": 128, "S5": 120, "Z2^7": 128, "Z128": 128, "D35": 70, "A5xZ2": 120, "Dic25": 100, "Q8xQ8xC2": 128} {
		g := named(t, name)
		if g.Order() != order {
			t.Errorf("%s has order %d, want %d", name, g.Order(), order)
		}
		if !associative(g) {
			t.Errorf("%s is not associative", name)
		}
		data := g.Grp()
		back, err := ReadTable(data)
		if err != nil || len(data) > MaxFile {
			t.Errorf("%s: a file of %d bytes: %v", name, len(data), err)
			continue
		}
		if string(back.Grp()) != string(data) {
			t.Errorf("%s comes back changed from its file", name)
		}
		seen := 0
		for _, orbit := range g.Orbits() {
			seen += len(orbit)
		}
		if seen != order {
			t.Errorf("%s: %d elements lie in orbits", name, seen)
		}
	}
}
