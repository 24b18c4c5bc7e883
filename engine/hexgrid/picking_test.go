package hexgrid_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func TestPicking(t *testing.T) {
	rows := []string{"....", "....", ".x.x", "xxxx", "..x."}
	free := func(column, row int) bool { return rows[row][column] == '.' }
	p, ok := hexgrid.Picking(4, 5, free, engine.T("Red to move."))
	if !ok {
		t.Fatal("no picking")
	}
	if want := "Red to move.\nFree cells by row: **1 2** a–d · **3** a c · **5** a b d."; p.Says.String() != want {
		t.Errorf("it says %q, want %q", p.Says, want)
	}
	for i, want := range []string{
		"a: free: 1–3 5, b: free: 1 2 5, c: free: 1–3, d: free: 1 2 5",
		"1: free: a–d, 2: free: a–d, 3: free: a c, 5: free: a b d",
	} {
		var said []string
		for _, o := range p.Menus[i].Offers {
			said = append(said, o.ID+": "+o.Detail.String())
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %q, want %q", p.Menus[i].Title, got, want)
		}
	}
	if got, err := p.Arguments([][]string{{"c"}, {"5"}}); got != "c5" || err != nil {
		t.Errorf("c and 5 make %q, %v", got, err)
	}
	for _, picked := range [][][]string{nil, {{"c"}, nil}, {nil, {"5"}}} {
		if _, err := p.Arguments(picked); err == nil || !strings.Contains(err.Error(), "choose a column and a row") {
			t.Errorf("%q: %v", picked, err)
		}
	}
}

func TestPickingNeedsRoom(t *testing.T) {
	all := func(int, int) bool { return true }
	for size, want := range map[int]bool{25: true, 26: false} {
		if _, ok := hexgrid.Picking(size, 3, all, engine.Text{}); ok != want {
			t.Errorf("%d columns: %v", size, ok)
		}
		if _, ok := hexgrid.Picking(3, size, all, engine.Text{}); ok != want {
			t.Errorf("%d rows: %v", size, ok)
		}
	}
}
