package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Names of what a script tells besides options, and bounds on what is read.
const (
	scriptResult = "result"
	scriptDate   = "played"

	mostScript    = 512 << 10 // bytes
	mostLines     = 6000      // and moves: more than a table has
	mostMoveWords = 8
)

// script is the notation of [Scripted].
type script struct {
	Game
	head    string
	other   Format
	longest int // words of a move in canonical form
}

// Scripted returns a game with one more notation, "text", before the others: a line such as "# ADE", a
// line "name value" for each option, for the names of the players, by the IDs of their sides, and for the
// day on which it was "played", a line such as "result first time" or "result agreed" if people ended it,
// a blank line, and a line for each move. Without its last word, which older texts lack, a result that
// the rules do not give is a resignation.
//
// What begins otherwise is read by other; if that is the zero value, as a list of moves with blanks,
// commas or numbers between them, and "name:value" for options.
func Scripted(g Game, other Format) Game {
	s := &script{Game: g, head: "# " + g.Title.String(), other: other}
	if other.Decode == nil {
		other.Reads = T("a list of moves")
	}
	for _, v := range g.Verbs {
		s.longest = max(s.longest, len(v.Args)+len(strings.Fields(v.Line(nil))))
	}
	text := Format{
		ID: "text", Title: T("Text: options and moves, a line each"),
		Encode: s.encode, Decode: s.decode, Reads: T("the text that an export writes, or %s", other.Reads),
	}
	g.Formats = append([]Format{text}, g.Formats...)
	return g
}

func (s *script) encode(_ context.Context, r Record) (Answer, error) {
	lines := []string{s.head}
	for _, a := range s.Options {
		switch value := r.Options[a.Name].(type) {
		case nil:
		case File: // in quotation marks, without the semicolons that may end a line
			lines = append(lines, strings.ReplaceAll(fmt.Sprintf("%s %q %q", a.Name, value.Name, value.Data), ";", `\x3b`))
		default:
			lines = append(lines, a.Name+" "+strings.Join(strings.Fields(fmt.Sprint(value)), " "))
		}
	}
	for seat, side := range s.Sides.List {
		if len(r.Names) == len(s.Sides.List) && r.Names[seat] != "" {
			lines = append(lines, side.ID+" "+strings.ReplaceAll(r.Names[seat], ";", ","))
		}
	}
	if r.Date != "" {
		lines = append(lines, scriptDate+" "+r.Date)
	}
	switch o := r.Outcome; {
	case o.Status == Won:
		lines = append(lines, strings.TrimSpace(scriptResult+" "+s.Sides.List[o.Winner].ID+" "+string(o.End)))
	case o.End == Agreed, o.End == Cancelled:
		lines = append(lines, scriptResult+" "+string(o.End))
	}
	text := strings.Join(slices.Concat(lines, []string{""}, r.Moves, []string{""}), "\n")
	return Answer{
		Text:  T("The game as text; %s reads it.", s.Command("import file:")),
		Files: []File{{Name: s.ID + ".txt", Data: []byte(text)}},
	}, nil
}

// fence is what encloses code in messages.
var fence = regexp.MustCompile("(?m)^[ \t]*```\\w*[ \t]*$|\\A`+|`+\\z")

// scriptLines splits a text into lines. Discord joins the lines of a typed option; so in a text
// of one line each semicolon ends a line.
func scriptLines(data []byte) []string {
	text := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
	text = strings.TrimSpace(fence.ReplaceAllString(text, ""))
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, ";", "\n")
	}
	return strings.Split(text, "\n")
}

// decode names in its refusals the line that it cannot read.
func (s *script) decode(ctx context.Context, data []byte) (Record, error) {
	switch {
	case len(data) > mostScript:
		return Record{}, Refuse("this text has %s bytes; at most %s are read", strconv.Itoa(len(data)), strconv.Itoa(mostScript))
	case !utf8.Valid(data):
		return Record{}, Refuse("this is no text of a game: it should begin with `%s`", s.head)
	}
	lines := scriptLines(data)
	r := &scriptReader{script: s, raw: map[string]any{}, list: strings.TrimSpace(lines[0]) != s.head}
	r.record.Names = make([]string, len(s.Sides.List))
	switch {
	case len(lines) > mostLines:
		return Record{}, Refuse("this text has %s lines; at most %s are read", strconv.Itoa(len(lines)), strconv.Itoa(mostLines))
	case r.list && strings.HasPrefix(lines[0], s.head+" "):
		return Record{}, Refuse("the line breaks of this text are lost: give it as a file, or write `;` for each of them")
	case r.list && s.other.Decode != nil:
		return s.other.Decode(ctx, data)
	case r.list:
		r.readOptions(lines)
	default:
		r.readHead(lines)
	}
	return r.game(ctx, lines)
}

// scriptReader reads one game. Lines that it has read become empty.
type scriptReader struct {
	*script
	list     bool
	raw      map[string]any // options
	result   string
	position Position
	record   Record
}

// readHead reads the first line and those with names, to the first blank one.
func (r *scriptReader) readHead(lines []string) {
	lines[0] = ""
	for i := 1; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
		name, value, _ := strings.Cut(strings.TrimSpace(lines[i]), " ")
		if lines[i] = ""; !r.tell(name, value) {
			r.raw[name] = value // which is refused with the names of all options
		}
	}
}

// What stands between the moves of a list, and its options: a line each, or a word if there is one line.
var (
	between    = regexp.MustCompile(`(?:^|[,\s])\s*\d+[.)]+|,`)
	optionLine = regexp.MustCompile(`^\s*\w+:.*`)
	optionWord = regexp.MustCompile(`\b\w+:\s*\S+`)
)

func (r *scriptReader) readOptions(lines []string) {
	option := optionLine
	if len(lines) == 1 {
		option = optionWord
	}
	for i := range lines {
		lines[i] = option.ReplaceAllStringFunc(lines[i], func(given string) string {
			name, value, _ := strings.Cut(given, ":")
			if r.tell(strings.TrimSpace(name), value) {
				return ""
			}
			return given
		})
	}
}

// tell reads what stands before the moves; false for an unknown name.
func (r *scriptReader) tell(name, value string) bool {
	text := strings.Join(strings.Fields(value), " ")
	a, option := Find(r.Options, name, func(a Arg) string { return a.Name })
	switch seat := r.side(name); {
	case seat >= 0:
		r.record.Names[seat] = text
	case name == scriptDate:
		r.record.Date = text
	case name == scriptResult:
		r.result = text
	case option:
		r.raw[name] = text
		var f File
		if _, err := fmt.Sscanf(strings.TrimSpace(value), "%q %q", &f.Name, &f.Data); a.Kind == Upload && err == nil {
			r.raw[name] = f
		}
	default:
		return false
	}
	return true
}

func (r *scriptReader) side(name string) int {
	return slices.IndexFunc(r.Sides.List, func(n Named) bool { return n.ID == name })
}

// game plays the moves that are left in the lines. Options are completed as for a new table, without
// chance.
func (r *scriptReader) game(ctx context.Context, lines []string) (_ Record, err error) {
	if r.record.Options, err = ParseOptions(r.Options, r.raw, false); err != nil {
		return Record{}, err
	}
	if r.record.Options, err = r.Prepared(Env{Rand: rand.New(rand.NewPCG(0, 0))}, r.record.Options); err != nil {
		return Record{}, err
	}
	if r.position, err = r.New(r.record.Options); err != nil {
		return Record{}, err
	}
	for i, line := range lines {
		err := r.line(ctx, line)
		if why, refused := Why(err); refused {
			err = Refuse("line %s: %s", strconv.Itoa(i+1), why)
		}
		if err != nil {
			return Record{}, err
		}
	}
	return r.record, r.end()
}

// line plays a line: one move, or several of a list, each of which is the longest that can be played.
func (r *scriptReader) line(ctx context.Context, line string) error {
	pieces := []string{Typewritten(line)}
	if r.list {
		pieces = between.Split(pieces[0], -1)
	}
	for _, piece := range pieces {
		words := strings.Fields(piece)
		least := len(words)
		if r.list && least > r.longest {
			least = 1
		}
		for len(words) > 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			n, err := r.play(words, least)
			if why, refused := Why(err); refused && r.list {
				return Refuse("`%s`: %s", Quotable(strings.Join(words[:min(len(words), max(least, r.longest))], " ")), why)
			} else if err != nil {
				return err
			}
			words = words[n:]
		}
	}
	return nil
}

// play plays the longest beginning of some words that is a move, of so many words at least.
func (r *scriptReader) play(words []string, least int) (n int, refusal error) {
	if len(r.record.Moves) >= mostLines {
		return 0, Refuse("at most %s moves are read", strconv.Itoa(mostLines))
	}
	for n = min(len(words), max(least, mostMoveWords)); n >= least; n-- {
		move, err := r.Completed(Env{}, r.position, strings.Join(words[:n], " "))
		if err == nil {
			move, err = r.position.Play(move)
		}
		if err == nil {
			r.record.Moves = append(r.record.Moves, move)
			return n, nil
		}
		if refusal == nil || errors.Is(refusal, ErrSyntax) {
			refusal = err
		}
	}
	return 0, refusal
}

// end takes the result of the text where the rules leave a game of two open.
func (r *scriptReader) end() error {
	r.record.Outcome = r.position.Outcome()
	if r.record.Outcome.Status != Open || r.result == "" || r.Seats(r.record.Options) != 2 {
		return nil
	}
	winner, how, _ := strings.Cut(r.result, " ")
	end := End(cmp.Or(how, string(Resigned)))
	switch seat := r.side(winner); {
	case r.result == string(Agreed), r.result == string(Cancelled):
		r.record.Outcome = Outcome{Status: Drawn, Winner: NoSeat, End: End(r.result)}
	case seat >= 0 && slices.Contains([]End{Resigned, OnTime, Forfeited}, end):
		r.record.Outcome = Outcome{Status: Won, Winner: Seat(seat), End: end}
	default:
		return Refuse("the result is first or second, who has won, and resigned, time or forfeit; or it is agreed or cancelled")
	}
	return nil
}
