package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNotesInMemory(t *testing.T) {
	n := NewNotes()
	text := []byte("first")
	if err := errors.Join(n.Put("b", text), n.Put("a-1", nil), n.Put("b", []byte("second"))); err != nil {
		t.Fatal(err)
	}
	text[0] = 'F'
	if data, ok, err := n.Get("b"); string(data) != "second" || !ok || err != nil {
		t.Errorf("Get = %q, %v, %v", data, ok, err)
	}
	if names, err := n.Names(); !slices.Equal(names, []string{"a-1", "b"}) || err != nil {
		t.Errorf("Names = %q, %v", names, err)
	}
	if err := errors.Join(n.Remove("b"), n.Remove("b")); err != nil {
		t.Error(err)
	}
	if data, ok, err := n.Get("b"); data != nil || ok || err != nil {
		t.Errorf("removed, Get = %q, %v, %v", data, ok, err)
	}
}

func TestCheckNote(t *testing.T) {
	many, heavy := map[string]int{}, map[string]int{}
	for i := range 256 {
		many[fmt.Sprint("n", i)] = 1
	}
	for i := range 32 {
		heavy[fmt.Sprint("n", i)] = 16 << 10
	}
	for _, tt := range []struct {
		what, name string
		length     int
		kept       map[string]int
		ok         bool
	}{
		{"a short one", "today", 3, nil, true},
		{"the longest name", strings.Repeat("n", 64), 3, nil, true},
		{"no name", "", 3, nil, false},
		{"a name too long", strings.Repeat("n", 65), 3, nil, false},
		{"a name with a slash", "a/b", 3, nil, false},
		{"the longest", "today", 16 << 10, nil, true},
		{"too long", "today", 16<<10 + 1, nil, false},
		{"the 257th", "today", 3, many, false},
		{"one of 256 anew", "n7", 3, many, true},
		{"beyond half a mebibyte", "today", 1, heavy, false},
		{"in place of a long one", "n7", 16 << 10, heavy, true},
	} {
		err := CheckNote(tt.name, make([]byte, tt.length), tt.kept)
		if _, refused := errors.AsType[*Refusal](err); refused == tt.ok || err != nil != refused {
			t.Errorf("%s: %v", tt.what, err)
		}
	}
}
