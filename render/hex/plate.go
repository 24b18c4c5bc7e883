package hex

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// caption writes who plays, and the words between them unless the style has others.
func (d *drawing) caption(words engine.Text) {
	d.s.Write(d.on, d.board.caption, render.Caption{
		Words: words, Below: d.below(), Position: d.p, Sides: []render.Side{d.side(hex.Red), d.side(hex.Blue)},
	})
}

// mostAside is how many things a caption says aside: so many have room between two long names.
const mostAside = 3

// below is what the caption says below its words: numbers that had no room on the board, or what
// signs mean.
func (d *drawing) below() engine.Text {
	if len(d.aside) == 0 {
		return d.signs
	}
	return engine.T("%s", strings.Join(d.aside[:min(len(d.aside), mostAside)], " · "))
}

// side is a colour with its sign: a stone, and an arrow between the edges that it joins.
func (d *drawing) side(c hex.Colour) render.Side {
	stone, gap := d.board.caption.Token, d.board.caption.Gap()
	arrow, under := shapeAcross, canvas.InkRed
	if c == d.p.TopBottom() {
		arrow = shapeDown
	}
	if c == hex.Blue {
		under = canvas.InkBlue
	}
	wide := float64(d.icons.shape(arrow).Rect.Dx())
	return render.Side{
		Title: colourName(c), Under: under, Width: stone + gap + wide,
		Token: func(end canvas.End) {
			d.on.tile(d.icons, end.At(stone/2).Round(), fillBand, stoneOf(c))
			d.on.shape(d.icons, end.At(stone+gap+wide/2).Round(), arrow, canvas.InkMuted)
		},
	}
}

func colourName(c hex.Colour) engine.Text {
	if c == hex.Red {
		return engine.T("Red")
	}
	return engine.T("Blue")
}
