package gordon

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// Limits of a group file.
const (
	maxFile = 64 << 10 // bytes
	maxName = 16       // characters
)

// Flaw is the kind of thing that is wrong with a group file.
type Flaw string

// The flaws, in the order in which they are looked for.
const (
	FileTooLarge    Flaw = "E_FILE_TOO_LARGE"
	BadEncoding     Flaw = "E_ENCODING"
	EmptyFile       Flaw = "E_EMPTY"
	NoTerminator    Flaw = "E_NO_TERMINATOR"
	AfterTerminator Flaw = "E_AFTER_TERMINATOR"
	NoElements      Flaw = "E_NO_ELEMENTS"
	TooManyElements Flaw = "E_TOO_LARGE"
	BadName         Flaw = "E_BAD_NAME"
	DuplicateName   Flaw = "E_DUPLICATE_ELEMENT"
	RowCount        Flaw = "E_ROW_COUNT"
	RowLength       Flaw = "E_ROW_LENGTH"
	NotClosed       Flaw = "E_NOT_CLOSED"
	NoIdentity      Flaw = "E_NO_IDENTITY"
	NoInverse       Flaw = "E_NO_INVERSE"
	NotLatin        Flaw = "E_NOT_LATIN"
	NotAssociative  Flaw = "E_NOT_ASSOCIATIVE"
)

// TableError is a refused group file. It wraps an [engine.Refusal] that says what is
// wrong, and shows it.
type TableError struct {
	Flaw    Flaw
	Line    int // counted from 1; 0 where it is the whole file
	refusal *engine.Refusal
}

// Error implements error, in English.
func (e *TableError) Error() string { return e.refusal.Error() }

// Unwrap returns the refusal.
func (e *TableError) Unwrap() error { return e.refusal }

func flawed(f Flaw, line int, format string, args ...any) error {
	why := engine.Refuse(format, args...)
	if line > 0 {
		why = engine.Refuse("line %s: %s", number(line), why.Why)
	}
	return &TableError{f, line, why}
}

// Table is a group as read, and what a person should be told about its file.
type Table struct {
	*Group
	Warnings []engine.Text
}

// ReadTable reads a group file: in its first line the names of the elements, parted by
// blanks and ended by "!", then a row of names for each, row i column j being the
// product of elements i and j. It refuses with a [*TableError]. O(n² log n) for n
// elements, and from a header with too many nothing further is read.
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
		t.Warnings = append(t.Warnings, engine.T("The `!` of the first line belongs after a blank; I have taken it for the end of the line."))
	}
	t.name = identify(t.Group)
	return t, nil
}

// splitLines checks the file as such and returns its lines without the blank ones at
// either end, with the number of the first.
func splitLines(data []byte) (lines []string, first int, err error) {
	if len(data) > maxFile {
		return nil, 0, flawed(FileTooLarge, 0, "the file has %s bytes; at most %s are read", number(len(data)), number(maxFile))
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if line := badByte(data); line > 0 {
		return nil, 0, flawed(BadEncoding, line, "this is no text in UTF-8")
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
		return nil, 0, flawed(EmptyFile, 0, "there is nothing in it: the first line names the elements and ends with `!`")
	}
	return lines, first + 1, nil
}

// badByte returns the line of the first byte that is no text, 0 if there is none.
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

// readHeader reads the names of the elements. Glued tells that the sign at the end
// follows a name without a blank.
func readHeader(header string, line int) (names []string, glued bool, err error) {
	words := strings.Fields(header)
	end := -1
	for i, word := range words {
		if strings.HasSuffix(word, "!") {
			end = i
			break
		}
	}
	if end < 0 {
		return nil, false, flawed(NoTerminator, line, "the names of the elements must end with ` !`")
	}
	if end+1 < len(words) {
		return nil, false, flawed(AfterTerminator, line, "after the `!` nothing may follow; it ends the names and cannot be one")
	}
	names = words[:end]
	if last := strings.TrimSuffix(words[end], "!"); last != "" {
		names, glued = append(names, last), true
	}
	switch n := len(names); {
	case n == 0:
		return nil, false, flawed(NoElements, line, "there are no elements before the `!`: a group has at least one")
	case n > MaxOrder:
		return nil, false, flawed(TooManyElements, line, "there are %s elements; at most %s can be played", number(n), number(MaxOrder))
	}
	return names, glued, checkNames(names, line)
}

// checkNames refuses names that cannot be shown, and those that stand there twice.
func checkNames(names []string, line int) error {
	seen := map[string]int{}
	for i, name := range names {
		if why, ok := unfit(name); ok {
			return flawed(BadName, line, "name %s %s", number(i+1), why)
		}
	}
	for i, name := range names {
		if before, twice := seen[name]; twice {
			return flawed(DuplicateName, line, "%s is there twice, as name %s and as name %s", name, number(before), number(i+1))
		}
		seen[name] = i + 1
	}
	return nil
}

// tableReader reads the rows below a header.
type tableReader struct {
	names []string
	rows  []string
	first int // line of the first row
	*Group
}

// read makes the group of the rows, or tells the first flaw.
func (r *tableReader) read() (*Group, error) {
	n := len(r.names)
	if len(r.rows) != n {
		return nil, flawed(RowCount, r.first+min(len(r.rows), n)-1, "there %s; as many are needed as there are elements, %s",
			rowsThere(len(r.rows)), number(n))
	}
	cells := make([][]string, n)
	for i, row := range r.rows {
		if cells[i] = strings.Fields(row); len(cells[i]) != n {
			return nil, flawed(RowLength, r.first+i, "row %s has %s; it must have %s",
				number(i+1), namesCounted(len(cells[i])), number(n))
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

// fill takes the names in the cells for elements.
func (r *tableReader) fill(cells [][]string) error {
	index := map[string]Element{}
	for i, name := range r.names {
		index[name] = Element(i)
	}
	for i, row := range cells {
		for j, name := range row {
			a, known := index[name]
			if !known {
				return flawed(NotClosed, r.first+i, "the product of %s and %s, in column %s, is %s, which is not among the elements",
					r.names[i], r.names[j], number(j+1), shown(name))
			}
			r.table = append(r.table, a)
		}
	}
	return nil
}

// Grp writes the group as a group file.
func (g *Group) Grp() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(g.names, " ") + " !\n")
	n := g.Order()
	for a := range n {
		for b2, c := range g.table[a*n : (a+1)*n] {
			if b2 > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(g.names[c])
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}
