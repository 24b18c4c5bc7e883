package guild

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/store"
)

// losing is a poster whose messages are lost.
type losing struct {
	chat.Poster
	sent    int
	finding func() // called by Find
}

func (l *losing) Send(context.Context, string, chat.Reply) (string, error) {
	l.sent++
	return "", errors.New("the answer is lost")
}

func (l *losing) Find(context.Context, string, time.Time, string) (string, error) {
	l.finding()
	return "", nil
}

// TestLostPuzzleIsSentAgainByOneCopy: two copies of the bot look for a message whose sending was in
// doubt, and find none. Only the first to note it sends another.
func TestLostPuzzleIsSentAgainByOneCopy(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = store.Update(t.Context(), db, store.Op{}, func(tx *store.Tx) error {
		return Kind.Put(tx, "7", Ways{Daily: Daily{Channel: "9", Game: "hex"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	poster := &losing{}
	copyOfTheBot := func() *Dailies {
		return &Dailies{
			Records: db, Log: slog.New(slog.DiscardHandler), Poster: poster,
			Puzzle: func(Daily, string, []string) (chat.Reply, string, error) { return chat.Reply{}, "puzzle", nil },
			Now:    func() time.Time { return time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC) },
		}
	}
	copyOfTheBot().Post(t.Context())
	poster.finding = func() {
		poster.finding = func() {}
		copyOfTheBot().Post(t.Context())
	}
	copyOfTheBot().Post(t.Context())
	if poster.sent != 2 {
		t.Errorf("the puzzle was sent %d times, want twice", poster.sent)
	}
}
