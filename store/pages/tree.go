package pages

// link records that page from leads to page to; root is set if to is the root of a tree.
func (c *checker) link(from, to uint64, root bool) error {
	if to < 2 || to >= c.pages {
		return damaged(from, "it leads to page %d, which there is not", to)
	}
	m := &c.marks[to]
	switch {
	case m.parent != 0:
		return damaged(from, "it leads to page %d, and so does page %d", to, m.parent)
	case m.kind == free:
		return damaged(from, "it leads to page %d, which is free", to)
	}
	m.parent, m.root = uint32(from), root
	return nil
}

// tree checks that the recorded links form one tree.
func (c *checker) tree() error {
	for id, m := range c.marks {
		switch {
		case m.parent != 0 && m.kind != node:
			return damaged(uint64(m.parent), "it leads to page %d, which is of another page", id)
		case m.kind == node && m.parent == 0:
			return damaged(uint64(id), "nothing leads to it, and it is not free")
		case m.kind == node && !m.root && m.sum != 0:
			return damaged(uint64(id), "its first key is not the one that page %d has for it", m.parent)
		}
	}
	for id := range c.marks {
		if err := c.climb(uint32(id)); err != nil {
			return err
		}
	}
	return nil
}

// climb follows parents from a page up to the head, or to a page known to be rooted, and marks the
// pages on its way. In a cycle, where each page has a parent too, it comes back to a page on its
// way.
func (c *checker) climb(id uint32) error {
	up := id
	for c.marks[up].kind == node {
		c.marks[up].kind = climbed
		up = c.marks[up].parent
	}
	if c.marks[up].kind == climbed {
		return damaged(uint64(id), "it is in a ring of pages that lead to each other")
	}
	for ; c.marks[id].kind == climbed; id = c.marks[id].parent {
		c.marks[id].kind = rooted
	}
	return nil
}
