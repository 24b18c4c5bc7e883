package enginetest

import (
	"strings"
	"testing"
)

func TestScripts(t *testing.T) {
	Scripts(t, nimGame(&broken{}), "testdata/*.txt")
}

func TestScriptsCatch(t *testing.T) {
	tests := []struct{ name, script, want string }{
		{"a move that is refused", "heap 5\n1\n9\n", `nim.txt:3: "9": take 1, 2 or 3`},
		{"a refusal that does not come", "heap 5\n! 1\n", `nim.txt:2: "1" was played`},
		{"a refusal in other words", "heap 5\n\n! 9 -- nine\n", `nim.txt:3: "9" was refused with "take 1, 2 or 3"`},
		{"another board", "heap 2\n1\n  heap\n   ||\n? open\n", "nim.txt:3: the board is"},
		{"a board with a line too few", "heap 2\n  heap\n", "nim.txt:2: the board is"},
		{"another outcome", "heap 2\n2\n? open\n", "nim.txt:3: the outcome is won, not open"},
		{"another winner", "heap 2\n2\n? won second\n", "nim.txt:3: won: it is first, not second"},
		{"another side to move", "heap 2\n? open second\n", "nim.txt:2: open: it is first, not second"},
		{"another reason", "heap 2\n2\n? won first -- luck\n", "nim.txt:3: the reason is"},
		{"a question without an outcome", "?\n", "nim.txt:1: an outcome should follow"},
		{"a bad option", "heap 99\n", "nim.txt:2: heap must be"},
		{"an option after the first move", "1\nheap 5\n", `nim.txt:2: "heap 5"`},
		{"options that do not go together", "misere true\nheap 13\n? open\n", "nim.txt:3: the heap must be"},
	}
	game := nimGame(&broken{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := runScript(&game, "nim.txt", tt.script)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestScriptsCatchTraces(t *testing.T) {
	game := nimGame(&broken{play: func(p *nim, text string) (string, error, bool) {
		if text == "?" {
			p.heap--
		}
		return "", nil, false
	}})
	if err := runScript(&game, "nim.txt", "heap 5\n! ?\n"); err == nil || !strings.Contains(err.Error(), "changed the board") {
		t.Errorf("error %v, want one about the changed board", err)
	}
}
