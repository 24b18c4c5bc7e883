package group

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Grp formats the group as a group file.
func (g *Group) Grp() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(g.names, " ") + " !\n")
	for row := range slices.Chunk(g.table, g.Order()) {
		for i, c := range row {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(g.names[c])
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// FileName returns the name of the group's file: the letters and digits of the group's name, with
// hyphens for ^ and :.
func (g *Group) FileName() string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
			return r
		case r == '^' || r == ':':
			return '-'
		}
		return -1
	}, g.name)
	return cmp.Or(name, "group") + ".grp"
}
