package group

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

type factor struct {
	name  string // with its power
	order int    // of a single factor
	count int
	build func() *Group
}

// Parse makes the group of a name: one of the catalogue, or a direct product such as C4xC2 or
// Z2^3. It ignores case. Unknown names and orders over [MaxOrder] are refused with an
// [engine.Refusal].
func Parse(text string) (*Group, error) {
	var names []string
	var factors []*Group
	order := 1
	parts, ok := parseFactors(text)
	if !ok {
		return nil, unknownGroup()
	}
	for _, f := range parts {
		names = append(names, f.name)
		for range f.count {
			if order *= f.order; order > MaxOrder {
				return nil, engine.Refuse("that group is too large: a group may have at most %s elements", strconv.Itoa(MaxOrder))
			}
			factors = append(factors, f.build())
		}
	}
	return direct(strings.Join(names, "x"), factors), nil
}

// parseFactors parses the factors of a product. It drops trivial factors, which would make names
// long, but keeps one if there is no other factor.
func parseFactors(text string) (parts []factor, ok bool) {
	var trivial []factor
	for _, part := range splitFactors(text) {
		switch f, ok := parseFactor(part); {
		case !ok:
			return nil, false
		case f.order == 1:
			f.name, _, _ = strings.Cut(f.name, "^")
			f.count = 1
			trivial = append(trivial, f)
		default:
			parts = append(parts, f)
		}
	}
	if len(parts) == 0 {
		parts = trivial[:1]
	}
	return parts, true
}

func unknownGroup() error {
	return engine.Refuse("that group is not known: name one such as %s, or give a table of your own as a file",
		"Z7, C4xC2, D5, S3, A4, Q8, Dic3, F20, F21, Z2^3")
}

func splitFactors(text string) []string {
	text = strings.NewReplacer("×", "x", "X", "x", "*", "x", " ", "").Replace(text)
	var parts []string
	depth, start := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == 'x' && depth == 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// parseFactor parses a group without products, with an optional power.
func parseFactor(text string) (factor, bool) {
	if f, ok := parseSimple(text); ok {
		return f, true
	}
	base, power, ok := strings.Cut(text, "^")
	f, known := parseSimple(base)
	count, err := strconv.Atoi(power)
	if !ok || !known || err != nil || count < 1 || count > MaxOrder {
		return factor{}, false
	}
	f.count = count
	if count > 1 {
		f.name += "^" + strconv.Itoa(count)
	}
	return f, true
}

func parseSimple(text string) (factor, bool) {
	if strings.EqualFold(text, "K4") {
		text = "V4"
	}
	for _, s := range singles {
		if strings.EqualFold(text, s.name) {
			return factor{s.name, s.order, 1, func() *Group { return s.build(s.name) }}, true
		}
	}
	digits := strings.IndexFunc(text, func(r rune) bool { return r >= '0' && r <= '9' })
	if digits < 0 {
		return factor{}, false
	}
	n, err := strconv.Atoi(text[digits:])
	i := slices.IndexFunc(families, func(f family) bool { return strings.EqualFold(f.prefix, text[:digits]) })
	if err != nil || i < 0 || n < families[i].least {
		return factor{}, false
	}
	f := families[i]
	n = min(n, MaxOrder+1) // large enough to be refused by its order
	name := f.prefix + strconv.Itoa(n)
	return factor{name, f.order(n), 1, func() *Group { return f.build(name, n) }}, true
}
