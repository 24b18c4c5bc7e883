package hexgrid_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func says() engine.Text { return engine.T("Red to move.") }

func TestForm(t *testing.T) {
	rows := []string{"....", "....", ".x.x", "xxxx", "..x."}
	free := func(column, row int) bool { return rows[row][column] == '.' }
	f := hexgrid.Form(4, 5, free, says)()
	if want := "Red to move.\nFree cells by row: **1 2** a–d · **3** a c · **5** a b d."; f.Says.String() != want {
		t.Errorf("it says %q, want %q", f.Says, want)
	}
	for i, want := range []string{
		"a: free: 1–3 5, b: free: 1 2 5, c: free: 1–3, d: free: 1 2 5",
		"1: free: a–d, 2: free: a–d, 3: free: a c, 5: free: a b d",
	} {
		var said []string
		for _, o := range f.Menus[i].Offers {
			said = append(said, o.ID+": "+o.Detail.String())
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %q, want %q", f.Menus[i].Title, got, want)
		}
	}
	if got, err := f.Arguments([][]string{{"c"}, {"5"}}); got != "c5" || err != nil {
		t.Errorf("c and 5 make %q, %v", got, err)
	}
	for _, picked := range [][][]string{nil, {{"c"}, nil}, {nil, {"5"}}} {
		if _, err := f.Arguments(picked); err == nil || !strings.Contains(err.Error(), "choose a column and a row") {
			t.Errorf("%q: %v", picked, err)
		}
	}
}

func TestFormNeedsRoom(t *testing.T) {
	all := func(int, int) bool { return true }
	for size, want := range map[int]bool{25: true, 26: false} {
		if form := hexgrid.Form(size, 3, all, says); (form != nil) != want {
			t.Errorf("%d columns: %t", size, !want)
		}
		if form := hexgrid.Form(3, size, all, says); (form != nil) != want {
			t.Errorf("%d rows: %t", size, !want)
		}
	}
}
