package ade

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Bounds of the trace: characters in a message, where all text has 2,000, and bytes of the file.
const (
	mostTraceText = 1500
	mostTraceFile = 1 << 20
)

func showTrace(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	whole, left := p.traceText()
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
	if left > 0 {
		text = engine.T("%s\nThe file has the last layers alone: %s before them would make it too long.", text, graph.Layers(left))
	}
	if more := p.checks(); !more.Empty() {
		text = engine.T("%s\n%s", text, more)
	}
	return engine.Answer{Text: text, Data: p, Files: []engine.File{{Name: "trace.txt", Data: []byte(whole)}}}, nil
}

// traceText formats the run in columns: layer, values before it, total. The last line holds the
// present values. Left is how many of the first layers are left out to bound the size.
func (p *Position) traceText() (text string, left int) {
	last := "end"
	if !p.ended() {
		last = strconv.Itoa(len(p.trace) + 1)
	}
	rows := [][]string{append(append([]string{last}, p.values.Strings()...), p.values.Total().String())}
	head := append(append([]string{"layer"}, p.graph.Nodes()...), "total")
	width := make([]int, len(head)) // with the leading blank
	widen := func(row []string) (line int) {
		for i, cell := range row {
			width[i] = max(width[i], len(cell)+1)
			line += width[i]
		}
		return line
	}
	widen(head)
	widen(rows[0])
	for left = len(p.trace); left > 0; left-- {
		l := p.trace[left-1]
		row := append(append([]string{strconv.Itoa(left)}, l.Values.Strings()...), l.Total.String())
		if widen(row)*(len(rows)+2) > mostTraceFile {
			break
		}
		rows = append(rows, row)
	}
	rows = append(rows, head)
	slices.Reverse(rows)
	return graph.Columns(rows), left
}
