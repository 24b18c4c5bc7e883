package encode

import (
	"bytes"
	"image"
)

// partBlock is the side in pixels of the squares in which frames are compared; adjacent squares
// form a part. partCost is the cost of a part in bytes and time, expressed as an area in pixels.
const (
	partBlock = 8
	partCost  = 1200
	mostParts = 6
)

// changed returns between 1 and most rectangles that cover all differences from the previous frame.
// Without a difference it returns one pixel.
func (w *Film) changed(p *image.Paletted, colours *gifPalette, most int) []image.Rectangle {
	blocks := w.changedBlocks(p, colours)
	var parts []image.Rectangle
	for y, row := range blocks {
		for x := range row {
			if r := component(blocks, image.Pt(x, y)); !r.Empty() {
				parts = append(parts, r)
			}
		}
	}
	parts = mergeParts(parts, max(1, min(most, mostParts)))
	for i, r := range parts {
		r = image.Rectangle{r.Min.Mul(partBlock), r.Max.Mul(partBlock)}
		parts[i] = r.Add(p.Rect.Min).Intersect(p.Rect)
	}
	if parts == nil {
		return []image.Rectangle{{p.Rect.Min, p.Rect.Min.Add(image.Pt(1, 1))}}
	}
	return parts
}

// changedBlocks reports for each block, by row and column, whether it differs from the previous frame.
func (w *Film) changedBlocks(p *image.Paletted, colours *gifPalette) [][]bool {
	before, size := w.paletteOf(w.last), p.Rect.Size()
	blocks := make([][]bool, (size.Y+partBlock-1)/partBlock)
	for y := range size.Y {
		if y%partBlock == 0 {
			blocks[y/partBlock] = make([]bool, (size.X+partBlock-1)/partBlock)
		}
		now, then := rowOf(p, p.Rect.Min.Y+y), rowOf(w.last, p.Rect.Min.Y+y)
		if before == colours && bytes.Equal(now, then) {
			continue
		}
		for x := range now {
			if colours.shown[now[x]] != before.shown[then[x]] {
				blocks[y/partBlock][x/partBlock] = true
			}
		}
	}
	return blocks
}

// component clears a block and all marked blocks connected to it, and returns their bounding
// rectangle, which is empty if the block is not marked.
func component(blocks [][]bool, from image.Point) (r image.Rectangle) {
	within := image.Rect(0, 0, len(blocks[0]), len(blocks))
	for todo := []image.Point{from}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !at.In(within) || !blocks[at.Y][at.X] {
			continue
		}
		blocks[at.Y][at.X] = false
		r = r.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		for i := range 9 {
			todo = append(todo, at.Add(image.Pt(i%3-1, i/3-1)))
		}
	}
	return r
}

// mergeParts merges rectangles, always the two whose union adds the least area, until there are at
// most so many and each is worth its cost. The rectangles are in blocks.
func mergeParts(parts []image.Rectangle, most int) []image.Rectangle {
	for len(parts) > 1 {
		var a, b int
		least := 1 << 60
		for i := range parts {
			for j := range i {
				if grows := area(parts[i].Union(parts[j])) - area(parts[i]) - area(parts[j]); grows < least {
					a, b, least = j, i, grows
				}
			}
		}
		if len(parts) <= most && least*partBlock*partBlock > partCost {
			break
		}
		parts[a] = parts[a].Union(parts[b])
		parts = append(parts[:b], parts[b+1:]...)
	}
	return parts
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
