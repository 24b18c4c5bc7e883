package cast

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Parse reads six lines from the bottom: digits 6 to 9, with or without blanks or
// commas between them, or the three coins of each line, H or T. What it cannot read is
// a [*engine.Refusal].
func Parse(text string) (c Lines, err error) {
	words := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return strings.ContainsRune(" ,;-/", r) })
	if len(words) == 1 {
		words = chunks(words[0])
	}
	if len(words) != len(c) {
		return c, engine.Refuse("a throw has six lines, from the bottom up, such as 7 8 9 6 7 7; this has %s", strconv.Itoa(len(words)))
	}
	for i, word := range words {
		if c[i], err = parseLine(word); err != nil {
			return c, err
		}
	}
	return c, nil
}

// chunks cuts what was written without blanks into lines.
func chunks(word string) (list []string) {
	if strings.Trim(word, "HT") != "" {
		return strings.Split(word, "")
	}
	for part := range slices.Chunk([]byte(word), 3) {
		list = append(list, string(part))
	}
	return list
}

func parseLine(word string) (Line, error) {
	if len(word) == 1 && word[0] >= '6' && word[0] <= '9' {
		return Line(word[0] - '0'), nil
	}
	if heads := strings.Count(word, "H"); len(word) == 3 && heads+strings.Count(word, "T") == 3 {
		return coins(heads), nil
	}
	return 0, engine.Refuse("`%s` is not a line; each is 6, 7, 8 or 9, or three coins such as HHT", engine.Quotable(word))
}

// coins is the line that three coins make: heads count 3, tails 2.
func coins(heads int) Line { return Line(2*3 + heads) }
