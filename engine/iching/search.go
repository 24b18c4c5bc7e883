package iching

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

var wordsArg = engine.Arg{Name: "words", Help: engine.T("Words that the text holds"), Kind: engine.Word, Required: true, Min: 2, Max: 60}

func (b book) searchTool() engine.Tool {
	return engine.Tool{
		Name: "search", Help: engine.T("Find words in the texts"), Private: true,
		Args: []engine.Arg{wordsArg, privateArg}, Run: b.search,
	}
}

// mostFound is how many passages a search shows.
const mostFound = 8

func (b book) search(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	words := strings.Fields(strings.ToLower(o.Text(wordsArg.Name)))
	if len(words) == 0 {
		return engine.Answer{}, engine.Refuse("say what to look for: `words` is empty")
	}
	found := []Passage{}
	for n := 1; n <= 64; n++ {
		for _, p := range b.passages(Numbered(n)) {
			if holds(b.passage(p), words) {
				found = append(found, p)
			}
		}
	}
	a := engine.Answer{Data: found, Text: engine.T("No text holds `%s`.", cleaned(o.Text(wordsArg.Name)))}
	if len(found) == 0 {
		return a, nil
	}
	lines := []engine.Text{engine.T("`%s` stands in one text.", cleaned(o.Text(wordsArg.Name)))}
	if len(found) > 1 {
		lines[0] = engine.T("`%s` stands in %s texts.", cleaned(o.Text(wordsArg.Name)), strconv.Itoa(len(found)))
	}
	for i, p := range found {
		if i == mostFound {
			lines = append(lines, engine.T("… and %s more; a further word narrows it down.", strconv.Itoa(len(found)-mostFound)))
			break
		}
		lines = append(lines, b.foundLine(p))
		a.Actions = appendOnce(a.Actions, engine.Action{Label: b.texts.name(Numbered(p.Hexagram)), Line: fmt.Sprintf("hexagram %d private:true", p.Hexagram)})
	}
	a.Text = paragraphs(lines...)
	return a, nil
}

// foundLine tells of a passage that was found. A title needs no quotation.
func (b book) foundLine(p Passage) engine.Text {
	line := engine.T("- **%s**, %s", b.texts.name(Numbered(p.Hexagram)), b.passageName(p))
	if p.Part == titlePart {
		return line
	}
	return engine.T("%s: %s", line, said(shortened(b.passage(p), mostQuoted)))
}

// mostQuoted is how much of a text that was found is shown.
const mostQuoted = 160

func shortened(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}

func appendOnce(list []engine.Action, a engine.Action) []engine.Action {
	if slices.ContainsFunc(list, func(b engine.Action) bool { return a.Line == b.Line }) {
		return list
	}
	return append(list, a)
}

// passages are all texts of a hexagram, its title first.
func (b book) passages(h Hexagram) []Passage {
	list := []Passage{{h.Number(), titlePart, 0}, judgmentOf(h), {h.Number(), imagePart, 0}}
	for n := 1; n <= 6; n++ {
		list = append(list, lineOf(h, n))
	}
	if b.texts.Of(h).Extra != "" {
		list = append(list, Passage{h.Number(), extraPart, 0})
	}
	return list
}

func holds(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
