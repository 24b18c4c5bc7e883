package ade

import (
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Most characters of the trace in a message, which takes 2,000 in all.
const mostTraceText = 1500

func showTrace(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	whole := p.traceText()
	lines := strings.Split(strings.TrimRight(whole, "\n"), "\n")
	first, length := len(lines), 0
	for first > 1 && length+len(lines[first-1])+1 <= mostTraceText-len(lines[0]) {
		first--
		length += len(lines[first]) + 1
	}
	text := engine.T("**%s**: %s fired.", p.graph.Title(), graph.Layers(len(p.trace)))
	if shown := lines[first:]; len(shown) > 0 && len(lines[0]) < mostTraceText {
		text = engine.T("%s\n```\n%s\n%s\n```", text, lines[0], strings.Join(shown, "\n"))
	}
	if more := p.checks(); !more.Empty() {
		text = engine.T("%s\n%s", text, more)
	}
	return engine.Answer{Text: text, Data: p, Files: []engine.File{{Name: "trace.txt", Data: []byte(whole)}}}, nil
}

// traceText writes the run in columns: layer, values before it, total. The last line
// are the values now.
func (p *Position) traceText() string {
	rows := [][]string{append(append([]string{"layer"}, p.graph.Nodes()...), "total")}
	for i, l := range p.trace {
		rows = append(rows, append(append([]string{strconv.Itoa(i + 1)}, l.Values.Strings()...), l.Total.String()))
	}
	last := "end"
	if !p.ended() {
		last = strconv.Itoa(len(p.trace) + 1)
	}
	rows = append(rows, append(append([]string{last}, p.values.Strings()...), p.values.Total().String()))
	return graph.Columns(rows)
}
