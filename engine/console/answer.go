package console

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// positionAnswer is the answer that describes a position.
type positionAnswer struct {
	OK      bool        `json:"ok"`
	Move    string      `json:"move,omitempty"`
	Ply     int         `json:"ply"`
	Turn    engine.Seat `json:"turn"`
	Outcome outcome     `json:"outcome"`
	State   any         `json:"state,omitempty"`
	Legal   []string    `json:"legal,omitzero"` // an empty list is written
}

type outcome struct {
	Status string      `json:"status"`
	Winner engine.Seat `json:"winner"`
	Reason string      `json:"reason"`
}

// moveAnswer is the answer to genmove.
type moveAnswer struct {
	positionAnswer
	Value  float64  `json:"value"`
	Line   []string `json:"line,omitempty"`
	Proved bool     `json:"proved"`
}

// textAnswer is the answer of a view, a tool or a notation.
type textAnswer struct {
	OK    bool   `json:"ok"`
	Text  string `json:"text"`
	Data  any    `json:"data,omitempty"`
	Files []file `json:"files,omitempty"`
}

type file struct {
	Name string `json:"name"`
	Text string `json:"text,omitempty"`
	Data []byte `json:"data,omitempty"`
}

type refusal struct {
	OK    bool   `json:"ok"`
	Error string `json:"error"`
}

func (s *session) describe(move string) positionAnswer {
	o := s.position.Outcome()
	winner := engine.NoSeat
	if o.Status == engine.Won {
		winner = o.Winner
	}
	b := positionAnswer{
		OK:      true,
		Move:    move,
		Ply:     len(s.moves),
		Turn:    s.position.Turn(),
		Outcome: outcome{o.Status.String(), winner, s.say(o.Reason)},
	}
	if state, ok := s.position.(json.Marshaler); ok {
		b.State = state
	}
	if picker, ok := s.position.(engine.Picker); ok {
		b.Legal = append([]string{}, picker.Moves()...) // never nil
	}
	return b
}

func (s *session) answered(a engine.Answer, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	w := textAnswer{OK: true, Text: s.say(a.Text), Data: a.Data}
	files, err := s.console.filesOf(s.game, a)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if utf8.Valid(f.Data) {
			w.Files = append(w.Files, file{Name: f.Name, Text: string(f.Data)})
		} else {
			w.Files = append(w.Files, file{Name: f.Name, Data: f.Data})
		}
	}
	return w, nil
}

func (c *Console) filesOf(g *engine.Game, a engine.Answer) ([]engine.File, error) {
	files := slices.Clone(a.Files)
	for _, scene := range a.Scenes {
		d, ok := scene.(engine.Drawing)
		if !ok || c.Draw == nil {
			continue
		}
		data, err := c.Draw(g.ID, d)
		if err != nil {
			return nil, fmt.Errorf("draw %s: %w", d.Name, err)
		}
		files = append(files, engine.File{Name: d.Name, Data: data})
	}
	return files, nil
}

func refused(err error, say func(engine.Text) string) refusal {
	if why, ok := engine.Why(err); ok {
		return refusal{Error: say(why)}
	}
	return refusal{Error: err.Error()}
}

// write writes an answer as one line. It is encoded first, so that an encoding error leaves no
// partial line.
func write(out io.Writer, answer any) error {
	line, err := encode(answer)
	if err != nil {
		if line, err = encode(refusal{Error: fmt.Sprintf("encode the answer: %v", err)}); err != nil {
			return err
		}
	}
	_, err = out.Write(line)
	return err
}

// encode leaves <, > and & unescaped: no browser reads the output.
func encode(answer any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(answer)
	return b.Bytes(), err
}

// say prints a text in English, with commands in the form that a session reads.
func (s *session) say(t engine.Text) string { return t.Print(fmt.Sprintf, s.typed) }

// typed returns what to type for a command in a session: a line for a move, else a request. Another
// table needs another run of the program.
func (s *session) typed(c engine.Command) string {
	_, line, _ := strings.Cut(string(c), " ")
	name, rest, _ := strings.Cut(line, " ")
	if _, verb := s.game.Verb(name); verb {
		return "`" + line + "`"
	}
	r, ok := s.asks(name, rest)
	if !ok {
		return "`sixfold play " + s.game.ID + "`"
	}
	written, _ := encode(r) // it has strings alone
	return "`" + strings.TrimSpace(string(written)) + "`"
}

// asked is a request for a person to type.
type asked struct {
	Do   string            `json:"do"`
	Name string            `json:"name,omitempty"`
	Args map[string]string `json:"args,omitempty"`
}

// asks returns the request for a command with arguments in the form name:value.
func (s *session) asks(name, rest string) (asked, bool) {
	args := map[string]string{}
	for word := range strings.FieldsSeq(rest) {
		if key, value, ok := strings.Cut(word, ":"); ok && value != "" {
			args[key] = value
		}
	}
	if name == "view" {
		name = args["name"]
		delete(args, "name")
	}
	if _, view := s.game.View(name); view {
		return asked{"view", name, args}, true
	}
	if _, tool := s.game.Tool(name); tool {
		return asked{"tool", name, args}, true
	}
	switch name {
	case "hint":
		return asked{Do: "genmove"}, true
	case "undo", "export", "import":
		return asked{Do: name}, true
	}
	return asked{}, false
}
