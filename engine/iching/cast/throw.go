package cast

import (
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// Throw is a cast and when it was made; the time is zero where it is not known.
type Throw struct {
	Lines  Lines
	At     time.Time
	Manual bool // typed in, not drawn
}

// Words of a throw's line.
const (
	ThrowVerb  = "throw"
	ManualVerb = "manual"
	CastVerb   = "cast"
	atWord     = " at "
)

// String is the throw as a move: "throw 7 8 9 6 7 7 at 2026-03-01T12:00:00Z".
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

// ParseThrow reads a move as [Throw.String] writes it; the verb may be left out for a
// throw that is typed in.
func ParseThrow(line string) (t Throw, err error) {
	line = strings.TrimSpace(line)
	lines, at, timed := strings.Cut(line, atWord)
	verb, rest, _ := strings.Cut(lines, " ")
	switch verb {
	case ThrowVerb:
	case ManualVerb:
		t.Manual = true
	default:
		t.Manual, rest = true, lines
	}
	if t.Lines, err = Parse(rest); err != nil {
		return t, err
	}
	if timed {
		if t.At, err = time.Parse(time.RFC3339, strings.TrimSpace(at)); err != nil || t.At.Year() < calendar.FirstYear || t.At.Year() > calendar.LastYear {
			return t, engine.Refuse("`%s` is not the time of a throw; write it written as 2026-03-01T12:00:00Z", engine.Quotable(at))
		}
		t.At = t.At.UTC().Truncate(time.Second)
	}
	return t, nil
}

// Complete casts where a line asks for it, and adds the time.
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
	// What was typed in was not drawn, whatever it says.
	t.Manual = true
	return t.String(), nil
}
