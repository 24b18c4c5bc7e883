package hex

import (
	"cmp"
	"context"
	"net/url"
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
	b.WriteString(strings.ReplaceAll(strings.Join(g.moves, ""), swapMove, ":s"))
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
	head, moves, listed := strings.Cut(l.fragment, ",")
	parts := hexWorldHead.FindStringSubmatch(head)
	if parts == nil || !listed && !hexWorldLook.MatchString(parts[3]) {
		return engine.Record{}, engine.Refuse("the link is damaged: one looks like %s", hexWorldBoard+"11c1,a2b3")
	}
	usual := strconv.Itoa(defaultSize)
	columns, _ := strconv.Atoi(cmp.Or(parts[1], usual)) // three digits at most
	rows, _ := strconv.Atoi(cmp.Or(parts[2], parts[1], usual))
	r, err := newReader(columns, rows, rulesOf(""))
	if err != nil {
		return engine.Record{}, err
	}
	// A comma among the moves marks the one that the board shows; those after it belong to the game.
	if err := l.play(r, strings.ReplaceAll(moves, ",", "")); err != nil {
		return engine.Record{}, err
	}
	return r.record(engine.Outcome{}), nil
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
		move, act := hexWorldActs[token]
		if !act {
			move.text = token
		}
		if err := r.play(move.letter, move.text); err != nil {
			return err
		}
	}
	return nil
}

// hexWorldActs are what a link has besides cells.
var hexWorldActs = map[string]fileMove{
	":s": {0, "swap-pieces"}, ":S": {0, "swap-sides"}, ":p": {0, "pass"},
	":rb": {'B', "resign"}, ":rw": {'W', "resign"}, ":fb": {'B', "forfeit"}, ":fw": {'W', "forfeit"},
}

// link is what an address says of a game, in HexWorld's notation.
type link struct {
	fragment string // behind the "#"
	// twice: the first cell twice is the swap, and is the cell of the stone that was taken over.
	twice bool
}

// sites are where games of Hex are kept, by host and path, the longer first.
var sites = []struct {
	at    string
	twice bool
	why   engine.Text // if its links hold no moves: what to bring instead
}{
	{at: "hexworld.org/board"},
	{at: "trmph.com/hex/board", twice: true},
	{at: "playhex.org/hexplorer"},
	{at: "playhex.org/", why: engine.T("PlayHex's links do not hold the moves: open the game there, take its SGF file or its link to HexWorld, and bring that")},
	{at: "littlegolem.net/", why: engine.T("Little Golem's links do not hold the moves: open the game there, take its SGF file, and bring that")},
	{at: "", why: engine.T("that link holds no moves: bring the game's SGF file, a link of HexWorld or TRMPH, or the moves themselves")},
}

const (
	linkEnd   = "\\s<>()\\[\\]{}\"'|*`“”„«»‹›‘’‚（）「」。，、" // what Markdown and sentences put around a link
	linkAfter = ".,;:!?_~…"
)

var (
	// A link is known by its scheme or site; the part after the "#" alone, by its size and comma.
	addresses = regexp.MustCompile(`(?i)(?:https?://|\b(?:www\.)?(?:hexworld\.org|trmph\.com|playhex\.org|littlegolem\.net)/|\B#\d+(?:x\d+)?[a-z\d]*(?:,|%2C))[^` + linkEnd + `]*`)
	// A text that is such a part, or has only its "#" left out.
	fragments = regexp.MustCompile(`^(#?(?:[3-9]|\d{2,3}|\d+x\d+)(?:r\d+|m|n|c\d+)*|#)(?:,(?s:(.*)))?$`)
)

// wrapped are moves behind a link that is broken into lines.
var wrapped = regexp.MustCompile(`^(?:\s+(?:[A-Za-z]\d+|:[a-zA-Z]+)+)+\s*$`)

// findLink finds the first link of a text that holds moves.
func findLink(text string) (link, error) {
	var refusal error
	for _, at := range addresses.FindAllStringIndex(text, -1) {
		l, why := parseLink(strings.TrimRight(text[at[0]:at[1]], linkAfter))
		if why.Empty() {
			if rest := text[at[1]:]; strings.Contains(l.fragment, ",") && wrapped.MatchString(rest) {
				l.fragment += strings.Join(strings.Fields(rest), "")
			}
			return l, nil
		}
		if refusal == nil {
			refusal = &engine.Refusal{Why: why}
		}
	}
	if refusal != nil {
		return link{}, refusal
	}
	text = strings.Trim(text, " \t\r\n<>()[]\"'`")
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	if parts := fragments.FindStringSubmatch(text); parts != nil {
		return link{strings.TrimPrefix(parts[1], "#") + "," + strings.Join(strings.Fields(parts[2]), ""), true}, nil
	}
	return link{}, engine.NotThisFormat("this is not a HexWorld link: one looks like %s", hexWorldBoard+"11c1,a2b3")
}

// parseLink returns what an address holds, or why it holds no moves.
func parseLink(address string) (link, engine.Text) {
	if fragment, bare := strings.CutPrefix(address, "#"); bare {
		address = "trmph.com/hex/board#" + fragment
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		u = &url.URL{}
	}
	at := strings.TrimPrefix(strings.ToLower(u.Host+u.Path), "www.")
	for _, s := range sites {
		if strings.HasPrefix(at, s.at) && (u.Fragment != "" || !s.why.Empty()) {
			return link{u.Fragment, s.twice}, s.why
		}
	}
	panic("hex: the last site is every site")
}
