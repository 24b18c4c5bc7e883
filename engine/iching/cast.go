package iching

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// Line is a line as it was thrown: 6 old yin, 7 young yang, 8 young yin, 9 old yang.
type Line uint8

// The four lines.
const (
	OldYin    Line = 6
	YoungYang Line = 7
	YoungYin  Line = 8
	OldYang   Line = 9
)

// Yang reports whether the line is 7 or 9.
func (l Line) Yang() bool { return l&1 == 1 }

// Changes reports whether the line is old, 6 or 9, and so turns into its opposite.
func (l Line) Changes() bool { return l == OldYin || l == OldYang }

// Cast is six lines as thrown, the bottom one first.
type Cast [6]Line

// Hexagram is the hexagram that was thrown.
func (c Cast) Hexagram() (h Hexagram) {
	for i, l := range c {
		if l.Yang() {
			h |= 1 << i
		}
	}
	return h
}

// Result is the hexagram that the changing lines lead to; without any, the same.
func (c Cast) Result() Hexagram {
	h := c.Hexagram()
	for _, n := range c.Changing() {
		h = h.Toggle(n)
	}
	return h
}

// Changing lists the changing lines, 1 to 6 from the bottom.
func (c Cast) Changing() []int {
	list := []int{}
	for i, l := range c {
		if l.Changes() {
			list = append(list, i+1)
		}
	}
	return list
}

// String writes the lines as [ParseCast] reads them: "7 8 9 6 7 7".
func (c Cast) String() string {
	words := make([]string, len(c))
	for i, l := range c {
		words[i] = strconv.Itoa(int(l))
	}
	return strings.Join(words, " ")
}

// ParseCast reads six lines from the bottom: digits 6 to 9, with or without blanks or
// commas between them, or the three coins of each line, H or T. What it cannot read is
// a [*engine.Refusal].
func ParseCast(text string) (c Cast, err error) {
	words := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return strings.ContainsRune(" ,;-/", r) })
	if len(words) == 1 {
		words = chunks(words[0])
	}
	if len(words) != len(c) {
		return c, engine.Refuse("a throw has six lines, from the bottom up, such as 7 8 9 6 7 7; this has %s", strconv.Itoa(len(words)))
	}
	for i, word := range words {
		if c[i], err = parseLine(word); err != nil {
			return c, err
		}
	}
	return c, nil
}

// chunks cuts what was written without blanks into lines.
func chunks(word string) (list []string) {
	if strings.Trim(word, "HT") != "" {
		return strings.Split(word, "")
	}
	for part := range slices.Chunk([]byte(word), 3) {
		list = append(list, string(part))
	}
	return list
}

func parseLine(word string) (Line, error) {
	if len(word) == 1 && word[0] >= '6' && word[0] <= '9' {
		return Line(word[0] - '0'), nil
	}
	if heads := strings.Count(word, "H"); len(word) == 3 && heads+strings.Count(word, "T") == 3 {
		return coins(heads), nil
	}
	return 0, engine.Refuse("`%s` is no line; each is 6, 7, 8 or 9, or three coins such as HHT", cleaned(word))
}

// coins is the line that three coins make: heads count 3, tails 2.
func coins(heads int) Line { return Line(2*3 + heads) }

// Method is a way of casting.
type Method string

// The ways of casting.
const (
	Coins  Method = "coins"
	Yarrow Method = "yarrow"
)

// Throw casts six lines. Three coins make 6 and 9 with a chance of 1/8 each, 7 and 8 of
// 3/8; the yarrow stalks 6, 7, 8 and 9 of 1, 5, 7 and 3 sixteenths.
func (m Method) Throw(r *rand.Rand) (c Cast) {
	for i := range c {
		if m == Yarrow {
			c[i] = yarrowLaw[r.IntN(len(yarrowLaw))]
		} else {
			c[i] = coins(r.IntN(2) + r.IntN(2) + r.IntN(2))
		}
	}
	return c
}

// yarrowLaw has each line as often as it comes in sixteen.
var yarrowLaw = [16]Line{6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9}

// Throw is a cast and when it was made; the time is zero where it is not known.
type Throw struct {
	Cast   Cast
	At     time.Time
	Manual bool // typed in, not drawn
}

// Words of a throw's line.
const (
	throwVerb  = "throw"
	manualVerb = "manual"
	castVerb   = "cast"
	atWord     = " at "
)

// String is the throw as a move: "throw 7 8 9 6 7 7 at 2026-03-01T12:00:00Z".
func (t Throw) String() string {
	verb := throwVerb
	if t.Manual {
		verb = manualVerb
	}
	line := verb + " " + t.Cast.String()
	if !t.At.IsZero() {
		line += atWord + t.At.UTC().Format(time.RFC3339)
	}
	return line
}

// ParseThrow reads a move as [Throw.String] writes it; the verb may be left out for a
// throw that is typed in.
func ParseThrow(line string) (t Throw, err error) {
	line = strings.TrimSpace(line)
	lines, at, timed := strings.Cut(line, atWord)
	verb, rest, _ := strings.Cut(lines, " ")
	switch verb {
	case throwVerb:
	case manualVerb:
		t.Manual = true
	default:
		t.Manual, rest = true, lines
	}
	if t.Cast, err = ParseCast(rest); err != nil {
		return t, err
	}
	if timed {
		if t.At, err = time.Parse(time.RFC3339, strings.TrimSpace(at)); err != nil || t.At.Year() < firstYear || t.At.Year() > lastYear {
			return t, engine.Refuse("`%s` is no time of a throw; it is written as 2026-03-01T12:00:00Z", cleaned(at))
		}
		t.At = t.At.UTC().Truncate(time.Second)
	}
	return t, nil
}

// complete casts where a line asks for it, and adds the time.
func complete(env engine.Env, line string, m Method) (string, error) {
	words := strings.Fields(line)
	if len(words) > 0 && (words[0] == throwVerb || words[0] == castVerb) && len(words) <= 2 {
		if len(words) == 2 {
			m = Method(strings.ToLower(words[1]))
		}
		if m != Coins && m != Yarrow {
			return "", engine.Refuse("`%s` is no way of casting; there are `coins` and `yarrow`", cleaned(words[1]))
		}
		return Throw{Cast: m.Throw(env.Rand), At: env.Now.UTC().Truncate(time.Second)}.String(), nil
	}
	t, err := ParseThrow(line)
	if err != nil {
		return "", err
	}
	if t.At.IsZero() {
		t.At = env.Now.UTC().Truncate(time.Second)
	}
	// What was typed in was not drawn, whatever it says.
	t.Manual = true
	return t.String(), nil
}

// cleaned is what a person typed, fit to stand between backquotes.
func cleaned(s string) string {
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, "`", "'")), " ")
	if runes := []rune(s); len(runes) > 300 {
		return string(runes[:299]) + "…"
	}
	return s
}
