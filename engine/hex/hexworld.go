package hex

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// hexWorld is the format of links to the board at hexworld.org: size and appearance, then the moves
// without separators, with ":s" for swap-pieces, ":S" for swap-sides, ":rb" and ":rw" when Red (its
// black) or Blue (its white) resigns, ":fb" and ":fw" when their time has run out or they forfeit. It
// has no weights, and Red always joins top and bottom.
var hexWorld = engine.Format{
	ID: "hexworld", Title: engine.T("HexWorld link"), Encode: encodeHexWorld,
	Decode: decodeLink, Reads: engine.T("a link of HexWorld or TRMPH"),
}

const hexWorldBoard = "https://hexworld.org/board/#"

func encodeHexWorld(ctx context.Context, r engine.Record) (engine.Answer, error) {
	g, err := newScript(ctx, r)
	if err != nil {
		return engine.Answer{}, err
	}
	if g.end.set != nil {
		return engine.Answer{}, engine.Refuse("a HexWorld link begins on an empty board, and this game on one that was set up; %s writes it", engine.Command("hex export format:sgf"))
	}
	var b strings.Builder
	b.WriteString(hexWorldBoard + strings.Replace(g.size(), ":", "x", 1) + "c1,") // c1: in red and blue
	for _, move := range g.moves {
		if move == swapMove {
			move = ":s"
		}
		b.WriteString(move)
	}
	if end := hexWorldEnds[g.outcome.End]; g.outcome.Status == engine.Won && end != "" {
		b.WriteString(end + [...]string{"w", "b"}[g.outcome.Winner])
	}
	return engine.Answer{Text: engine.T("%s", b.String()), Data: map[string]string{"link": b.String()}}, nil
}

// hexWorldEnds are the ends of a link without the letter of the loser.
var hexWorldEnds = map[engine.End]string{engine.Resigned: ":r", engine.OnTime: ":f", engine.Forfeited: ":f"}

var (
	// Columns and rows, 11 if missing, and letters for the appearance.
	hexWorldHead = regexp.MustCompile(`^(?:(\d{1,3})(?:x(\d{1,3}))?)?((?:[a-zA-Z]\d*)*)$`)
	// The appearance: rotation r9, mirrored m, numbered n, colours c1.
	hexWorldLook = regexp.MustCompile(`^(?:r\d+|m|n|c\d+)*$`)
	hexWorldMove = regexp.MustCompile(`^(?:[A-Za-z]+\d+|:[rf][bw]|:[a-zA-Z])`)
)

// decodeLink reads a link, also within a sentence or Markdown, or the part after its "#".
func decodeLink(_ context.Context, data []byte) (engine.Record, error) {
	l, err := findLink(string(data))
	if err != nil {
		return engine.Record{}, err
	}
	r, err := l.read()
	if err != nil {
		return engine.Record{}, err
	}
	return r.record(engine.Outcome{}), nil
}

// read plays the moves of a link. A comma among them marks the move that the board shows; the moves
// after it belong to the game.
func (l link) read() (*reader, error) {
	head, moves, listed := strings.Cut(l.fragment, ",")
	parts := hexWorldHead.FindStringSubmatch(head)
	if parts == nil || !listed && !hexWorldLook.MatchString(parts[3]) {
		return nil, engine.Refuse("the link is damaged: one looks like %s", hexWorldBoard+"11c1,a2b3")
	}
	columns, rows := defaultSize, defaultSize
	if parts[1] != "" {
		columns, _ = strconv.Atoi(parts[1]) // three digits at most
		rows = columns
	}
	if parts[2] != "" {
		rows, _ = strconv.Atoi(parts[2])
	}
	r, err := newReader(columns, rows, rulesOf(""))
	if err != nil {
		return nil, err
	}
	return r, l.play(r, strings.ReplaceAll(moves, ",", ""))
}

func (l link) play(r *reader, moves string) error {
	for moves != "" {
		token := hexWorldMove.FindString(moves)
		if token == "" {
			r.read++
			return r.refuse(engine.T("a cell such as c3 should stand there, or :s for the swap"))
		}
		moves = moves[len(token):]
		if l.twice && r.read == 0 && token == hexWorldMove.FindString(moves) && r.options.Bool("swap") {
			if first, err := mirrored(r.position.Grid(), token); err == nil {
				token, moves = first, ":s"+moves[len(token):]
			}
		}
		if err := r.playToken(token); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) playToken(token string) error {
	switch token {
	case ":s":
		return r.play(0, "swap-pieces")
	case ":S":
		return r.play(0, "swap-sides")
	case ":p":
		return r.play(0, "pass")
	case ":rb":
		return r.play('B', "resign")
	case ":rw":
		return r.play('W', "resign")
	case ":fb":
		return r.play('B', "forfeit")
	case ":fw":
		return r.play('W', "forfeit")
	default:
		return r.play(0, token)
	}
}
