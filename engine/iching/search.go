package iching

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

var wordsArg = engine.Arg{Name: "words", Help: engine.T("Words to look for"), Kind: engine.Word, Prose: true, Required: true, Min: 2, Max: 60}

const mostFound = 8 // passages

func (t tools) search(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	words := strings.Fields(strings.ToLower(o.Text(wordsArg.Name)))
	if len(words) == 0 {
		return engine.Answer{}, engine.Refuse("say what to look for: `words` is empty")
	}
	found := t.texts.Search(words)
	a := engine.Answer{Data: found, Text: engine.T("No text contains `%s`.", engine.Quotable(o.Text(wordsArg.Name)))}
	if len(found) == 0 {
		return a, nil
	}
	lines := []engine.Text{engine.T("`%s` is in one text.", engine.Quotable(o.Text(wordsArg.Name)))}
	if len(found) > 1 {
		lines[0] = engine.T("`%s` is in %s texts.", engine.Quotable(o.Text(wordsArg.Name)), strconv.Itoa(len(found)))
	}
	for i, p := range found {
		if i == mostFound {
			lines = append(lines, engine.T("… and %s more; a further word narrows it down.", strconv.Itoa(len(found)-mostFound)))
			break
		}
		lines = append(lines, t.foundLine(p))
		a.Actions = t.withLeaves(a.Actions, book.Numbered(p.Hexagram))
	}
	a.Text = paragraphs(lines...)
	return a, nil
}

// foundLine describes a passage. A title needs no quotation.
func (t tools) foundLine(p book.Passage) engine.Text {
	line := engine.T("- **%s**, %s", t.texts.Name(book.Numbered(p.Hexagram)), p.Name())
	if p.Part == book.Title {
		return line
	}
	return engine.T("%s: %s", line, book.Said(engine.Shortened(t.texts.Text(p), mostQuoted)))
}

const mostQuoted = 160 // characters

// withLeaves adds a button for each hexagram that has none yet.
func (t tools) withLeaves(list []engine.Action, hexagrams ...book.Hexagram) []engine.Action {
	for _, h := range hexagrams {
		line := fmt.Sprintf("hexagram %d private:true", h.Number())
		if !slices.ContainsFunc(list, func(a engine.Action) bool { return a.Line == line }) {
			list = append(list, engine.Action{Label: t.texts.Name(h), Line: line})
		}
	}
	return list
}
