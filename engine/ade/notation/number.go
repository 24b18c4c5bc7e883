package notation

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// MostDigits is how long a number may be that somebody sets. Firing may go beyond.
const MostDigits = 2000

// parseNumber reads an integer of at most [MostDigits] digits.
func parseNumber(word string) (*big.Int, error) {
	digits := strings.TrimLeft(word, "+-")
	if len(word)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" || digits == "" {
		return nil, engine.Refuse("%q is not a whole number", graph.Quote(word))
	}
	if len(digits) > MostDigits {
		return nil, engine.Refuse("a number has %s digits; at most %s are taken", strconv.Itoa(len(digits)), strconv.Itoa(MostDigits))
	}
	n, ok := new(big.Int).SetString(word, 10)
	if !ok {
		return nil, engine.Refuse("%q is not a whole number", graph.Quote(word))
	}
	return n, nil
}
