package hexgrid

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Name returns the name of the cell in a column and a row, both from 0: "a1". Columns aa, ab and so
// on follow z.
func Name(col, row int) string { return Letters(col) + strconv.Itoa(row+1) }

// Letters returns the name of a column, counted from 0: a to z, then aa, ab and so on.
func Letters(col int) string {
	letters := ""
	for col++; col > 0; col = (col - 1) / 26 {
		letters = string(rune('a'+(col-1)%26)) + letters
	}
	return letters
}

// ParseCell parses the name of a cell of a grid of cols × rows, ignoring case, and returns its
// column and row from 0. A refusal is an [*engine.MoveError] that wraps [engine.ErrSyntax] and says
// what was probably meant.
func ParseCell(text string, cols, rows int) (col, row int, err error) {
	letters, digits, order := split(text)
	col, row = column(letters), rowNumber(digits)
	inside := col >= 0 && col < cols && row >= 0 && row < rows
	if inside && strings.ToLower(strings.TrimSpace(text)) == Name(col, row) {
		return col, row, nil
	}
	return 0, 0, &engine.MoveError{
		Input: text, Why: explain(order, inside, Name(max(col, 0), max(row, 0)), Name(cols-1, rows-1)), Err: engine.ErrSyntax,
	}
}

// order says what kinds of characters a text consists of.
type order int

const (
	other         order = iota // anything else
	blank                      // empty or spaces
	lettersDigits              // c5
	digitsLetters              // 5c
	separated                  // c 5, c-5, c,5
)

func explain(o order, inside bool, meant, last string) engine.Text {
	switch {
	case o == blank:
		return engine.T("a cell is missing: write a letter and a number, from a1 to %s", last)
	case o == other:
		return engine.T("a cell is a letter and a number, such as c3: cells run from a1 to %s", last)
	case !inside:
		return engine.T("that is off the board: cells run from a1 to %s", last)
	case o == digitsLetters:
		return engine.T("the letter comes first: write %s", meant)
	case o == separated:
		return engine.T("write letter and number together: %s", meant)
	default:
		return engine.T("write %s", meant) // leading zeros
	}
}

// split splits a text into a run of letters and a run of digits.
func split(text string) (letters, digits string, o order) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return "", "", blank
	}
	isLetter := func(r rune) bool { return r >= 'a' && r <= 'z' }
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	rest := strings.TrimLeftFunc(text, isLetter)
	letters, digits = text[:len(text)-len(rest)], strings.TrimLeft(rest, " \t-,.:/")
	switch {
	case letters != "" && digits != "" && strings.TrimLeftFunc(digits, isDigit) == "":
		if digits != rest {
			return letters, digits, separated
		}
		return letters, digits, lettersDigits
	case letters == "":
		rest = strings.TrimLeftFunc(text, isDigit)
		digits = text[:len(text)-len(rest)]
		letters = strings.TrimLeft(rest, " \t-,.:/")
		if digits != "" && letters != "" && strings.TrimLeftFunc(letters, isLetter) == "" {
			return letters, digits, digitsLetters
		}
	}
	return "", "", other
}

// column parses a column's letters; -1 if there are none or more than three.
func column(letters string) int {
	if letters == "" || len(letters) > 3 {
		return -1
	}
	col := 0
	for _, r := range letters {
		col = col*26 + int(r-'a') + 1
	}
	return col - 1
}

// rowNumber parses a row, counted from 1, and returns it counted from 0; -1 if it is none.
func rowNumber(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return -1
	}
	return n - 1
}
