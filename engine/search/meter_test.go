package search

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// TestEverySecond counts the seconds, however often it is called between them.
func TestEverySecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reported := 0
		poll := EverySecond(func(second int) {
			if reported++; second != reported {
				t.Errorf("report %d is for second %d", reported, second)
			}
		})
		for second := range 3 {
			for range 2 {
				if poll(); reported != second {
					t.Fatalf("%d reports in %d s", reported, second)
				}
			}
			time.Sleep(time.Second)
			synctest.Wait()
		}
	})
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
