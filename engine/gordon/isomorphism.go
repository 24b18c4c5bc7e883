package gordon

// isomorphism is the image of each element of one group in another.
type isomorphism []Element

// findIsomorphism looks for an isomorphism from g to h by trying images of generators
// of g; nil if there is none. Where first is given, it sends first[0] to first[1].
func findIsomorphism(g, h *Group, first ...Element) isomorphism {
	if g.Order() != h.Order() {
		return nil
	}
	s := &matching{from: g, to: h}
	fixed := 0
	if len(first) == 2 {
		s.generators = g.generators(first[0])
		if first[0] == g.identity {
			if first[1] != h.identity {
				return nil
			}
		} else {
			fixed = 1
			s.images = append(s.images, first[1])
		}
	} else {
		s.generators = g.generators()
	}
	if fixed == 1 && (g.ElementOrder(first[0]) != h.ElementOrder(first[1]) || s.extend() == nil) {
		return nil
	}
	s.orders = make([]int, h.Order())
	for a := range s.orders {
		s.orders[a] = h.ElementOrder(Element(a))
	}
	return s.search()
}

// matching is a search for an isomorphism.
type matching struct {
	from, to   *Group
	generators []Element
	images     []Element // of the generators so far
	orders     []int     // of the elements of to
}

func (s *matching) search() isomorphism {
	if len(s.images) == len(s.generators) {
		return s.extend()
	}
	order := s.from.ElementOrder(s.generators[len(s.images)])
	for a := range Element(s.to.Order()) {
		if s.orders[a] != order {
			continue
		}
		s.images = append(s.images, a)
		if s.extend() != nil {
			if found := s.search(); found != nil {
				return found
			}
		}
		s.images = s.images[:len(s.images)-1]
	}
	return nil
}

// extend follows the images of the generators to all that they generate; nil if that
// contradicts itself or two elements would share an image. Elements out of reach stay
// without meaning in the answer.
func (s *matching) extend() isomorphism {
	image := make(isomorphism, s.from.Order())
	image[s.from.identity] = s.to.identity
	have, taken := set(0).with(s.from.identity), set(0).with(s.to.identity)
	queue := []Element{s.from.identity}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for i, b := range s.images {
			c, d := s.from.Product(a, s.generators[i]), s.to.Product(image[a], b)
			switch {
			case have.has(c) && image[c] != d, !have.has(c) && taken.has(d):
				return nil
			case !have.has(c):
				image[c] = d
				have, taken = have.with(c), taken.with(d)
				queue = append(queue, c)
			}
		}
	}
	return image
}

// orbits parts the elements into those that automorphisms exchange, each in order of
// its elements, by their first ones.
func (g *Group) orbits() [][]Element {
	var all [][]Element
	for a := range Element(g.Order()) {
		known := false
		for i, orbit := range all {
			if g.ElementOrder(orbit[0]) == g.ElementOrder(a) && findIsomorphism(g, g, orbit[0], a) != nil {
				all[i] = append(orbit, a)
				known = true
				break
			}
		}
		if !known {
			all = append(all, []Element{a})
		}
	}
	return all
}
