package hex

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// optionSetup is a board with stones to begin with, as [diagram] reads it. [prepare] makes it one row
// after the other, and says who is to move: ".R./B.R/... blue to move".
const optionSetup = "setup"

// setupRules is the version of the rules that has option "setup" and boards of more than [olderMaxSize].
// Programs before it would take the board for an empty one, or the record for a damaged one.
const (
	setupRules   = 2
	olderMaxSize = 19
)

// versionOf implements [engine.Game].RulesOf.
func versionOf(o engine.Options) int {
	if o.Text(optionSetup) != "" || max(o.Int("size"), o.Int(optionWidth)) > olderMaxSize {
		return setupRules
	}
	return 1
}

// maxDiagram is more than the largest board takes with its letters, numbers and indentation.
const maxDiagram = 6000

var setupArgument = engine.Arg{
	Name: optionSetup, Help: engine.T("Stones to begin with, row by row: .R. / B.R / ... and, if you like, \"blue to move\""),
	Kind: engine.Word, Min: 1, Max: maxDiagram,
}

// diagram is a board as people and programs write it.
type diagram struct {
	width, height int
	stones        []Colour // row by row
	mover         Colour
	letters       alphabet
}

// alphabet has the marks of Red's and Blue's stones, and of empty cells besides [emptyMarks]. The first
// mark of a colour is its name.
type alphabet struct{ red, blue, empty string }

// alphabets are tried in order; the first player, who joins top and bottom, is Red here. Y, Z, P and Q are
// stones of X and O that are joined to an edge, as OpenSpiel writes them.
var alphabets = []alphabet{
	{"R", "B", ""},
	{"B", "W", ""},
	{"XYZ", "OPQ", ""},
	{"@", "O", ""},
	{"#", "O", ""},
	{"*", "@", ""},
	{"●⚫", "○⚪", "⬜"},
	{"🔴🟥", "🔵🟦", "⚪⬜⬛⚫"},
}

const emptyMarks = ".-_+·"

var (
	moverWords = regexp.MustCompile(`(?i)([^\s/]+?)(?: is)?(?: to (?:move|play)|['’]s turn)\b[.:]?`)
	rowNumber  = regexp.MustCompile(`^(?:[0-9]+[.:)]?|=|[0-9a-f]{7,}[ac-f][0-9a-f]*|[0-9a-f]*[ac-f][0-9a-f]{7,})$`) // or the hash of MoHex
	fence      = regexp.MustCompile("```(?:\\w*\n)?")
	frames     = strings.NewReplacer(`\`, " ", "|", " ", ",", " ", ";", " ", `"`, " ", "'", " ", "`", " ", ">", " ", "[", " ", "]", " ", "\ufe0f", "")
)

// diagramOf reads option "setup". Letters of columns, numbers of rows and the slant are left out. Where
// the rows are written without a "/" or a line's end between them, the other options say how long one
// is, or the board is as wide as high.
func diagramOf(o engine.Options) (d diagram, err error) {
	text, who := fence.ReplaceAllString(o.Text(optionSetup), "\n"), ""
	if said := moverWords.FindStringSubmatch(text); said != nil {
		text, who = strings.Replace(text, said[0], "\n", 1), said[1]
	}
	var rows []string
	columns, named := o.Int(optionWidth), 0
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '/' }) {
		row, letters := marks(line)
		named = max(named, letters)
		if row != "" {
			rows = append(rows, row)
		}
	}
	all := strings.Join(rows, "")
	if rows, err = cut(rows, max(columns, named), o.Int("size")); err != nil {
		return d, cmp.Or(d.readStones(all), err)
	}
	rows = unframed(rows)
	d.width, d.height = len([]rune(rows[0])), len(rows)
	if named > 0 && named != d.width {
		return d, engine.Refuse("the letters above the board name %s columns, and its rows have %s cells", strconv.Itoa(named), strconv.Itoa(d.width))
	}
	if err := d.readStones(strings.Join(rows, "")); err != nil {
		return d, err
	}
	d.mover, err = d.moverOf(who)
	return d, err
}

// marks returns the cells of a line in upper case, and how many letters of columns stand there.
func marks(line string) (cells string, letters int) {
	var b strings.Builder
	fields := strings.Fields(strings.ToLower(frames.Replace(line)))
	for i := 0; i < len(fields); i++ {
		switch field := fields[i]; {
		case field == "a" && i+1 < len(fields) && fields[i+1] == "b":
			for letters = 1; i+1 < len(fields) && fields[i+1] == hexgrid.Letters(letters); i++ {
				letters++
			}
		case strings.HasPrefix(field, "abc"):
			letters = len(field)
		case rowNumber.MatchString(field):
		default:
			b.WriteString(strings.ToUpper(strings.Trim(field, "0123456789")))
		}
	}
	return b.String(), letters
}

// cut returns rows of equal length. A single one is the whole board.
func cut(rows []string, columns, height int) ([]string, error) {
	if len(rows) == 0 {
		return nil, engine.Refuse("the board has no cells: one row after the other looks like %s", exampleSetup)
	}
	if len(rows) == 1 {
		cells := []rune(rows[0])
		if columns == 0 && height > 0 {
			columns = len(cells) / height
		}
		if columns == 0 {
			columns = int(math.Sqrt(float64(len(cells))))
		}
		if columns == 0 || len(cells)%columns != 0 || len(cells)/columns < MinSize {
			return nil, engine.Refuse("the board does not show where its rows end: put a / between them, as in %s", exampleSetup)
		}
		rows = engine.Map(slices.Collect(slices.Chunk(cells, columns)), func(row []rune) string { return string(row) })
	}
	for i, row := range rows {
		if n, first := len([]rune(row)), len([]rune(rows[0])); n != first {
			return nil, engine.Refuse("the rows of the board must be of the same length: row 1 has %s cells, row %s has %s",
				strconv.Itoa(first), strconv.Itoa(i+1), strconv.Itoa(n))
		}
	}
	return rows, nil
}

// unframed returns the rows without a rim of marks that show whose the edges are, as some programs draw it:
// one mark above and below, another on both sides.
func unframed(rows []string) []string {
	cells := engine.Map(rows, func(row string) []rune { return []rune(row) })
	height, width := len(cells), len(cells[0])
	if height < MinSize+2 || width < MinSize+2 {
		return rows
	}
	above, beside := cells[0][1], cells[1][0]
	whole := above != beside && !strings.ContainsRune(emptyMarks, above) && !strings.ContainsRune(emptyMarks, beside)
	for col := 1; col < width-1; col++ {
		whole = whole && cells[0][col] == above && cells[height-1][col] == above
	}
	for _, row := range cells[1 : height-1] {
		whole = whole && row[0] == beside && row[width-1] == beside
	}
	if !whole {
		return rows
	}
	return engine.Map(cells[1:height-1], func(row []rune) string { return string(row[1 : width-1]) })
}

const exampleSetup = "`.R. / B.R / ...`"

// readStones reads all cells by the first alphabet that has their marks.
func (d *diagram) readStones(cells string) error {
	for _, letters := range alphabets {
		all := letters.red + letters.blue + letters.empty + emptyMarks
		if strings.ContainsFunc(cells, func(r rune) bool { return !strings.ContainsRune(all, r) }) {
			continue
		}
		d.letters = letters
		for _, mark := range cells {
			d.stones = append(d.stones, letters.colour(mark))
		}
		return nil
	}
	const need = "the stones must be R and B, or B and W, or X and O, and empty cells dots, as in %s"
	if at := strings.IndexFunc(cells, isStrange); at >= 0 {
		strange, _ := utf8.DecodeRuneInString(cells[at:])
		return engine.Refuse(need+", and nothing like %q", exampleSetup, string(strange))
	}
	return engine.Refuse(need, exampleSetup)
}

// isStrange reports whether no alphabet has a mark.
func isStrange(mark rune) bool {
	return !strings.ContainsRune(emptyMarks, mark) && !slices.ContainsFunc(alphabets, func(a alphabet) bool {
		return strings.ContainsRune(a.red+a.blue+a.empty, mark)
	})
}

// colour returns what a mark stands for.
func (a alphabet) colour(mark rune) Colour {
	switch {
	case strings.ContainsRune(a.red, mark):
		return Red
	case strings.ContainsRune(a.blue, mark):
		return Blue
	}
	return Empty
}

// mark returns the usual mark of a stone, or of an empty cell.
func (a alphabet) mark(c Colour) string {
	return string([]rune([...]string{emptyMarks, a.red, a.blue}[c])[0])
}

// moverOf returns who is to move: as said, or by the counts of stones.
func (d *diagram) moverOf(who string) (Colour, error) {
	switch strings.ToLower(who) {
	case "":
		return moverByCount(d.stones), nil
	case "red", "black":
		return Red, nil
	case "blue", "white":
		return Blue, nil
	}
	mark := []rune(strings.ToUpper(who))
	if colour := d.letters.colour(mark[0]); len(mark) == 1 && colour != Empty {
		return colour, nil
	}
	return Empty, engine.Refuse("%q is neither red nor blue: say \"red to move\" or \"blue to move\"", engine.Quotable(who))
}

// moverByCount returns who is to move by the stones: Red, who begins, unless Red has more.
func moverByCount(stones []Colour) Colour {
	if tally(stones, Red) > tally(stones, Blue) {
		return Blue
	}
	return Red
}

func tally(stones []Colour, colour Colour) (n int) {
	for _, c := range stones {
		if c == colour {
			n++
		}
	}
	return n
}

// String returns the value of option "setup" in one way.
func (d diagram) String() string {
	var rows []string
	for row := range slices.Chunk(d.stones, d.width) {
		rows = append(rows, strings.Join(engine.Map(row, d.letters.mark), ""))
	}
	return strings.Join(rows, "/") + " " + d.mover.String() + " to move"
}

// prepareSetup writes option "setup" in one way. It refuses a board on which nobody can move.
func prepareSetup(o engine.Options) (engine.Options, error) {
	made, err := New(o)
	if err != nil {
		return nil, err
	}
	if p := made.(*Position); p.over() {
		return nil, engine.Refuse("there is nothing to play on this board: %s; %s shows it", p.Outcome().Reason, engine.Command("hex import"))
	}
	d, err := diagramOf(o)
	o[optionSetup] = d.String()
	if d.width == d.height {
		delete(o, optionWidth)
	}
	return o, err
}

// sideOfSetup returns the default of an option that says how long a side of the board is.
func sideOfSetup(side func(diagram) any) func(engine.Options) any {
	return func(o engine.Options) any {
		if d, err := diagramOf(o); err == nil {
			return side(d)
		}
		return nil
	}
}

// bare returns the board without stones.
func (p *Position) bare(swap bool) *Position {
	return &Position{Board: board.New(p.Width(), p.Height(), p.Weighted(), p.TopBottom()), swap: swap, last: hexgrid.NoCell}
}

// setUp puts the stones of option "setup" on the empty board.
func (p *Position) setUp(o engine.Options) (engine.Position, error) {
	d, err := diagramOf(o)
	switch {
	case err != nil:
		return nil, err
	case d.width != p.Width() || d.height != p.Height():
		return nil, engine.Refuse("the board of `setup` has %s rows and %s columns: leave `size` and `width` out, or let them say the same",
			strconv.Itoa(d.height), strconv.Itoa(d.width))
	case p.swap:
		return nil, engine.Refuse("there is no swap on a board with stones that were set up; leave `swap` out")
	}
	p.letters = d.letters
	p.arrange(d.stones, d.mover)
	return p, nil
}

// arrange puts stones on the empty board that nobody has played.
func (p *Position) arrange(stones []Colour, mover Colour) {
	p.first, p.set = mover.Seat(), stones
	for c, colour := range stones {
		if colour != Empty {
			p.Place(hexgrid.Cell(c), colour)
		}
	}
}

// setupWords says how many stones were set up, and how their marks were read.
func (p *Position) setupWords() engine.Text {
	said := engine.T("Set up with %s and %s.",
		engine.Count(tally(p.set, Red), "one red stone", "%s red stones"), engine.Count(tally(p.set, Blue), "one blue stone", "%s blue stones"))
	if p.letters == alphabets[0] {
		return said
	}
	return engine.T("%s %s is Red, %s is Blue.", said, p.letters.mark(Red), p.letters.mark(Blue))
}

// put sets stones of another program's file up, or takes them away: "AB", "AW" or "AE" of SGF, of cells and
// of rectangles such as "a1:c2".
func (r *reader) put(property string, cells []string) error {
	grid := r.position.Grid()
	if r.mirror {
		grid = grid.Mirrored()
	}
	if r.stones == nil {
		r.stones = r.position.Cells()
	}
	colour := Empty
	if property != "AE" {
		r.first = max(r.first, 'B') // who has not moved yet is called by colour
		colour = r.mover(property[1])
	}
	for _, value := range cells {
		if value == "" && len(cells) == 1 {
			continue // an empty list
		}
		from, to, two := strings.Cut(value, ":")
		if !two {
			to = from
		}
		a, err := grid.Parse(sgfMove(from))
		b, err2 := grid.Parse(sgfMove(to))
		if err != nil || err2 != nil {
			return engine.Refuse("%s: %q is not a cell of the board, or a rectangle of cells such as a1:c2", property, engine.Quotable(value))
		}
		r.fill(grid, a, b, colour)
	}
	return nil
}

// fill gives the cells of a rectangle a colour.
func (r *reader) fill(grid *hexgrid.Grid, a, b hexgrid.Cell, colour Colour) {
	for row := min(grid.Row(a), grid.Row(b)); row <= max(grid.Row(a), grid.Row(b)); row++ {
		for col := min(grid.Column(a), grid.Column(b)); col <= max(grid.Column(a), grid.Column(b)); col++ {
			c := grid.At(col, row)
			if r.mirror {
				c = grid.Mirror(c)
			}
			r.stones[c] = colour
		}
	}
}

// settle begins the game anew where the file has set stones up: what was played before is part of the
// start. The letter is that of the next move, 0 if there is none.
func (r *reader) settle(letter byte) {
	changed := r.stones != nil && !slices.Equal(r.stones, r.position.Cells())
	passed := r.turn != 0 && r.mover(cmp.Or(letter, r.turn)) != board.ColourOf(r.position.next())
	if changed || passed {
		stones := r.position.Cells()
		if changed {
			stones = r.stones
		}
		mover := moverByCount(stones)
		if r.turn != 0 {
			mover = r.mover(r.turn)
		}
		r.first = max(r.first, 'B') // who has not moved yet is called by colour
		r.begins += len(r.moves)
		r.anew, r.left = true, nil
		r.options["swap"], r.moves = false, nil
		r.position = r.position.bare(false)
		r.position.arrange(stones, mover)
	}
	r.stones, r.turn = nil, 0
	if p := r.position; p.set != nil && p.ply == 0 && letter != 0 {
		p.first = r.mover(letter).Seat()
	}
}

// toMove reads PL, who is to move.
func (r *reader) toMove(value string) {
	if value = strings.ToUpper(strings.TrimSpace(value)); strings.HasPrefix(value, "B") || strings.HasPrefix(value, "W") {
		r.turn = value[0]
	}
}

// rowsFormat is a board as [diagram] reads it, as a game without moves.
var rowsFormat = engine.Format{ID: "rows", Title: engine.T("Board, row by row"), Decode: decodeRows, Reads: engine.T("a board, row by row")}

// rowsOfMarks are as many rows as a board has at least, or all of a board in one line.
var rowsOfMarks = regexp.MustCompile(`(?i)(?:(?:^|[\n/])[\s\d|\\.:)]*` + rowOfMarks + `[\s\d|\\]*){3}` +
	`|^\s*(?:a b c(?: [a-z])*\s+)?(?:(?:\d+[.:)]? )?` + rowOfMarks + `(?:\d+\s+)?){3,}(?:(?:red|blue|black|white|[BWXO]) to (?:move|play)\W*)?$`)

const rowOfMarks = `(?:[-._+·RBWXYZOPQ@#*●⚫○⚪⬜🔴🟥🔵🟦⬛]\s*){3,}`

func decodeRows(_ context.Context, data []byte) (engine.Record, error) {
	switch {
	case !rowsOfMarks.MatchString(frames.Replace(fence.ReplaceAllString(string(data[:min(len(data), maxDiagram)]), "\n"))):
		return engine.Record{}, engine.NotThisFormat("this is not a board, row by row: one looks like %s", exampleSetup)
	case len(data) > maxDiagram:
		return engine.Record{}, engine.Refuse("the text is longer than any board of Hex")
	}
	d, err := diagramOf(engine.Options{optionSetup: string(data)})
	if err != nil {
		return engine.Record{}, err
	}
	o := sized(d.width, d.height)
	o["swap"], o[optionSetup] = false, d.String()
	p, err := New(o)
	if err != nil {
		return engine.Record{}, err
	}
	return engine.Record{Options: o, Outcome: p.Outcome()}, nil
}
