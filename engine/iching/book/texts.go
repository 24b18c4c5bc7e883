package book

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
)

// Reading holds the texts of one hexagram.
type Reading struct {
	Number int `json:"number"` // King Wen, 1 to 64
	// Title is the hexagram's English name. A file may omit it in favour of the usual one.
	Title    string `json:"title"`
	Judgment string `json:"judgment"`
	Image    string `json:"image"`
	// Lines are the texts of the six lines, the bottom one first.
	Lines []string `json:"line_texts"`
	// Extra is the text for all lines changing, of hexagrams 1 and 2 only.
	Extra string `json:"extra,omitempty"`
	// Source, of hexagram 1, says in a few words whose the texts of a file are.
	Source string `json:"source,omitempty"`
}

// Texts holds the texts of the 64 hexagrams. It is read-only.
type Texts struct {
	all func() *[64]Reading // in King Wen order
	own bool
}

// Source says whose the texts are.
func (t *Texts) Source() engine.Text {
	if t.own {
		return engine.T("The readings are written anew.")
	}
	if source := t.Of(Creative).Source; source != "" {
		return engine.T("The readings here: %s.", Said(engine.Shortened(source, 60)))
	}
	return engine.T("The readings are chosen by whoever runs this bot.")
}

// Of returns the texts of a hexagram.
func (t *Texts) Of(h Hexagram) *Reading { return &t.all()[h.Number()-1] }

// Parse reads a file of texts: a JSON list of 64 objects in any order, each with the fields of
// [Reading]; other fields are ignored. The error is a [*engine.Refusal] that names what is
// missing, duplicate or empty.
func Parse(data []byte) (*Texts, error) {
	t, err := parse(data)
	if err != nil {
		return nil, err
	}
	return &Texts{all: func() *[64]Reading { return t }}, nil
}

func parse(data []byte) (*[64]Reading, error) {
	var list []Reading
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, engine.Refuse("the texts cannot be read: %s", jsonPlace(data, err))
	}
	var t [64]Reading
	for _, r := range list {
		if r.Number < 1 || r.Number > len(t) {
			return nil, engine.Refuse("the texts have a hexagram %s; there are 1 to 64", strconv.Itoa(r.Number))
		}
		if t[r.Number-1].Number != 0 {
			return nil, engine.Refuse("the texts have hexagram %s twice", strconv.Itoa(r.Number))
		}
		t[r.Number-1] = r
	}
	for i := range t {
		if err := t[i].complete(i + 1); err != nil {
			return nil, err
		}
	}
	return &t, nil
}

// complete returns an error if a text is missing, and fills in the usual title.
func (r *Reading) complete(number int) error {
	name := strconv.Itoa(number)
	if r.Number == 0 {
		return engine.Refuse("the texts have no hexagram %s; all of 1 to 64 are needed", name)
	}
	if len(r.Lines) != 6 {
		return engine.Refuse("the texts have %s lines for hexagram %s; it needs 6, from the bottom", strconv.Itoa(len(r.Lines)), name)
	}
	parts := []struct{ what, text string }{{"judgment", r.Judgment}, {"image", r.Image}}
	for i, line := range r.Lines {
		parts = append(parts, struct{ what, text string }{"text of line " + strconv.Itoa(i+1), line})
	}
	if number <= 2 {
		parts = append(parts, struct{ what, text string }{"extra text for all lines changing", r.Extra})
	}
	for _, p := range parts {
		if strings.TrimSpace(p.text) == "" {
			return engine.Refuse("the texts lack the %s of hexagram %s", p.what, name)
		}
	}
	r.Title = cmp.Or(r.Title, Numbered(number).English())
	return nil
}

// jsonPlace describes an error in a JSON file, with the line if it is known.
func jsonPlace(data []byte, err error) string {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		line := 1 + strings.Count(string(data[:syntax.Offset]), "\n")
		return fmt.Sprintf("line %d: %v", line, err)
	}
	return err.Error()
}

//go:embed readings.json
var readings []byte

// Own returns the texts of this project, which are read when one is first needed.
func Own() *Texts {
	return &Texts{own: true, all: sync.OnceValue(func() *[64]Reading {
		t, err := parse(readings)
		if err != nil {
			panic("iching: " + err.Error())
		}
		return t
	})}
}

// Name returns a hexagram's number and title: "3 Difficulty".
func (t *Texts) Name(h Hexagram) engine.Text {
	return engine.T("%s %s", strconv.Itoa(h.Number()), Said(t.Of(h).Title))
}

// Said returns a text from a file as it stands, with percent signs escaped.
func Said(text string) engine.Text {
	return engine.T(strings.ReplaceAll(text, "%", "%%"))
}
