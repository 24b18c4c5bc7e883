package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

func TestRefusalsOfEachReach(t *testing.T) {
	tests := []struct {
		status, code int
		noPost, gone bool
	}{
		{404, 10003, true, true},
		{404, 10004, true, false},
		{404, 10008, false, true},
		{404, 10013, false, true},
		{403, 50001, true, false},
		{403, 50013, true, false},
		{403, 50007, true, false},
		{403, 50278, true, false},
		{400, 50083, true, false},
		{400, 160005, true, false},
		{400, 160006, true, false},
		{400, 50024, true, false},
		{429, 30046, false, true},
		{400, 50035, false, true},
		{413, 40005, false, true},
		{400, 30034, false, false},
		{403, 40333, false, false},
		{503, 130000, false, false},
		{401, 0, false, false},
		{401, 50014, false, false}, // for the operator to mend
		{403, 999999, true, false},
		{404, 999999, false, true},
		{400, 999999, false, true}, // unknown
		{429, 0, false, false},
		{500, 0, false, false},
		{408, 0, false, false},
	}
	for _, tt := range tests {
		err := postError(&restError{Status: tt.status, Code: tt.code})
		if noPost, gone := errors.Is(err, chat.ErrNoPost), errors.Is(err, chat.ErrGone); noPost != tt.noPost || gone != tt.gone {
			t.Errorf("%d/%d: ErrNoPost %t, ErrGone %t", tt.status, tt.code, noPost, gone)
		}
		if left := errors.Is(err, chat.ErrLeft); left != (tt.code == codeUnknownGuild) {
			t.Errorf("%d/%d: ErrLeft %t", tt.status, tt.code, left)
		}
	}
	if err := fmt.Errorf("a broken line"); postError(err) != err { //nolint:errorlint // it must be the same
		t.Error("an error that is no refusal is changed")
	}
}

// The organiser of a tournament is told once that its thread is locked, and it is not tried again.
func TestOrganiserHearsOfALockedThread(t *testing.T) {
	for _, code := range []int{50083, 160005} {
		t.Run(strconv.Itoa(code), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := newStrictHall(t)
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				go func() { ended <- h.bot.Run(ctx, h.discord) }()
				h.run("/tournament new game:hex title:Cup options:size:5")
				pass(time.Minute)
				const most = 100
				for _, route := range []string{"POST /channels/" + h.channel + "/messages", "PATCH /channels/" + h.channel + "/messages/*"} {
					h.inject(playgroundtest.Fault{Kind: playgroundtest.Status, Route: route, Status: http.StatusBadRequest, Code: code, Count: most})
				}
				h.post("run", map[string]any{"user": "ada", "text": "/tournament join"})
				pass(time.Hour)
				var told []pmessage
				h.get("api/messages?user=you&channel="+world.YouDirectID, &told)
				if len(told) != 1 || !strings.Contains(told[0].Content, "I cannot write any more where the tournament **Cup** is played") {
					t.Errorf("the organiser is told %+v", told)
				}
				tried := 0
				for _, f := range h.strict.Active() {
					tried += most - f.Count
				}
				if tried == 0 || tried > 2 {
					t.Errorf("tried %d times in an hour", tried)
				}
				stop()
				if err := <-ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestCodesOfThePlaygroundAreKnown checks that the table has all error codes of the playground.
func TestCodesOfThePlaygroundAreKnown(t *testing.T) {
	source, err := os.ReadFile("../playground/rules/error.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`Code: (\d+),`).FindAllSubmatch(source, -1)
	if len(found) < 20 {
		t.Fatalf("%d codes in the source", len(found))
	}
	for _, f := range found {
		code, err := strconv.Atoi(string(f[1]))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := reachByCode[code]; !ok && code != 0 {
			t.Errorf("%d is not in the table", code)
		}
	}
}
