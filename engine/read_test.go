package engine_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

func reads(text string) func(string) (string, error) {
	return func(in string) (string, error) { return in + " " + text, nil }
}

func fails(err error) func(string) (string, error) {
	return func(string) (string, error) { return "", err }
}

var (
	errOther = engine.NotThisFormat("this is no list")
	errFirst = engine.Refuse("move 3 is taken")
	errMove  = engine.RefuseMove("z9", engine.ErrIllegal, "off the board")
	errNone  = engine.Refuse("give a list or a table")
)

// TestReadFirst: what is told is the reason of the format that the input was meant for.
func TestReadFirst(t *testing.T) {
	type readers = []func(string) (string, error)
	for i, tt := range []struct {
		readers readers
		want    string
		err     error
	}{
		{readers{reads("first"), reads("second")}, "x first", nil},
		{readers{fails(errFirst), reads("second")}, "x second", nil},
		{readers{fails(errOther), fails(errFirst), fails(errMove)}, "", errFirst},
		{readers{fails(errMove), fails(errFirst), fails(errOther)}, "", errMove},
		{readers{fails(errOther), fails(errOther)}, "", errNone},
		{nil, "", errNone},
		{readers{fails(errFirst), fails(context.Canceled), reads("too late")}, "", context.Canceled},
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			if got, err := engine.ReadFirst("x", errNone, tt.readers...); got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestNotThisFormat(t *testing.T) {
	why, ok := engine.Why(errOther)
	if !ok || why.String() != "this is no list" || !errors.Is(errOther, engine.ErrNotThisFormat) || errors.Is(errFirst, engine.ErrNotThisFormat) {
		t.Errorf("%q, %t", why, ok)
	}
}
