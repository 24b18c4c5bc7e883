package hex

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// moveList is a game as people write it: cells and swaps one after the other, with or without
// numbers of moves or of rounds, names of colours, the size of the board, and marks between them. It
// also reads the commands boardsize and play of the Hex Text Protocol.
var moveList = engine.Format{
	ID: "moves", Title: engine.T("List of moves"),
	Decode: decodeMoves, Reads: engine.T("moves such as a3 swap d4"),
}

var importSize = engine.Arg{
	Name: "size", Help: engine.T("Rows and columns of the board, for moves that do not say"),
	Kind: engine.Integer, Min: MinSize, Max: MaxSize,
}

// usualSizes are those of tournaments. Where a list does not say how large the board is, it is the
// first of them that has all its cells.
var usualSizes = [...]int{defaultSize, 13, 14, 15, 17, 19, 21, 25}

// longestList is the greatest number of words and marks of a list: many for each cell of the largest
// board.
const longestList = 64 * MaxSize * MaxSize

// listWord is a word at the beginning of a text. Its groups are: columns and rows, a swap or what
// ends a game, a colour, a number, and a cell.
var listWord = regexp.MustCompile(`^(?i)(?:(?:board)?size[\s:=]*(\d+)|(\d+)\s?[x×]\s?(\d+)` +
	`|:?(swap(?:[-_\s]?(?:pieces|sides))?|resign(?:s|ed)?|forfeits?|pass)|:s` +
	`|(?:play\s+)?\b(black|white|red|blue)\b|(?:play\s+)?([bw])[\s\[]|(\d+)\)?|([a-z]+\d+))`)

// listMarks stand between the words of a list. Slashes and brackets are not among them, since they
// may hold alternatives.
const listMarks = ",;:.|=>→⇒⟶-–—*!?#\"'`[]…"

// list are the moves of a list, and its board, 0 if not said.
type list struct {
	columns, rows int
	moves         []fileMove
	colour        byte // said of the next move
}

// fileMove is a move as [reader.play] takes it.
type fileMove struct {
	letter byte // of its colour, 0 if not said
	text   string
}

func decodeMoves(_ context.Context, data []byte) (engine.Record, error) {
	l := &list{}
	if err := l.read(strings.Trim(engine.Typewritten(string(data)), " \t\r\n()<>")); err != nil {
		return engine.Record{}, err
	}
	var note engine.Text
	if l.columns == 0 {
		l.columns = l.fits()
		l.rows = l.columns
		note = engine.T("The moves do not say how large the board is: it is taken to be %s by %s. Import them with `size:` for another.", strconv.Itoa(l.columns), strconv.Itoa(l.columns))
	}
	r, err := newReader(l.columns, l.rows, rulesOf(""))
	if err != nil {
		return engine.Record{}, err
	}
	for _, m := range l.moves {
		if err := r.play(m.letter, m.text); err != nil {
			return engine.Record{}, err
		}
	}
	record := r.record(engine.Outcome{Winner: engine.NoSeat})
	record.Note = note
	return record, nil
}

// read reads all words. What does not begin like a list is not of this format.
func (l *list) read(text string) error {
	for steps := 0; text != ""; steps++ {
		if steps > longestList {
			return engine.Refuse("the list is longer than any game of Hex")
		}
		mark, size := utf8.DecodeRuneInString(text)
		parts := listWord.FindStringSubmatch(text)
		switch {
		case parts != nil:
			if err := l.word(parts); err != nil {
				return err
			}
			size = len(parts[0])
		case !strings.ContainsRune(listMarks, mark):
			rest := strings.TrimLeftFunc(text, func(r rune) bool { return !unicode.IsSpace(r) })
			return l.refuse(engine.T("a cell such as c3 or the word swap should stand there, not %q", engine.Shortened(strings.TrimSuffix(text, rest), 20)))
		}
		text = strings.TrimSpace(text[size:])
	}
	if len(l.moves) == 0 {
		return l.refuse(engine.T("there are no moves: write them as in a3 swap d4"))
	}
	return nil
}

func (l *list) word(parts []string) error {
	switch size, columns, rows, act, colour, letter, number, cell := parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8]; {
	case size != "":
		return l.size(size, size)
	case columns != "":
		return l.size(columns, rows)
	case colour+letter != "":
		return l.said(strings.ToLower(colour + letter))
	case number != "":
		return l.numbered(number)
	case cell != "":
		l.add(strings.ToLower(cell))
	default:
		l.add(actOf(strings.ToLower(act)))
	}
	return nil
}

// actOf returns an act as [reader.play] knows it; "" is HexWorld's ":s".
func actOf(act string) string {
	switch {
	case strings.HasSuffix(act, "sides"):
		return "swap-sides"
	case strings.HasPrefix(act, "resign"):
		return "resign"
	case strings.HasPrefix(act, "forfeit"):
		return "forfeit"
	case act == "pass":
		return act
	default:
		return "swap-pieces"
	}
}

// size notes the size of the board. It can be said several times, by a command and in the text.
func (l *list) size(columns, rows string) error {
	c, _ := strconv.Atoi(columns) // what is too large stays so
	r, _ := strconv.Atoi(rows)
	c, r = max(c, 1), max(r, 1)
	if l.columns != 0 && (l.columns != c || l.rows != r) {
		return engine.Refuse("the board cannot be both %s by %s and %s by %s", strconv.Itoa(l.columns), strconv.Itoa(l.rows), strconv.Itoa(c), strconv.Itoa(r))
	}
	l.columns, l.rows = c, r
	return nil
}

// said notes the colour of the next move. Two colours without a move are the heading of a table.
func (l *list) said(colour string) error {
	letter := byte('B')
	if colour[0] == 'w' || colour == "blue" {
		letter = 'W'
	}
	switch {
	case l.colour != 0:
		l.colour = 0
	case len(l.moves) == 0 && letter == 'W':
		return engine.Refuse("move 1: Red, or Black, begins and joins top and bottom: leave the colours out if that is whom you mean")
	default:
		l.colour = letter
	}
	return nil
}

// numbered checks the number of a move, or of a round of two.
func (l *list) numbered(number string) error {
	if n, err := strconv.Atoi(number); err == nil && (n == len(l.moves)+1 || n == len(l.moves)/2+1) {
		return nil
	}
	return l.refuse(engine.T("the number %s stands there, as if a move were missing", engine.Shortened(number, 20)))
}

func (l *list) add(text string) {
	l.moves = append(l.moves, fileMove{l.colour, text})
	l.colour = 0
}

// fits returns the usual size of board for the cells of a list, the greatest if there is none.
func (l *list) fits() int {
	least := 0
	for _, m := range l.moves {
		if !strings.ContainsAny(m.text, "0123456789") {
			continue // no cell
		}
		column, row, err := hexgrid.ParseCell(m.text, MaxSize, MaxSize)
		if err != nil {
			return MaxSize
		}
		least = max(least, column+1, row+1)
	}
	at, _ := slices.BinarySearch(usualSizes[:], least)
	return append(usualSizes[:], MaxSize)[at]
}

func (l *list) refuse(why engine.Text) error {
	refusal := engine.Refuse("move %s: %s", strconv.Itoa(len(l.moves)+1), why)
	if len(l.moves) == 0 {
		refusal.Err = engine.ErrNotThisFormat
	}
	return refusal
}
