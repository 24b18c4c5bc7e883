package book

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Throw is a cast with its time, which is zero if unknown.
type Throw struct {
	Lines  Lines
	At     time.Time
	Manual bool // typed in, not drawn
}

// Words of a throw's move.
const (
	ThrowVerb  = "throw"
	ManualVerb = "manual"
	CastVerb   = "cast"
	atWord     = " at "
)

// String formats the throw as a move: "throw 7 8 9 6 7 7 at 2026-03-01T12:00:00Z".
func (t Throw) String() string {
	verb := ThrowVerb
	if t.Manual {
		verb = ManualVerb
	}
	line := verb + " " + t.Lines.String()
	if !t.At.IsZero() {
		line += atWord + t.At.UTC().Format(time.RFC3339)
	}
	return line
}

// ParseThrow parses the output of [Throw.String]. A throw typed in needs no verb.
func ParseThrow(line string) (t Throw, err error) {
	line = strings.TrimSpace(line)
	lines, at, timed := strings.Cut(line, atWord)
	verb, rest, _ := strings.Cut(lines, " ")
	t.Manual = verb != ThrowVerb
	if verb != ThrowVerb && verb != ManualVerb {
		rest = lines
	}
	if t.Lines, err = ParseLines(rest); err != nil {
		return t, err
	}
	if timed {
		if t.At, err = time.Parse(time.RFC3339, strings.TrimSpace(at)); err != nil || t.At.Year() < calendar.FirstYear || t.At.Year() > calendar.LastYear {
			return t, engine.Refuse("`%s` is not the time of a throw; write it as 2026-03-01T12:00:00Z", engine.Quotable(at))
		}
		t.At = t.At.UTC().Truncate(time.Second)
	}
	return t, nil
}

// Complete casts if a move asks for it, and adds the time.
func Complete(env engine.Env, line string, m Method) (string, error) {
	words := strings.Fields(line)
	if len(words) > 0 && (words[0] == ThrowVerb || words[0] == CastVerb) && len(words) <= 2 {
		if len(words) == 2 {
			m = Method(strings.ToLower(words[1]))
		}
		if m != Coins && m != Yarrow {
			return "", engine.Refuse("`%s` is not a way of casting; there are `coins` and `yarrow`", engine.Quotable(words[1]))
		}
		return Throw{Lines: m.Throw(env.Rand), At: env.Now.UTC().Truncate(time.Second)}.String(), nil
	}
	t, err := ParseThrow(line)
	if err != nil {
		return "", err
	}
	if t.At.IsZero() {
		t.At = env.Now.UTC().Truncate(time.Second)
	}
	// Lines typed in are never a random throw, even after the verb throw.
	t.Manual = true
	return t.String(), nil
}

// ParseLines parses six lines from the bottom: digits 6 to 9, with or without blanks or commas
// between them, or the three coins of each line as H or T. The error is a [*engine.Refusal].
func ParseLines(text string) (c Lines, err error) {
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

// chunks splits a text without blanks into lines.
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
	return 0, engine.Refuse("`%s` is not a line; each is 6, 7, 8 or 9, or three coins such as HHT", engine.Quotable(word))
}

// coins returns the line of three coins: heads count 3, tails 2.
func coins(heads int) Line { return Line(2*3 + heads) }
