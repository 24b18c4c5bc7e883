package gordon

import (
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// drawEmblem draws the ring of the group's elements, with a way that two players have gone.
func drawEmblem(s *render.Sheet) {
	const places = 8
	at := func(i int) canvas.Point {
		return canvas.OnCircle(render.EmblemAt(0, 0), 0.68*render.EmblemRadius, float64(i)/places)
	}
	const node = 0.17 * render.EmblemRadius
	s.Ring(render.EmblemAt(0, 0), 0.68*render.EmblemRadius, 6, s.Look.Line)
	way := []int{0, 3, 5, 2}
	for i := range len(way) - 1 {
		from, to := at(way[i]), at(way[i+1])
		s.Arrow(canvas.Towards(from, to, node), canvas.Towards(to, from, node+10), 12, []canvas.Gem{s.Look.Red, s.Look.Blue}[i%2].Base)
	}
	gems := map[int]canvas.Gem{0: canvas.GemOf(s.Look.Muted), 3: s.Look.Red, 5: s.Look.Blue, 2: s.Look.Red}
	for i := range places {
		gem, used := gems[i]
		if !used {
			gem = canvas.GemOf(canvas.Mix(s.Look.Cell, s.Look.Line, 0.5))
		}
		s.Token(at(i), node, gem)
	}
}
