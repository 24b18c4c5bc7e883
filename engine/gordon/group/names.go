package group

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// factor is a factor of a direct product.
type factor struct {
	name  string // with its power
	order int    // of a single factor
	count int
	build func() *Group
}

// nameReader reads a name, and collects the warnings about it.
type nameReader struct{ warnings []engine.Text }

// Parse is [ReadName] without the warnings.
func Parse(text string) (*Group, error) {
	t, err := ReadName(text)
	return t.Group, err
}

// ReadName makes the group of a name: one of the catalogue, or a product of such: C4xC2, Z2^3,
// C7:C3. It ignores case and takes the spellings of TeX, of GAP's StructureDescription, of
// GroupNames and of computer algebra; see [plain]. Where authors differ in the meaning of a name,
// a warning says which is meant here, and how the other is written. Unknown names and orders over
// [MaxOrder] are refused with an [engine.Refusal].
func ReadName(text string) (Table, error) {
	const mostTyped = 300 // bytes
	r := nameReader{}
	if len(text) > mostTyped {
		return Table{}, errUnknown
	}
	parts, err := r.product(r.plain(text))
	if err != nil {
		return Table{}, err
	}
	return Table{build(parts), r.warnings}, nil
}

// build makes a direct product.
func build(parts []factor) *Group {
	var names []string
	var factors []*Group
	for _, f := range parts {
		names = append(names, f.name)
		factors = append(factors, slices.Repeat([]*Group{f.build()}, f.count)...)
	}
	return direct(strings.Join(names, "x"), factors)
}

var errTooLarge = engine.Refuse("that group is too large: a group may have at most %s elements", strconv.Itoa(MaxOrder))

var errUnknown = engine.Refuse("that group is not known: name one such as %s, or give a table of your own",
	"Z7, C4xC2, D5, S3, A4, Q8, Dic3, F20, C7:C3, SL(2,3), Z2^3, SmallGroup(16,6)")

// product reads a direct product. It drops trivial factors, which would make names long, but keeps
// one if there is no other factor.
func (r *nameReader) product(text string) ([]factor, error) {
	var trivial, parts []factor
	order := 1
	for _, part := range splitAt(text, 'x') {
		more, err := r.power(part)
		if err != nil {
			return nil, err
		}
		for _, f := range more {
			if f.order == 1 {
				f.name, _, _ = strings.Cut(f.name, "^")
				trivial = append(trivial, factor{f.name, 1, 1, f.build})
				continue
			}
			parts = append(parts, f)
			for range f.count {
				if order *= f.order; order > MaxOrder {
					return nil, errTooLarge
				}
			}
		}
	}
	if len(parts) == 0 {
		parts = trivial[:1]
	}
	return parts, nil
}

// splitAt splits a product at a sign outside brackets that follows a group: the x of C4xC2.
func splitAt(text string, sign byte) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c|' ' == sign && depth == 0 && i > 0 && (text[i-1] == ')' || '0' <= text[i-1] && text[i-1] <= '9'):
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// power reads a group without direct products outside brackets, with an optional power.
func (r *nameReader) power(text string) ([]factor, error) {
	if f, ok := r.simple(text); ok {
		return []factor{f}, nil
	}
	for _, sign := range []string{":", "o"} {
		if sides := splitAt(text, sign[0]); len(sides) == 2 {
			return r.twisted(sides[0], sides[1], sign)
		}
	}
	if list := smallGroup.FindStringSubmatch(text); list != nil {
		return small(list[1], list[2])
	}
	if linear.MatchString(text) {
		return nil, errTooLarge // smaller ones are in the catalogue
	}
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") {
		return r.product(strings.TrimSuffix(inner, ")"))
	}
	i := strings.LastIndex(text, "^")
	if i < 0 || strings.HasSuffix(strings.TrimRight(text[:i], "0123456789"), "^") {
		return nil, errUnknown
	}
	count, err := strconv.Atoi(text[i+1:])
	if err != nil || count < 1 || count > MaxOrder {
		return nil, errUnknown
	}
	parts, err := r.power(text[:i])
	if err != nil {
		return nil, err
	}
	return raise(parts, count), nil
}

// raise returns a power of a product.
func raise(parts []factor, count int) []factor {
	if len(parts) > 1 || parts[0].count > 1 {
		return slices.Repeat(parts, count)
	}
	if parts[0].count = count; count > 1 {
		parts[0].name += "^" + strconv.Itoa(count)
	}
	return parts
}

// simple reads a name without signs of products: a single group, or a family with its number.
func (r *nameReader) simple(text string) (factor, bool) {
	if other, ok := aliases[strings.ToLower(text)]; ok {
		if text[0]|' ' == 'f' {
			r.warn("%s is read as the Frobenius group %s, as GroupNames has it; the additive group of a field is written Z%s.", text, other, text[1:])
		}
		text = other
	}
	if digits, ok := strings.CutPrefix(text, "½D"); ok {
		order, _ := strconv.Atoi(digits)
		text, r = "D"+strconv.Itoa(order/2*(1-order%2)), &nameReader{} // none if it is odd; its number needs no word
	}
	prefix := strings.TrimRight(text, "0123456789")
	n, err := strconv.Atoi(text[len(prefix):])
	if other, ok := prefixes[strings.ToLower(prefix)]; ok {
		prefix, text = other, other+text[len(prefix):]
	}
	for _, s := range singles {
		if strings.EqualFold(text, s.name) {
			return factor{s.name, s.order, 1, func() *Group { return s.build(s.name) }}, true
		}
	}
	i := slices.IndexFunc(families, func(f family) bool { return strings.EqualFold(f.prefix, prefix) })
	if err != nil || i < 0 || n < families[i].least {
		return factor{}, false
	}
	f := families[i]
	n = min(n, 1<<20) // large enough to be refused by its order
	name, order := f.prefix+strconv.Itoa(n), f.order(n)
	r.warnOrder(f.prefix, n, order)
	return factor{name, order, 1, func() *Group { return f.build(name, n) }}, order > 0
}

// warnOrder warns of a number that is the order of the group elsewhere: GAP's D8 is D4 here.
func (r *nameReader) warnOrder(prefix string, n, order int) {
	share := map[string]int{"D": 2, "Dic": 4}[prefix]
	if share > 0 && n%share == 0 && n >= 2*share {
		r.warn("%s has order %s here. Where it stands for the group of order %s, as in GAP, write %s.",
			prefix+strconv.Itoa(n), strconv.Itoa(order), strconv.Itoa(n), prefix+strconv.Itoa(n/share))
	}
}

// warn adds a warning once.
func (r *nameReader) warn(format string, args ...any) {
	said := engine.T(format, args...)
	if !slices.ContainsFunc(r.warnings, func(t engine.Text) bool { return t.String() == said.String() }) {
		r.warnings = append(r.warnings, said)
	}
}

// known reads a name that the catalogue has, without warnings.
func known(name string) []factor {
	parts, _ := (&nameReader{}).product(name)
	return parts
}

// small reads a number in GAP's library of small groups (Besche, Eick, O'Brien, "A millennium
// project: constructing small groups", 2002), as far as [smallGroups] has it.
func small(order, number string) ([]factor, error) {
	n, err := strconv.Atoi(order)
	if err != nil || n >= len(smallGroups) {
		return nil, engine.Refuse("the numbers of GAP's library are known here up to order %s: write the group's name, or give its table", strconv.Itoa(len(smallGroups)-1))
	}
	names := strings.Fields(smallGroups[n])
	i, err := strconv.Atoi(number)
	if err != nil || i < 1 || i > len(names) {
		return nil, engine.Refuse("there %s of order %s", engine.Count(len(names), "is 1 group", "are %s groups"), order)
	}
	return known(names[i-1]), nil
}

// twisted reads a semidirect product, whose sign is a colon, or a central product, whose sign is
// an o.
func (r *nameReader) twisted(left, right, sign string) ([]factor, error) {
	normal, err := r.product(left)
	if err != nil {
		return nil, err
	}
	acting, err := r.product(right)
	if err != nil {
		return nil, err
	}
	g, h := build(normal), build(acting)
	if g.Order()*h.Order() > MaxOrder && sign == ":" {
		return nil, errTooLarge
	}
	name := g.Identify() + sign + h.Identify()
	if names := strings.Fields(products[name]); len(names) > 0 {
		if len(names) > 1 {
			r.warn("%s is read as %s; %s can be written so, too.", name, names[0], strings.Join(names[1:], " and "))
		}
		return known(names[0]), nil
	}
	if f, ok := r.simple(name); ok {
		return []factor{f}, nil
	}
	if sign == ":" && g.cyclic() && h.cyclic() {
		return r.splitMetacyclic(g.Order(), h.Order())
	}
	return nil, errUnknown
}

// cyclic reports whether one element generates the group.
func (g *Group) cyclic() bool { return g.ElementOrders()[g.Order()] > 0 }

// splitMetacyclic makes the semidirect product of cyclic groups of orders n and m in which most of
// the second acts on the first, if that is one group.
func (r *nameReader) splitMetacyclic(n, m int) ([]factor, error) {
	actions := make([][]int, m+1) // units modulo n by their orders, which divide m
	most := 1
	for unit := 2; unit < n; unit++ {
		if order := unitOrder(unit, n); order > 0 && m%order == 0 {
			actions[order] = append(actions[order], unit)
			most = max(most, order)
		}
	}
	name := "C" + strconv.Itoa(n) + ":C" + strconv.Itoa(m)
	if base, power := n/10, n%10; base > 1 && base < 10 && power > 1 {
		r.warn("%s is cyclic here. Where its last digit is a raised one, write %s.", "C"+strconv.Itoa(n), "C"+strconv.Itoa(base)+"^"+strconv.Itoa(power))
	}
	// All units of the greatest order give one group if they are the powers of one of them.
	if most == 1 || len(actions[most]) != cyclic("", most).ElementOrders()[most] {
		return nil, engine.Refuse("%s may be several groups, or none: write another name, or give the table", name)
	}
	if slices.ContainsFunc(actions[2:most], func(units []int) bool { return len(units) > 0 }) {
		r.warn("%s is read as the group in which %s acts most faithfully; other groups can be written so, too.", name, "C"+strconv.Itoa(m))
	}
	g := metacyclic(name, n, m, actions[most][0], 0)
	if other := g.Identify(); other != "" {
		return known(other), nil
	}
	return []factor{{name, n * m, 1, func() *Group { return g }}}, nil
}
