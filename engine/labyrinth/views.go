package labyrinth

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

var views = []engine.View{
	{
		Name: "check", Help: engine.T("Pieces placed, cells that no piece fits, and whether the board can be completed"), Command: true,
		Advice: true, Think: 3 * time.Second, Show: showCheck,
	},
	{
		Name: "complete", Help: engine.T("Find a solution with all pieces of the board"), Command: true,
		Advice: true, Think: 10 * time.Second, Show: showComplete,
	},
	{
		Name: "numbers", Help: engine.T("The board with the number of each hexagram"), Command: true,
		Show: showNumbers,
	},
	{
		Name: "left", Help: engine.T("The pieces not yet placed"), Command: true,
		Show: showLeft,
	},
}

// Picture returns the table's picture.
func (p *Position) Picture() Picture {
	return Picture{Pieces: p.pieces, Frame: Board, Colour: p.colour}
}

func showNumbers(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	picture := p.Picture()
	picture.Numbers = true
	picture.Caption = engine.T("The numbers of the hexagrams")
	return engine.Answer{Text: p.standing(), Scenes: []engine.Scene{picture}}, nil
}

const mostNamed = 12 // cells

type check struct {
	Laid   int      `json:"laid"`
	Open   []string `json:"open"`
	Dead   []string `json:"dead"` // open cells without candidates
	Forced []string `json:"forced"`
	// Completion is "exists", "none" or "unknown".
	Completion string `json:"completion"`
}

func showCheck(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	c := check{Laid: len(p.pieces), Open: cellNames(p.Open()), Dead: []string{}, Forced: []string{}}
	for _, cell := range p.Open() {
		switch fit := p.Candidates(cell); len(fit) {
		case 0:
			c.Dead = append(c.Dead, cell.Name())
		case 1:
			c.Forced = append(c.Forced, cell.Name())
		}
	}
	_, err := Complete(ctx, p.pieces, 1)
	var verdict engine.Text
	switch {
	case err == nil:
		c.Completion, verdict = "exists", engine.T("It can be completed.")
	case errors.Is(err, solver.ErrNone):
		c.Completion, verdict = "none", engine.T("It cannot be completed: the search was exhaustive.")
	default:
		c.Completion, verdict = "unknown", engine.T("Whether it can be completed was not found out in time.")
	}
	text := engine.T("%s %s", p.standing(), verdict)
	if len(c.Dead) > 0 {
		text = engine.T("%s No piece fits on %s.", text, strings.Join(c.Dead[:min(len(c.Dead), mostNamed)], " "))
	}
	if len(c.Forced) > 0 {
		text = engine.T("%s Only one piece fits on %s.", text, strings.Join(c.Forced[:min(len(c.Forced), mostNamed)], " "))
	}
	return engine.Answer{Text: text, Data: c}, nil
}

func showComplete(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	found, err := Complete(ctx, p.pieces, 1)
	switch {
	case errors.Is(err, solver.ErrNone):
		return engine.Answer{Text: engine.T("No solution on this board has all these pieces: the search was exhaustive. Remove one.")}, nil
	case search.Interrupted(err), errors.Is(err, solver.ErrGaveUp):
		return engine.Answer{Text: engine.T("No solution was found in time; there may still be one.")}, nil
	case err != nil:
		return engine.Answer{}, err
	}
	report, err := board.Validate(found.Pieces, false)
	if err != nil {
		return engine.Answer{}, err
	}
	picture := p.Picture()
	picture.Pieces = found.Pieces
	picture.Caption = engine.T("A solution. %s: the %s of the board", p.colour.Other().Title(), PieceCount(len(p.pieces)))
	picture.Marks = engine.Map(p.pieces, func(piece board.Piece) Mark {
		return Mark{Doors: piece.Doors, Colours: []Colour{p.colour.Other()}}
	})
	return engine.Answer{
		Text:   engine.T("A solution that has all pieces of the board, which stand out in another colour. %s", introduction(report, found.Pieces, false)),
		Data:   solved{Report: report, Pieces: stateOf(found.Pieces)},
		Scenes: []engine.Scene{picture},
	}, nil
}

// Other returns a colour that contrasts with c.
func (c Colour) Other() Colour {
	if c == Gold {
		return Blue
	}
	return Gold
}

func showLeft(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	left := p.Left()
	if len(left) == 0 {
		return engine.Answer{Text: engine.T("All pieces lie there."), Data: map[string][]int{"left": {}}}, nil
	}
	all := numbers(left)
	return engine.Answer{
		Text:   engine.T("%s left: %s.", PieceCount(len(left)), engine.Numbers(", ", all)),
		Data:   map[string][]int{"left": all},
		Scenes: []engine.Scene{sheetOf(left, p.colour, engine.T("The pieces that are left"))},
	}, nil
}

// sheetOf shows pieces side by side, none next to another.
func sheetOf(list []board.Doors, colour Colour, caption engine.Text) Picture {
	across := 8
	if len(list) <= 12 {
		across = 4
	}
	var pieces []board.Piece
	for i, d := range list {
		pieces = append(pieces, board.Piece{Cell: board.CellAt(i%across*2, i/across), Doors: d})
	}
	f := board.FrameOf(pieces)
	return Picture{
		Pieces: pieces, Frame: board.Frame{Cols: 2*across - 1, Rows: f.Rows}, Colour: colour, Numbers: true, Plain: true, Loose: true,
		Caption: caption,
	}
}
