package book_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

func Example() {
	lines, err := book.ParseLines("7 8 9 6 7 7")
	if err != nil {
		panic(err)
	}
	for _, rule := range []book.Rule{book.EveryLine, book.ZhuXi} {
		fmt.Print(rule, ":")
		for _, p := range rule.Passages(lines) {
			fmt.Printf(" %s;", p.Name())
		}
		fmt.Println()
	}
	// Output:
	// lines: the judgment of 37; line 3 of 37; line 4 of 37; the judgment of 25;
	// zhu-xi: line 4 of 37; line 3 of 37;
}
