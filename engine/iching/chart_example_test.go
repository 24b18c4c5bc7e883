package iching_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// A worked example of the method: a man born in the spring of 1924.
func ExampleChart() {
	pillars, err := calendar.ParsePillars("jia-zi ding-mao geng-shen geng-chen")
	if err != nil {
		panic(err)
	}
	chart, err := iching.ChartOfPillars(pillars, 1924, false, iching.MonthSign)
	if err != nil {
		panic(err)
	}
	n := chart.Hexagrams()
	fmt.Println("heaven", n.Odd, "earth", n.Even)
	fmt.Println("Earlier Heaven", n.Earlier.Hexagram.Number(), "line", n.Earlier.Line)
	first := n.Periods()[0]
	fmt.Println("the first period lasts from", first.From, "to", first.To)
	// Output:
	// heaven 31 earth 34
	// Earlier Heaven 44 line 6
	// the first period lasts from 1924 to 1932
}
