package enginetest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// nim is a sound little game: from a heap take one, two or three; who takes the
// last one wins. Its parts can be exchanged for broken ones.
type nim struct {
	heap, ply int
	broken    *broken
}

// broken are the ways in which a nim can go wrong; the zero value is sound.
type broken struct {
	play    func(p *nim, text string) (canonical string, err error, instead bool)
	turn    func(p *nim) (engine.Seat, bool)
	moves   func(p *nim, sound []string) []string
	outcome func(p *nim, sound engine.Outcome) engine.Outcome
	work    func(p *nim) int
	copy    func(p *nim) *nim
	// describe is Describe, picking is Picking, and form is what that has.
	describe func(p *nim, sound engine.Text) engine.Text
	picking  func(step string, sound engine.Picking) engine.Picking
	form     func(sound engine.Form) engine.Form
}

func nimGame(b *broken) engine.Game {
	return engine.Game{
		ID: "nim", Title: engine.T("Nim"), Help: engine.T("Take the last one"), Rules: 1,
		Options: []engine.Arg{
			{Name: "heap", Help: engine.T("How many"), Kind: engine.Integer, Min: 1, Max: 30, Default: 12},
			{Name: "misere", Help: engine.T("Not supported together with a heap of 13"), Kind: engine.Boolean, Default: false},
		},
		Sides: engine.Sides{
			Option: "side", Help: engine.T("Who begins"),
			List: []engine.Named{{ID: "first", Title: engine.T("First")}, {ID: "second", Title: engine.T("Second")}},
		},
		Seats: func(engine.Options) int { return 2 },
		Verbs: []engine.Verb{{
			Name: "move", Help: engine.T("Take some"),
			Args: []engine.Arg{{Name: "count", Help: engine.T("1 to 3"), Kind: engine.Word, Required: true}},
		}},
		Views: []engine.View{{Name: "heap", Help: engine.T("The heap"), Show: func(_ context.Context, p engine.Position, _ engine.Options) (engine.Answer, error) {
			return engine.Answer{Text: engine.T("%s", p.String()), Data: p.(*nim).heap}, nil
		}}},
		Tools: []engine.Tool{{Name: "rules", Help: engine.T("The rules"), Run: func(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
			return engine.Answer{Text: engine.T("Take the last one.")}, nil
		}}},
		Formats: []engine.Format{{ID: "line", Title: engine.T("A line"), Encode: encodeNim, Decode: decodeNim, Reads: engine.T("a line")}},
		Opponents: engine.Opponents{Default: "easy", Hint: "easy", Levels: []engine.Level{{ID: "easy", Title: engine.T("Easy"), Think: time.Second, New: func(uint64) engine.Player {
			return nimPlayer(func(*nim) engine.Choice { return engine.Choice{Move: "1", Value: 0.5} })
		}}}},
		New: func(o engine.Options) (engine.Position, error) {
			heap := o.Int("heap")
			if heap < 1 || heap > 30 || heap == 13 && o.Bool("misere") {
				return nil, engine.Refuse("the heap must be from 1 to 30")
			}
			return &nim{heap: heap, broken: b}, nil
		},
	}
}

func (p *nim) Turn() engine.Seat {
	if p.broken.turn != nil {
		if seat, instead := p.broken.turn(p); instead {
			return seat
		}
	}
	if p.heap == 0 {
		return engine.NoSeat
	}
	return engine.Seat(p.ply % 2)
}

func (p *nim) Play(text string) (string, error) {
	if p.broken.play != nil {
		if canonical, err, instead := p.broken.play(p, text); instead {
			return canonical, err
		}
	}
	if p.heap == 0 {
		return "", &engine.MoveError{Input: text, Why: engine.T("the heap is empty"), Err: engine.ErrOver}
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > 3 {
		return "", &engine.MoveError{Input: text, Why: engine.T("take 1, 2 or 3"), Err: engine.ErrSyntax}
	}
	if n > p.heap {
		return "", &engine.MoveError{Input: text, Why: engine.T("only %s are left", strconv.Itoa(p.heap)), Err: engine.ErrIllegal}
	}
	p.heap -= n
	p.ply++
	return strconv.Itoa(n), nil
}

func (p *nim) Moves() []string {
	var moves []string
	for n := 1; n <= min(3, p.heap); n++ {
		moves = append(moves, strconv.Itoa(n))
	}
	if p.broken.moves != nil {
		return p.broken.moves(p, moves)
	}
	return moves
}

func (p *nim) Outcome() engine.Outcome {
	o := engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	if p.heap == 0 {
		o = engine.Outcome{Status: engine.Won, Winner: engine.Seat((p.ply + 1) % 2), Reason: engine.T("the last one is taken")}
	}
	if p.broken.outcome != nil {
		return p.broken.outcome(p, o)
	}
	return o
}

func (p *nim) Describe() engine.Text {
	words := engine.T("A heap of %s, after %s moves.", strconv.Itoa(p.heap), strconv.Itoa(p.ply))
	if turn := p.Turn(); turn != engine.NoSeat {
		words = engine.T("%s to move. %s", [...]engine.Text{engine.T("First"), engine.T("Second")}[turn%2], words)
	}
	if p.broken.describe != nil {
		return p.broken.describe(p, words)
	}
	return words
}

// Picking offers an odd number first, or an even one.
func (p *nim) Picking(_, step string) engine.Picking {
	if p.heap == 0 {
		return engine.Picking{}
	}
	sound := engine.Picking{More: step == ""}
	parts := map[string][]string{}
	for _, move := range p.Moves() {
		part := [...]string{"even", "odd"}[move[0]&1]
		parts[part] = append(parts[part], move)
	}
	if step == "" {
		sound.Menu = engine.MenuOf(engine.T("Odd or even"), slices.Sorted(maps.Keys(parts)), nil)
		sound.Form = p.form
	} else {
		sound.Menu = engine.MenuOf(engine.T("How many"), parts[step], func(move string) engine.Text { return engine.T("Take %s", move) })
	}
	if p.broken.picking != nil {
		return p.broken.picking(step, sound)
	}
	return sound
}

func (p *nim) form() engine.Form {
	sound := engine.Form{
		Menus: []engine.Menu{engine.MenuOf(engine.T("How many"), p.Moves(), nil)},
		Arguments: func(picked [][]string) (string, error) {
			if len(picked[0]) == 0 {
				return "", engine.Refuse("take some")
			}
			return picked[0][0], nil
		},
	}
	if p.broken.form != nil {
		return p.broken.form(sound)
	}
	return sound
}

func (p *nim) String() string {
	return fmt.Sprintf("heap\n %s\n", strings.Repeat("|", p.heap))
}

func (p *nim) Work() int {
	if p.broken.work != nil {
		return p.broken.work(p)
	}
	return p.ply
}

func (p *nim) Copy() engine.Laborious {
	if p.broken.copy != nil {
		return p.broken.copy(p)
	}
	other := *p
	return &other
}

func (p *nim) Size() int { return 24 }

func (p *nim) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]int{"heap": p.heap, "ply": p.ply})
}

type nimPlayer func(*nim) engine.Choice

func (f nimPlayer) Choose(_ context.Context, p engine.Position) (engine.Choice, error) {
	return f(p.(*nim)), nil
}

func encodeNim(_ context.Context, r engine.Record) (engine.Answer, error) {
	line := fmt.Sprintf("%d %v %d %q:%s.", r.Options.Int("heap"), r.Options.Bool("misere"), r.Outcome.Winner, r.Outcome.End, strings.Join(r.Moves, " "))
	return engine.Answer{Text: engine.T("%s", line)}, nil
}

func decodeNim(_ context.Context, data []byte) (engine.Record, error) {
	var heap, winner int
	var misere bool
	var end engine.End
	head, moves, ok := strings.Cut(string(data), ":")
	if _, err := fmt.Sscanf(head, "%d %t %d %q", &heap, &misere, &winner, &end); err != nil || !ok || !strings.HasSuffix(moves, ".") {
		return engine.Record{}, engine.Refuse("want a heap, a winner and the moves")
	}
	r := engine.Record{
		Options: engine.Options{"heap": heap, "misere": misere}, Moves: strings.Fields(strings.TrimSuffix(moves, ".")),
		Outcome: engine.Outcome{Winner: engine.Seat(winner), End: end},
	}
	if winner >= 0 {
		r.Outcome.Status = engine.Won
	}
	return r, nil
}
