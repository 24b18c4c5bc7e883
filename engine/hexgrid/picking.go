package hexgrid

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Form makes the form in which one of the free cells of a board is picked by its column and
// its row; it is nil where a menu would not hold them all. The form says what is free besides
// what is given.
func Form(columns, rows int, free func(column, row int) bool, says func() engine.Text) func() engine.Form {
	if columns > engine.MostOffers || rows > engine.MostOffers {
		return nil
	}
	return func() engine.Form { return form(columns, rows, free, says()) }
}

func form(columns, rows int, free func(column, row int) bool, says engine.Text) engine.Form {
	byColumn := make([]string, columns)
	for column := range byColumn {
		byColumn[column] = ranges(rows, func(row int) bool { return free(column, row) }, number)
	}
	byRow := make([]string, rows)
	for row := range byRow {
		byRow[row] = ranges(columns, func(column int) bool { return free(column, row) }, Letters)
	}
	return engine.Form{
		Says: engine.List("\n", []engine.Text{says, engine.T("Free cells by row: %s.", freeRows(byRow))}),
		Menus: []engine.Menu{
			{Title: engine.T("Column"), Offers: offers(byColumn, Letters)},
			{Title: engine.T("Row"), Offers: offers(byRow, number)},
		},
		Arguments: func(picked [][]string) (string, error) {
			if len(picked) != 2 || len(picked[0]) != 1 || len(picked[1]) != 1 {
				return "", engine.Refuse("choose a column and a row, or type the cell, such as %s", "c3")
			}
			return picked[0][0] + picked[1][0], nil
		},
	}
}

// number writes a row.
func number(row int) string { return strconv.Itoa(row + 1) }

// offers are the columns or the rows in which something is free.
func offers(free []string, name func(int) string) []engine.Offer {
	var list []engine.Offer
	for i, cells := range free {
		if cells != "" {
			list = append(list, engine.Offer{ID: name(i), Title: engine.T("%s", name(i)), Detail: engine.T("free: %s", cells)})
		}
	}
	return list
}

// ranges writes which of n are in, those that follow one another as one: "1–3 5".
func ranges(n int, in func(int) bool, name func(int) string) string {
	var words []string
	for first := 0; first < n; first++ {
		if !in(first) {
			continue
		}
		last := first
		for last+1 < n && in(last+1) {
			last++
		}
		words = append(words, between(first, last, name))
		first = last
	}
	return strings.Join(words, " ")
}

func between(first, last int, name func(int) string) string {
	switch last - first {
	case 0:
		return name(first)
	case 1:
		return name(first) + " " + name(last)
	default:
		return name(first) + "–" + name(last)
	}
}

// freeRows writes what is free in each row, rows that are alike together.
func freeRows(byRow []string) string {
	var parts []string
	for first := 0; first < len(byRow); first++ {
		last := first
		for last+1 < len(byRow) && byRow[last+1] == byRow[first] {
			last++
		}
		if byRow[first] != "" {
			parts = append(parts, "**"+between(first, last, number)+"** "+byRow[first])
		}
		first = last
	}
	return strings.Join(parts, " · ")
}
