package group

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sixfold-bot/sixfold/engine"
)

// grid is a table of words as it is printed, with the line of each row: 0 if all is on one line.
type grid struct {
	cells [][]string
	lines []int
	list  bool // of lists in brackets
}

// ReadFile reads a file: a group file if it is named .grp, else what [ReadPrinted] takes.
func ReadFile(f engine.File) (Table, error) {
	if strings.HasSuffix(f.Name, ".grp") {
		return ReadTable(f.Data)
	}
	return ReadPrinted(f.Data)
}

// ReadPrinted reads a group file or a table as programs and pages print it: lists of GAP, Python or
// JSON in brackets; matrices of MATLAB; Sage's tables; commas, semicolons or tabs; Markdown; TeX; or blanks. The first
// row and the first column may name the elements. Without both, rows and columns are in the order of
// numbers from 0 or 1, else in that of the identity's row, which a warning tells. Bounds and errors
// are those of [ReadTable].
func ReadPrinted(data []byte) (Table, error) {
	data = fence.ReplaceAll(data, nil)
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{|")) {
		data = []byte(rewritten(string(data), wikitext))
	}
	t, err := ReadTable(data)
	if err == nil || bytes.ContainsRune(data, '!') {
		return t, err
	}
	lines, first, unreadable := splitLines(data)
	if unreadable != nil {
		return Table{}, unreadable
	}
	g, err := printedGrid(lines, first)
	if err != nil {
		return Table{}, err
	}
	return g.read()
}

var (
	fence     = regexp.MustCompile("(?m)^[ \t]*```\\w*[ \t\r]*$|```|\\[,\\d+\\]|^\\[\\d+,\\]") // and the numbers that R prints
	matrix    = regexp.MustCompile(`^[^\[\]]*\[([^\[\]]*)\][^\[\]]*$`)
	semicolon = regexp.MustCompile(`;[ \t]*\n?`)
	listStart = regexp.MustCompile(`[\[{]\s*[\[{]`)
	texEnd    = regexp.MustCompile(`\\\\(?:\[[^\]]*\])?`)
	texRules  = regexp.MustCompile(texFence + `\\begin` + texGroup + `|\\end` + texGroup + texFence + `|\\(?:hline|toprule|midrule|bottomrule|(?:cline|setlength\{[^{}]*\}|multicolumn\{\d+\})\{[^{}]*\})`)
	bracketed = regexp.MustCompile(`\[([^\[\]]*[^\[\]\s,;][\s,;]+[^\[\]\s,;][^\[\]]*)\]`)
	rule      = regexp.MustCompile(`^[-_=─━═\s|:+┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╪╞╡]*[-_=─━═]{2}[-_=─━═\s|:+┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╪╞╡]*$|^[\s|:]*-(?:[\s|:]+-)+[\s|:]*$|^:-+:?$|^\s*(?:\$+|\\[\[\]])\s*$`)
	plainCell = strings.NewReplacer("{", "", "}", "", `\`, "", `"`, "", "*", "·")
	bars      = strings.NewReplacer("│", "|", "┃", "|", "║", "|", `\amp`, "&")

	// wikitext is rewritten to lines with bars between their cells.
	wikitext = []spelling{
		{regexp.MustCompile(`(?m)^\{\|[^!|\n]*|\|\}\s*$|^\|\+.*$|''+|(?:style|scope|class|align)=[^|\n]*\|`), ""},
		{regexp.MustCompile(`(?:^|[\n ])[!|]([^-\n!|])`), "|$1"},
		{regexp.MustCompile(`[\n ]\|-[^|\n]*`), "\n"},
		{regexp.MustCompile(`!!|\|\|`), "|"},
	}
)

const (
	texGroup = `\{[^{}]*\}(?:\[[^\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\})*`
	texFence = `(?:\s*(?:\$|\\[\[\]]|\\(?:left|right)\\?[][(){}|.]))*` // around a formula
)

// printedGrid finds the rows and cells of a table.
func printedGrid(lines []string, first int) (grid, error) {
	var rows []string
	g := grid{}
	add := func(row string, line int) {
		if len(lines) == 1 {
			line = 0
		}
		if row = bars.Replace(row); strings.Trim(row, "{ }\t") != "" && !rule.MatchString(row) {
			rows, g.lines = append(rows, row), append(g.lines, line)
		}
	}
	text := strings.Join(lines, "\n")
	tex := strings.Contains(text, `\\`)
	if m := matrix.FindStringSubmatch(text); m != nil && len(lines) > 1 && !tex {
		lines = strings.Split(semicolon.ReplaceAllString(m[1], "\n"), "\n")
	}
	switch list := listStart.FindStringIndex(text); {
	case !tex && list != nil:
		g.list = true
		listRows(text[list[0]:], first+strings.Count(text[:list[0]], "\n"), add)
	case len(lines) == 1 && !tex:
		return fold(lines[0])
	default:
		for i, line := range lines {
			for _, row := range texEnd.Split(texRules.ReplaceAllString(line, ""), -1) {
				add(bracketed.ReplaceAllString(row, "$1"), first+i)
			}
		}
	}
	return g.split(rows)
}

// listRows adds the inner lists of a list.
func listRows(text string, line int, add func(row string, line int)) {
	depth, start, at := 0, 0, 0
	for i, r := range text {
		switch r {
		case '\n':
			line++
		case '[', '{':
			if depth++; depth == 2 {
				start, at = i+1, line
			}
		case ']', '}':
			if depth == 2 {
				add(text[start:i], at)
			}
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// split splits rows into cells by the sign that makes a table of them.
func (g grid) split(rows []string) (grid, error) {
	var ragged error
	for _, sign := range []string{"&", "|", "\t", ";", ",", " |"} {
		g.cells = engine.Map(rows, func(row string) []string { return splitCells(row, sign) })
		if sign != " |" && !slices.ContainsFunc(g.cells, func(row []string) bool { return len(row) > 1 }) {
			continue
		}
		g.trim()
		err := g.square()
		if err == nil {
			return g, nil
		}
		ragged = cmp.Or(ragged, err)
	}
	return grid{}, ragged
}

// splitCells splits a row at signs outside quotes and round brackets. Where a blank is a sign,
// empty cells are left out; bars at both ends belong to no cell.
func splitCells(row, signs string) []string {
	var cells []string
	blank := signs[0] == ' '
	if signs == "|" {
		row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	}
	depth, start, quoted := 0, 0, false
	add := func(to int) {
		if c := cell(row[start:to]); c != "" || !blank {
			cells = append(cells, c)
		}
	}
	for i, r := range row {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth <= 0 && (strings.ContainsRune(signs, r) || blank && unicode.IsSpace(r)):
			add(i)
			start = i + len(string(r))
		}
	}
	add(len(row))
	return cells
}

// cell returns the name in a cell: without blanks, quotes and layout.
func cell(text string) string {
	if strings.Contains(text, `\`) {
		text = layout.ReplaceAllString(text, "")
	}
	text = strings.Join(strings.Fields(text), "")
	for _, quote := range []string{`"`, "'", "`", "$", "**", "*"} {
		if inner, ok := strings.CutPrefix(text, quote); ok && len(inner) > len(quote) && strings.HasSuffix(inner, quote) {
			text = strings.TrimSuffix(inner, quote)
		}
	}
	if len(text) > 1 {
		text = strings.TrimSuffix(plainCell.Replace(text), ":")
	}
	return text
}

// trim drops a last column without names, and fills in the corner of headers that have none.
func (g grid) trim() {
	last := func(row []string) bool { return row[len(row)-1] == "" }
	if !slices.ContainsFunc(g.cells, func(row []string) bool { return len(row) == 0 || !last(row) }) {
		for i, row := range g.cells {
			g.cells[i] = row[:len(row)-1]
		}
	}
	if n := len(g.cells); n > 2 && len(g.cells[0]) == n-1 && len(g.cells[1]) == n {
		g.cells[0] = slices.Insert(g.cells[0], 0, "")
	}
}

// square refuses a grid that has not a row and a column for each element, and perhaps headers.
func (g grid) square() error {
	rows := len(g.cells)
	if rows == 0 || rows == 1 && !g.list {
		return errNoTable
	}
	widths := engine.Map(g.cells, func(row []string) int { return len(row) })
	slices.Sort(widths)
	width := widths[rows/2]
	ragged := func(row []string) bool { return len(row) != width }
	odd := slices.IndexFunc(g.cells, ragged)
	switch {
	case width < 2 && !g.list, odd >= 0 && (rows < 3 || slices.ContainsFunc(g.cells[odd+1:], ragged)):
		return errNoTable
	case odd >= 0:
		return flawed(g.lines[odd], "row %s has %s; it must have %s",
			strconv.Itoa(odd+1), engine.Count(len(g.cells[odd]), "1 name", "%s names"), strconv.Itoa(width))
	case rows < width-1 || rows > width+1:
		return flawed(0, "there are %s rows of %s names; there must be a row and a column for each element", strconv.Itoa(rows), strconv.Itoa(width))
	case rows > MaxOrder+1:
		return flawed(0, "there are %s elements; the limit is %s", strconv.Itoa(rows), strconv.Itoa(MaxOrder))
	}
	for i, row := range g.cells {
		if j := slices.Index(row[min(1, len(row)-1):], ""); j >= 0 {
			return flawed(g.lines[i], "row %s has an empty cell", strconv.Itoa(i+1))
		}
	}
	return nil
}

var errNoTable = engine.Refuse("this is no multiplication table of a group: give it as GAP, Sage, CSV, Markdown or TeX have it, such as `%s`, or as a .grp file", "[[1,2],[2,1]]")

// fold makes a grid of the words on one line by their number.
func fold(line string) (grid, error) {
	line = bracketed.ReplaceAllString(matrix.ReplaceAllString(line, "$1"), "$1")
	words := slices.DeleteFunc(splitCells(line, " ,;|&"), rule.MatchString)
	n, side := len(words), 1
	for (side+1)*(side+1) <= n {
		side++
	}
	switch corner := n == (side+1)*(side+1)-1; {
	case n < 4, n != side*side && n != side*(side+1) && !corner: // the second with headers of columns alone
		return grid{}, errNoTable
	case corner: // which is left out
		side++
		words = slices.Insert(words, 0, "")
	}
	g := grid{cells: slices.Collect(slices.Chunk(words, side))}
	g.lines = make([]int, len(g.cells))
	return g, g.square()
}

// read makes a group of a grid.
func (g grid) read() (Table, error) {
	rows, columns := len(g.cells), len(g.cells[0])
	switch {
	case g.headed():
		labels := g.column(0)[1:]
		return grid{engine.Map(g.cells[1:], tail), g.lines[1:], g.list}.labelled(g.cells[0][1:], labels, g.lines[0])
	case rows > columns:
		return grid{g.cells[1:], g.lines[1:], g.list}.labelled(g.cells[0], g.cells[0], g.lines[0])
	case columns > rows:
		return grid{engine.Map(g.cells, tail), g.lines, g.list}.labelled(g.column(0), g.column(0), g.lines[0])
	default:
		return g.unlabelled()
	}
}

func tail(row []string) []string { return row[1:] }

func (g grid) column(j int) []string {
	return engine.Map(g.cells, func(row []string) string { return row[j] })
}

// headed reports whether a grid with as many rows as columns has headers of both: if its corner is
// nowhere else, and is no letter or number, or the headers agree.
func (g grid) headed() bool {
	top, side := slices.Clone(g.cells[0]), g.column(0)
	corner := top[0]
	if len(top) != len(side) || len(top) < 2 {
		return false
	}
	for i, row := range g.cells {
		if slices.Contains(row[1:], corner) || i > 0 && row[0] == corner {
			return false
		}
	}
	slices.Sort(top)
	slices.Sort(side)
	word := strings.ContainsFunc(corner, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	return !word || len(top) > 2 && slices.Equal(top, side)
}

// labelled reads products whose columns and rows are named; the names of columns are in a line.
func (g grid) labelled(names, labels []string, line int) (Table, error) {
	if err := checkNames(names, line); err != nil {
		return Table{}, err
	}
	n := len(names)
	r := &tableReader{cells: make([][]string, n), lines: make([]int, n), Group: &Group{names: names}}
	for i, label := range labels {
		switch j := slices.Index(names, label); {
		case j < 0:
			return Table{}, flawed(g.lines[i], "%s heads a row, but no column", quoted(label))
		case r.cells[j] != nil:
			return Table{}, flawed(g.lines[i], "%s heads two rows", quoted(label))
		default:
			r.cells[j], r.lines[j] = g.cells[i], g.lines[i]
		}
	}
	return r.read()
}

// unlabelled reads products alone.
func (g grid) unlabelled() (Table, error) {
	for i, row := range g.cells {
		for j, name := range row {
			if slices.Contains(row[:j], name) {
				return Table{}, flawed(g.lines[i], "row %s has %s twice; each element must be there once", strconv.Itoa(i+1), quoted(name))
			}
		}
	}
	names, sure := g.order()
	t, err := g.labelled(names, names, g.lines[0])
	if !sure && err == nil {
		t.Warnings = append(t.Warnings, engine.T("The table does not say which row and column belong to which element; they are read in the order %s.", strings.Join(names, " ")))
	}
	return t, err
}

// order returns the elements in the order of rows and columns: of numbers from 0 or 1, which is
// sure, else that of a row that equals its column, as the identity's do. A first one is preferred,
// then one in the order of the alphabet. All of them give isomorphic groups (A. A. Albert,
// "Quasigroups I", 1943).
func (g grid) order() (names []string, sure bool) {
	names = slices.SortedFunc(slices.Values(g.cells[0]), func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b))
	})
	low, bad := strconv.Atoi(names[0])
	counted := bad == nil && (low == 0 || low == 1)
	for i, name := range names {
		n, err := strconv.Atoi(name)
		counted = counted && err == nil && n == low+i
	}
	if counted {
		return names, true
	}
	best := g.cells[0]
	for i, row := range slices.Backward(g.cells) {
		if slices.Equal(row, g.column(i)) && (i == 0 || !slices.Equal(best, names)) {
			best = row
		}
	}
	return best, false
}

// folds reports whether a text on one line may be a table: whether there are as many different
// words as elements, or one more.
func folds(text string) bool {
	g, err := fold(text)
	words := slices.Concat(g.cells...)
	slices.Sort(words)
	return err == nil && len(slices.Compact(words)) <= len(g.cells)+1
}
