package hex

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/sgf"
)

// sgfFile is the Smart Game Format, FF[4], with the conventions of HexGui: GM[11], cells as in "e4",
// and the moves swap-pieces, swap-sides and resign. B is the first player, Red, who joins top and
// bottom. Three rules that the format lacks are words in RU: "weighted", "no swap", and "source"
// for that convention.
var sgfFile = engine.Format{ID: "sgf", Title: engine.T("SGF file"), Encode: encodeSGF, Game: sgf.Game, Decode: decodeSGF, Reads: engine.T("an SGF file")}

// maxSGF is the greatest file size: a thousand times that of a long game.
const maxSGF = 4 << 20

// sgfInfo are the properties of game information that come and go with a game as they are. Names, date,
// rules and result have fields of their own.
var sgfInfo = []string{"BR", "WR", "BT", "WT", "EV", "RO", "PC", "GN", "GC", "TM", "OT", "ON", "AN", "SO", "US", "CP"}

// sgfDay begins a DT that follows FF[4]: its first day, or month or year if that is all. Others are kept
// as they are.
var sgfDay = regexp.MustCompile(`^(\d{4}(?:-\d{2}){0,2})(?:$|[,T ])`)

func encodeSGF(ctx context.Context, r engine.Record) (engine.Answer, error) {
	g, err := newScript(ctx, r)
	if err != nil {
		return engine.Answer{}, err
	}
	var b strings.Builder
	property := func(name, value string) {
		if value != "" {
			b.WriteString(sgf.Property{Name: name, Values: []string{value}}.String())
		}
	}
	b.WriteString("(;FF[4]CA[UTF-8]GM[11]")
	property("AP", "Sixfold")
	property("SZ", g.size())
	property("PB", engine.PlainLine(item(r.Names, 0)))
	property("PW", engine.PlainLine(item(r.Names, 1)))
	property("DT", r.Date)
	for _, name := range sgfInfo {
		property(name, r.Info[name])
	}
	property("RU", strings.Join(ruleWords(r.Options), ", "))
	property("RE", g.result())
	property(sgf.Comments, item(r.Comments, 0))
	b.WriteString(g.setup() + "\n")
	for i, move := range g.moves {
		if move == swapMove {
			move = "swap-pieces"
		}
		b.WriteString(";")
		letter := sgfLetters[(int(g.end.first)+i)%2]
		property(letter, move)
		if i < len(r.Left) && r.Left[i] > 0 {
			property(letter+"L", strconv.FormatFloat(r.Left[i].Seconds(), 'f', -1, 64))
		}
		property(sgf.Comments, item(r.Comments, i+1))
	}
	b.WriteString(")\n")
	return engine.Answer{
		Text:  engine.T("The game in the Smart Game Format, for HexGui and other programs."),
		Files: []engine.File{{Name: "hex.sgf", Data: []byte(b.String())}},
	}, nil
}

// sgfLetters are the properties of Red's and Blue's moves.
var sgfLetters = [...]string{"B", "W"}

// setup returns the properties of a board that was set up, "" for one that began empty.
func (s *script) setup() string {
	var b strings.Builder
	for seat, colour := range []Colour{Red, Blue} {
		if cells := s.stones(colour); len(cells) > 0 {
			b.WriteString(sgf.Property{Name: "A" + sgfLetters[seat], Values: cells}.String())
		}
	}
	if s.end.set == nil {
		return ""
	}
	return cmp.Or(b.String(), "AB[]") + "PL[" + sgfLetters[s.end.first] + "]" // PL alone says whose edges Red has
}

// size returns the value of SZ: columns and rows, a single number if they are equal.
func (s *script) size() string {
	if s.grid.Width() == s.grid.Height() {
		return strconv.Itoa(s.grid.Width())
	}
	return strconv.Itoa(s.grid.Width()) + ":" + strconv.Itoa(s.grid.Height())
}

// sgfEnds are the values of RE, after the winner and "+" if there is one.
var sgfEnds = map[engine.End]string{
	engine.Resigned: "R", engine.OnTime: "T", engine.Forfeited: "F", engine.Agreed: "0", engine.Cancelled: "Void",
}

// result returns the value of RE, "" for an open game and a puzzle.
func (s *script) result() string {
	how := sgfEnds[s.outcome.End]
	switch {
	case s.outcome.Status == engine.Won:
		return [...]string{"B+", "W+"}[s.outcome.Winner] + how
	case s.outcome.Status == engine.Drawn && s.outcome.End != engine.Resigned:
		return how
	default:
		return ""
	}
}

func decodeSGF(_ context.Context, data []byte) (engine.Record, error) {
	if len(data) > maxSGF {
		return engine.Record{}, engine.Refuse("the file is longer than any game of Hex")
	}
	games, damage := sgf.Read(data)
	if len(games) == 0 {
		return engine.Record{}, damage
	}
	nodes := games[0].Main()
	root := nodes[0]
	reader, err := sgfReader(root, whiteBegins(nodes))
	if err != nil {
		return engine.Record{}, err
	}
	var said comments
	for _, n := range nodes {
		if err := readNode(reader, n); err != nil {
			return engine.Record{}, err
		}
		said.gather(reader)
		said.add(len(reader.moves), n.Text(sgf.Comments))
	}
	record := reader.record(sgfOutcome(root.Text("RE")))
	said.gather(reader)
	record.Names = []string{shorten(root.Text("PB")), shorten(root.Text("PW"))}
	of := strings.NewReplacer()
	if reader.white { // Red is White
		slices.Reverse(record.Names)
		of = strings.NewReplacer("BR", "WR", "WR", "BR", "BT", "WT", "WT", "BT")
	}
	record.Date, record.Info = root.Text("DT"), map[string]string{}
	if day := sgfDay.FindStringSubmatch(record.Date); day != nil {
		record.Date = day[1]
	}
	for _, name := range sgfInfo {
		if text := root.Text(name); text != "" {
			record.Info[of.Replace(name)] = text
		}
	}
	record.Comments = said.list
	result := root.Text("RE")
	ended := when(record.Outcome.Status == engine.Open && !slices.Contains(noResult, strings.ToLower(result)),
		engine.T("How it ended, `%s`, is not understood: the game is open here.", engine.Quotable(result)))
	record.Note = engine.Sentences(reader.note(root), ended, said.note(), note(games, damage))
	return record, nil
}

// note says what was taken for granted.
func (r *reader) note(root sgf.Node) engine.Text {
	return engine.Sentences(
		when(root.Text("SZ") == "", engine.T("The file does not say how large its board is: it is taken for 11 by 11.")),
		when(r.white, engine.T("White begins in the file, so that Red joins left and right here.")),
		when(r.begins > 0, engine.T("The file sets the board up after move %s: the game begins there.", strconv.Itoa(r.begins))))
}

// note says what a record of the first game of a file leaves out.
func note(games []*sgf.Tree, damage error) engine.Text {
	aside := games[0].Aside()
	return engine.Sentences(
		when(!aside.Empty(), engine.T("Left out: %s.", aside)),
		when(len(games) > 1, engine.T("The file has %s games: `game:2` takes the second.", strconv.Itoa(len(games)))),
		when(damage != nil, engine.T("What follows is left out: %s.", why(damage))))
}

// maxComments bounds the comments that are kept of a game, in bytes.
const maxComments = 32 << 10

// comments are those of the main line, by the number of moves before them.
type comments struct {
	list                 []string
	bytes, kept, dropped int
}

func (c *comments) add(moves int, text string) {
	switch {
	case text == "":
		return
	case c.bytes+len(text) > maxComments:
		c.dropped++
		return
	}
	c.bytes += len(text)
	c.kept++
	c.list = append(c.list, make([]string, max(0, moves+1-len(c.list)))...)
	c.list[moves] = strings.TrimSpace(c.list[moves] + "\n" + text)
}

// gather puts what was said so far before the first move of a game that has begun anew.
func (c *comments) gather(r *reader) {
	if r.anew && len(c.list) > 0 {
		c.list = []string{strings.Join(slices.DeleteFunc(c.list, func(text string) bool { return text == "" }), "\n")}
	}
	r.anew = false
}

// note says where the comments are shown, and of how many there are too many.
func (c *comments) note() engine.Text {
	return engine.Sentences(
		when(c.kept > 0, engine.T("It has %s, which %s shows.", engine.Count(c.kept, "a comment", "%s comments"), engine.Command("hex replay"))),
		when(c.dropped > 0, engine.T("There is no room for %s.", engine.Count(c.dropped, "one more comment", "%s more comments"))))
}

// whiteBegins reports whether White has the first move, and White's edges. In the files of Little Golem,
// whose cells are two letters, W is the first player, who has Black's edges and is PB in the header.
func whiteBegins(nodes []sgf.Node) bool {
	for _, n := range nodes {
		for _, p := range n {
			switch p.Name {
			case "AB", "AW": // stones have their colour's edges already
				return false
			case "B", "W":
				return p.Name == "W" && !twoLetters.MatchString(p.Values[0])
			}
		}
	}
	return false
}

// sgfReader returns the reader for the moves of a file. Edges belong to colours: where White begins, Red
// joins left and right.
func sgfReader(root sgf.Node, white bool) (*reader, error) {
	columns, rows, err := sgfSize(root)
	if err != nil {
		return nil, err
	}
	o := rulesOf(root.Text("RU"))
	if white {
		o["convention"] = source
		columns, rows = rows, columns // they are exchanged again for that convention
	}
	r, err := newReader(columns, rows, o)
	if white && err == nil {
		r.white, r.first, r.mirror = true, 'W', false
	}
	return r, err
}

// sgfSize parses SZ: "11", or columns and rows as in "11:10". Without it, the board is of 11 by 11.
func sgfSize(root sgf.Node) (columns, rows int, err error) {
	if game := root.Text("GM"); game != "" && game != "11" {
		return 0, 0, engine.Refuse("this is another game: a Hex file says GM[11]")
	}
	text := root.Text("SZ")
	if text == "" {
		return defaultSize, defaultSize, nil
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

func readNode(r *reader, n sgf.Node) error {
	for _, p := range n {
		switch p.Name {
		case "AB", "AW", "AE":
			if err := r.put(p.Name, p.Values); err != nil {
				return err
			}
		case "PL":
			r.toMove(p.Values[0])
		case "B", "W":
			if err := r.play(p.Name[0], sgfMove(p.Values[0])); err != nil {
				return err
			}
			r.timeLeft(n.Text(p.Name + "L"))
		}
	}
	return nil
}

var twoLetters = regexp.MustCompile(`^\s*[A-Za-z]{2}\s*$`)

// sgfMove converts a move to this package's notation. Little Golem writes both coordinates as
// letters.
func sgfMove(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if twoLetters.MatchString(text) {
		return text[:1] + strconv.Itoa(int(text[1]-'a')+1)
	}
	return text
}

// sgfWinner is RE of a game that was won, as in FF[4] and in words: "B+R", "w+Time", "White wins by forfeit".
var sgfWinner = regexp.MustCompile(`^(b|w|black|white)(?:\s*\+|\s+w[io]ns?\b|$)\W*(?:(?:by|on)\s+)?(r\b|res|t\b|tim|f\b|forf)?`)

// noResult are the values of RE of a game that has not ended, or nobody knows how.
var noResult = []string{"", "?", "unknown", "unfinished", "open", "none"}

// sgfOutcome parses RE. The outcome is open if the result is missing or unknown, "?".
func sgfOutcome(result string) engine.Outcome {
	o := engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat}
	switch result = strings.ToLower(strings.TrimSpace(result)); result {
	case "0", "draw", "drawn", "jigo":
		o.End = engine.Agreed
		return o
	case "void", "no result":
		o.End = engine.Cancelled
		return o
	}
	parts := sgfWinner.FindStringSubmatch(result)
	if parts == nil {
		return engine.Outcome{Winner: engine.NoSeat}
	}
	o.Status, o.Winner = engine.Won, Red.Seat()
	if parts[1][0] == 'w' {
		o.Winner = Blue.Seat()
	}
	for end, letter := range sgfEnds {
		if strings.HasPrefix(strings.ToUpper(parts[2]), letter) {
			o.End = end
		}
	}
	return o
}

const ruleWeighted, ruleNoSwap = "weighted", "no swap" // words of RU

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
	words := engine.Map(strings.Split(strings.ToLower(text), ","), strings.TrimSpace)
	o := engine.Options{"weighted": slices.Contains(words, ruleWeighted), "swap": !slices.Contains(words, ruleNoSwap), "convention": modern}
	if slices.Contains(words, source) {
		o["convention"] = source
	}
	return o
}

func shorten(name string) string {
	runes := []rune(name)
	return string(runes[:min(len(runes), 100)])
}

// item returns an item of a list that may be shorter.
func item(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
