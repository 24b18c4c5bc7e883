package bot

import (
	"strings"
	"testing"

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
		strings.Replace(open, "%", "W+Forfeit", 1):            {"Blue wins**: Red did not come", "RE[W+F]", ":fb"},
		strings.Replace(open, "%", "W+", 1):                   {"Blue wins**: so says the record", "RE[W+]", "d2"},
		strings.Replace(open, "%", "Draw", 1):                 {"It is over: both agreed to end it without a winner", "RE[0]", "d2"},
		strings.Replace(open, "%", "Void", 1):                 {"It is over: cancelled, without a result", "RE[Void]", "d2"},
		strings.Replace(open, "%", "?", 1):                    {"Red to move", "SZ[5]", "d2"},
		"https://hexworld.org/board/#5c1,c3d2:rb":             {"Blue wins**: Red resigned", "RE[W+R]", ":rb"},
		"https://hexworld.org/board/#5c1,c3d2:fw":             {"Red wins**: Blue did not come", "RE[B+F]", ":fw"},
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
		"the second of a link":               {text: "https://hexworld.org/board/#5c1,c3d2 game:2", refuses: "one begins with (;"},
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
