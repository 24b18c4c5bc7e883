package sgf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/sgf"
)

// shown writes trees with blanks between nodes, and variations in parentheses.
func shown(games []*sgf.Tree) string {
	var b strings.Builder
	for _, g := range games {
		b.WriteString("(")
		for _, n := range g.Nodes {
			b.WriteString(";")
			for _, p := range n {
				b.WriteString(p.String())
			}
		}
		b.WriteString(shown(g.Variations) + ")")
	}
	return b.String()
}

func TestRead(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"two games", "(;A[1];B[2])\n(;A[3])", "(;A[1];B[2])(;A[3])"},
		{"variations of variations", "(;A[1](;B[2];W[3](;B[4])(;B[5]))(;B[6]))", "(;A[1](;B[2];W[3](;B[4])(;B[5]))(;B[6]))"},
		{"several values", "(;AB[a1] [b2]\n[c3])", "(;AB[a1][b2][c3])"},
		{"blanks everywhere", " (\n;\tA [1]\r\n;B\n[2] ( ; W[3] ) ) ", "(;A[1];B[2](;W[3]))"},
		{"words before, between and behind", "see (1): (;A[1]) and (2) (;A[2]) so far)", "(;A[1])(;A[2])"},
		{"an empty node and empty values", "(;;A[];C[ ])", "(;;A[];C[ ])"},
		{"lower-case letters of names", "(;Black[c3]SiZe[5]gm[11])", "(;B[c3]SZ[5]GM[11])"},
		{"escapes", `(;C[a\]b\\c\:d\)e])`, `(;C[a\]b\\c:d)e])`},
		{"line breaks, and those that are taken back", "(;C[a\r\nb\rc\\\r\nd\\\ne])", "(;C[a\nb\ncde])"},
		{"a variation in more parentheses", "(;A[1]((;B[2])(;B[3])))", "(;A[1]((;B[2])(;B[3])))"},
		{"invisible characters", "(;C[a\u202eb\u200bc])", "(;C[abc])"},

		{"a bracket in a name", "(;US[name[3d]]A[1])", `(;US[name[3d\]]A[1])`},
		{"a bracket behind a name", "(;PB[a]]PW[b])", `(;PB[a\]]PW[b])`},
		{"brackets before what follows a value", "(;PB[[a]];B[c3]C[[1]](;W[d2])(;W[a1]C[x]]))", `(;PB[[a\]];B[c3]C[[1\]](;W[d2])(;W[a1]C[x\]]))`},
		{"a smile and a quotation", "(;C[well [sic] :] said [he] ]\n;B[c3]C[a [b] c [d]] )", `(;C[well [sic\] :\] said [he\] ];B[c3]C[a [b\] c [d\]])`},
		{"a bracket before a name in blanks", "(;EV[cup [open]]\n RO [1])", `(;EV[cup [open\]]RO[1])`},
		{"brackets and escapes", `(;C[a\] [b] c];B[c3])`, `(;C[a\] [b\] c];B[c3])`},
		{"an index in a comment", "(;C[cells[0] of board[1][2]];B[c3])", `(;C[cells[0\] of board[1][2\]];B[c3])`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			games, err := sgf.Read([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, shown(games)); diff != "" {
				t.Error(diff)
			}
			again, err := sgf.Read([]byte(shown(games)))
			if diff := cmp.Diff(shown(games), shown(again)); diff != "" || err != nil {
				t.Errorf("written and read again: %v %s", err, diff)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	tests := []struct{ name, file, kept, why string }{
		{"nothing", "", "", "this is not an SGF file: one begins with (;"},
		{"words", "hello (or not)", "", "this is not an SGF file: one begins with (;"},
		{"no node", "()", "", "this is not an SGF file: one begins with (;"},
		{"cut off in a value", "(;A[1];B[c3];W[d", "", "the file is cut off at move 2: its closing ) is missing"},
		{"a value that no bracket ends", "(;A[1] and];B[c3]", "", "the file is damaged before the first move: AND has no value in brackets"},
		{"an empty variation", "(;A[1]();B[c3])", "", "the file is damaged before the first move: a property such as B[c5] should stand there"},
		{"cut off in the second game", "(;A[1])(;B[c3];W[d", "(;A[1])", "the file is cut off at move 2: its closing ) is missing"},
		{"cut off behind the main line", "(;A[1](;B[c3])(;B[d2];W[", "(;A[1](;B[c3])(;B[d2];))", "the file is cut off at move 3: its closing ) is missing"},
		{"a node behind variations", "(;A[1](;B[c3]);W[d2])", "(;A[1](;B[c3]))", "the file is damaged at move 1: a property such as B[c5] should stand there"},
		{"an encoding that is unknown", "(;CA[Klingon]PB[\xe9])", "", "the file is written in the encoding \"Klingon\", which is not known here: save it in UTF-8"},
		{"Big5 without its name", "(;PB[\xa5\x5c];B[c3]PW[\xa5\x5c];W[d2])", "", "the file is not in UTF-8, and names another encoding than its own or none: save it in UTF-8, or put in a name such as CA[Big5]"},
		{"Shift JIS called UTF-8", "(;CA[UTF-8]PB[x];B[c3]C[\x95\x5c]WL[3];W[d2])", "", "the file is not in UTF-8, and names another encoding than its own or none: save it in UTF-8, or put in a name such as CA[Big5]"},
		{"a name cut off within a character", "(;CA[Big5]PB[\xa5];B[c3];W[d2])", "", "the file is damaged before the first move: PB has no end"},
		{"an encoding that can only be named", "(;CA[ISO-2022-KR]PB[\x1b$)C\x0e#M\x0f])", "", "the file is written in the encoding \"ISO-2022-KR\", which is not known here: save it in UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			games, err := sgf.Read([]byte(tt.file))
			if why, _ := engine.Why(err); why.String() != tt.why {
				t.Errorf("refused with %q, want %q", why, tt.why)
			}
			if diff := cmp.Diff(tt.kept, shown(games)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGame(t *testing.T) {
	const file = "words (;CA[Big5]PB[\xa5\x5c](;B[a1])(;B[a2])) more (;PB[US[3]]]) and (;B[b2](;W[c3])(;W["
	for number, want := range []string{1: "words (;CA[Big5]PB[功](;B[a1])(;B[a2])) more (;PB[US[3]]]) and (;B[b2](;W[c3])(;W[", 2: "(;PB[US[3]]])", 3: "(;B[b2](;W[c3])(;W"} {
		if number == 0 {
			continue
		}
		if got, err := sgf.Game([]byte(file), number); err != nil || string(got) != "\ufeff"+want {
			t.Errorf("game %d is %q, %v; want %q", number, got, err, want)
		}
	}
	for file, want := range map[string]string{
		file:             "the file is cut off at move 3: its closing ) is missing",
		"(;B[a1])(;)":    "the file has 2 games",
		"(;PB[a];B[a1])": "the file has one game",
	} {
		_, err := sgf.Game([]byte(file), 4)
		if why, _ := engine.Why(err); why.String() != want {
			t.Errorf("game 4 of %s: %v, want %s", file, err, want)
		}
	}
}

func TestAside(t *testing.T) {
	for file, want := range map[string]string{
		"(;C[kept]SZ[5];B[c3]C[kept])":                                         "",
		"(;SZ[5](;B[c3])(;B[d2]))":                                             "one variation",
		"(;SZ[5](;B[c3](;W[a1])(;W[a2]C[x]))(;B[d2]TR[d2]C[y];W[b1]))":         "2 variations, 2 comments in variations",
		"(;SZ[5](;B[c3])(;B[d2](;W[a1])(;W[a2])(;W[a3](;B[b1])(;B[b2]C[x]))))": "4 variations, one comment in variations",
		"(;SZ[5]TR[a1][b2]LB[a3:x];B[c3]BM[1]CR[c3])":                          "5 marks",
		"(;SZ[5]SQ[a1](;B[c3]C[kept])(;B[d2]C[x]))":                            "one variation, one comment in variations, one mark",
		// The examples of FF[4], as PlayHex's tests have them.
		"(;FF[4]GM[1]SZ[19];B[aa];W[bb];B[cc];W[dd];B[ad];W[bd])":                                                                         "",
		"(;FF[4]GM[1]SZ[19];B[aa];W[bb](;B[cc];W[dd];B[ad];W[bd])(;B[hh];W[hg]))":                                                         "one variation",
		"(;FF[4]GM[1]SZ[19];B[aa];W[bb](;B[cc]N[Var A];W[dd];B[ad];W[bd])(;B[hh]N[Var B];W[hg])(;B[gg]N[Var C];W[gh];B[hh];W[hg];B[kk]))": "2 variations",
		"(;FF[4]GM[1]SZ[19];B[aa];W[bb](;B[cc];W[dd](;B[ad];W[bd])(;B[ee];W[ff]))(;B[hh];W[hg]))":                                         "2 variations",
		"(;FF[4]GM[1]SZ[19];B[aa];W[bb](;B[cc];W[dd])(;B[hh];W[hg])(;B[gg]N[Var C];W[gh];B[hh](;W[hg]N[Var A];B[kk])(;W[kl]N[Var B])))":   "3 variations",
	} {
		games, err := sgf.Read([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if got := games[0].Aside().String(); got != want {
			t.Errorf("%s has aside %q, want %q", file, got, want)
		}
	}
}

func TestReadEncodings(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"Big5, with a backslash in a second byte", "(;CA[Big5]PB[\xa5\x5c])", "功"},
		{"Big5, with a bracket in a second byte", "(;CA[big5]PB[\xa6\x5d])", "因"},
		{"Big5, before its name", "(;PB[\xa5\x5c]CA[Big5])", "功"},
		{"Shift JIS, with a backslash in a second byte", "(;FF[4]CA[Shift_JIS]PB[\x95\x5c\x8e\xa6])", "表示"},
		{"GB2312", "(;CA[gb2312]PB[\xc4\xe3\xba\xc3])", "你好"},
		{"GB18030", "(;CA[GB18030]PB[\xc4\xe3\xba\xc3])", "你好"},
		{"EUC-KR", "(;CA[EUC-KR]PB[\xb9\xd9\xb5\xcf])", "바둑"},
		{"EUC-JP", "(;CA[EUC-JP]PB[\xb8\xeb])", "碁"},
		{"ISO-2022-JP, of seven bits", "(;CA[ISO-2022-JP]PB[\x1b$B8k\x1b(B])", "碁"},
		{"HZ, of seven bits", "(;CA[HZ-GB-2312]PB[~{<:Ky~}])", "己所"},
		{"KOI8-R", "(;CA[KOI8-R]PB[\xe7\xef])", "ГО"},
		{"windows-1251", "(;CA[windows-1251]PB[\xc3\xce])", "ГО"},
		{"a code page of DOS", "(;CA[IBM437]PB[J\x94rg])", "Jörg"},
		{"ISO-8859-2", "(;CA[ISO-8859-2]PB[\xa3ukasz])", "Łukasz"},
		{"UTF-8, as declared", "(;CA[UTF-8]PB[Jörg])", "Jörg"},
		{"nothing said, UTF-8", "(;PB[Jörg])", "Jörg"},
		{"nothing said, else", "(;PB[J\xf6rg])", "Jörg"},
		// Of SgfcPlusPlus's tests, of a file of GNU Go's, and as Java, Python and Windows call them.
		{"EUC-CN", "(;FF[4]CA[EUC-CN]C[]PB[\xba\xda])", "黑"},
		{"ISO8859_1", "(;CA[ISO8859_1]PB[J\xf6rg])", "Jörg"},
		{"ISO 8859-1", "(;CA[ISO 8859-1]PB[J\xf6rg])", "Jörg"},
		{"latin-1", "(;CA[latin-1]PB[J\xf6rg])", "Jörg"},
		{"cp932", "(;CA[CP932]PB[\x88\xe4\x8e\x52\x97\x54\x91\xbe])", "井山裕太"},
		{"cp949", "(;CA[cp949]PB[\xc0\xcc\xbc\xbc\xb5\xb9])", "이세돌"},
		{"euc_kr", "(;CA[euc_kr]PB[\xc0\xcc\xbc\xbc\xb5\xb9])", "이세돌"},
		{"utf_8", "(;CA[utf_8]PB[Jörg])", "Jörg"},
		{"an empty name", "(;CA[]PB[J\xf6rg])", "Jörg"},
		{"a mark of UTF-8 has more weight", "\ufeff(;CA[Big5]PB[Jörg])", "Jörg"},
		{"UTF-16, lower byte first", "\xff\xfe(\x00;\x00P\x00B\x00[\x00\xf6\x00]\x00)\x00", "ö"},
		{"UTF-16, higher byte first", "\xfe\xff\x00(\x00;\x00P\x00B\x00[\x00\xf6\x00]\x00)", "ö"},
		{"UTF-16 is not what can be read as ASCII", "(;CA[UTF-16]PB[Jörg])", "Jörg"},
		{"unknown, but plain", "(;CA[Klingon]PB[Jorg])", "Jorg"},
		{"lower case, blanks", "(;FF[4] ca [ koi8-r ]\nPB[\xe7\xef])", "ГО"},
		{"a comment on it", "(;C[in CA[Big5\\] it fails]CA[KOI8-R]PB[\xe7\xef])", "ГО"},
		{"nothing said, with a bracket", "(;PB[J\xe9\\] d'Arc])", "Jé] d'Arc"},
		{"bytes that mean nothing", "(;CA[UTF-8]PB[J\xf6rg])", "J\ufffdrg"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			games, err := sgf.Read([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if got := games[0].Nodes[0].Text("PB"); got != tt.want {
				t.Errorf("PB is %q, want %q", got, tt.want)
			}
		})
	}
}

// TestReadIsBounded reads the longest files that are worst for what reads them.
func TestReadIsBounded(t *testing.T) {
	for _, part := range []string{"(;", "(;(", ";", "A[]", "A[]]", "]A", "] ", "(", "(\n", "(;)", "[", `\`, "A", "(;CA[Big5]", "a", "CA\n", ";CA["} {
		file := []byte("(;" + strings.Repeat(part, enginetest.Times(1<<16, 1<<20)/len(part)))
		enginetest.Bounded(t, len(file), func() {
			games, _ := sgf.Read(file)
			for _, g := range games {
				g.Main()
				g.Aside()
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"(;FF[4]CA[UTF-8]SZ[5](;B[c3]C[a\\]b\\\nc];W[d2])(;B[a1]))(;A[1])", "(;US[name[3d]]PB[a]];B[c3])",
		"(;CA[Big5]PB[\xa5\x5c])", "\xff\xfe(\x00;\x00)\x00", "(;CA[x]PB[\xff])", "(;A[1](;B[2])(;B[",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			games, err := sgf.Read(data)
			if _, ok := engine.Why(err); err != nil && !ok {
				t.Fatalf("refused with %v", err)
			}
			if err != nil {
				return
			}
			again, err := sgf.Read([]byte("\ufeff" + shown(games)))
			if diff := cmp.Diff(shown(games), shown(again)); diff != "" || err != nil {
				t.Fatalf("written and read again: %v %s", err, diff)
			}
		})
	})
}
