package hex_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestLinks: a link is read wherever it stands, of each site whose links hold the moves.
func TestLinks(t *testing.T) {
	const address = "https://hexworld.org/board/#11c1,c2:sf6"
	swapped := "c2 swap f6"
	for _, tt := range []struct {
		text  string
		size  int
		moves string
	}{
		{"<" + address + ">", 11, swapped},
		{"[my game](" + address + ")", 11, swapped},
		{"[my game](<" + address + ">).", 11, swapped},
		{"[" + address + "](" + address + ")", 11, swapped},
		{address + ".", 11, swapped},
		{address + ", which I lost", 11, swapped},
		{"(" + address + ")", 11, swapped},
		{"[" + address + "]", 11, swapped},
		{"\"" + address + "\"", 11, swapped},
		{"'" + address + "'!", 11, swapped},
		{"**" + address + "**", 11, swapped},
		{"_" + address + "_", 11, swapped},
		{"`" + address + "`", 11, swapped},
		{"||" + address + "||", 11, swapped},
		{"> " + address + "…", 11, swapped},
		{"Look at this one: " + address + "; was f6 right?", 11, swapped},
		{"My game\n\n" + address + "\n\nsee you", 11, swapped},
		{"https://hexwiki.example/Swap and " + address, 11, swapped},
		{"HTTPS://HexWorld.org/board/#11c1,c2:sf6", 11, swapped},
		{"http://www.hexworld.org/board#11c1,c2:sf6", 11, swapped},
		{"hexworld.org/board/#11,c2:sf6", 11, swapped},
		{"https://hexworld.org/board/index.html#11r9mn,c2,:sf6", 11, swapped},
		{"https://hexworld.org/board/?from=chat#11c1,c2:sf6", 11, swapped},
		{"https://hexworld.org/board/#,c2:sf6", 11, swapped},
		{"https://hexworld.org/board/#c1,c2:sf6", 11, swapped},
		{"https://hexworld.org/board/#13", 13, ""},
		{"11,c2 :s f6", 11, swapped},
		{"„" + address + "“", 11, swapped},
		{"« " + address + "»", 11, swapped},
		{"（" + address + "）。", 11, swapped},
		{"“" + address + "”, ‘" + address + "’", 11, swapped},
		{"https://hexworld.org/board/#11c1,c2:s\nf6\n", 11, swapped},
		{"https://hexworld.org/board/#11c1,c2 :s f6", 11, swapped},
		{"https://hexworld.org/board/#11c1,c2:sf6 e5 was better", 11, swapped},

		{"https://trmph.com/hex/board#11,a10b4", 11, "a10 b4"},
		{"trmph.com/hex/board#11,a10b4.", 11, "a10 b4"},
		{"http://www.trmph.com/hex/board#13,a6i2d10d9f8e9g9g10i9h9", 13, "a6 i2 d10 d9 f8 e9 g9 g10 i9 h9"},
		{"[trmph](http://www.trmph.com/hex/board#13,a1b2c3d4e5f6g7h8i9j10k11l12m13)", 13, "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13"},
		{"#13,a1b2c3", 13, "a1 b2 c3"},
		{"is #13,a1b2c3 sound?", 13, "a1 b2 c3"},
		{"(#13%2Ca1b2c3)", 13, "a1 b2 c3"},

		{"https://playhex.org/hexplorer#11c1,h4e7f9,b9c3", 11, "h4 e7 f9 b9 c3"},
		{"https://playhex.org/hexplorer#9r9c1,b3:sc6i9c4", 9, "b3 swap c6 i9 c4"},
		{"<https://playhex.org/hexplorer#14r1c1,d3:sa3>", 14, "d3 swap a3"},
	} {
		t.Run(tt.text, func(t *testing.T) { decodes(t, "hexworld", tt.text, tt.size, tt.moves) })
	}
}

// TestTRMPHSwaps: a swap is the cell of the stone after it was taken over, twice.
func TestTRMPHSwaps(t *testing.T) {
	for _, tt := range []struct {
		text  string
		size  int
		moves string
	}{
		{"#5,c2c2a1", 5, "b3 swap a1"},
		{"5,c2c2a1", 5, "b3 swap a1"},
		{"https://trmph.com/hex/board#5,c2c2a1", 5, "b3 swap a1"},
		{"http://www.trmph.com/hex/board#13,c12c12g7", 13, "l3 swap g7"},
		{"http://www.trmph.com/hex/board#11,b10b10", 11, "j2 swap"},
		{"trmph.com/hex/board#11,c3c3d4e5", 11, "c3 swap d4 e5"}, // on the long diagonal
		{"#19,a1a10", 19, "a1 a10"},
		{"#19,a10a1", 19, "a10 a1"},
		{"#19,a10a10a1", 19, "j1 swap a1"},
		{"#11,b4:se5", 11, "b4 swap e5"},
	} {
		t.Run(tt.text, func(t *testing.T) { decodes(t, "hexworld", tt.text, tt.size, tt.moves) })
	}
	refuses(t, "hexworld", "https://hexworld.org/board/#5,c2c2a1", "move 2: c2 is taken: choose an empty cell, or swap")
	refuses(t, "hexworld", "#5x4,c2c2a1", "move 2: c2 is taken: choose an empty cell")
	refuses(t, "hexworld", "#5,z2z2a1", "move 1: that is off the board: cells run from a1 to e5")
	refuses(t, "hexworld", "#5,a1b2b2", "move 3: b2 is taken: choose an empty cell")
}

// TestLinksWithoutMoves: who brings a link that holds no moves is told what to bring.
func TestLinksWithoutMoves(t *testing.T) {
	const (
		playHex     = "PlayHex's links do not hold the moves: open the game there, take its SGF file or its link to HexWorld, and bring that"
		littleGolem = "Little Golem's links do not hold the moves: open the game there, take its SGF file, and bring that"
		other       = "that link holds no moves: bring the game's SGF file, a link of HexWorld or TRMPH, or the moves themselves"
		damaged     = "the link is damaged: one looks like https://hexworld.org/board/#11c1,a2b3"
	)
	for text, why := range map[string]string{
		"https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528":                        playHex,
		"see <https://playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528>.":                 playHex,
		"playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528":                                playHex,
		"https://playhex.org/hexplorer":                                                         playHex,
		"https://littlegolem.net/jsp/game/game.jsp?gid=1512976&nmove=27":                        littleGolem,
		"http://www.littlegolem.net/jsp/game/game.jsp?gid=1139802":                              littleGolem,
		"[a game](https://littlegolem.net/servlet/sgf/1512976/game1512976.hsgf)":                littleGolem,
		"https://play.abstractplay.com/move/hex/1/ea92a01f-3000-49ff-831a-84c20e514528?move=33": other,
		"https://boardgamearena.com/table?table=123456789":                                      other,
		"https://hexworld.org/board/":                                                           other,
		"https://hexworld.org.example/board/#11,a1":                                             other,
		"https://example.org/?u=hexworld.org/board/#11,a1":                                      other,
		"https://example.org/%zz":                                                               other,
		"https://discord.com/channels/1/2/3":                                                    other,
		"https://hexworld.org/board/#11a5b6c7":                                                  damaged,
		"https://trmph.com/hex/board#moves":                                                     damaged,
	} {
		t.Run(text, func(t *testing.T) { refuses(t, "hexworld", text, why) })
	}
}

func decodes(t *testing.T, id, text string, size int, moves string) engine.Record {
	t.Helper()
	record, err := format(t, id).Decode(t.Context(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(record.Moves, " "); got != moves || record.Options.Int("size") != size {
		t.Errorf("size %d, %q; want %d, %q", record.Options.Int("size"), got, size, moves)
	}
	return record
}
