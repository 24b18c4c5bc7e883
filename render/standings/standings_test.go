package standings

import (
	"fmt"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// names are of several lengths and scripts.
var names = []string{"Anna", "Maximilian Featherstonehaugh-Lee", "Ben", "Мария Иванова", "Chiyo 千代", "Xu", "Öztürk", "O’Neill", "Jean-Baptiste", "Zoë"}

// swiss is a page of a Swiss tournament with so many lines.
func swiss(rows, rounds int) Table {
	t := Table{Title: "Spring tournament of the Hexagon Club", Below: "after round 3 of 5", Sums: []string{"Points", "Cut 1", "Buch", "S-B"}}
	if rounds > 3 {
		t.Title, t.Below = "Autumn cup", "after round 7"
	}
	for r := range rounds {
		t.Marks = append(t.Marks, fmt.Sprint(r+1))
	}
	for i := range rows {
		r := Row{Place: fmt.Sprint(i + 1), Name: names[i], Leads: i == 0, Own: i == 3, Gone: i == rows-1, Sums: []string{fmt.Sprintf("%d½", rounds-min(rounds, i/2)), "12½", "14", "11¾"}}
		for j := range rounds {
			r.Marks = append(r.Marks, []Mark{{"1", Won}, {"½", Plain}, {"0", Lost}, {"+", Won}, {"–", Lost}, {}}[(i+j*j)%6])
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// cross is a crosstable.
func cross(n int) Table {
	t := Table{Title: "Masters", Below: "after round 4 of 9", Sums: []string{"Points", "S-B"}}
	for i := range n {
		t.Marks = append(t.Marks, fmt.Sprint(i+1))
		r := Row{Place: fmt.Sprint(i + 1), Name: names[i], Leads: i < 2, Own: i == 5, Sums: []string{fmt.Sprintf("%d½", n-i), "27¾"}}
		for j := range n {
			m := []Mark{{"1", Won}, {"½", Plain}, {"0", Lost}, {}}[(i+2*j)%4]
			if i == j {
				m = Mark{Kind: Self}
			}
			r.Marks = append(r.Marks, m)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func drawers() []render.Drawer {
	return []render.Drawer{render.For(Draw)}
}

func TestGolden(t *testing.T) {
	for _, theme := range render.Themes {
		t.Run(theme.ID+"-swiss", func(t *testing.T) { rendertest.Golden(t, drawers, swiss(10, 6), render.Style{Theme: theme}) })
		t.Run(theme.ID+"-cross", func(t *testing.T) { rendertest.Golden(t, drawers, cross(10), render.Style{Theme: theme}) })
	}
	for rows := 3; rows < MostRows; rows += 2 {
		t.Run(fmt.Sprintf("swiss-%d", rows), func(t *testing.T) {
			rendertest.Golden(t, drawers, swiss(rows, 3), render.Style{Theme: render.Themes[rows%len(render.Themes)]})
		})
	}
}

// TestAllSizes: tables of every size can be read.
func TestAllSizes(t *testing.T) {
	for rows := range MostRows + 1 {
		for _, table := range []Table{swiss(rows, 0), swiss(rows, 1), swiss(rows, 6), cross(rows)} {
			rendertest.Measure(t, drawers, table, render.Style{})
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for name, table := range map[string]Table{"swiss": swiss(10, 6), "cross": cross(10)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := render.PNG(drawers(), table, render.Style{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
