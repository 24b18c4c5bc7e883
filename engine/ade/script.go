package ade

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

// script is a whole game as text: a line "name value" for each option, for the names of two players,
// "first" and "second", and for the day on which it was "played", a line such as "result first
// time" or "result agreed" if the game ended, a blank line, and a line for each move. Without its last
// word, which older texts lack, a result that the rules do not give is a resignation.
var script = engine.Format{
	ID: "text", Title: engine.T("Text: options and moves, a line each"),
	Encode: encodeScript, Decode: decodeScript, Reads: engine.T("the text that an export writes, or a graph"),
}

const (
	scriptHead   = "# ADE"
	scriptResult = "result"
	scriptDate   = "played"
	mostScript   = 512 << 10 // bytes

	mostScriptLines = 2000
)

func encodeScript(_ context.Context, r engine.Record) (engine.Answer, error) {
	var b strings.Builder
	b.WriteString(scriptHead + "\n")
	for _, a := range arguments {
		if value, given := r.Options[a.Name]; given {
			b.WriteString(a.Name + " " + strings.Join(strings.Fields(fmt.Sprint(value)), " ") + "\n")
		}
	}
	for seat, side := range duel.Sides {
		if len(r.Names) == len(duel.Sides) && r.Names[seat] != "" {
			b.WriteString(side.ID + " " + strings.ReplaceAll(r.Names[seat], ";", ",") + "\n")
		}
	}
	if r.Date != "" {
		b.WriteString(scriptDate + " " + r.Date + "\n")
	}
	switch o := r.Outcome; {
	case o.Status == engine.Won:
		b.WriteString(strings.TrimSpace(scriptResult+" "+duel.Sides[o.Winner].ID+" "+string(o.End)) + "\n")
	case o.End == engine.Agreed, o.End == engine.Cancelled:
		b.WriteString(scriptResult + " " + string(o.End) + "\n")
	}
	b.WriteString("\n")
	for _, move := range r.Moves {
		b.WriteString(move + "\n")
	}
	return engine.Answer{
		Text:  engine.T("The game as text; %s reads it.", engine.Command("ade import file:")),
		Files: []engine.File{{Name: "ade.txt", Data: []byte(b.String())}},
	}, nil
}

// scriptLines splits a text into lines. Discord joins the lines of a typed option; so in a text
// of one line each semicolon ends a line.
func scriptLines(text string) []string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, ";", "\n")
	}
	return strings.Split(text, "\n")
}

// decodeScript names in its refusals the line that it cannot read.
func decodeScript(ctx context.Context, data []byte) (engine.Record, error) {
	switch {
	case len(data) > mostScript:
		return engine.Record{}, engine.Refuse("this text has %s bytes; at most %s are read", strconv.Itoa(len(data)), strconv.Itoa(mostScript))
	case !utf8.Valid(data):
		return engine.Record{}, engine.Refuse("this is no text of a game: it should begin with `%s`", scriptHead)
	}
	lines := scriptLines(string(data))
	switch head := strings.TrimSpace(lines[0]); {
	case strings.HasPrefix(head, scriptHead+" "):
		return engine.Record{}, engine.Refuse("the line breaks of this text are lost: give it as a file, or write `;` for each of them")
	case head != scriptHead:
		return decodeGraph(string(data))
	case len(lines) > mostScriptLines:
		return engine.Record{}, engine.Refuse("this text has %s lines; at most %s are read", strconv.Itoa(len(lines)), strconv.Itoa(mostScriptLines))
	}
	record := engine.Record{Outcome: engine.Outcome{Winner: engine.NoSeat}, Names: make([]string, len(duel.Sides))}
	raw, result, next := map[string]any{}, "", 1
	for ; next < len(lines) && strings.TrimSpace(lines[next]) != ""; next++ {
		name, value, _ := strings.Cut(strings.TrimSpace(lines[next]), " ")
		value = strings.Join(strings.Fields(value), " ")
		switch seat := slices.IndexFunc(duel.Sides, func(n engine.Named) bool { return n.ID == name }); {
		case seat >= 0:
			record.Names[seat] = value
		case name == scriptDate:
			record.Date = value
		case name == scriptResult:
			result = value
		default:
			raw[name] = value
		}
	}
	var err error
	if record.Options, err = engine.ParseOptions(arguments, raw, false); err != nil {
		return engine.Record{}, err
	}
	if err = readGraph(record.Options, record.Options.Text(optionEdges)); err != nil {
		return engine.Record{}, err
	}
	position, err := New(record.Options)
	if err != nil {
		return engine.Record{}, err
	}
	for ; next < len(lines); next++ {
		if strings.TrimSpace(lines[next]) == "" {
			continue
		}
		if ctx.Err() != nil {
			return engine.Record{}, context.Cause(ctx)
		}
		move, err := playNew(position, lines[next])
		if err != nil {
			why, _ := engine.Why(err)
			return engine.Record{}, engine.Refuse("line %s: %s", strconv.Itoa(next+1), why)
		}
		record.Moves = append(record.Moves, move)
	}
	record.Outcome = position.Outcome()
	if _, isDuel := position.(*duel.Position); isDuel && record.Outcome.Status == engine.Open && result != "" {
		if record.Outcome, err = readResult(result); err != nil {
			return engine.Record{}, err
		}
	}
	return record, nil
}

func readResult(result string) (engine.Outcome, error) {
	winner, how, _ := strings.Cut(result, " ")
	end := engine.End(cmp.Or(strings.TrimSpace(how), string(engine.Resigned)))
	seat := slices.IndexFunc(duel.Sides, func(n engine.Named) bool { return n.ID == winner })
	switch {
	case result == string(engine.Agreed) || result == string(engine.Cancelled):
		return engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat, End: engine.End(result)}, nil
	case seat < 0 || !slices.Contains([]engine.End{engine.Resigned, engine.OnTime, engine.Forfeited}, end):
		return engine.Outcome{}, engine.Refuse("the result is first or second, who has won, and resigned, time or forfeit; or it is agreed or cancelled")
	}
	return engine.Outcome{Status: engine.Won, Winner: engine.Seat(seat), End: end}, nil
}

// decodeGraph reads a graph alone, for a table with zeros.
func decodeGraph(text string) (engine.Record, error) {
	o, err := engine.ParseOptions(arguments, nil, true)
	if err == nil {
		err = readGraph(o, text)
	}
	if why, refused := engine.Why(err); refused {
		err = engine.Refuse("a game should begin with `%s`, and as a graph this cannot be read: %s", scriptHead, why)
	}
	return engine.Record{Options: o, Outcome: engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}}, err
}

// playNew plays a move that is not stored yet: it completes the move and applies the bound on
// work.
func playNew(p engine.Position, line string) (string, error) {
	completed, err := complete(engine.Env{}, p, engine.Typewritten(line))
	if err != nil {
		return "", err
	}
	return p.Play(completed)
}
