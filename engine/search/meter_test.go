package search

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// TestDueOnceATick counts the ticks, however often it is asked between them.
func TestDueOnceATick(t *testing.T) {
	ticks := make(chan time.Time, 1)
	m := MeterBy(ticks)
	for second := range 3 {
		for range 2 {
			if got, due := m.Due(); due || got != second {
				t.Fatalf("before tick %d a report is due: %d, %t", second+1, got, due)
			}
		}
		ticks <- time.Time{}
		if got, due := m.Due(); !due || got != second+1 {
			t.Fatalf("after tick %d no report is due: %d, %t", second+1, got, due)
		}
	}
}

func TestStartedMeterWaits(t *testing.T) {
	m := StartMeter()
	if _, due := m.Due(); due {
		t.Error("a report is due at once")
	}
}

func TestEnded(t *testing.T) {
	for err, want := range map[error]bool{
		context.DeadlineExceeded:                  true,
		fmt.Errorf("solve: %w", context.Canceled): true,
		errors.New("no solution exists"):          false,
		nil:                                       false,
	} {
		if got := Interrupted(err); got != want {
			t.Errorf("Ended(%v) = %t, want %t", err, got, want)
		}
	}
}
