package operate

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
)

// form is the version of questions and answers. Who does not know one leaves it to others.
const form = 1

// asked is a question as it travels.
type asked struct {
	Form     int            `json:"form"`
	Question think.Question `json:"question"`
}

// question writes a question, and returns its ID besides: the same words have the same.
func question(q think.Question) (id string, data []byte, err error) {
	if data, err = json.Marshal(asked{form, q}); err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:18]), data, nil
}

func readQuestion(data []byte) (think.Question, error) {
	var a asked
	if err := json.Unmarshal(data, &a); err != nil || a.Form != form {
		return think.Question{}, think.ErrUnknown
	}
	return a.Question, nil
}

// said is an answer as it travels.
type said struct {
	Form   int           `json:"form"`
	Choice engine.Choice `json:"choice"`
	Note   *words        `json:"note,omitempty"`   // of the choice
	Refuse *words        `json:"refuse,omitempty"` // why there is none, for the person
	Failed string        `json:"failed,omitempty"` // the same, for the operator
}

// answer writes what a question has come to.
func answer(c engine.Choice, err error) ([]byte, error) {
	a := said{Form: form, Choice: c}
	if !c.Note.Empty() {
		a.Note = &words{c.Note}
	}
	if why, ok := engine.Why(err); ok {
		a.Refuse = &words{why}
	} else if err != nil {
		a.Failed = err.Error()
	}
	return json.Marshal(a)
}

func readAnswer(data []byte) (engine.Choice, error) {
	var a said
	if err := json.Unmarshal(data, &a); err != nil {
		return engine.Choice{}, fmt.Errorf("answer to a question: %w", err)
	}
	switch {
	case a.Form != form:
		return engine.Choice{}, think.ErrHere
	case a.Refuse != nil:
		return engine.Choice{}, &engine.Refusal{Why: a.Refuse.Text}
	case a.Failed != "":
		return engine.Choice{}, errors.New(a.Failed)
	}
	if a.Note != nil {
		a.Choice.Note = a.Note.Text
	}
	return a.Choice, nil
}

// words are a text as it travels: who reads it translates it.
type words struct{ engine.Text }

// argument is one of a text: one of its fields is set, or none for an empty string.
type argument struct {
	Text    *words         `json:"text,omitempty"`
	Command engine.Command `json:"command,omitempty"`
	Plain   string         `json:"plain,omitempty"`
}

type textFormat struct {
	Format string     `json:"format"`
	Args   []argument `json:"args,omitempty"`
}

// MarshalJSON implements [json.Marshaler]. A text that fits itself to its room travels in English.
func (w words) MarshalJSON() ([]byte, error) {
	if w.Format == "" {
		return json.Marshal(textFormat{"%s", []argument{{Plain: w.String()}}})
	}
	f := textFormat{Format: w.Format}
	for _, arg := range w.Args {
		switch arg := arg.(type) {
		case engine.Text:
			f.Args = append(f.Args, argument{Text: &words{arg}})
		case engine.Command:
			f.Args = append(f.Args, argument{Command: arg})
		default:
			f.Args = append(f.Args, argument{Plain: fmt.Sprint(arg)})
		}
	}
	return json.Marshal(f)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (w *words) UnmarshalJSON(data []byte) error {
	var f textFormat
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	w.Text = engine.Text{Format: f.Format}
	for _, arg := range f.Args {
		switch {
		case arg.Text != nil:
			w.Args = append(w.Args, arg.Text.Text)
		case arg.Command != "":
			w.Args = append(w.Args, arg.Command)
		default:
			w.Args = append(w.Args, arg.Plain)
		}
	}
	return nil
}
