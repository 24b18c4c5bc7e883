package iching

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

var aboutArg = engine.Arg{Name: "page", Help: engine.T("What about"), Kind: engine.Pick, Choices: engine.Map(pages, func(p page) engine.Named {
	return engine.Named{ID: p.ID, Title: engine.T("%s", book.Said(p.Title))}
})}

func about(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	at := max(0, slices.IndexFunc(pages, func(p page) bool { return p.ID == o.Text(aboutArg.Name) }))
	shown := pages[at]
	lines := append([]engine.Text{engine.T("**%s**", book.Said(shown.Title))}, engine.Map(shown.Paragraphs, book.Said)...)
	a := engine.Answer{Text: engine.List("\n\n", lines), Data: shown}
	for i, p := range pages {
		if i != at {
			a.Actions = append(a.Actions, engine.Action{Label: book.Said(p.Title), Line: "about " + p.ID + keepPrivacy(o, true, true), Replace: true})
		}
	}
	a.Actions = append(a.Actions, engine.Action{Label: engine.T("Credits"), Line: fmt.Sprintf("%s page:%d", engine.RulesTool, rulesPages), Replace: keepPrivacy(o, true, true) == ""})
	return a, nil
}

// keepPrivacy returns what a button's line needs so that its answer is as private as the one above,
// given whether that one's command and the button's are private by default.
func keepPrivacy(o engine.Options, above, button bool) string {
	private, given := o[privateArg.Name].(bool)
	if !given {
		private = above
	}
	if private == button {
		return ""
	}
	return " private:" + strconv.FormatBool(private)
}

type page struct {
	ID    string `json:"id"` // a word: "casting"
	Title string `json:"title"`
	// Paragraphs are Markdown, together at most 1,800 characters.
	Paragraphs []string `json:"paragraphs"`
}

//go:embed about.json
var aboutFile []byte

var pages = func() (list []page) {
	if err := json.Unmarshal(aboutFile, &list); err != nil {
		panic("iching: about.json: " + err.Error())
	}
	return list
}()
