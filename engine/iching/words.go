package iching

import (
	"github.com/sixfold-bot/sixfold/engine"
)

// paragraphs are texts on lines of their own; empty ones are left out.
func paragraphs(list ...engine.Text) engine.Text {
	return joined("\n", list)
}

// joined are texts with a mark between them; empty ones are left out.
func joined(by string, list []engine.Text) engine.Text {
	var all engine.Text
	for _, t := range list {
		if t.Empty() {
			continue
		}
		if !all.Empty() {
			all.Format += by
		}
		all.Format += "%s"
		all.Args = append(all.Args, t)
	}
	return all
}

func quoted(t engine.Text) engine.Text { return engine.T("> %s", t) }
