package operate

import (
	"path/filepath"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// TestAskRunning: the bot that holds a store reports its version and why it does not serve.
func TestAskRunning(t *testing.T) {
	s, file := hold(t)
	k := listen(t, s, file)
	about, err := AskRunning(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if about == nil || about.Version != Version() || about.Schema != store.Schema || about.Fault == "" {
		t.Errorf("a bot that is not connected says %+v", about)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if about, err = AskRunning(t.Context(), file); about != nil || err != nil {
		t.Errorf("nobody answers: %+v, %v", about, err)
	}
	if about, err = AskRunning(t.Context(), filepath.Join(file, "x.db")); about != nil || err != nil {
		t.Errorf("below a file: %+v, %v", about, err)
	}
}
