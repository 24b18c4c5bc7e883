package hex

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

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
	linkEnd   = "\\s<>()\\[\\]{}\"'|*`" // what Markdown and sentences put around a link
	linkAfter = ".,;:!?_~…"
)

var (
	// A link is known by its scheme or site; the part after the "#" alone, by its size and comma.
	addresses = regexp.MustCompile(`(?i)(?:https?://|\b(?:www\.)?(?:hexworld\.org|trmph\.com|playhex\.org|littlegolem\.net)/|\B#\d+(?:x\d+)?[a-z\d]*(?:,|%2C))[^` + linkEnd + `]*`)
	// A text that is such a part, or has only its "#" left out.
	fragments = regexp.MustCompile(`^(#?(?:[3-9]|\d{2,3}|\d+x\d+)(?:r\d+|m|n|c\d+)*|#)(?:,(?s:(.*)))?$`)
)

// findLink finds the first link of a text that holds moves.
func findLink(text string) (link, error) {
	var refusal error
	for _, address := range addresses.FindAllString(text, -1) {
		l, why := parseLink(strings.TrimRight(address, linkAfter))
		if why.Empty() {
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
