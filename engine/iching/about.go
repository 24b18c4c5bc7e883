package iching

import (
	"context"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
)

func (b book) aboutTool() engine.Tool {
	a := engine.Arg{Name: "page", Help: engine.T("What about"), Kind: engine.Pick}
	for _, p := range b.pages {
		a.Choices = append(a.Choices, engine.Named{ID: p.ID, Title: engine.T("%s", said(p.Title))})
	}
	return engine.Tool{
		Name: "about", Help: engine.T("The book, casting and reading, the Connexion, the clock, the natal hexagram, credits"), Private: true,
		Args: []engine.Arg{a, privateArg}, Run: b.about,
	}
}

func (b book) about(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	at := max(0, slices.IndexFunc(b.pages, func(p Page) bool { return p.ID == o.Text("page") }))
	page := b.pages[at]
	lines := []engine.Text{engine.T("**%s**", said(page.Title))}
	for _, p := range page.Paragraphs {
		lines = append(lines, said(p))
	}
	a := engine.Answer{Text: joined("\n\n", lines), Data: page}
	for i, p := range b.pages {
		if i != at {
			a.Actions = append(a.Actions, engine.Action{Label: said(p.Title), Line: "about " + p.ID + keepPrivacy(o), Replace: true})
		}
	}
	return a, nil
}

// keepPrivacy is what a button's line needs so that its answer is as private as the one
// above, where a command is private unless it is told otherwise.
func keepPrivacy(o engine.Options) string {
	if private, given := o[privateArg.Name].(bool); given && !private {
		return " private:false"
	}
	return ""
}
