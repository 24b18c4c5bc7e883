package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// nim is a small game with one of everything: two take 1 to 3 stones in turn from
// a heap, and who takes the last one wins. "throw" takes as many as chance has it.
var nim = &engine.Game{
	ID:    "nim",
	Title: engine.T("Nim"),
	Options: []engine.Arg{
		{Name: "heap", Kind: engine.Integer, Min: 1, Max: 20, Default: 7},
		{Name: "mirror", Kind: engine.Boolean, Default: true, DefaultAlone: false},
		{Name: "deal", Kind: engine.Upload, Max: 8},
	},
	Complete: func(env engine.Env, p engine.Position, text string) (string, error) {
		if text == "throw" {
			return strconv.Itoa(1 + env.Rand.IntN(min(3, max(1, p.(*heap).stones)))), nil
		}
		return text, nil
	},
	Seats: func(engine.Options) int { return 2 },
	Verbs: []engine.Verb{
		{Name: "move", Args: []engine.Arg{{Name: "stones", Kind: engine.Word, Required: true}}},
		{Name: "throw"},
	},
	Views: []engine.View{{
		Name: "left",
		Args: []engine.Arg{{Name: "plus", Kind: engine.Integer, Min: 0, Max: 9, Default: 0}},
		Show: func(_ context.Context, p engine.Position, o engine.Options) (engine.Answer, error) {
			n := p.(*heap).stones + o.Int("plus")
			return engine.Answer{
				Text:  engine.T("%s stones <left>", strconv.Itoa(n)),
				Data:  map[string]int{"stones": n},
				Files: []engine.File{{Name: "heap.bin", Data: []byte{0xff, byte(n)}}},
			}, nil
		},
	}, {
		Name: "broken",
		Show: func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
			return engine.Answer{Data: func() {}}, nil
		},
	}},
	Tools: []engine.Tool{{
		Name: "rules",
		Run: func(_ context.Context, _ engine.Env, _ engine.Options, progress func(engine.Answer)) (engine.Answer, error) {
			progress(engine.Answer{Text: engine.T("remembering")})
			return engine.Answer{Text: engine.T("take 1 to 3")}, nil
		},
	}},
	Formats: []engine.Format{{
		ID: "list",
		Encode: func(_ context.Context, r engine.Record) (engine.Answer, error) {
			text := strconv.Itoa(r.Options.Int("heap")) + ":" + strings.Join(r.Moves, ",")
			return engine.Answer{Files: []engine.File{{Name: "nim.txt", Data: []byte(text)}}}, nil
		},
		Decode: func(_ context.Context, data []byte) (engine.Record, error) {
			heap, moves, ok := strings.Cut(string(data), ":")
			n, err := strconv.Atoi(heap)
			if !ok || err != nil {
				return engine.Record{}, engine.Refuse("write the heap, a colon and the moves")
			}
			return engine.Record{
				Options: engine.Options{"heap": n},
				Moves:   strings.FieldsFunc(moves, func(r rune) bool { return r == ',' }),
			}, nil
		},
	}, {
		ID: "print", Encode: func(context.Context, engine.Record) (engine.Answer, error) { return engine.Answer{}, nil },
	}},
	Opponents: engine.Opponents{Default: "one", Levels: []engine.Level{
		{ID: "one", New: func(uint64) engine.Player { return taker{} }},
		{ID: "slow", New: func(uint64) engine.Player { return taker{waits: true} }},
	}},
	New: func(o engine.Options) (engine.Position, error) {
		if o.Int("heap") == 13 {
			return nil, engine.Refuse("a heap of 13 is unlucky; take another")
		}
		h := &heap{stones: o.Int("heap")}
		if deal, ok := o.File("deal"); ok {
			h.stones = len(deal.Data)
		}
		return h, nil
	},
}

type heap struct {
	stones, plies int
}

func (h *heap) Turn() engine.Seat {
	if h.stones == 0 {
		return engine.NoSeat
	}
	return engine.Seat(h.plies % 2)
}

func (h *heap) Play(text string) (string, error) {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return "", &engine.MoveError{Input: text, Why: engine.T("give a number of stones"), Err: engine.ErrSyntax}
	case h.stones == 0:
		return "", &engine.MoveError{Input: text, Why: engine.T("the heap is gone"), Err: engine.ErrOver}
	case n < 1 || n > 3 || n > h.stones:
		return "", &engine.MoveError{Input: text, Why: engine.T("take 1 to 3 of the heap"), Err: engine.ErrIllegal}
	}
	h.stones -= n
	h.plies++
	return strconv.Itoa(n), nil
}

func (h *heap) Outcome() engine.Outcome {
	if h.stones > 0 {
		return engine.Outcome{}
	}
	return engine.Outcome{Status: engine.Won, Winner: engine.Seat((h.plies + 1) % 2), Reason: engine.T("the heap is gone")}
}

func (h *heap) Moves() []string {
	var moves []string
	for n := 1; n <= min(3, h.stones); n++ {
		moves = append(moves, strconv.Itoa(n))
	}
	return moves
}

// Picking implements [engine.Picker]: lines are typed.
func (h *heap) Picking(_, _ string) engine.Picking { return engine.Picking{} }

func (h *heap) Describe() engine.Text        { return engine.T("a heap") }
func (h *heap) String() string               { return strings.Repeat("o", h.stones) }
func (h *heap) MarshalJSON() ([]byte, error) { return json.Marshal(h.stones) }

// taker takes one stone; one that waits does so when its time is up.
type taker struct{ waits bool }

func (t taker) Choose(ctx context.Context, _ engine.Position) (engine.Choice, error) {
	if t.waits {
		<-ctx.Done()
	}
	return engine.Choice{Move: "1", Value: 0.5, Line: []string{"1", "3"}}, nil
}

// quiet is a game with as little as a game can have.
var quiet = &engine.Game{
	ID:    "quiet",
	Seats: func(engine.Options) int { return 1 },
	New:   func(engine.Options) (engine.Position, error) { return mute{}, nil },
}

type mute struct{}

func (mute) Turn() engine.Seat { return 0 }
func (mute) Play(string) (string, error) {
	return "", fmt.Errorf("disk on fire: %w", errors.ErrUnsupported)
}
func (mute) Outcome() engine.Outcome { return engine.Outcome{} }
func (mute) Describe() engine.Text   { return engine.T("nothing") }
func (mute) String() string          { return "" }
