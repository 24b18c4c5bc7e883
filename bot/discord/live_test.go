package discord

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

// fakeTracker is the board of one table.
type fakeTracker struct {
	at            string // message
	newer, buried bool
	answers       bool     // the board answers the same interaction
	ended         []string // what End was told
}

func (l *fakeTracker) Begin(context.Context) (chat.Board, error) {
	return chat.Board{
		Message: l.at, Newer: l.newer, Buried: l.buried, Answers: l.answers,
		Line: chat.Reply{Text: "line"}, Pressed: chat.Reply{Text: "pressed line"}, Own: chat.Reply{Text: "own line"},
	}, nil
}

func (l *fakeTracker) End(message string) {
	l.ended = append(l.ended, message)
	if message != "" {
		l.at = message
	}
}

// The tests' messages: a pressed board, another message, and the first one that the API creates.
const (
	pressedBoard = "77"
	otherBoard   = "88"
	firstMade    = "900000000000000001"
	secondMade   = "900000000000000002"
)

// TestBoards sends boards in every situation, and counts the calls.
func TestBoards(t *testing.T) {
	shown := chat.Reply{Text: "board", Update: true}
	calling := chat.Reply{Text: "board", Update: true, Mentions: []string{testUser}}
	slow := 2 * time.Second
	unknown := func(what string) func(apiCall) (int, http.Header, string, error) {
		return func(c apiCall) (int, http.Header, string, error) {
			if strings.HasPrefix(c.String(), what) {
				return http.StatusNotFound, nil, `{"code":10008,"message":"Unknown Message"}`, nil
			}
			return 0, nil, "", nil
		}
	}
	for _, tt := range []struct {
		name  string
		at    string // message with the board before
		newer bool
		press bool
		takes time.Duration
		reply chat.Reply
		fault func(apiCall) (int, http.Header, string, error)
		want  []string
		ends  string // message with the board afterwards
	}{
		{"a command, the first board", "", false, false, 0, shown, nil, []string{"POST callback 4 board"}, firstMade},
		{"a command", otherBoard, false, false, 0, calling, nil, []string{"POST callback 4 board", "PATCH 88 line"}, firstMade},
		{
			"a slow command that calls nobody", otherBoard, false, false, slow, shown, nil,
			[]string{"POST callback 5", "PATCH @original board", "PATCH 88 line"},
			firstMade,
		},
		{
			"a slow command that calls somebody", otherBoard, false, false, slow, calling, nil,
			[]string{"POST callback 5", "PATCH @original own line", "POST webhook board", "PATCH 88 line"},
			secondMade,
		},
		{"a press that calls nobody", pressedBoard, false, true, 0, shown, nil, []string{"POST callback 7 board"}, pressedBoard},
		{"a press on the only board known", "", false, true, 0, shown, nil, []string{"POST callback 7 board"}, pressedBoard},
		{
			"a slow press that calls nobody", pressedBoard, false, true, slow, shown, nil,
			[]string{"POST callback 6", "PATCH @original board"},
			pressedBoard,
		},
		{
			"a press that calls somebody", pressedBoard, false, true, 0, calling, nil,
			[]string{"POST callback 7 line", "POST webhook board"},
			firstMade,
		},
		{
			"no new message can be sent slowly", pressedBoard, false, true, slow, calling, unknown("POST webhook"),
			[]string{"POST callback 6", "POST webhook board", "PATCH @original board", "POST messages board"},
			pressedBoard,
		},
		{
			"a slow press that calls somebody", pressedBoard, false, true, slow, calling, nil,
			[]string{"POST callback 6", "POST webhook board", "PATCH @original line"},
			firstMade,
		},
		{
			"a press on an older board", otherBoard, false, true, 0, shown, nil,
			[]string{"POST callback 7 pressed line", "POST webhook board", "PATCH 88 line"},
			firstMade,
		},
		{"a command that comes too late", otherBoard, true, false, 0, calling, nil, []string{"POST callback 4 own line"}, otherBoard},
		{"a press that comes too late", pressedBoard, true, true, 0, calling, nil, []string{"POST callback 6"}, pressedBoard},
		{
			"a press on an older board that comes too late", otherBoard, true, true, 0, calling, nil,
			[]string{"POST callback 7 own line"},
			otherBoard,
		},
		{
			"a press on a board that was deleted", pressedBoard, false, true, 0, shown, unknown("POST callback 7"),
			[]string{"POST callback 7 board", "POST callback 4 board"},
			firstMade,
		},
		{
			"a press on one that was deleted, which calls", pressedBoard, false, true, 0, calling, unknown("POST callback 7"),
			[]string{"POST callback 7 line", "POST callback 4 board"},
			firstMade,
		},
		{
			"no new message can be sent", pressedBoard, false, true, 0, calling, unknown("POST webhook"),
			[]string{"POST callback 7 line", "POST webhook board", "PATCH @original board", "POST messages board"},
			pressedBoard,
		},
		{
			"the board before was deleted", otherBoard, false, false, 0, calling, unknown("PATCH 88"),
			[]string{"POST callback 4 board", "PATCH 88 line"},
			firstMade,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				live := &fakeTracker{at: tt.at, newer: tt.newer}
				reply := tt.reply
				reply.Board, reply.Update = live, reply.Update && tt.press
				b := newBench(t, answering(slowly(tt.takes, reply)))
				b.api.fault = func(c apiCall) (int, http.Header, string, error) {
					if c.What == "PATCH @original" && tt.press { // it is the pressed message
						return http.StatusOK, nil, `{"id":"` + pressedBoard + `"}`, nil
					}
					if tt.fault == nil {
						return 0, nil, "", nil
					}
					return tt.fault(c)
				}
				if tt.press {
					b.receive(wire("1", 3, `{"custom_id":"a"}`, `{"message":{"id":"77"}}`))
				} else {
					b.receive(command("1"))
				}
				b.expect(t, tt.want...)
				if live.at != tt.ends {
					t.Errorf("the board stands at %s, want %s", live.at, tt.ends)
				}
			})
		})
	}
}

// TestBoardOfAnotherCopy: where two copies of the bot have had one interaction, the second edits what the
// first has shown.
func TestBoardOfAnotherCopy(t *testing.T) {
	for _, tt := range []struct {
		name     string
		received []byte
		takes    time.Duration
		want     []string
	}{
		{"a press", press("1"), 0, []string{"POST callback 7 pressed line", "PATCH 88 board"}},
		{"a slow press", press("1"), 2 * time.Second, []string{"POST callback 6", "PATCH 88 board", "PATCH @original pressed line"}},
		{"a slow command", command("1"), 2 * time.Second, []string{"POST callback 5", "PATCH @original own line", "PATCH 88 board"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				live := &fakeTracker{at: otherBoard, answers: true}
				b := newBench(t, answering(slowly(tt.takes, chat.Reply{Text: "board", Update: true, Mentions: []string{testUser}, Board: live})))
				b.receive(tt.received)
				b.expect(t, tt.want...)
				if live.at != otherBoard {
					t.Errorf("the board stands at %s", live.at)
				}
			})
		})
	}
}

// TestBoardStaysWhereItIsShown: a board that progress has shown outlives a panic after it.
func TestBoardStaysWhereItIsShown(t *testing.T) {
	for _, private := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			board := chat.Reply{Text: "board", Private: private, Board: &fakeTracker{}}
			b := newBench(t, answering(chat.Reply{Private: private, Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
				show(board)
				takes(2 * time.Second)
				panic("what ann wrote")
			}}))
			b.receive(command("1"))
			first := "POST callback 4 board"
			if private {
				first += " (private)"
			}
			b.expect(t, first, "POST webhook [de] "+textPanicked.String()+" (private)")
		})
	}
}

// TestBoardThatWasNotChanged: after a failed edit the message still shows the earlier state.
func TestBoardThatWasNotChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live := &fakeTracker{}
		b := newBench(t, answering(chat.Reply{Later: func(_ context.Context, show func(chat.Reply)) chat.Reply {
			show(chat.Reply{Text: "board", Board: live})
			takes(2 * time.Second)
			return chat.Reply{Text: "board", Board: live}
		}}))
		b.api.fault = func(c apiCall) (int, http.Header, string, error) {
			if c.What == "PATCH @original" {
				return http.StatusForbidden, nil, `{"code":50013,"message":"Missing Permissions"}`, nil
			}
			return 0, nil, "", nil
		}
		b.receive(command("1"))
		b.expect(t, "POST callback 4 board", "PATCH @original board")
		if want := []string{firstMade, ""}; !slices.Equal(live.ended, want) {
			t.Errorf("the board was shown in %q, want %q", live.ended, want)
		}
	})
}

// TestLatePressThatCannotBeAcknowledged: nobody has been answered.
func TestLatePressThatCannotBeAcknowledged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch.New()
		b := newBench(t, answering(chat.Reply{Text: "board", Update: true, Board: &fakeTracker{at: pressedBoard, newer: true}}), watching(w))
		b.api.fault = func(apiCall) (int, http.Header, string, error) {
			return http.StatusNotFound, nil, `{"code":10062,"message":"Unknown interaction"}`, nil
		}
		b.receive(wire("1", 3, `{"custom_id":"a"}`, `{"message":{"id":"77"}}`))
		b.expect(t, "POST callback 6")
		reads(t, w, "sixfold_deadline_misses_total 1")
	})
}

// TestCallsOutliveTheirAnswer: a board that calls somebody is posted where it cannot be the answer; nobody
// else would tell them.
func TestCallsOutliveTheirAnswer(t *testing.T) {
	call := []string{testUser}
	for _, tt := range []struct {
		name  string
		reply chat.Reply
		more  string // of the interaction
		want  []string
	}{
		{"it calls", chat.Reply{Text: "board", Update: true, Mentions: call}, `{}`, []string{"POST callback 7 line", "POST callback 4 board", "POST messages board", "PATCH 77 line"}},
		{"it calls nobody", chat.Reply{Text: "board"}, `{}`, []string{"POST callback 4 board"}},
		{"only the caller sees it", chat.Reply{Text: "board", Private: true, Mentions: call}, `{}`, []string{"POST callback 4 board (private)"}},
		{"the bot may not post", chat.Reply{Text: "board", Mentions: call}, `{"app_permissions":"0"}`, []string{"POST callback 4 board"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				live := &fakeTracker{at: pressedBoard}
				tt.reply.Board = live
				b := newBench(t, answering(tt.reply))
				b.api.fault = func(c apiCall) (int, http.Header, string, error) {
					if c.What == "POST callback" {
						return http.StatusNotFound, nil, `{"code":10062,"message":"Unknown interaction"}`, nil
					}
					return 0, nil, "", nil
				}
				b.receive(wire("1", 3, `{"custom_id":"a"}`, `{"message":{"id":"77"}}`, tt.more))
				b.expect(t, tt.want...)
				if moved := live.at == firstMade; moved != (len(tt.want) > 2) {
					t.Errorf("the board stands at %s", live.at)
				}
			})
		})
	}
}

// TestBoardsOfGuests: where the bot is not a member, a board is shrunk with the token that made it,
// or not at all once that has expired.
func TestBoardsOfGuests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guest := `{"app_permissions":"0","authorizing_integration_owners":{"1":"` + testUser + `"}}`
		live := &fakeTracker{}
		b := newBench(t, answering(chat.Reply{Text: "board", Board: live}))
		for _, step := range []struct {
			id    string
			after time.Duration
		}{{"1", 0}, {"2", time.Minute}, {"3", 14*time.Minute + time.Second}} {
			takes(step.after)
			b.receive(command(step.id, guest))
			synctest.Wait()
		}
		b.expect(t, "POST callback 4 board", "POST callback 4 board", "PATCH @original line", "POST callback 4 board")
		for _, c := range b.api.calls {
			if c.Auth != "" {
				t.Errorf("a guest calls %s", c)
			}
		}
	})
}

// TestPrivateBoards: a private board does not fill a public deferred answer.
func TestPrivateBoards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live := &fakeTracker{}
		b := newBench(t, late(2*time.Second, chat.Reply{Text: "board", Private: true, Board: live}))
		b.receive(command("1"))
		b.expect(t, "POST callback 5", "DELETE @original", "POST webhook board (private)")
		if live.at != firstMade {
			t.Errorf("the board stands at %s", live.at)
		}
	})
}

// TestBoardsTakeNoOtherPlace: if a new board cannot be sent, a pressed message without a board is
// not replaced.
func TestBoardsTakeNoOtherPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, late(2*time.Second, chat.Reply{Text: "board", Private: true, Board: &fakeTracker{}}))
		b.api.fault = func(c apiCall) (int, http.Header, string, error) {
			if c.What == "POST webhook" {
				return http.StatusForbidden, nil, `{"code":50013,"message":"Missing Permissions"}`, nil
			}
			return 0, nil, "", nil
		}
		b.receive(wire("1", 3, `{"custom_id":"a"}`, `{"message":{"id":"77"}}`))
		b.expect(t, "POST callback 6", "POST webhook board (private)")
	})
}

// TestBoardsAfterQuestions: an answered private question becomes text, unless that would be a
// fourth request or it was dismissed.
func TestBoardsAfterQuestions(t *testing.T) {
	for _, tt := range []struct {
		name      string
		takes     time.Duration
		dismissed bool
		want      []string
	}{
		{"at once", 0, false, []string{"POST callback 7 words", "POST webhook board", "PATCH 88 line"}},
		{"slowly", 2 * time.Second, false, []string{"POST callback 6", "POST webhook board", "PATCH 88 line"}},
		{"dismissed", 0, true, []string{"POST callback 7 words", "POST callback 4 board", "PATCH 88 line"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				live := &fakeTracker{at: otherBoard}
				b := newBench(t, late(tt.takes, chat.Reply{Text: "board", Spent: "words", Board: live}))
				b.api.fault = func(c apiCall) (int, http.Header, string, error) {
					if tt.dismissed && strings.HasPrefix(c.String(), "POST callback 7") {
						return http.StatusNotFound, nil, `{"code":10008,"message":"Unknown Message"}`, nil
					}
					return 0, nil, "", nil
				}
				b.receive(wire("1", 3, `{"custom_id":"a"}`, `{"message":{"id":"77","flags":64}}`))
				b.expect(t, tt.want...)
			})
		})
	}
}

// TestBoardsByHTTP: a response does not report its message, so the bot asks for it.
func TestBoardsByHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live := &fakeTracker{at: otherBoard}
		b := newBench(t, answering(chat.Reply{Text: "board", Board: live}), byHTTP)
		b.api.answered["token-of-1"] = true // by the response
		b.deliver(signed(context.Background(), "http://bot.test"+endpointPath, time.Now(), command("1")), 0)
		b.expect(t, "GET @original", "PATCH 88 line")
		if live.at != firstMade {
			t.Errorf("the board stands at %s", live.at)
		}
	})
}

// TestBoardsThatArePosted: a mention needs a new message; otherwise the board is edited.
func TestBoardsThatArePosted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live := &fakeTracker{at: otherBoard}
		b := newBench(t, answering(chat.Reply{}))
		post := func(r chat.Reply) {
			t.Helper()
			if err := b.Post(t.Context(), testChan, r); err != nil {
				t.Error(err)
			}
		}
		board := chat.Reply{Text: "board", Board: live}
		post(board)
		board.Update, board.Text = true, "changed"
		post(board)
		live.newer = true
		post(board)
		live.newer, live.answers = false, true
		post(board)
		live.answers, live.at = false, ""
		post(board)
		b.expect(t, "POST messages board", "PATCH 88 line", "PATCH "+firstMade+" changed")
		b.api.fault = func(apiCall) (int, http.Header, string, error) {
			return http.StatusForbidden, nil, `{"code":50001,"message":"Missing Access"}`, nil
		}
		live.at = otherBoard
		for _, update := range []bool{false, true} {
			board.Update = update
			if err := b.Post(t.Context(), testChan, board); !errors.Is(err, chat.ErrNoPost) || live.at != otherBoard {
				t.Errorf("a board that may not be posted: %v, and stands at %s", err, live.at)
			}
		}
	})
}
