package hex

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
)

// sides are how many columns and rows options ask for.
func sides(o engine.Options) (width, height int, err error) {
	height = defaultSize
	if _, given := o["size"]; given {
		height = o.Int("size")
	}
	width = height
	if _, given := o[optionWidth]; given {
		width = o.Int(optionWidth)
	}
	for _, side := range []struct {
		name string
		size int
	}{{"size", height}, {optionWidth, width}} {
		if side.size < MinSize || side.size > MaxSize {
			return 0, 0, engine.Refuse("%s must be a whole number from %s to %s", side.name, strconv.Itoa(MinSize), strconv.Itoa(MaxSize))
		}
	}
	if width != height && o.Bool("swap") {
		return 0, 0, engine.Refuse("there is no swap on a board with unequal sides: the player whose edges are closer together can win in any case")
	}
	return width, height, nil
}

// unequal reports whether options ask for more rows than columns, or the other way round.
func unequal(o engine.Options) bool {
	_, given := o[optionWidth]
	return given && o.Int(optionWidth) != o.Int("size")
}

// sized are options of a board of so many columns and rows.
func sized(width, height int) engine.Options {
	o := engine.Options{"size": height}
	if width != height {
		o[optionWidth] = width
	}
	return o
}

// extent is how large the board is, in words.
func extent(b *board.Board) engine.Text {
	width, height := strconv.Itoa(b.Width()), strconv.Itoa(b.Height())
	if width == height {
		return engine.T("%s by %s", width, height)
	}
	return engine.T("%s rows by %s columns", height, width)
}

// Told implements [engine.Teller]: a new board says who has the shorter way.
func (p *Position) Told() engine.Text {
	shorter, longer := strconv.Itoa(min(p.Width(), p.Height())), strconv.Itoa(max(p.Width(), p.Height()))
	switch favoured := p.Favoured(); {
	case p.ply > 0 || p.setup > 0 || favoured == Empty:
		return engine.Text{}
	case favoured == Red:
		return engine.T("Red has the shorter way, %s cells against %s, and can always win; %s says how.", shorter, longer, engine.Command("hex rules"))
	default:
		return engine.T("Blue has the shorter way, %s cells against %s, and can always win; %s says how.", shorter, longer, engine.Command("hex rules"))
	}
}
