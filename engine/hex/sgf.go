package hex

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// sgf is the Smart Game Format, FF[4], with the conventions of HexGui: GM[11], cells as in "e4",
// and the moves swap-pieces, swap-sides and resign. B is the first player, Red, who joins top and
// bottom. Three rules that the format lacks are words in RU: "weighted", "no swap", and "source"
// for that convention.
var sgf = engine.Format{ID: "sgf", Title: engine.T("SGF file"), Encode: encodeSGF, Decode: decodeSGF}

const (
	sgfDate = "2006-01-02"
	// maxSGF is the greatest file size: a thousand times that of a long game.
	maxSGF = 4 << 20
)

func encodeSGF(ctx context.Context, r engine.Record) (engine.Answer, error) {
	g, err := newScript(ctx, r)
	if err != nil {
		return engine.Answer{}, err
	}
	var b strings.Builder
	property := func(name, value string) {
		if value != "" {
			b.WriteString(name + "[" + escapeSGF(value) + "]")
		}
	}
	b.WriteString("(;FF[4]CA[UTF-8]GM[11]")
	property("AP", "Sixfold")
	property("SZ", g.size())
	property("PB", name(r.Names, 0))
	property("PW", name(r.Names, 1))
	if !r.Date.IsZero() {
		property("DT", r.Date.Format(sgfDate))
	}
	property("RU", strings.Join(ruleWords(r.Options), ", "))
	property("RE", g.result())
	b.WriteString("\n")
	for i, move := range g.moves {
		if move == swapMove {
			move = "swap-pieces"
		}
		b.WriteString(";")
		property([]string{"B", "W"}[i%2], move)
	}
	b.WriteString(")\n")
	return engine.Answer{
		Text:  engine.T("The game in the Smart Game Format, for HexGui and other programs."),
		Files: []engine.File{{Name: "hex.sgf", Data: []byte(b.String())}},
	}, nil
}

// size returns the value of SZ: columns and rows, a single number if they are equal.
func (s *script) size() string {
	if s.grid.Width() == s.grid.Height() {
		return strconv.Itoa(s.grid.Width())
	}
	return strconv.Itoa(s.grid.Width()) + ":" + strconv.Itoa(s.grid.Height())
}

// result returns the value of RE: a player who lost before the rules ended the game has resigned.
func (s *script) result() string {
	switch {
	case s.outcome.Status != engine.Won:
		return ""
	case s.resigned():
		return [...]string{"B+R", "W+R"}[s.outcome.Winner]
	default:
		return [...]string{"B+", "W+"}[s.outcome.Winner]
	}
}

func decodeSGF(_ context.Context, data []byte) (engine.Record, error) {
	if len(data) > maxSGF {
		return engine.Record{}, engine.Refuse("the file is longer than any game of Hex")
	}
	nodes, err := parseSGF(string(data))
	if err != nil {
		return engine.Record{}, err
	}
	root := nodes[0]
	columns, rows, err := sgfSize(root)
	if err != nil {
		return engine.Record{}, err
	}
	reader, err := newReader(columns, rows, rulesOf(root.text("RU")))
	if err != nil {
		return engine.Record{}, err
	}
	for _, n := range nodes {
		if err := readNode(reader, n); err != nil {
			return engine.Record{}, err
		}
	}
	record := reader.record(sgfWinner(root.text("RE")))
	record.Names = []string{shorten(root.text("PB")), shorten(root.text("PW"))}
	if date, err := time.Parse(sgfDate, root.text("DT")); err == nil {
		record.Date = date
	}
	return record, nil
}

// sgfSize parses SZ: "11", or columns and rows as in "11:10".
func sgfSize(root sgfNode) (columns, rows int, err error) {
	if game := root.text("GM"); game != "" && game != "11" {
		return 0, 0, engine.Refuse("this is another game: a Hex file says GM[11]")
	}
	text := root.text("SZ")
	if text == "" {
		return 0, 0, engine.Refuse("the file does not say how large the board is: SZ[11] is missing")
	}
	first, second, two := strings.Cut(text, ":")
	if !two {
		second = first
	}
	columns, err = strconv.Atoi(strings.TrimSpace(first))
	rows, err2 := strconv.Atoi(strings.TrimSpace(second))
	if err != nil || err2 != nil {
		return 0, 0, engine.Refuse("the size of the board, SZ, must be a whole number, or two as in 11:10")
	}
	return columns, rows, nil
}

func readNode(r *reader, n sgfNode) error {
	for _, p := range n {
		switch p.name {
		case "AB", "AW", "AE":
			return engine.Refuse("the file sets up stones (%s): only games from the empty board can be read", p.name)
		case "B", "W":
			if err := r.play(p.name[0], sgfMove(p.values[0])); err != nil {
				return err
			}
		}
	}
	return nil
}

// sgfMove converts a move to this package's notation. Little Golem writes both coordinates as
// letters.
func sgfMove(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	isLetter := func(b byte) bool { return b >= 'a' && b <= 'z' }
	if len(text) == 2 && isLetter(text[0]) && isLetter(text[1]) {
		return text[:1] + strconv.Itoa(int(text[1]-'a')+1)
	}
	return text
}

// sgfWinner parses RE: "B+R", "W+", "Black", "w+time". A void or unknown result has no winner.
func sgfWinner(result string) engine.Seat {
	result = strings.ToLower(strings.TrimSpace(result))
	switch {
	case result == "b" || result == "black" || strings.HasPrefix(result, "b+"):
		return Red.Seat()
	case result == "w" || result == "white" || strings.HasPrefix(result, "w+"):
		return Blue.Seat()
	default:
		return engine.NoSeat
	}
}

// The words of RU.
const (
	ruleWeighted = "weighted"
	ruleNoSwap   = "no swap"
)

func ruleWords(o engine.Options) []string {
	var words []string
	if o.Bool("weighted") {
		words = append(words, ruleWeighted)
	}
	if !o.Bool("swap") {
		words = append(words, ruleNoSwap)
	}
	if o.Text("convention") == source {
		words = append(words, source)
	}
	return words
}

// rulesOf parses the result of ruleWords and ignores other words.
func rulesOf(text string) engine.Options {
	o := engine.Options{"weighted": false, "swap": true, "convention": modern}
	for word := range strings.SplitSeq(strings.ToLower(text), ",") {
		switch strings.TrimSpace(word) {
		case ruleWeighted:
			o["weighted"] = true
		case ruleNoSwap:
			o["swap"] = false
		case source:
			o["convention"] = source
		}
	}
	return o
}

func shorten(name string) string {
	const longest = 100
	if runes := []rune(name); len(runes) > longest {
		return string(runes[:longest])
	}
	return name
}

func escapeSGF(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text)
}

func name(names []string, seat int) string {
	if seat < len(names) {
		return names[seat]
	}
	return ""
}

// sgfNode is a node of a game tree: its properties in file order.
type sgfNode []sgfProperty

type sgfProperty struct {
	name   string
	values []string
}

// text returns the first value of a property in valid UTF-8, "" if it is missing.
func (n sgfNode) text(name string) string {
	for _, p := range n {
		if p.name == name {
			return strings.TrimSpace(strings.ToValidUTF8(p.values[0], "\ufffd"))
		}
	}
	return ""
}

// sgfParser reads the main line of the first game of a file, taking the first branch at each fork.
// It ignores everything after the end of that line.
type sgfParser struct {
	rest  string
	nodes []sgfNode
	moves int // moves read so far, to name the place of an error
}

func parseSGF(text string) ([]sgfNode, error) {
	_, after, ok := strings.Cut(text, "(")
	if !ok {
		return nil, engine.Refuse("this is not an SGF file: one begins with (;")
	}
	p := &sgfParser{rest: after}
	for {
		p.skipBlanks()
		switch {
		case p.rest == "":
			return nil, p.truncated()
		case p.rest[0] == ')':
			if len(p.nodes) == 0 {
				return nil, engine.Refuse("the file holds no game: a game begins with (;GM[11]")
			}
			return p.nodes, nil
		case p.rest[0] == '(' || p.rest[0] == ';':
			if p.rest[0] == ';' {
				p.nodes = append(p.nodes, nil)
			}
			p.rest = p.rest[1:]
		default:
			if err := p.property(); err != nil {
				return nil, err
			}
		}
	}
}

// property reads one property. Lower-case letters in names are ignored, as in the oldest files
// ("Black"); names entirely in lower case are accepted as well.
func (p *sgfParser) property() error {
	rest := strings.TrimLeftFunc(p.rest, isASCIILetter)
	word := p.rest[:len(p.rest)-len(rest)]
	if word == "" || len(p.nodes) == 0 {
		return engine.Refuse("the file is damaged %s: a property such as B[c5] should stand there", p.place())
	}
	name := strings.Map(func(r rune) rune {
		if r >= 'a' {
			return -1
		}
		return r
	}, word)
	if name == "" {
		name = strings.ToUpper(word)
	}
	p.rest = rest
	if name == "B" || name == "W" {
		p.moves++
	}
	property := sgfProperty{name: name}
	for p.skipBlanks(); strings.HasPrefix(p.rest, "["); p.skipBlanks() {
		value, ok := p.value()
		if !ok {
			return p.truncated()
		}
		property.values = append(property.values, value)
	}
	if p.rest == "" {
		return p.truncated()
	}
	if len(property.values) == 0 {
		return engine.Refuse("the file is damaged %s: %s has no value in brackets", p.place(), name)
	}
	last := len(p.nodes) - 1
	p.nodes[last] = append(p.nodes[last], property)
	return nil
}

// value reads a value in brackets: a backslash escapes the next character or removes the following
// line break.
func (p *sgfParser) value() (string, bool) {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; c {
		case ']':
			p.rest = p.rest[i+1:]
			return b.String(), true
		case '\\':
			if i++; i < len(p.rest) && p.rest[i] != '\n' && p.rest[i] != '\r' {
				b.WriteByte(p.rest[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

func (p *sgfParser) skipBlanks() { p.rest = strings.TrimLeft(p.rest, " \t\r\n\f\v\ufeff") }

func (p *sgfParser) truncated() error {
	return engine.Refuse("the file is cut off %s: its closing ) is missing", p.place())
}

func (p *sgfParser) place() engine.Text {
	if p.moves == 0 {
		return engine.T("before the first move")
	}
	return engine.T("at move %s", strconv.Itoa(p.moves))
}

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
