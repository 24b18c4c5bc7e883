package calendar_test

import (
	"fmt"
	"time"

	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Clocks were set back in Amsterdam: they showed half past two twice.
func Example() {
	amsterdam, err := daily.FindZone("europe/amsterdam")
	if err != nil {
		panic(err)
	}
	w, err := calendar.ParseWallClock("2024-10-27", "02:30")
	if err != nil {
		panic(err)
	}
	moments, skipped := w.In(amsterdam)
	for _, at := range moments {
		m := calendar.Place{Ahead: calendar.StandardAhead(at)}.At(at)
		fmt.Println(at.Format(time.RFC3339), m.Local.Format("15:04"), m.Pillars[2].Pinyin())
	}
	fmt.Println("skipped:", skipped)
	// Output:
	// 2024-10-27T02:30:00+02:00 01:30 jia zi
	// 2024-10-27T02:30:00+01:00 02:30 jia zi
	// skipped: false
}
