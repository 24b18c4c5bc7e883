package group

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Rows formats the table: each element with its products with all elements in order, "0: 0 1; 1:
// 1 0"; "" if that exceeds [engine.MostDescribed].
func (g *Group) Rows() string {
	if 2*g.Order()*g.Order() > engine.MostDescribed {
		return ""
	}
	rows := make([]string, g.Order())
	for a := range g.all() {
		products := make([]string, g.Order())
		for b := range g.all() {
			products[b] = g.Element(g.Product(a, b))
		}
		rows[a] = g.Element(a) + ": " + strings.Join(products, " ")
	}
	return strings.Join(rows, "; ")
}

// Additive reports whether the elements are the numbers 0 to n-1 under addition modulo n.
func (g *Group) Additive() (n int, ok bool) {
	n = g.Order()
	for a := range g.all() {
		if g.Element(a) != strconv.Itoa(int(a)) {
			return n, false
		}
		for b := range g.all() {
			if int(g.Product(a, b)) != (int(a)+int(b))%n {
				return n, false
			}
		}
	}
	return n, true
}

// Describe implements [engine.Scene]: the table, or the elements if it is too large.
func (g *Group) Describe() engine.Text {
	head, elements := engine.T("The multiplication table of %s.", g.Label()), strings.Join(g.names, " ")
	large := engine.T("%s It is too large to be read out; the file beside it has all products.", head)
	named := engine.T("%s The elements: %s.", large, elements)
	if rows := g.Rows(); rows != "" {
		return engine.Fit(engine.MostDescribed,
			engine.T("%s Each element's products with %s: %s.", head, elements, rows), named, large)
	}
	return engine.Fit(engine.MostDescribed, named, large)
}
