package iching

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// Position is a reading: a question, and after the move the throw. Its JSON form is
//
//	{"question":"…","method":"coins","lines":[7,8,9,6,7,7],"changing":[3,4],
//	 "hexagram":37,"result":25,"at":"2026-03-01T12:00:00Z",
//	 "read":[{"hexagram":37,"part":"judgment"},{"hexagram":37,"part":"line","line":3},…]}
//
// where everything from "lines" on is missing before the throw.
type Position struct {
	Question string
	Method   book.Method
	Rule     book.Rule
	// Throw is nil before the throw.
	Throw *book.Throw

	texts *book.Texts
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.Throw != nil {
		return engine.NoSeat
	}
	return 0
}

// Play implements [engine.Position]: a throw as [book.Throw.String] formats it, or six lines cast
// by hand.
func (p *Position) Play(text string) (string, error) {
	if p.Throw != nil {
		return "", engine.RefuseMove(text, engine.ErrOver, "the lines have been cast; %s asks another question", engine.Command("iching new"))
	}
	t, err := book.ParseThrow(text)
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	p.Throw = &t
	return t.String(), nil
}

// complete casts the lines if the move asks for that, and adds the time.
func (p *Position) complete(env engine.Env, text string) (string, error) {
	if p.Throw != nil {
		return text, nil // Play refuses it
	}
	line, err := book.Complete(env, text, p.Method)
	if refusal, ok := errors.AsType[*engine.Refusal](err); ok {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, refusal)
	}
	return line, err
}

// Outcome implements [engine.Position]: the throw completes the reading.
func (p *Position) Outcome() engine.Outcome {
	if p.Throw == nil {
		return engine.Outcome{Winner: engine.NoSeat}
	}
	return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: p.answer()}
}

// Terms implements [engine.Termed].
func (p *Position) Terms() engine.Terms {
	return engine.Terms{Again: engine.T("New reading"), Done: engine.T("Answer"), Moved: engine.T("has cast the lines"), Start: engine.T("The lines have not been cast yet.")}
}

func (p *Position) answer() engine.Text {
	from, to := p.Throw.Lines.Hexagram(), p.Throw.Lines.Result()
	if from == to {
		return engine.T("%s, without changing lines", p.texts.Name(from))
	}
	return engine.T("%s, which changes into %s", p.texts.Name(from), p.texts.Name(to))
}

// String implements [engine.Position]: the lines, the top one first, beside those of the
// resulting hexagram.
func (p *Position) String() string {
	if p.Throw == nil {
		return "not cast yet"
	}
	var b strings.Builder
	to := p.Throw.Lines.Result()
	for i, l := range slices.Backward(p.Throw.Lines[:]) {
		after := book.YoungYin
		if to.Yang(i + 1) {
			after = book.YoungYang
		}
		fmt.Fprintf(&b, "%d  %s  %s\n", l, lineTexts[l], lineTexts[after])
	}
	fmt.Fprintf(&b, "%d -> %d", p.Throw.Lines.Hexagram().Number(), to.Number())
	return b.String()
}

// lineTexts draw lines in ASCII, old ones with their traditional marks.
var lineTexts = map[book.Line]string{book.OldYin: "---x---", book.YoungYang: "-------", book.YoungYin: "--- ---", book.OldYang: "---o---"}

type state struct {
	Question string         `json:"question,omitempty"`
	Method   book.Method    `json:"method,omitempty"`
	Lines    []int          `json:"lines,omitempty"`
	Changing []int          `json:"changing,omitempty"`
	Hexagram int            `json:"hexagram,omitempty"`
	Result   int            `json:"result,omitempty"`
	At       string         `json:"at,omitempty"`
	Read     []book.Passage `json:"read,omitempty"`
}

func (p *Position) state() state {
	s := state{Question: p.Question, Method: p.Method}
	if p.Throw == nil {
		return s
	}
	c := p.Throw.Lines
	s.Lines = engine.Map(c[:], func(l book.Line) int { return int(l) })
	s.Changing, s.Hexagram, s.Result = c.Changing(), c.Hexagram().Number(), c.Result().Number()
	s.Read = p.Rule.Passages(c)
	if !p.Throw.At.IsZero() {
		s.At = p.Throw.At.Format(time.RFC3339)
	}
	return s
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) { return json.Marshal(p.state()) }
