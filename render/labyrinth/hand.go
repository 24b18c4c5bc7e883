package labyrinth

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

type held struct {
	doors   connexion.Doors
	gaps    string // signs of the gaps that it fits, separated by blanks
	count   int    // number of these gaps
	unnamed bool   // some of the gaps have no sign
}

// inHand returns the pieces in hand by number, with those that fit a gap first. If no door is open,
// every piece fits.
func inHand(p *labyrinth.Position) []held {
	var list []held
	index := map[connexion.Doors]int{}
	for i, d := range p.Left() {
		list = append(list, held{doors: d})
		index[d] = i
	}
	open := p.Open()
	for gap, c := range open {
		for _, d := range p.Candidates(c) {
			h, sign := &list[index[d]], labyrinth.GapSign(gap)
			h.gaps = strings.TrimSpace(h.gaps + " " + sign)
			h.unnamed = h.unnamed || sign == ""
			h.count++
		}
	}
	slices.SortStableFunc(list, func(a, b held) int { return min(b.count, 1) - min(a.count, 1) })
	return list
}

// spread is a number of columns and rows of tiles.
type spread struct{ cols, rows int }

// spreads are the layouts of few to many pieces in hand, by the width of the box.
var spreads = map[int][]spread{
	handWide:   {{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 4}, {4, 5}},
	slimWide:   {{1, 1}, {1, 2}, {2, 2}, {2, 3}, {2, 4}, {3, 4}, {3, 5}},
	narrowWide: {{1, 1}, {1, 2}, {2, 2}, {2, 3}, {2, mostNarrow / 2}},
}

// mostNarrow is how many pieces a narrow box holds.
const mostNarrow = 8

// spreadFor chooses the layout with the largest pieces.
func spreadFor(pieces, wide int) spread {
	list := spreads[wide]
	for _, s := range list {
		if pieces <= s.cols*s.rows {
			return spread{s.cols, (pieces + s.cols - 1) / s.cols}
		}
	}
	return list[len(list)-1]
}

// Sizes of piles, in pixels.
const (
	signsBelow = noteSize * 13 / 10 // height of the gaps of a piece
	pileApart  = 40                 // between tiles with spare room
	leastSlot  = 121                // height of a piece with its gaps
	restSlot   = 66                 // width and height of a piece that fits nowhere
	restTile   = 64
	restGap    = 38 // between both kinds
)

type pile struct {
	spread
	*tiles
	slot   image.Point
	below  int // height of the text in a slot
	corner image.Point
}

func (d *drawing) pile(room image.Point, s spread, largest, below int) pile {
	slot := image.Pt(room.X/s.cols, room.Y/s.rows)
	t := d.set(tileWidth(largest, slot.Sub(image.Pt(6, below+8))))
	slot = image.Pt(min(slot.X, t.frame.width+pileApart), min(slot.Y, t.frame.pitch+below+pileApart))
	return pile{spread: s, tiles: t, slot: slot, below: below}
}

func (p pile) size() image.Point { return image.Pt(p.cols*p.slot.X, p.rows*p.slot.Y) }

func (p pile) middle(i int) image.Point {
	return p.corner.Add(image.Pt(i%p.cols*p.slot.X+p.slot.X/2, i/p.cols*p.slot.Y+(p.slot.Y-p.below)/2))
}

// hand draws the pieces in hand, each above the gaps that it fits. Pieces that fit nowhere are
// small, below a line. quiet mutes everything except the suggested piece.
func (d *drawing) hand(box image.Rectangle, wide int, p *labyrinth.Position, advised *connexion.Piece, quiet bool) {
	list := inHand(p)
	fit := slices.IndexFunc(list, func(h held) bool { return h.count == 0 })
	rest, most := spread{cols: box.Dx() / restSlot}, spreads[wide][len(spreads[wide])-1].cols
	if fit > 0 {
		free := box.Dy() - (fit+most-1)/most*leastSlot - restGap
		rest.rows = min(free/restSlot, (len(list)-fit+rest.cols-1)/rest.cols)
	}
	if fit <= 0 || rest.rows <= 0 {
		below := signsBelow
		if len(p.Open()) == 0 {
			below = 0
		}
		all := d.pile(box.Size(), spreadFor(len(list), wide), largestTile, below)
		all.corner = box.Min.Add(box.Size().Sub(all.size()).Div(2))
		d.drawPile(all, list, p, advised, quiet)
		return
	}
	lower := d.pile(image.Pt(box.Dx(), rest.rows*restSlot), rest, restTile, 0)
	upper := d.widest(image.Pt(box.Dx(), box.Dy()-restGap-lower.size().Y), fit, most)
	free := box.Size().Sub(upper.size()).Sub(image.Pt(0, restGap+lower.size().Y))
	upper.corner = box.Min.Add(free.Div(2))
	y := upper.corner.Y + upper.size().Y + restGap/2
	lower.corner = image.Pt(box.Min.X+(box.Dx()-lower.size().X)/2, y+restGap/2)
	d.on.Bar(image.Rect(box.Min.X+pad/2, y-1, box.Max.X-pad/2, y+1), canvas.InkLine)
	d.drawPile(upper, list[:fit], p, advised, quiet)
	d.drawPile(lower, list[fit:], p, advised, quiet)
}

// widest returns the pile with the largest pieces, in at most so many columns.
func (d *drawing) widest(room image.Point, pieces, most int) (best pile) {
	for cols := range min(pieces, most) {
		s := spread{cols + 1, (pieces + cols) / (cols + 1)}
		if next := d.pile(room, s, largestTile, signsBelow); best.tiles == nil || next.frame.width >= best.frame.width {
			best = next
		}
	}
	return best
}

// drawPile draws the pieces of a pile, and the number of pieces that do not fit.
func (d *drawing) drawPile(l pile, list []held, p *labyrinth.Position, advised *connexion.Piece, quiet bool) {
	shown := l.cols * l.rows
	if len(list) > shown {
		shown--
		showAdvised(list, shown, advised)
	}
	with := canvas.InkText
	if quiet {
		with = canvas.InkMuted
	}
	for i, h := range list[:min(len(list), shown)] {
		k, ink := tile{doors: h.doors, colour: d.colour, split: d.colour, room: numberRoom}, with
		switch {
		case advised != nil && advised.Doors == h.doors:
			k.kind = hintTile
			if sign := signOf(p.Open(), advised.Cell); sign != "" {
				h.gaps, h.count, h.unnamed, ink = sign, 1, false, canvas.InkText
			}
		case h.count == 0 && len(p.Open()) > 0, quiet && advised == nil:
			k.kind = fadedTile
		}
		at := l.middle(i)
		d.on.Stamp(l.tile(k), at)
		d.number(l.frame.width, at, h.doors)
		d.writeGaps(h, at.Add(image.Pt(0, l.frame.pitch/2+l.below/2+1)), float64(l.slot.X-10), ink)
	}
	if more := len(list) - shown; more > 0 {
		face, words := canvas.Bold(labelSize), "+"+strconv.Itoa(more)
		if face.Measure(words)+beside > float64(l.slot.X) {
			face = canvas.Medium(noteSize)
		}
		canvas.Centred(d.on, face, canvas.At(l.middle(shown)), words, canvas.InkMuted)
	}
}

// showAdvised moves the suggested piece to the last one shown, if it would not be shown.
func showAdvised(list []held, shown int, advised *connexion.Piece) {
	if advised == nil {
		return
	}
	if i := slices.IndexFunc(list, func(h held) bool { return h.doors == advised.Doors }); i >= shown {
		h := list[i]
		copy(list[shown:i+1], list[shown-1:i])
		list[shown-1] = h
	}
}

// writeGaps writes the gaps of a piece, separated by commas: at the size that a move needs, narrow if
// necessary, or smaller. If they do not fit or have no signs, it writes their number.
func (d *drawing) writeGaps(h held, at image.Point, room float64, with canvas.Ink) {
	signs := strings.ReplaceAll(h.gaps, " ", ",")
	face, note := canvas.Bold(labelSize), canvas.Medium(noteSize)
	if face.Measure(signs) > room {
		face = canvas.Condensed(labelSize)
	}
	switch {
	case h.count == 0:
		return
	case !h.unnamed && face.Measure(signs) <= room:
		canvas.Centred(d.on, face, canvas.At(at), signs, with)
		return
	case h.unnamed || note.Measure(signs) > room:
		signs = note.Legible(d.style.Words(engine.Count(h.count, "1 gap", "%s gaps")))
	}
	canvas.Centred(d.on, note, canvas.At(at), note.Fit(signs, room), canvas.InkMuted)
}

// tileWidth is the width of the largest hexagon that fits in a slot.
func tileWidth(largest int, slot image.Point) int {
	return largestWidth(largest, slot, func(width int) image.Point { return image.Pt(width, pitchOf(width)) })
}

// sheet draws pieces on their own, as large as possible.
func (d *drawing) sheet(p labyrinth.Picture) {
	const gap = 12
	box := field(0)
	best, s := 0, spread{1, 1}
	for cols := 1; cols <= len(p.Pieces); cols++ {
		rows := (len(p.Pieces) + cols - 1) / cols
		if width := tileWidth(largestSheet, image.Pt(box.Dx()/cols-gap, box.Dy()/rows-gap)); width >= best {
			best, s = width, spread{cols, rows}
		}
	}
	t := d.set(best)
	slot := image.Pt(min(box.Dx()/s.cols, best*6/5), min(box.Dy()/s.rows, best*6/5))
	corner := box.Min.Add(box.Size().Sub(image.Pt(slot.X*s.cols, slot.Y*s.rows)).Div(2))
	for i, piece := range p.Pieces {
		at := corner.Add(image.Pt(i%s.cols*slot.X+slot.X/2, i/s.cols*slot.Y+slot.Y/2))
		k := tile{doors: piece.Doors, colour: p.Colour, split: p.Colour}
		for _, m := range p.Marks {
			if m.Doors == piece.Doors {
				k.colour, k.split, k.marked = m.Colours[0], m.Colours[len(m.Colours)-1], true
			}
		}
		if p.Numbers {
			k.room = numberRoom
		}
		d.on.Stamp(t.tile(k), at)
		if p.Numbers {
			d.number(best, at, piece.Doors)
		}
	}
}

// mostGroups is the number of groups in a legend.
const mostGroups = 6

// legend writes the sizes of the groups and the number of holes.
func (d *drawing) legend(box image.Rectangle, found surroundings) {
	var counts []int
	for _, group := range found.group {
		for group >= len(counts) {
			counts = append(counts, 0)
		}
		counts[group]++
	}
	shown := counts[:min(len(counts), mostGroups)]
	y := box.Min.Y + (box.Dy()-legendRow*(len(shown)-1))/2
	if found.count > 0 {
		y -= legendRow / 2
	}
	for group, n := range shown {
		d.entry(box, y, tile{doors: across, colour: d.colour, split: d.colour, group: group}, labyrinth.PieceCount(n))
		y += legendRow
	}
	if n := found.count; n > 0 {
		d.entry(box, y, tile{kind: holeTile}, engine.Count(n, "1 hole", "%s holes"))
	}
}

// Sizes of legends in pixels, and the doors of their pieces.
const (
	legendRow  = 84
	legendTile = 80
	across     = 1<<connexion.NorthEast | 1<<connexion.SouthWest
)

// entry draws a line of a legend around a height.
func (d *drawing) entry(box image.Rectangle, y int, k tile, words engine.Text) {
	at, face := image.Pt(box.Min.X+legendTile/2, y), canvas.Bold(labelSize)
	d.on.Stamp(d.set(legendTile).tile(k), at)
	pen := canvas.Pt(float64(at.X)+0.8*legendTile, float64(y)+face.CapHeight()/2)
	d.on.Text(face, pen, face.Fit(face.Legible(d.style.Words(words)), float64(box.Max.X)-pen.X), canvas.InkLabel)
}
