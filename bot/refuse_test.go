package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// troubled is a store whose writes fail.
type troubled struct {
	*store.Store
	err error
}

func (s troubled) Commit(*store.Tx, store.Op) error { return s.err }

// TestStoreTroubleIsTold: whatever is the matter with the store, the person is told
// privately, the table is as it was, and the game goes on when it is mended.
func TestStoreTroubleIsTold(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{store.ErrFull, "disk is full"},
		{store.ErrReadOnly, "cannot be written"},
		{store.ErrDisk, "disk has failed"},
		{fmt.Errorf("%w: %w", store.ErrUncertain, store.ErrFull), "perhaps it is there"},
		{store.ErrMemory, "too little memory"},
		{store.ErrReplaced, "moved or replaced"},
		{store.ErrCorrupt, "is damaged"},
		{store.ErrFormat, "cannot read"},
		{store.ErrDamaged, "table here is damaged"},
		{store.ErrClosed, "just stopping"},
		{store.ErrStale, "somebody was faster"},
		{fmt.Errorf("%w: %w", store.ErrUnreachable, context.DeadlineExceeded), "do not answer just now"},
		{fmt.Errorf("%w: %w", store.ErrUnclear, context.Canceled), "not known yet"},
		{context.DeadlineExceeded, "took too long"},
		{errors.New("the disk smells"), "went wrong"},
	} {
		t.Run(tt.want, func(t *testing.T) {
			s := newSession(t)
			s.play("you: /hex new @you size:3")
			s.stores(troubled{s.store, tt.err})
			r := s.does("you", "/hex move b2")
			if !r.Refused || !r.Private || !strings.Contains(strings.ToLower(r.Text), tt.want) {
				t.Errorf("%v is told by %q, want %q in a private refusal", tt.err, r.Text, tt.want)
			}
			if strings.Contains(r.Text, "smells") {
				t.Errorf("%q tells what only the log should", r.Text)
			}
			s.stores(s.store)
			if n := len(s.table(1).Moves); n != 0 {
				t.Errorf("the table has %d moves, want none", n)
			}
			s.play("you: /hex move b2")
		})
	}
}

// TestContentionWithoutATable: where a command is about no table, no table is named.
func TestContentionWithoutATable(t *testing.T) {
	s := newSession(t)
	s.stores(troubled{s.store, store.ErrStale})
	if r := s.does("you", "/settings theme:light"); !r.Refused || strings.Contains(r.Text, "/") || !strings.Contains(r.Text, "try again") {
		t.Errorf("%+v", r)
	}
}
