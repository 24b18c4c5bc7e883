package group

func (r *tableReader) line(a Element) int { return r.first + int(a) }

func (r *tableReader) checkIdentity() (err error) {
	var ok bool
	if r.identity, ok = r.findIdentity(); ok {
		return nil
	}
	for e := range r.all() {
		a, left := r.changed(e, r.Product)
		b, right := r.changed(e, r.reversed)
		switch {
		case !left:
			return flawed(NoIdentity, r.line(b), "there is no identity: %s is neutral from the left, but %s·%s is %s",
				r.names[e], r.names[b], r.names[e], r.names[r.Product(b, e)])
		case !right:
			return flawed(NoIdentity, r.line(e), "there is no identity: %s is neutral from the right, but %s·%s is %s",
				r.names[e], r.names[e], r.names[a], r.names[r.Product(e, a)])
		}
	}
	e := Element(0)
	a, _ := r.changed(e, r.Product)
	return flawed(NoIdentity, r.line(e), "there is no identity, an element whose product with each x is x: %s is not, since %s·%s is %s, and no other is",
		r.names[e], r.names[e], r.names[a], r.names[r.Product(e, a)])
}

func (r *tableReader) checkInverses() error {
	for a := range r.all() {
		var ok bool
		if r.inverse[a], ok = r.findInverse(a); !ok {
			return flawed(NoInverse, r.line(a), "%s has no inverse: its product with no element is the identity %s from both sides", r.names[a], r.names[r.identity])
		}
	}
	return nil
}

// checkLatin refuses a table in which a row or column has an element twice.
func (r *tableReader) checkLatin() error {
	for a := range r.all() {
		var row, column Set
		for b := range r.all() {
			if c := r.Product(a, b); row.Has(c) {
				return flawed(NotLatin, r.line(a), "the row of %s has %s twice; each element must be there once", r.names[a], r.names[c])
			}
			if c := r.Product(b, a); column.Has(c) {
				return flawed(NotLatin, r.line(b), "the column of %s has %s twice; each element must be there once", r.names[a], r.names[c])
			}
			row, column = row.With(r.Product(a, b)), column.With(r.Product(b, a))
		}
	}
	return nil
}

// checkAssociative is Light's test (Clifford and Preston, "The algebraic theory of semigroups",
// 1961, section 1.2): the elements g with (x·g)·y = x·(g·y) for all x and y are closed under the
// product, so it is enough to test generators. In a Latin square with identity there are at most
// log2 n of them: each generator at least doubles the subset generated.
func (r *tableReader) checkAssociative() error {
	for _, g := range r.generators() {
		for x := range r.all() {
			for y := range r.all() {
				left, right := r.Product(r.Product(x, g), y), r.Product(x, r.Product(g, y))
				if left != right {
					return flawed(NotAssociative, r.line(x), "this is not a group: (%s·%s)·%s is %s, but %s·(%s·%s) is %s",
						r.names[x], r.names[g], r.names[y], r.names[left], r.names[x], r.names[g], r.names[y], r.names[right])
				}
			}
		}
	}
	return nil
}
