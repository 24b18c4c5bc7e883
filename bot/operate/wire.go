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

// formatVersion is the version of questions and answers. A worker leaves other versions to others.
const formatVersion = 1

type wireQuestion struct {
	Form     int            `json:"form"`
	Question think.Question `json:"question"`
	// On whose behalf it is asked, empty if unknown.
	Person  string `json:"person,omitempty"`
	Channel string `json:"channel,omitempty"`
}

// question encodes a question, and returns an ID that depends only on its content: it is one job,
// whoever asks.
func question(j think.Job, q think.Question) (id string, data []byte, err error) {
	asked := wireQuestion{Form: formatVersion, Question: q}
	if data, err = json.Marshal(asked); err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(data)
	asked.Person, asked.Channel = j.Person, j.Channel
	data, err = json.Marshal(asked)
	return base64.RawURLEncoding.EncodeToString(sum[:18]), data, err
}

func readQuestion(data []byte) (think.Job, think.Question, error) {
	var a wireQuestion
	if err := json.Unmarshal(data, &a); err != nil || a.Form != formatVersion {
		return think.Job{}, think.Question{}, think.ErrUnknown
	}
	return think.Job{Person: a.Person, Channel: a.Channel}, a.Question, nil
}

type wireAnswer struct {
	Form   int           `json:"form"`
	Choice engine.Choice `json:"choice"`
	Note   *wireText     `json:"note,omitempty"`   // the choice's note
	Refuse *wireText     `json:"refuse,omitempty"` // why there is no choice, for the person
	Failed string        `json:"failed,omitempty"` // why there is no choice, for the operator
}

func answer(c engine.Choice, err error) ([]byte, error) {
	a := wireAnswer{Form: formatVersion, Choice: c}
	if !c.Note.Empty() {
		a.Note = &wireText{c.Note}
	}
	if why, ok := engine.Why(err); ok {
		a.Refuse = &wireText{why}
	} else if err != nil {
		a.Failed = err.Error()
	}
	return json.Marshal(a)
}

func readAnswer(data []byte) (engine.Choice, error) {
	var a wireAnswer
	if err := json.Unmarshal(data, &a); err != nil {
		return engine.Choice{}, fmt.Errorf("answer to a question: %w", err)
	}
	switch {
	case a.Form != formatVersion:
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

// wireText encodes a text; the recipient translates it.
type wireText struct{ engine.Text }

// argument is an argument of a text. At most one field is set; none means an empty string.
type argument struct {
	Text    *wireText      `json:"text,omitempty"`
	Command engine.Command `json:"command,omitempty"`
	Plain   string         `json:"plain,omitempty"`
}

type textFormat struct {
	Format string     `json:"format"`
	Args   []argument `json:"args,omitempty"`
}

// MarshalJSON implements [json.Marshaler]. A text without a format, which adapts to its room, is
// encoded in English.
func (w wireText) MarshalJSON() ([]byte, error) {
	if w.Format == "" {
		return json.Marshal(textFormat{"%s", []argument{{Plain: w.String()}}})
	}
	f := textFormat{Format: w.Format}
	for _, arg := range w.Args {
		switch arg := arg.(type) {
		case engine.Text:
			f.Args = append(f.Args, argument{Text: &wireText{arg}})
		case engine.Command:
			f.Args = append(f.Args, argument{Command: arg})
		default:
			f.Args = append(f.Args, argument{Plain: fmt.Sprint(arg)})
		}
	}
	return json.Marshal(f)
}

func (w *wireText) UnmarshalJSON(data []byte) error {
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
