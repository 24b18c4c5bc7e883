package engine

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// Limits of the notes of one person and game, in notes and in bytes.
const (
	maxNotes     = 256
	maxNote      = 16 << 10
	maxNoteBytes = 512 << 10
)

var noteName = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// CheckNote returns a [*Refusal] if a note may not be stored. kept has the sizes in bytes of the
// existing notes by name.
func CheckNote(name string, data []byte, kept map[string]int) error {
	if !noteName.MatchString(name) {
		return Refuse("%q cannot be the name of a note; give 1 to 64 letters, digits and hyphens", name)
	}
	old, replaces := kept[name]
	total := len(data) - old
	for _, n := range kept {
		total += n
	}
	switch {
	case len(data) > maxNote:
		return Refuse("this is too long to keep: it has %s bytes, and at most %s are kept", strconv.Itoa(len(data)), strconv.Itoa(maxNote))
	case !replaces && len(kept) >= maxNotes, total > maxNoteBytes:
		return Refuse("there is no room left to keep this; first remove something that you have kept")
	}
	return nil
}

// NewNotes returns notes that are kept in memory only.
func NewNotes() Notes { return &notes{kept: map[string][]byte{}} }

type notes struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (n *notes) Get(name string) (data []byte, ok bool, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	data, ok = n.kept[name]
	return bytes.Clone(data), ok, nil
}

func (n *notes) Put(name string, data []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	lengths := map[string]int{}
	for other, text := range n.kept {
		lengths[other] = len(text)
	}
	if err := CheckNote(name, data, lengths); err != nil {
		return err
	}
	n.kept[name] = bytes.Clone(data)
	return nil
}

func (n *notes) Remove(name string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.kept, name)
	return nil
}

func (n *notes) Names() ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.kept)), nil
}
