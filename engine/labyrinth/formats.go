package labyrinth

import (
	"context"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// jsonFormat encodes the pieces of a table without their history.
var jsonFormat = engine.Format{
	ID: "json", Title: engine.T("JSON: the pieces, with their doors"),
	Encode: func(ctx context.Context, r engine.Record) (engine.Answer, error) {
		p, err := replayed(ctx, r)
		if err != nil {
			return engine.Answer{}, err
		}
		return engine.Answer{
			Text:  engine.T("The pieces of the board."),
			Files: []engine.File{{Name: "connexion.json", Data: append(board.AppendJSON(nil, p.pieces), '\n')}},
		}, nil
	},
}

// piecesFormat starts a table with the pieces of a JSON file.
var piecesFormat = engine.Format{
	ID: "pieces", Title: engine.T("JSON: the pieces to begin with"),
	Decode: decodeJSON, Reads: engine.T(`a JSON array of pieces such as [{"q":0,"r":0,"doors":63}]`),
}

var svgFormat = engine.Format{
	ID: "svg", Title: engine.T("SVG: a picture of any size"),
	Encode: func(ctx context.Context, r engine.Record) (engine.Answer, error) {
		p, err := replayed(ctx, r)
		if err != nil {
			return engine.Answer{}, err
		}
		return engine.Answer{
			Text:   engine.T("The board as a picture."),
			Scenes: []engine.Scene{engine.Drawing{Name: "connexion.svg", Scene: p.Picture()}},
		}, nil
	},
}

func replayed(ctx context.Context, r engine.Record) (*Position, error) {
	position, err := engine.Replay(ctx, &engine.Game{ID: "connexion", New: New}, r.Options, r.Moves)
	if err != nil {
		return nil, err
	}
	return position.(*Position), nil
}

// decodeJSON lays the pieces of a file on an empty board.
func decodeJSON(ctx context.Context, data []byte) (engine.Record, error) {
	pieces, err := board.ParseJSON(data)
	if err != nil {
		return engine.Record{}, err
	}
	if err := board.CheckDistinct(pieces); err != nil {
		return engine.Record{}, err
	}
	if err := toBoard(pieces); err != nil {
		return engine.Record{}, err
	}
	o, err := engine.ParseOptions(arguments, nil, true)
	if err != nil {
		return engine.Record{}, err
	}
	r := engine.Record{Options: o, Moves: []string{layVerb + " " + board.FormatPairs(pieces)}}
	p, err := replayed(ctx, r)
	if err != nil {
		why, _ := engine.Why(err)
		return engine.Record{}, &engine.Refusal{Why: why}
	}
	r.Outcome = p.Outcome()
	return r, nil
}

// toBoard leaves pieces unchanged if they and the cells behind their doors are on the board. Else
// it moves them together to the middle; if that fails, and no door is open, it moves each group
// by itself.
func toBoard(pieces []board.Piece) error {
	whole := board.Part{Cells: reached(pieces)}
	if !slices.ContainsFunc(whole.Cells, func(c board.Cell) bool { return !Board.Has(c) }) {
		return nil
	}
	if board.Pack([]board.Part{whole}, Board) {
		for i := range pieces {
			pieces[i].Cell = whole.Cells[i]
		}
		return nil
	}
	parts := board.Groups(pieces)
	if len(whole.Cells) > len(pieces) || !board.Pack(parts, Board) {
		return engine.Refuse("these pieces, and the cells to which their open doors lead, do not fit on the board of %s cells", Board.String())
	}
	board.Move(pieces, parts)
	return nil
}

// reached returns the cells of the pieces, then the empty cells behind their doors.
func reached(pieces []board.Piece) []board.Cell {
	list := engine.Map(pieces, func(p board.Piece) board.Cell { return p.Cell })
	for _, p := range pieces {
		for s := range board.Side(board.Sides) {
			if next := p.Next(s); p.Doors.Has(s) && !slices.Contains(list, next) {
				list = append(list, next)
			}
		}
	}
	return list
}
