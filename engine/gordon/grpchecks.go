package gordon

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// markup are the characters that Discord takes for more than themselves: formatting,
// and the beginnings of mentions and links.
const markup = "`*~|\\<>@"

// unfit tells why something cannot be the name of an element, as what follows "name 3".
func unfit(name string) (engine.Text, bool) {
	if n := utf8.RuneCountInString(name); n > maxName {
		return engine.T("has %s characters; at most %s are read", number(n), number(maxName)), true
	}
	for _, r := range name {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) {
			continue // accents on a letter
		}
		if !unicode.IsGraphic(r) || unicode.IsSpace(r) || invisible(r) {
			return engine.T("has a character that cannot be seen: U+%s", fmt.Sprintf("%04X", r)), true
		}
	}
	switch i := strings.IndexAny(name, markup); {
	case i >= 0 && name[i] == '`':
		return engine.T("has a back-tick: names must not have characters that format a message"), true
	case i >= 0:
		return engine.T("has a `%s`: names must not have characters that format a message or call somebody", name[i:i+1]), true
	case strings.Contains(name, "!"):
		return engine.T("has a `!`, which ends the names"), true
	case strings.HasPrefix(name, "_") || strings.HasSuffix(name, "_") || strings.Contains(name, "__"):
		return engine.T("has a `_` that would format a message: it may stand alone between others"), true
	case strings.Contains(name, "://"):
		return engine.T("looks like the address of a page"), true
	}
	return engine.Text{}, false
}

// invisible tells of letters and marks that have no shape.
func invisible(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Cf, r)
}

// shown is a word of a file as it may be told back.
func shown(word string) engine.Text {
	if _, bad := unfit(word); bad {
		return engine.T("something else")
	}
	return engine.T("%s", word)
}

// line is where an element's row stands.
func (r *tableReader) line(a Element) int { return r.first + int(a) }

func (r *tableReader) checkIdentity() (err error) {
	var ok bool
	if r.identity, ok = r.findIdentity(); ok {
		return nil
	}
	for e := range Element(r.Order()) {
		if r.leaves(e, r.Product) {
			a := r.changed(e, r.reversed)
			return flawed(NoIdentity, r.line(a), "there is no identity: %s leaves all as they are from the left, but %s·%s is %s",
				r.names[e], r.names[a], r.names[e], r.names[r.Product(a, e)])
		}
		if r.leaves(e, r.reversed) {
			a := r.changed(e, r.Product)
			return flawed(NoIdentity, r.line(e), "there is no identity: %s leaves all as they are from the right, but %s·%s is %s",
				r.names[e], r.names[e], r.names[a], r.names[r.Product(e, a)])
		}
	}
	e := Element(0)
	a := r.changed(e, r.Product)
	return flawed(NoIdentity, r.line(e), "there is no identity, which would leave all as they are: %s does not, since %s·%s is %s, and no other does",
		r.names[e], r.names[e], r.names[a], r.names[r.Product(e, a)])
}

// changed is the first element that e, put first, does not leave as it is.
func (r *tableReader) changed(e Element, product func(a, b Element) Element) Element {
	for a := range Element(r.Order()) {
		if product(e, a) != a {
			return a
		}
	}
	return e
}

func (r *tableReader) checkInverses() error {
	for a := range Element(r.Order()) {
		var ok bool
		if r.inverse[a], ok = r.findInverse(a); !ok {
			return flawed(NoInverse, r.line(a), "%s has no inverse: nothing gives the identity %s with it from both sides", r.names[a], r.names[r.identity])
		}
	}
	return nil
}

// checkLatin finds what stands twice in a row or column.
func (r *tableReader) checkLatin() error {
	n := Element(r.Order())
	for a := range n {
		var row, column set
		for b := range n {
			if c := r.Product(a, b); row.has(c) {
				return flawed(NotLatin, r.line(a), "%s stands twice in the row of %s, where each element must stand once", r.names[c], r.names[a])
			}
			if c := r.Product(b, a); column.has(c) {
				return flawed(NotLatin, r.line(b), "%s stands twice in the column of %s, where each element must stand once", r.names[c], r.names[a])
			}
			row, column = row.with(r.Product(a, b)), column.with(r.Product(b, a))
		}
	}
	return nil
}

// checkAssociative is Light's test (Clifford and Preston, "The algebraic theory of
// semigroups", 1961, section 1.2): the elements g with (x·g)·y = x·(g·y) for all x and
// y are closed under the product, so it is enough to try those that generate all. In a
// Latin square with identity there are at most log2 n of them: what some generate fills
// at most half of what they do with one more.
func (r *tableReader) checkAssociative() error {
	n := Element(r.Order())
	for _, g := range r.generators() {
		for x := range n {
			for y := range n {
				left, right := r.Product(r.Product(x, g), y), r.Product(x, r.Product(g, y))
				if left != right {
					return flawed(NotAssociative, r.line(x), "this is no group: (%s·%s)·%s is %s, but %s·(%s·%s) is %s",
						r.names[x], r.names[g], r.names[y], r.names[left], r.names[x], r.names[g], r.names[y], r.names[right])
				}
			}
		}
	}
	return nil
}
