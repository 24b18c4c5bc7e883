package group

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
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
// product of elements i and j. The error is a [*TableError]. O(n² log n) for n elements; nothing
// is read below a first line with too many names.
func ReadTable(data []byte) (Table, error) {
	lines, first, err := splitLines(data)
	if err != nil {
		return Table{}, err
	}
	names, glued, err := readHeader(lines[0], first)
	if err != nil {
		return Table{}, err
	}
	r := &tableReader{names: names, rows: lines[1:], first: first + 1}
	g, err := r.read()
	if err != nil {
		return Table{}, err
	}
	t := Table{Group: g}
	if glued {
		t.Warnings = append(t.Warnings, engine.T("The `!` of the first line belongs after a blank; it was read as the end of the names."))
	}
	t.name = t.Identify()
	return t, nil
}

// splitLines checks the file's size and encoding. It returns the lines without blank ones at
// either end, and the number of the first.
func splitLines(data []byte) (lines []string, first int, err error) {
	if len(data) > MaxFile {
		return nil, 0, flawed(FileTooLarge, 0, "the file has %s bytes; the limit is %s", strconv.Itoa(len(data)), strconv.Itoa(MaxFile))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if line := badByte(data); line > 0 {
		return nil, 0, flawed(BadEncoding, line, "this is not text in UTF-8")
	}
	lines = strings.Split(strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n"), "\n")
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
		first++
	}
	if len(lines) == 0 {
		return nil, 0, flawed(EmptyFile, 0, "the file is empty: its first line must name the elements and end with `!`")
	}
	return lines, first + 1, nil
}

// badByte returns the line of the first byte that is not text, 0 if there is none.
func badByte(data []byte) int {
	line := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size <= 1, r == 0:
			return line
		case r == '\n':
			line++
		}
		data = data[size:]
	}
	return 0
}

// readHeader parses the names of the elements. Glued reports whether the "!" follows a name
// without a blank.
func readHeader(header string, line int) (names []string, glued bool, err error) {
	words := strings.Fields(header)
	end := slices.IndexFunc(words, endsNames)
	if end < 0 {
		return nil, false, flawed(NoTerminator, line, "the names of the elements must end with ` !`")
	}
	if end+1 < len(words) {
		return nil, false, flawed(AfterTerminator, line, "nothing may follow the `!`, which ends the names and cannot be a name itself")
	}
	names = words[:end]
	if last := strings.TrimSuffix(words[end], "!"); last != "" {
		names, glued = append(names, last), true
	}
	switch n := len(names); {
	case n == 0:
		return nil, false, flawed(NoElements, line, "there are no elements before the `!`: a group has at least one")
	case n > MaxOrder:
		return nil, false, flawed(TooManyElements, line, "there are %s elements; the limit is %s", strconv.Itoa(n), strconv.Itoa(MaxOrder))
	}
	return names, glued, checkNames(names, line)
}

// endsNames reports whether a word is the end of the names, or the last name with it.
func endsNames(word string) bool { return strings.HasSuffix(word, "!") }

// checkNames refuses names that cannot be displayed, and duplicates.
func checkNames(names []string, line int) error {
	seen := map[string]int{}
	for i, name := range names {
		if why, ok := unfit(name); ok {
			return flawed(BadName, line, "name %s %s", strconv.Itoa(i+1), why)
		}
	}
	for i, name := range names {
		if before, twice := seen[name]; twice {
			return flawed(DuplicateName, line, "%s is given twice, as name %s and as name %s", name, strconv.Itoa(before), strconv.Itoa(i+1))
		}
		seen[name] = i + 1
	}
	return nil
}

type tableReader struct {
	names []string
	rows  []string
	first int // line of the first row
	*Group
}

// read returns the group, or the first flaw as an error.
func (r *tableReader) read() (*Group, error) {
	n := len(r.names)
	if len(r.rows) != n {
		return nil, flawed(RowCount, r.first+min(len(r.rows), n)-1, "there %s below the names; there must be one for each element, %s in all",
			engine.Count(len(r.rows), "is 1 row", "are %s rows"), strconv.Itoa(n))
	}
	cells := make([][]string, n)
	for i, row := range r.rows {
		if cells[i] = strings.Fields(row); len(cells[i]) != n {
			return nil, flawed(RowLength, r.first+i, "row %s has %s; it must have %s",
				strconv.Itoa(i+1), engine.Count(len(cells[i]), "1 name", "%s names"), strconv.Itoa(n))
		}
	}
	r.Group = &Group{names: r.names, table: make([]Element, 0, n*n), inverse: make([]Element, n)}
	if err := r.fill(cells); err != nil {
		return nil, err
	}
	for _, check := range []func() error{r.checkIdentity, r.checkInverses, r.checkLatin, r.checkAssociative} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return r.Group, nil
}

func (r *tableReader) fill(cells [][]string) error {
	index := map[string]Element{}
	for i, name := range r.names {
		index[name] = Element(i)
	}
	for i, row := range cells {
		for j, name := range row {
			a, known := index[name]
			if !known {
				return flawed(NotClosed, r.first+i, "the product of %s and %s, in column %s, is %s, which is not one of the elements",
					r.names[i], r.names[j], strconv.Itoa(j+1), quoted(name))
			}
			r.table = append(r.table, a)
		}
	}
	return nil
}
