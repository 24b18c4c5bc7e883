package group

import (
	"strings"
	"unicode"
)

// Exponents are digits in names, which are easy to type, and raised digits in pictures.
var (
	raised  = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	lowered = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "^", "")
)

// Symbol returns an element's name for pictures, with raised exponents: r²s for r2s.
func (g *Group) Symbol(a Element) string {
	if g.symbols == nil {
		return g.names[a]
	}
	return g.symbols[a]
}

// Symbols returns the symbols of all elements in order. The slice is a copy.
func (g *Group) Symbols() []string {
	symbols := make([]string, g.Order())
	for a := range g.all() {
		symbols[a] = g.Symbol(a)
	}
	return symbols
}

// Lowered returns a name with exponents as plain digits: r2s for r²s and r^2s.
func Lowered(name string) string { return lowered.Replace(name) }

// withoutOnes removes the exponent 1 of letters: ab for a1b1. Older catalogues wrote it, and
// games recorded with those names are replayed.
func withoutOnes(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		last := i+1 == len(runes) || !unicode.IsDigit(runes[i+1])
		if r == '1' && last && i > 0 && unicode.IsLetter(runes[i-1]) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
