package hexgrid

import (
	"strconv"
	"strings"
)

// ShortRows writes rows of marks, "." for an empty cell, in few characters that can be
// listened to: numbers stand for so many empty cells, as in "2RB1, 5".
func ShortRows(rows []string) string {
	short := make([]string, len(rows))
	for i, row := range rows {
		short[i] = shortRow(row)
	}
	return strings.Join(short, ", ")
}

func shortRow(row string) string {
	var b strings.Builder
	for row != "" {
		rest := strings.TrimLeft(row, ".")
		if empty := len(row) - len(rest); empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		marks := rest
		if before, _, ok := strings.Cut(rest, "."); ok {
			marks = before
		}
		b.WriteString(marks)
		row = rest[len(marks):]
	}
	return b.String()
}
