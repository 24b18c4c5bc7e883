package group_test

import (
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

func Example() {
	g, err := group.Parse("S3")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := g.Find("(12)")
	b, _ := g.Find("(123)")
	fmt.Println(g.Element(g.Product(a, b)), g.Element(g.Inverse(b)), g.ElementOrder(b))
	for _, orbit := range g.Orbits() {
		fmt.Println(len(orbit), "of order", g.ElementOrder(orbit[0]))
	}
	// Output:
	// (23) (132) 3
	// 1 of order 1
	// 3 of order 2
	// 2 of order 3
}

func ExampleReadTable() {
	table, err := group.ReadTable([]byte("e a b c !\ne a b c\na e c b\nb c e a\nc b a e\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Order(), table.Abelian(), table.Name())

	_, err = group.ReadTable([]byte("0 1 2 !\n0 1 2\n1 2 0\n2 0 0\n"))
	fmt.Println(err)
	// Output:
	// 4 true C2^2
	// line 4: the row of 2 has 0 twice; each element must be there once
}
