package discord

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

func TestRefusalsOfEachReach(t *testing.T) {
	tests := []struct {
		status, code int
		noPost, gone bool
	}{
		{404, 10003, true, true},
		{404, 10004, true, true},
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
		err := barred(&restError{Status: tt.status, Code: tt.code})
		if noPost, gone := errors.Is(err, chat.ErrNoPost), errors.Is(err, chat.ErrGone); noPost != tt.noPost || gone != tt.gone {
			t.Errorf("%d/%d: ErrNoPost %t, ErrGone %t", tt.status, tt.code, noPost, gone)
		}
	}
	if err := fmt.Errorf("a broken line"); barred(err) != err { //nolint:errorlint // it must be the same
		t.Error("an error that is no refusal is changed")
	}
}

// TestCodesOfThePlaygroundAreKnown: all that its strict server refuses with is in the table.
func TestCodesOfThePlaygroundAreKnown(t *testing.T) {
	source, err := os.ReadFile("../playground/apierror/apierror.go")
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
		if _, ok := reaches[code]; !ok && code != 0 {
			t.Errorf("%d is not in the table", code)
		}
	}
}
