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
	doors connexion.Doors
	cells []string // the gaps that it fits
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
	for _, c := range p.Open() {
		for _, d := range p.Candidates(c) {
			h := &list[index[d]]
			h.cells = append(h.cells, c.Name())
		}
	}
	slices.SortStableFunc(list, func(a, b held) int { return min(len(b.cells), 1) - min(len(a.cells), 1) })
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
	cellsBelow = 42  // height of the cells that a piece fits
	pileApart  = 40  // between tiles with spare room
	leastSlot  = 121 // height of a piece with its gaps
	restSlot   = 66  // width and height of a piece that fits nowhere
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

// hand draws the pieces in hand, each above the cells where it fits. Pieces that fit nowhere are
// small, below a line.
func (d *drawing) hand(box image.Rectangle, wide int, p *labyrinth.Position, advised *connexion.Piece) {
	list := inHand(p)
	fit := slices.IndexFunc(list, func(h held) bool { return len(h.cells) == 0 })
	rest, most := spread{cols: box.Dx() / restSlot}, spreads[wide][len(spreads[wide])-1].cols
	if fit > 0 {
		free := box.Dy() - (fit+most-1)/most*leastSlot - restGap
		rest.rows = min(free/restSlot, (len(list)-fit+rest.cols-1)/rest.cols)
	}
	if fit <= 0 || rest.rows <= 0 {
		below := cellsBelow
		if len(p.Open()) == 0 {
			below = 0
		}
		all := d.pile(box.Size(), spreadFor(len(list), wide), largestTile, below)
		all.corner = box.Min.Add(box.Size().Sub(all.size()).Div(2))
		d.drawPile(all, list, p, advised)
		return
	}
	lower := d.pile(image.Pt(box.Dx(), rest.rows*restSlot), rest, restTile, 0)
	upper := d.widest(image.Pt(box.Dx(), box.Dy()-restGap-lower.size().Y), fit, most)
	free := box.Size().Sub(upper.size()).Sub(image.Pt(0, restGap+lower.size().Y))
	upper.corner = box.Min.Add(free.Div(2))
	y := upper.corner.Y + upper.size().Y + restGap/2
	lower.corner = image.Pt(box.Min.X+(box.Dx()-lower.size().X)/2, y+restGap/2)
	d.on.Bar(image.Rect(box.Min.X+pad/2, y-1, box.Max.X-pad/2, y+1), canvas.InkLine)
	d.drawPile(upper, list[:fit], p, advised)
	d.drawPile(lower, list[fit:], p, advised)
}

// widest returns the pile with the largest pieces, in at most so many columns.
func (d *drawing) widest(room image.Point, pieces, most int) (best pile) {
	for cols := range min(pieces, most) {
		s := spread{cols + 1, (pieces + cols) / (cols + 1)}
		if next := d.pile(room, s, largestTile, cellsBelow); best.tiles == nil || next.frame.width >= best.frame.width {
			best = next
		}
	}
	return best
}

// drawPile draws the pieces of a pile, and the number of pieces that do not fit.
func (d *drawing) drawPile(l pile, list []held, p *labyrinth.Position, advised *connexion.Piece) {
	shown := l.cols * l.rows
	if len(list) > shown {
		shown--
		showAdvised(list, shown, advised)
	}
	face := canvas.Condensed(canvas.LeastText)
	for i, h := range list[:min(len(list), shown)] {
		k, at := tile{doors: h.doors, colour: d.colour, split: d.colour, room: numberRoom}, l.middle(i)
		if len(h.cells) == 0 && len(p.Open()) > 0 {
			k.kind = fadedTile
		}
		d.on.Stamp(l.tile(k), at)
		d.number(l.tiles, at, k)
		if advised != nil && advised.Doors == h.doors {
			d.on.Hint(canvas.Corners(l.frame.corners(canvas.At(at), insetShare)...), 0)
			h.cells = []string{advised.Cell.Name()}
		}
		if below := at.Add(image.Pt(0, l.frame.pitch/2+l.below/2+1)); l.below > 0 {
			canvas.Centred(d.on, face, canvas.At(below), h.where(face, float64(l.slot.X-8)), canvas.InkText)
		}
	}
	if more := len(list) - shown; more > 0 {
		canvas.Centred(d.on, face, canvas.At(l.middle(shown)), "+"+strconv.Itoa(more), canvas.InkMuted)
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

// where returns the cells that a piece fits: all, or the first of them and how many more there are.
func (h held) where(face *canvas.Typeface, room float64) string {
	words := strings.Join(h.cells, " ")
	for n := len(h.cells) - 1; n > 0 && face.Measure(words) > room; n-- {
		words = strings.Join(h.cells[:n], " ") + " +" + strconv.Itoa(len(h.cells)-n)
	}
	return words
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
			d.number(t, at, k)
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
