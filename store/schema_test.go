package store

import (
	"testing"
)

// TestOwnerThatCannotBeStored, or server: it would end the key of an index too early.
func TestOwnerThatCannotBeStored(t *testing.T) {
	s := fresh(t)
	for _, owner := range []string{"1\x001", "\xff"} {
		if _, err := s.Create(channel, "hex", &Table{Head: Head{Owner: owner}}); err == nil {
			t.Errorf("a table of %q is stored", owner)
		}
		if _, err := s.Create(channel, "hex", &Table{Head: Head{Guild: owner}}); err == nil {
			t.Errorf("a table of the server %q is stored", owner)
		}
	}
}
