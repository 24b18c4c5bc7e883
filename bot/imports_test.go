package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// written returns the file that an export of the caller's latest game of Hex has.
func (s *session) written(user string) string {
	s.t.Helper()
	r := s.does(user, "/hex export")
	if r.Refused || len(r.Files) != 1 {
		s.t.Fatalf("exported: %q, %d files", r.Text, len(r.Files))
	}
	return string(r.Files[0].Data)
}

// TestImportedGamesEndAsTheyDid: a game that is brought tells how it ended, and goes out as it came.
func TestImportedGamesEndAsTheyDid(t *testing.T) {
	const open = "(;GM[11]SZ[5]RE[%];B[c3];W[d2])"
	for text, want := range map[string]struct{ says, result, link string }{
		strings.Replace(open, "%", "B+R", 1):                  {"Red wins**: Blue resigned", "RE[B+R]", ":rw"},
		strings.Replace(open, "%", "B+Time", 1):               {"Red wins**: Blue ran out of time", "RE[B+T]", ":fw"},
		strings.Replace(open, "%", "W+T", 1):                  {"Blue wins**: Red ran out of time", "RE[W+T]", ":fb"},
		strings.Replace(open, "%", "W+Forfeit", 1):            {"Blue wins**: Red forfeited", "RE[W+F]", ":fb"},
		strings.Replace(open, "%", "W+", 1):                   {"Blue wins**: so says the record", "RE[W+]", "d2"},
		strings.Replace(open, "%", "Draw", 1):                 {"It is over: both agreed to end it without a winner", "RE[0]", "d2"},
		strings.Replace(open, "%", "Void", 1):                 {"It is over: cancelled, without a result", "RE[Void]", "d2"},
		strings.Replace(open, "%", "?", 1):                    {"Red to move", "SZ[5]", "d2"},
		"https://hexworld.org/board/#5c1,c3d2:rb":             {"Blue wins**: Red resigned", "RE[W+R]", ":rb"},
		"https://hexworld.org/board/#5c1,c3d2:fw":             {"Red wins**: Blue forfeited", "RE[B+F]", ":fw"},
		"(;GM[11]SZ[3]RE[W+T];B[a1];W[b1];B[a2];W[b2];B[a3])": {"Red wins**: red joins top and bottom", "RE[B+]", "a3"},
	} {
		s := newSession(t)
		if r := s.does("you", "/hex import text:"+text); r.Refused || !strings.Contains(r.Text, want.says) {
			t.Errorf("%s says %q, want %q", text, r.Text, want.says)
		}
		if file := s.written("you"); !strings.Contains(file, want.result) || !strings.Contains(want.result, "RE") && strings.Contains(file, "RE[") {
			t.Errorf("%s goes out as %s, want %s", text, file, want.result)
		}
		if r := s.does("you", "/hex export format:hexworld"); !strings.HasSuffix(strings.TrimSpace(r.Text), want.link) {
			t.Errorf("%s goes out as %q, want %s at the end", text, r.Text, want.link)
		}
	}
}

// TestImportedBytes: a file is read in the encoding that it names, and typed text in its own, whatever it
// names.
func TestImportedBytes(t *testing.T) {
	const big5 = "(;CA[Big5]GM[11]SZ[5]PB[\xa5\x5c];B[c3];W[d2])"
	for name, want := range map[string]struct{ text, file, moves, refuses string }{
		"Big5, with a backslash in a letter": {file: big5, moves: "B[c3];W[d2]"},
		"typed, of a file in Big5":           {text: "(;CA[Big5]GM[11]SZ[5]PB[功]PW[許];B[c3];W[d2])", moves: "B[c3];W[d2]"},
		"UTF-16":                             {file: "\xff\xfe(\x00;\x00S\x00Z\x00[\x005\x00]\x00;\x00B\x00[\x00c\x003\x00]\x00)\x00", moves: "B[c3]"},
		"of seven bits":                      {file: "(;CA[ISO-2022-JP]SZ[5]PB[\x1b$B8k\x1b(B];B[c3])", moves: "B[c3]"},
		"unknown":                            {file: "(;CA[Klingon]SZ[5]PB[\xe9];B[c3])", refuses: "\"Klingon\""},
		"the first of two games":             {file: "(;SZ[5];B[a1])(;SZ[5];B[b2];W[c3])", moves: "B[a1]"},
		"the second of two games":            {file: "(;SZ[5];B[a1])(;SZ[5];B[b2];W[c3]) game:2", moves: "B[b2];W[c3]"},
		"the second of two typed games":      {text: "(;SZ[5];B[a1])(;CA[Big5]SZ[5]PB[功];B[b2];W[c3]) game:2", moves: "B[b2];W[c3]"},
		"the third of two games":             {file: "(;SZ[5];B[a1])(;SZ[5];B[b2]) game:3", refuses: "the file has 2 games"},
		"the second of a link":               {text: "https://hexworld.org/board/#5c1,c3d2 game:2", refuses: "this holds one game: leave `game` out"},
	} {
		s := newSession(t)
		text, number, _ := strings.Cut(want.text+want.file, " game:")
		r := s.request("you", "/hex import")
		if want.file != "" {
			r.Options["file"] = engine.File{Name: "a.sgf", Data: []byte(text)}
		} else {
			r.Options["text"] = text
		}
		if number != "" {
			r.Options["game"] = int(number[0] - '0')
		}
		switch reply := s.finish(r); {
		case reply.Refused != (want.refuses != ""), !strings.Contains(strings.ToLower(reply.Text), strings.ToLower(want.refuses)):
			t.Errorf("%s: %q", name, reply.Text)
		case !reply.Refused && !strings.Contains(s.written("you"), want.moves+")"):
			t.Errorf("%s is read as %s, want %s", name, s.written("you"), want.moves)
		}
	}
}

// TestImportedComments: comments are shown where their moves are, go out again, and go with a move that is
// taken back. What was left out is said.
func TestImportedComments(t *testing.T) {
	s := newSession(t)
	r := s.does("you", "/hex import text:(;GM[11]SZ[5]C[A *fine* game](;B[c3]C[The centre];W[d2])(;B[a1]C[no]))(;SZ[5])")
	if want := "It has 2 comments, which `/hex replay` shows. Left out: one variation, one comment in variations. The file has 2 games: `game:2` takes the second."; !strings.Contains(r.Text, want) {
		t.Errorf("imported: %q", r.Text)
	}
	for line, want := range map[string]string{
		"/hex replay":      "2 moves.\n> A \\*fine\\* game\n> **c3**: The centre",
		"/hex show move:0": "the start.\n> A \\*fine\\* game",
		"/hex show move:1": "**c3**.\n> The centre",
		"/hex show move:2": "**d2**.",
	} {
		if r := s.does("you", line); !strings.HasSuffix(r.Text, want) {
			t.Errorf("%s says %q, want %q", line, r.Text, want)
		}
	}
	if file := s.written("you"); !strings.Contains(file, "C[A *fine* game]\n;B[c3]C[The centre];W[d2])") {
		t.Errorf("goes out as %s", file)
	}
	s.play("you: /hex undo", "you: /hex undo", "you: /hex move d2")
	if file := s.written("you"); !strings.Contains(file, "C[A *fine* game]\n;B[d2])") {
		t.Errorf("after a move was taken back, it goes out as %s", file)
	}
}

// TestPlayedGamesEndInTheirFilesAsTheyDid: so do games that were played here.
func TestPlayedGamesEndInTheirFilesAsTheyDid(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:5", "friend: [Accept]", "you: /hex move c3", "friend: /hex move d2", "you: /hex resign", "you: [Resign]")
	if file := s.written("you"); !strings.Contains(file, "RE[W+R]") {
		t.Errorf("resigned: %s", file)
	}
	s.play("you: /hex new size:5 opponent:@you", "you: /hex move c3", "you: /hex resign", "you: [End]")
	if file := s.written("you"); !strings.Contains(file, "RE[Void]") {
		t.Errorf("closed alone: %s", file)
	}
}

// TestImportedGamesKeepTheirPlayers: an imported game shows and tells who played it, where and when, and
// is nobody's win.
func TestImportedGamesKeepTheirPlayers(t *testing.T) {
	s := newSession(t)
	const file = "(;GM[11]SZ[5]PB[Ann *1*]PW[Bo]EV[Winter Cup]RO[2]PC[Lyon]DT[2024-08-27,28]BR[1850]RE[B+T];B[c3];W[d2])"
	r := s.does("you", "/hex import text:"+file)
	if want := "**Hex, table 1** (imported, Winter Cup, round 2, Lyon, 2024-08-27). **Red (Ann \\*1\\*) wins**: Blue ran out of time."; r.Text != want {
		t.Errorf("imported as %q, want %q", r.Text, want)
	}
	for _, has := range []string{"PB[Ann *1*]", "PW[Bo]", "DT[2024-08-27]", "BR[1850]", "EV[Winter Cup]", "RO[2]", "PC[Lyon]", "RE[B+T]"} {
		if written := s.written("you"); !strings.Contains(written, has) {
			t.Errorf("goes out as %s, without %s", written, has)
		}
	}
	if r := s.does("you", "/history"); !strings.Contains(r.Text, "1. **Hex**: Ann \\*1\\* and Bo, imported by You, 2 moves") {
		t.Errorf("in the history: %q", r.Text)
	}
	if r := s.does("you", "/stats"); !strings.Contains(r.Text, "None finished yet") {
		t.Errorf("counted: %q", r.Text)
	}
	if r := s.does("friend", "/hex move cell:a1 table:1"); !r.Refused || !strings.Contains(r.Text, "Ann \\*1\\* and Bo, imported by You") {
		t.Errorf("to another: %q", r.Text)
	}
}

// Without names, an imported game is not said to have been played by who brings it, or today.
func TestImportedGamesWithoutPlayers(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[11]SZ[5];B[c3];W[d2])":               "(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[5]\n;B[c3];W[d2])",
		"(;GM[11]SZ[5]PW[Bo]DT[1999];B[c3];W[d2])": "(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[5]PW[Bo]DT[1999]\n;B[c3];W[d2])",
		"https://hexworld.org/board/#5c1,c3d2":     "(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[5]\n;B[c3];W[d2])",
	} {
		s := newSession(t)
		if r := s.does("you", "/hex import text:"+text); r.Refused || strings.Contains(r.Text, "You") || !strings.Contains(r.Text, "Red to move") {
			t.Errorf("%s is shown as %q", text, r.Text)
		}
		if written := s.written("you"); strings.TrimSpace(written) != want {
			t.Errorf("%s goes out as %s", text, written)
		}
		s.play("you: /hex move a1", "you: /hex resign", "you: [End]")
	}
}

// TestExportedGamesHaveTheirClocks: a file has the time control, and what was left after each move.
func TestExportedGamesHaveTheirClocks(t *testing.T) {
	for control, want := range map[string]string{
		"10+5": "TM[600]OT[5 fischer]", "10m": "TM[600]", "3d": "TM[0]OT[1x259200 byo-yomi]", "none": "RE[W+R]",
	} {
		s := newSession(t)
		s.play("you: /hex new @friend size:5 clock:"+control, "friend: [Accept]")
		s.play("you: /hex move c3", "friend: /hex move d2", "you: /hex move a1")
		s.clock = s.clock.Add(7500 * time.Millisecond)
		s.play("friend: /hex move a2", "you: /hex resign", "you: [Resign]")
		file := s.written("you")
		if !strings.Contains(file, "DT[2026-03-01]"+want) {
			t.Errorf("%s is written %s, want %s", control, file, want)
		}
		if times := strings.Count(file, "L["); times != map[string]int{"10+5": 2, "10m": 2}[control] {
			t.Errorf("%s has %d times: %s", control, times, file)
		}
		if left := map[string]string{"10+5": "W[a2]WL[597.5]", "10m": "W[a2]WL[592.5]"}[control]; !strings.Contains(file, left) {
			t.Errorf("%s is written %s, want %s", control, file, left)
		}
		s.does("you", "/hex import text:"+strings.ReplaceAll(file, "\n", ""))
		if again := s.written("you"); again != file {
			t.Errorf("comes back as %s, was %s", again, file)
		}
	}
}
