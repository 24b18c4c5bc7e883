package gordon

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

func (d *drawing) words() engine.Text {
	_, placed := d.p.Place()
	switch o := d.p.Outcome(); {
	case o.Status == engine.Solved:
		return engine.T("Solved: all places are visited")
	case o.Status == engine.Drawn:
		return engine.T("No m leads on")
	case o.Status == engine.Won:
		return [...]engine.Text{engine.T("Player one wins"), engine.T("Player two wins")}[o.Winner]
	case d.p.Variant() == gordon.Solitaire:
		all := d.p.Group().Order()
		return engine.T("%s of %s places visited", strconv.Itoa(all-d.p.Left()), strconv.Itoa(all))
	case !placed:
		return engine.T("Player one opens")
	case d.p.Turn() == 0:
		return engine.T("Player one to move")
	default:
		return engine.T("Player two to move")
	}
}

// latest names the group and the last move, and tells where to find steps that the panel cannot
// show.
func (d *drawing) latest() engine.Text {
	group := d.p.Group().Label()
	if d.s.Move > 0 {
		group = engine.T("%s · Move %s", group, strconv.Itoa(d.s.Move))
	}
	if n := d.unshown(len(d.moves)); n > 0 { // the menu of that button lists them
		group = engine.T("%s · +%s under Move", group, strconv.Itoa(n))
	}
	s := d.s
	s.Last = d.symbols(s.Last)
	return s.Latest(group)
}

// symbols writes a move with the names on the board.
func (d *drawing) symbols(move string) string {
	words := strings.Fields(move)
	for i, word := range words {
		key, name, ok := strings.Cut(word, "=")
		if a, known := d.p.Group().Find(name); ok && known {
			words[i] = key + "=" + d.names[a]
		}
	}
	return strings.Join(words, " ")
}

func (d *drawing) captioned(words engine.Text) {
	says := render.Caption{Words: words, Below: d.latest(), Position: d.p}
	if d.p.Variant() != gordon.Solitaire {
		says.Sides = []render.Side{d.side(0), d.side(1)}
	}
	d.s.Write(d.on, d.caption, says)
}

func (d *drawing) side(s engine.Seat) render.Side {
	by := [2]state{red, blue}[s]
	return render.Side{Title: gordon.Game.Sides.List[s].Title, Under: inkOf(by), Token: func(end canvas.End) {
		radius := d.caption.Token / 2
		d.on.Disc(end.At(radius), radius, by == blue, canvas.Solid, inkOf(by))
	}}
}
