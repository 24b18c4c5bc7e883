package outage

import (
	"strings"
	"testing"
	"time"
)

// TestJudge tests the judge with valid and, above all, invalid histories.
func TestJudge(t *testing.T) {
	move := func(cell string) action { return action{kind: "move", cell: cell} }
	add := func(cell string) action { return action{kind: "add", cell: cell} }
	undo, show := action{kind: "undo"}, action{kind: "show"}
	ok := func(moves string) result { return result{done, board(strings.Fields(moves))} }
	type asked struct {
		action
		from, to int // seconds
		result
	}
	tests := []struct {
		name   string
		all    []asked
		stored string
		fine   bool
	}{
		{"one after the other", []asked{{move("a1"), 0, 1, ok("a1")}, {move("b1"), 2, 3, ok("a1 b1")}, {undo, 4, 5, ok("a1")}, {show, 6, 7, ok("a1")}}, "a1", true},
		{"at once, in either order", []asked{{move("a1"), 0, 9, ok("b1 a1")}, {move("b1"), 0, 9, ok("b1")}}, "b1 a1", true},
		{"refused, since it was taken", []asked{{move("a1"), 0, 3, ok("a1")}, {move("a1"), 1, 2, result{outcome: taken}}}, "a1", true},
		{"unclear, and done", []asked{{move("a1"), 0, 3, result{outcome: unclear}}, {show, 4, 5, ok("a1")}}, "a1", true},
		{"unclear, and done later", []asked{{move("a1"), 0, 3, result{outcome: unclear}}, {show, 4, 5, ok("")}, {show, 6, 7, ok("a1")}}, "a1", true},
		{"unclear, and not done", []asked{{move("a1"), 0, 3, result{outcome: unclear}}, {show, 4, 5, ok("")}}, "", true},
		{"against a level, one unclear", []asked{{add("a1"), 0, 1, result{outcome: done}}, {add("a1"), 2, 5, result{outcome: unclear}}, {add("b1"), 6, 7, result{outcome: done}}}, "a1 b1", true},

		{"against a level, one is lost", []asked{{add("a1"), 0, 1, result{outcome: done}}, {add("b1"), 2, 5, result{outcome: unclear}}, {add("c1"), 6, 7, result{outcome: done}}}, "b1 c1", false},
		{"against a level, one is there twice", []asked{{add("a1"), 0, 1, result{outcome: done}}, {add("b1"), 2, 3, result{outcome: done}}}, "a1 a1 b1", false},
		{"against a level, one was refused and is there", []asked{{add("a1"), 0, 1, result{outcome: refused}}}, "a1", false},
		{"an acknowledged move is lost", []asked{{move("a1"), 0, 1, ok("a1")}, {move("b1"), 2, 3, ok("a1 b1")}}, "a1", false},
		{"an acknowledged move is lost, and a later one is there", []asked{{move("a1"), 0, 1, ok("a1")}, {move("b1"), 2, 3, ok("b1")}}, "b1", false},
		{"an acknowledged move is lost on the board", []asked{{move("a1"), 0, 1, ok("a1")}, {show, 2, 3, ok("")}}, "a1", false},
		{"taken back once, and done twice", []asked{{move("a1"), 0, 1, ok("a1")}, {move("b1"), 2, 3, ok("a1 b1")}, {undo, 4, 5, ok("a1")}}, "", false},
		{"a move is played twice", []asked{{move("a1"), 0, 1, ok("a1")}, {undo, 2, 3, ok("")}}, "a1", false},
		{"a move that was unclear is played twice", []asked{{move("a1"), 0, 3, result{outcome: unclear}}, {show, 4, 5, ok("a1")}, {undo, 6, 7, ok("")}}, "a1", false},
		{"a stale board", []asked{{move("a1"), 0, 1, ok("a1")}, {move("b1"), 2, 3, ok("a1 b1")}, {show, 4, 5, ok("a1")}}, "a1 b1", false},
		{"a board goes back", []asked{{move("a1"), 0, 9, ok("a1")}, {show, 1, 2, ok("a1")}, {show, 3, 4, ok("")}}, "a1", false},
		{"nothing was changed, it was said", []asked{{move("a1"), 0, 1, result{outcome: refused}}}, "a1", false},
		{"refused as taken, though it was free", []asked{{move("a1"), 0, 1, result{outcome: taken}}, {show, 2, 3, ok("")}}, "", false},
		{"refused as there was nothing, though there was", []asked{{move("a1"), 0, 1, ok("a1")}, {undo, 2, 3, result{outcome: nothing}}}, "a1", false},
		{"a move that nobody asked for", []asked{{move("a1"), 0, 1, ok("a1")}}, "a1 b1", false},
		{"unclear, and done far too late", []asked{{move("a1"), 0, 3, result{outcome: unclear}}, {show, 100, 101, ok("")}, {show, 200, 201, ok("a1")}}, "a1", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h history
			for i, a := range tt.all {
				h.add(i, a.action, time.Duration(a.from)*time.Second, time.Duration(a.to)*time.Second, a.result)
			}
			err := h.judge(strings.Fields(tt.stored))
			if fine := err == nil; fine != tt.fine {
				t.Errorf("judged as fine: %v, want %v: %v", fine, tt.fine, err)
			}
		})
	}
}
