package bot

import (
	"bytes"
	"context"
	"image/gif"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
)

// film decodes the one moving picture of a reply: how many frames it has, and how long
// the last one stands.
func (s *session) film(r chat.Reply) (frames int, last time.Duration) {
	s.t.Helper()
	if len(r.Files) != 1 || !strings.HasSuffix(r.Files[0].Name, ".gif") {
		s.t.Fatalf("no moving picture: %q, %d files", r.Text, len(r.Files))
	}
	g, err := gif.DecodeAll(bytes.NewReader(r.Files[0].Data))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, delay := range g.Delay {
		if delay > 2 { // what is shorter is a part of the frame to come
			frames++
		}
	}
	return frames, time.Duration(g.Delay[len(g.Delay)-1]) * 10 * time.Millisecond
}

// TestReplay has a frame for the start and for each move, and for some moves each where
// there are many.
func TestReplay(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new level:easy size:3 swap:false")
	if r := s.does("you", "/hex replay"); !r.Refused {
		t.Errorf("a game without moves is replayed: %q", r.Text)
	}
	s.play("you: /hex move b2")
	r := s.does("friend", "/hex replay")
	if frames, last := s.film(r); frames != 3 || last < 3*time.Second {
		t.Errorf("2 moves make %d frames, of which the last stands for %v", frames, last)
	}
	if want := "A replay of 2 moves: b2, "; !strings.HasPrefix(r.Files[0].Alt, want) || !strings.Contains(r.Files[0].Alt, ". At the end: Hex, 3 by 3. ") {
		t.Errorf("it is described as %q", r.Files[0].Alt)
	}
	s.play("you: /hex new level:easy versus:easy size:12 swap:false")
	moves := len(s.table(2).Moves)
	if moves <= maxFrames {
		t.Fatalf("%d moves are too few to test with", moves)
	}
	if frames, _ := s.film(s.does("you", "/hex replay table:2")); frames > maxFrames || frames < maxFrames/2 {
		t.Errorf("%d moves make %d frames, want at most %d", moves, frames, maxFrames)
	}
}

// TestFilmsOfAnswers become moving pictures with words for who cannot see them.
func TestFilmsOfAnswers(t *testing.T) {
	entry := quickHex()
	g := *entry.Game
	g.Views = []engine.View{{Name: "twice", Help: engine.T("See it twice"), Command: true, Show: func(_ context.Context, p engine.Position, _ engine.Options) (engine.Answer, error) {
		return engine.Answer{Text: engine.T("twice"), Scenes: []engine.Scene{engine.Film{Frames: []any{p, p}, Delay: time.Second, Words: engine.T("Twice the same.")}}}, nil
	}}}
	entry.Game = &g
	s := newSession(t, entry)
	s.play("you: /hex new level:easy size:3")
	r := s.does("you", "/hex twice")
	if frames, _ := s.film(r); frames != 2 {
		t.Errorf("two frames became %d", frames)
	}
	if want := "Twice the same."; r.Files[0].Alt != want {
		t.Errorf("they are described as %q", r.Files[0].Alt)
	}
}

func TestReplayOfOneMove(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex move b2")
	if r := s.does("you", "/hex replay"); !strings.Contains(r.Text, "from the start: one move.") {
		t.Errorf("the replay is called %q", r.Text)
	}
}
