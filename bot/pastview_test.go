package bot

import (
	"bytes"
	"image/png"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// TestLookBackAtAnyGame: each position is the one that was there, in pictures of one size, and
// the table stays as it is.
func TestLookBackAtAnyGame(t *testing.T) {
	enginetest.Alone(t)
	s := newSession(t, Games()...)
	h := &browse.Handlers{Services: s.bot.Services}
	for _, entry := range s.bot.Games.All {
		t.Run(entry.Game.ID, func(t *testing.T) {
			at := s.longTable(entry, 30)
			c := s.bot.UnaskedCall(at)
			moves, last := at.Moves(), at.Position.String()
			var size [2]int
			for _, n := range []int{0, 1, len(moves) / 2, len(moves)} {
				then, err := at.After(t.Context(), n)
				if err != nil {
					t.Fatal(err)
				}
				want, err := engine.Replay(t.Context(), at.Game, at.Options, moves[:n])
				if err != nil {
					t.Fatal(err)
				}
				r, err := h.LeafMessage(c, at, then)
				if err != nil {
					t.Fatal(err)
				}
				if then.Position.String() != want.String() || r.Files[0].Alt != want.Describe().String() {
					t.Errorf("after %d moves is shown %q", n, r.Files[0].Alt)
				}
				if told := "move " + strconv.Itoa(n) + " of " + strconv.Itoa(len(moves)); !strings.Contains(r.Text, told) {
					t.Errorf("after %d moves is said %q, want %q", n, r.Text, told)
				}
				picture, err := png.DecodeConfig(bytes.NewReader(r.Files[0].Data))
				if now := [2]int{picture.Width, picture.Height}; err != nil || n > 0 && now != size {
					t.Errorf("after %d moves the picture measures %v, at the start %v; %v", n, now, size, err)
				} else {
					size = now
				}
			}
			if len(at.Record.Moves) != len(moves) || at.Position.String() != last {
				t.Error("looking back changes the table")
			}
		})
	}
}

// TestLeafButtons lead to the start, one back, one on and to the end, each as far as there is
// a way.
func TestLeafButtons(t *testing.T) {
	s := newSession(t)
	at := s.longTable(s.bot.Games.ByID["hex"], 30)
	moves := len(at.Record.Moves)
	for n, want := range map[int][4]int{0: {-1, -1, 1, moves}, 1: {0, 0, 2, moves}, 5: {0, 4, 6, moves}, moves - 1: {0, moves - 2, moves, moves}, moves: {0, moves - 1, -1, -1}} {
		seen := map[string]bool{}
		for i, b := range s.bot.UnaskedCall(at).LeafButtons(at, "leaf", n) {
			to, _ := strconv.Atoi(strings.Fields(strings.Split(b.Action, ":")[4])[0])
			if b.Disabled {
				to = -1
			}
			if to != want[i] || seen[b.Action] || b.Name() == "" || len(b.Action) > chat.MaxAction {
				t.Errorf("after %d moves, button %d leads to %d, want %d: %+v", n, i, to, want[i], b)
			}
			seen[b.Action] = true
		}
	}
}

// TestLookBackAnswersAnything that a button may say, also where moves were taken back since.
func TestLookBackAnswersAnything(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex move b2", "you: /hex move c3")
	id := func(action, arg string) string { return strings.Join([]string{action, "hex", "1", "old", arg}, ":") }
	for arg, want := range map[string]string{"0": "move 0 of 2", "2": "move 2 of 2", "99": "move 2 of 2", "1 x y": "move 1 of 2", "": "", "x": "", "-1": "", "1.5": ""} {
		for _, action := range []string{"look", "leaf"} {
			r := s.pressed("stranger", id(action, arg))
			if !r.Private || r.Refused != (want == "") || !strings.Contains(r.Text, want) {
				t.Errorf("%s %q is answered by %q, private %t, refused %t", action, arg, r.Text, r.Private, r.Refused)
			}
		}
	}
	s.play("you: /hex undo", "you: /hex undo")
	if r := s.pressed("you", id("look", "2")); !strings.Contains(r.Text, "move 0 of 0") {
		t.Errorf("without moves is said %q", r.Text)
	}
	if r := s.pressed("you", id("replay", "")); !r.Refused {
		t.Errorf("nothing is replayed: %q", r.Text)
	}
}

// TestTriesAreNoPositions: a puzzle that was answered has nothing to look back at.
func TestTriesAreNoPositions(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new number:1", "you: /hex move d1")
	for _, b := range buttonsOf(s.does("you", "/hex move e3")) {
		if b.Name() == "Replay" || b.Name() == show.Back {
			t.Errorf("under a solved puzzle stands %q", b.Name())
		}
	}
}

// buttonsOf are all buttons of a reply.
func buttonsOf(r chat.Reply) (list []chat.Button) {
	for _, row := range r.Rows {
		list = append(list, row.Buttons...)
	}
	return list
}
