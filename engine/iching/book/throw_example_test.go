package book_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

func ExampleThrow() {
	lines, err := book.ParseLines("HTT HHT HHH TTT THT TTH")
	if err != nil {
		panic(err)
	}
	fmt.Println(lines)
	fmt.Println(lines.Hexagram().English(), "by lines", lines.Changing(), "to", lines.Result().English())

	throw := book.Throw{Lines: book.Yarrow.Throw(rand.New(rand.NewPCG(1, 2)))}
	again, err := book.ParseThrow(throw.String())
	fmt.Println(again == throw, err)
	// Output:
	// 7 8 9 6 7 7
	// The Family by lines [3 4] to Innocence
	// true <nil>
}
