package hexgrid

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Name writes the cell of a column and a row, both from 0: "a1". After column z
// come aa, ab and so on.
func Name(col, row int) string { return Letters(col) + strconv.Itoa(row+1) }

// Letters writes a column, counted from 0: a to z, then aa, ab and so on.
func Letters(col int) string {
	letters := ""
	for col++; col > 0; col = (col - 1) / 26 {
		letters = string(rune('a'+(col-1)%26)) + letters
	}
	return letters
}

// ParseCell reads the name of a cell of a grid of cols × rows, in upper or lower
// case, and returns its column and row from 0. A refusal is an [*engine.MoveError]
// that wraps [engine.ErrSyntax] and says what was probably meant.
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

// What kind of characters a text is made of, in their order.
type order int

const (
	other         order = iota // anything else
	nothing                    // blanks at most
	lettersDigits              // c5
	digitsLetters              // 5c
	parted                     // c 5, c-5, c,5
)

func explain(o order, inside bool, meant, last string) engine.Text {
	switch {
	case o == nothing:
		return engine.T("a cell is missing: write a letter and a number, from a1 to %s", last)
	case o == other:
		return engine.T("a cell is a letter and a number, such as c3: cells run from a1 to %s", last)
	case !inside:
		return engine.T("that is off the board: cells run from a1 to %s", last)
	case o == digitsLetters:
		return engine.T("the letter comes first: write %s", meant)
	case o == parted:
		return engine.T("write letter and number together: %s", meant)
	default:
		return engine.T("write %s", meant) // leading zeros
	}
}

// split takes a text apart into one run of letters and one of digits.
func split(text string) (letters, digits string, o order) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return "", "", nothing
	}
	isLetter := func(r rune) bool { return r >= 'a' && r <= 'z' }
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	rest := strings.TrimLeftFunc(text, isLetter)
	letters, digits = text[:len(text)-len(rest)], strings.TrimLeft(rest, " \t-,.:/")
	switch {
	case letters != "" && digits != "" && strings.TrimLeftFunc(digits, isDigit) == "":
		if digits != rest {
			return letters, digits, parted
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

// column reads letters, -1 if there are none or far too many.
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

// rowNumber reads the number of a row, counted from 1, as one counted from 0; -1 if
// there is none.
func rowNumber(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return -1
	}
	return n - 1
}
