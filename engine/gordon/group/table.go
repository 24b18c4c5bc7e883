package group

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// Limits of a group file.
const (
	MaxFile = 192 << 10 // bytes: a table of MaxOrder elements with names of the catalogue
	MaxName = 16        // characters of an element's name
)

// Table is a group as read, with warnings about its file.
type Table struct {
	*Group
	Warnings []engine.Text
}

// ReadTable reads a group file: the first line has the names of the elements, separated by blanks
// and ended by "!"; then follows a row of names for each element, where column j of row i is the
// product of elements i and j. The error is an [*engine.Refusal] that names
// the line and an example. O(n² log n) for n elements; nothing is read below a first line with too
// many names.
func ReadTable(data []byte) (Table, error) {
	lines, first, err := splitLines(data)
	if err != nil {
		return Table{}, err
	}
	names, glued, err := readHeader(lines[0], first)
	if err != nil {
		return Table{}, err
	}
	r := &tableReader{Group: &Group{names: names}}
	if err := r.split(lines[1:], first+1); err != nil {
		return Table{}, err
	}
	t, err := r.read()
	if glued && err == nil {
		t.Warnings = append(t.Warnings, engine.T("The `!` of the first line belongs after a blank; it was read as the end of the names."))
	}
	return t, err
}

// splitLines checks the file's size and encoding. It returns the lines without blank ones at
// either end, and the number of the first.
func splitLines(data []byte) (lines []string, first int, err error) {
	if len(data) > MaxFile {
		return nil, 0, flawed(0, "the file has %s bytes; the limit is %s", strconv.Itoa(len(data)), strconv.Itoa(MaxFile))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	lines = strings.Split(strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n"), "\n")
	if bad := slices.IndexFunc(lines, func(s string) bool { return !utf8.ValidString(s) || strings.Contains(s, "\x00") }); bad >= 0 {
		return nil, 0, flawed(bad+1, "this is not text in UTF-8")
	}
	first = slices.IndexFunc(lines, func(s string) bool { return strings.TrimSpace(s) != "" })
	if first < 0 {
		return nil, 0, flawed(0, "the file is empty: its first line must name the elements and end with `!`")
	}
	for strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines[first:], first + 1, nil
}

// readHeader parses the names of the elements. Glued reports whether the "!" follows a name
// without a blank.
func readHeader(header string, line int) (names []string, glued bool, err error) {
	words := strings.Fields(header)
	end := slices.IndexFunc(words, endsNames)
	if end < 0 {
		return nil, false, flawed(line, "the names of the elements must end with ` !`")
	}
	if end+1 < len(words) {
		return nil, false, flawed(line, "nothing may follow the `!`, which ends the names and cannot be a name itself")
	}
	names = words[:end]
	if last := strings.TrimSuffix(words[end], "!"); last != "" {
		names, glued = append(names, last), true
	}
	switch n := len(names); {
	case n == 0:
		return nil, false, flawed(line, "there are no elements before the `!`: a group has at least one")
	case n > MaxOrder:
		return nil, false, flawed(line, "there are %s elements; the limit is %s", strconv.Itoa(n), strconv.Itoa(MaxOrder))
	}
	return names, glued, checkNames(names, line)
}

// endsNames reports whether a word is the end of the names, or the last name with it.
func endsNames(word string) bool { return strings.HasSuffix(word, "!") }

// checkNames refuses names that cannot be displayed, and duplicates.
func checkNames(names []string, line int) error {
	for i, name := range names {
		if why, ok := unfit(name); ok {
			return flawed(line, "name %s %s", strconv.Itoa(i+1), why)
		}
	}
	for i, name := range names {
		if before := slices.Index(names, name); before < i {
			return flawed(line, "%s is given twice, as name %s and as name %s", name, strconv.Itoa(before+1), strconv.Itoa(i+1))
		}
	}
	return nil
}

// tableReader makes a group of the products of its elements.
type tableReader struct {
	cells [][]string
	lines []int // of the rows in the text; 0 if there is only one
	*Group
}

// split splits the rows of a group file, of which the first is in the given line.
func (r *tableReader) split(rows []string, first int) error {
	n := r.Order()
	if len(rows) != n {
		return flawed(first+min(len(rows), n)-1, "there %s below the names; there must be one for each element, %s in all",
			engine.Count(len(rows), "is 1 row", "are %s rows"), strconv.Itoa(n))
	}
	for i, row := range rows {
		cells := strings.Fields(row)
		if len(cells) != n {
			return flawed(first+i, "row %s has %s; it must have %s",
				strconv.Itoa(i+1), engine.Count(len(cells), "1 name", "%s names"), strconv.Itoa(n))
		}
		r.cells, r.lines = append(r.cells, cells), append(r.lines, first+i)
	}
	return nil
}

// read fills in the group, or returns the first flaw as an error.
func (r *tableReader) read() (Table, error) {
	n := r.Order()
	r.table, r.inverse = make([]Element, 0, n*n), make([]Element, n)
	for _, step := range []func() error{r.fill, r.checkIdentity, r.checkInverses, r.checkLatin, r.checkAssociative} {
		if err := step(); err != nil {
			return Table{}, err
		}
	}
	r.name = r.Identify()
	return Table{Group: r.Group}, nil
}

func (r *tableReader) fill() error {
	index := map[string]Element{}
	for i, name := range r.names {
		index[name] = Element(i)
	}
	for i, row := range r.cells {
		for j, name := range row {
			a, known := index[name]
			if !known {
				return flawed(r.lines[i], "the product of %s and %s, in column %s, is %s, which is not one of the elements",
					r.names[i], r.names[j], strconv.Itoa(j+1), quoted(name))
			}
			r.table = append(r.table, a)
		}
	}
	return nil
}

// flawed refuses a group file: in a line counted from 1, or 0 for the whole file.
func flawed(line int, format string, args ...any) error {
	why := engine.Refuse(format, args...)
	if line > 0 {
		why = engine.Refuse("line %s: %s", strconv.Itoa(line), why.Why)
	}
	return why
}

func (r *tableReader) checkIdentity() (err error) {
	var ok bool
	if r.identity, ok = r.findIdentity(); ok {
		return nil
	}
	left, right := Element(0), Element(0)
	a, differs := r.changed(0, r.Product)
	if right = a; !differs {
		left, _ = r.changed(0, r.reversed)
	}
	return flawed(r.lines[left], "there is no identity, an element whose products with each x are x: %s is not, since %s·%s is %s, and no other is",
		r.names[0], r.names[left], r.names[right], r.names[r.Product(left, right)])
}

func (r *tableReader) checkInverses() error {
	for a := range r.all() {
		var ok bool
		if r.inverse[a], ok = r.findInverse(a); !ok {
			return flawed(r.lines[a], "%s has no inverse: its product with no element is the identity %s from both sides", r.names[a], r.names[r.identity])
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
				return flawed(r.lines[a], "the row of %s has %s twice; each element must be there once", r.names[a], r.names[c])
			}
			if c := r.Product(b, a); column.Has(c) {
				return flawed(r.lines[b], "the column of %s has %s twice; each element must be there once", r.names[a], r.names[c])
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
					return flawed(r.lines[x], "this is not a group: (%s·%s)·%s is %s, but %s·(%s·%s) is %s",
						r.names[x], r.names[g], r.names[y], r.names[left], r.names[x], r.names[g], r.names[y], r.names[right])
				}
			}
		}
	}
	return nil
}

// markup holds the characters with a meaning in Discord's messages: formatting, and the starts of
// mentions and links.
const markup = "`*~|\\<>@"

// unfit returns why a word cannot name an element, as a clause to follow "name 3".
func unfit(name string) (engine.Text, bool) {
	if n := utf8.RuneCountInString(name); n > MaxName {
		return engine.T("has %s characters; the limit is %s", strconv.Itoa(n), strconv.Itoa(MaxName)), true
	}
	for _, r := range name {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) {
			continue // accents on a letter
		}
		if !unicode.IsGraphic(r) || unicode.IsSpace(r) || engine.Invisible(r) {
			return engine.T("has an invisible character: U+%s", fmt.Sprintf("%04X", r)), true
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
		return engine.T("has a `_` that would format a message: a single one within the name is allowed"), true
	case strings.Contains(name, "://"):
		return engine.T("looks like a link"), true
	}
	return engine.Text{}, false
}

// quoted returns a word of a file if a message may repeat it.
func quoted(word string) engine.Text {
	if _, bad := unfit(word); bad {
		return engine.T("something else")
	}
	return engine.T("%s", word)
}

// Grp formats the group as a group file.
func (g *Group) Grp() []byte {
	return []byte(strings.Join(g.names, " ") + " !\n" + strings.Join(g.productRows(), "\n") + "\n")
}

// FileName returns the name of the group's file: the letters and digits of the group's name, with
// hyphens for ^ and :.
func (g *Group) FileName() string {
	name := strings.NewReplacer("^", "-", ":", "-", "(", "", ")", "", ",", "").Replace(g.name)
	return cmp.Or(name, "group") + ".grp"
}

// IsTable reports whether a text is a pasted table, not a name.
func IsTable(text string) bool {
	if strings.ContainsAny(text, "\n&") || strings.HasPrefix(text, "{|") || strings.Contains(text, `\\`) {
		return true
	}
	if !strings.Contains(text, "!") && !listStart.MatchString(text) && !folds(text) {
		return false
	}
	_, err := ReadName(text)
	return err != nil
}

// Unfold restores the line breaks of a table that was typed on one line. A text with line breaks,
// or with a wrong number of names, is returned unchanged: a ragged table is an error.
func Unfold(text string) []byte {
	words := strings.Fields(text)
	end := slices.IndexFunc(words, endsNames) + 1
	n := end
	if end > 0 && words[end-1] == "!" {
		n--
	}
	if strings.ContainsAny(strings.TrimSpace(text), "\n\r") || end < 1 || n < 1 || len(words) != end+n*n {
		return []byte(text)
	}
	lines := []string{strings.Join(words[:end], " ")}
	for i := end; i < len(words); i += n {
		lines = append(lines, strings.Join(words[i:i+n], " "))
	}
	return []byte(strings.Join(lines, "\n"))
}
