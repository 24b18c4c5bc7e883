package board

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Bounds of a file: the greatest coordinate, and the bytes, ten times the size of all pieces.
const (
	farthest = 10_000
	longest  = 64 << 10
)

// AppendJSON appends pieces as an array of {"q","r","doors"}.
func AppendJSON(to []byte, pieces []Piece) []byte {
	data, _ := json.Marshal(append([]Piece{}, pieces...)) // numbers can be encoded
	return append(to, data...)
}

// ParseJSON parses the output of AppendJSON. Of an array or lines of such arrays it parses the
// first one. It checks each piece alone. The error is an [*engine.Refusal].
func ParseJSON(data []byte) ([]Piece, error) {
	data = bytes.TrimSpace(data)
	if first, _, more := bytes.Cut(data, []byte("\n")); more && len(first) <= longest && json.Valid(first) {
		data = first
	}
	if len(data) > longest {
		return nil, engine.Refuse("the pieces take %s bytes; at most %s are read", strconv.Itoa(len(data)), strconv.Itoa(longest))
	}
	var all []json.RawMessage
	for range 2 { // the array, or the first of an array of arrays
		if err := json.Unmarshal(data, &all); err != nil {
			return nil, engine.Refuse(`the file must be a JSON array of pieces such as {"q":0,"r":0,"doors":63}`)
		}
		if len(all) == 0 || !bytes.HasPrefix(all[0], []byte("[")) {
			break
		}
		data = all[0]
	}
	if len(all) == 0 || len(all) > Pieces {
		return nil, engine.Refuse("the file has %s pieces; it must have 1 to %s", strconv.Itoa(len(all)), strconv.Itoa(Pieces))
	}
	pieces := make([]Piece, len(all))
	for i, raw := range all {
		var p struct{ Q, R, Doors *int }
		err := json.Unmarshal(raw, &p)
		switch {
		case err != nil || p.Q == nil || p.R == nil || p.Doors == nil:
			return nil, engine.Refuse("piece %s of the file needs whole numbers q, r and doors", strconv.Itoa(i+1))
		case *p.Doors < 0 || *p.Doors >= Pieces:
			return nil, engine.Refuse("piece %s of the file has the doors %s: they are a number from 0 to 63", strconv.Itoa(i+1), strconv.Itoa(*p.Doors))
		case max(abs(*p.Q), abs(*p.R)) > farthest:
			return nil, engine.Refuse("piece %s of the file lies too far away: q and r are at most %s", strconv.Itoa(i+1), strconv.Itoa(farthest))
		}
		pieces[i] = Piece{Cell{*p.Q, *p.R}, Doors(*p.Doors)}
	}
	return pieces, nil
}

// mostCells is how many cells a board may have for [FormatCells].
const mostCells = 900

// FormatCells formats the cells of a transcendental solution, which alone determine its pieces: the
// number of columns and, row by row, a bit for each cell of the smallest board; "" for a large board.
func FormatCells(pieces []Piece) string {
	pieces = Normalize(pieces)
	f := FrameOf(pieces)
	if f.Cols*f.Rows > mostCells {
		return ""
	}
	code := make([]byte, 1+(f.Cols*f.Rows+7)/8)
	code[0] = byte(f.Cols)
	for _, p := range pieces {
		i := p.Row()*f.Cols + p.Column()
		code[1+i/8] |= 1 << (i % 8)
	}
	return base64.RawURLEncoding.EncodeToString(code)
}

// ParseCells parses the output of FormatCells: each piece has doors to its neighbours. It returns
// false for other text.
func ParseCells(text string) ([]Piece, bool) {
	code, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(code) < 2 || code[0] == 0 {
		return nil, false
	}
	var pieces []Piece
	at := map[Cell]bool{}
	for i := range 8 * (len(code) - 1) {
		if code[1+i/8]>>(i%8)&1 != 0 {
			c := CellAt(i%int(code[0]), i/int(code[0]))
			at[c], pieces = true, append(pieces, Piece{Cell: c})
		}
	}
	for i, p := range pieces {
		for s := range Side(Sides) {
			if at[p.Next(s)] {
				pieces[i].Doors |= 1 << s
			}
		}
	}
	return pieces, true
}

// FormatPairs formats pieces by the numbers of their hexagrams and their cells: "23@c5 1@d5".
func FormatPairs(pieces []Piece) string {
	return strings.Join(engine.Map(pieces, func(p Piece) string { return strconv.Itoa(p.Doors.Number()) + "@" + p.Name() }), " ")
}

// ParsePairs parses the output of FormatPairs on a board. The error is an [*engine.Refusal].
func ParsePairs(text string, frame Frame) ([]Piece, error) {
	var pieces []Piece
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' }) {
		number, cell, ok := strings.Cut(word, "@")
		if !ok {
			return nil, engine.Refuse("%q is no piece on a cell: write the hexagram's number, @ and the cell, such as 23@c5", word)
		}
		p, err := ParsePiece(number, cell, frame)
		if err != nil {
			why, _ := engine.Why(err)
			return nil, engine.Refuse("%s: %s", word, why)
		}
		pieces = append(pieces, p)
	}
	if len(pieces) > Pieces {
		return nil, engine.Refuse("these are %s pieces; there are only %s", strconv.Itoa(len(pieces)), strconv.Itoa(Pieces))
	}
	return pieces, nil
}

// ParsePiece parses the number of a hexagram and a cell on a board. The error is an
// [*engine.MoveError].
func ParsePiece(number, cell string, frame Frame) (Piece, error) {
	n, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || n < 1 || n > Pieces {
		return Piece{}, engine.RefuseMove(number, engine.ErrSyntax, "a piece is the number of its hexagram, from 1 to 64, then comes its cell: 23 c5")
	}
	c, err := frame.Parse(cell)
	return Piece{c, Hexagram(n)}, err
}
