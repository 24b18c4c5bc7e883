package hex_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

func won(winner hex.Colour, end engine.End) engine.Outcome {
	return engine.Outcome{Status: engine.Won, Winner: winner.Seat(), End: end}
}

func undecided(status engine.Status, end engine.End) engine.Outcome {
	return engine.Outcome{Status: status, Winner: engine.NoSeat, End: end}
}

func same(a, b engine.Outcome) bool {
	return a.Status == b.Status && a.Winner == b.Winner && a.End == b.End
}

// TestResultsOfSGF: RE as the format has it, and as other programs write it.
func TestResultsOfSGF(t *testing.T) {
	open := undecided(engine.Open, "")
	drawn, void := undecided(engine.Drawn, engine.Agreed), undecided(engine.Drawn, engine.Cancelled)
	for text, want := range map[string]engine.Outcome{
		"B+": won(hex.Red, ""), "W+": won(hex.Blue, ""), "B": won(hex.Red, ""), "White": won(hex.Blue, ""), "b + 1": won(hex.Red, ""),
		"B+R": won(hex.Red, engine.Resigned), "W+Resign": won(hex.Blue, engine.Resigned), "b+res.": won(hex.Red, engine.Resigned),
		"Black+R": won(hex.Red, engine.Resigned), "White wins by resignation": won(hex.Blue, engine.Resigned), "B+ (resign)": won(hex.Red, engine.Resigned),
		"B+T": won(hex.Red, engine.OnTime), "B+Time": won(hex.Red, engine.OnTime), "W+time": won(hex.Blue, engine.OnTime),
		"W+Timeout": won(hex.Blue, engine.OnTime), "Black won on time": won(hex.Red, engine.OnTime), "White+T": won(hex.Blue, engine.OnTime),
		"B+F": won(hex.Red, engine.Forfeited), "W+Forfeit": won(hex.Blue, engine.Forfeited), "b+forfeited": won(hex.Red, engine.Forfeited),
		"White wins by forfeit": won(hex.Blue, engine.Forfeited), "Black+Forfeit": won(hex.Red, engine.Forfeited),
		"0": drawn, "Draw": drawn, "draw": drawn, " 0 ": drawn, "Drawn": drawn, "Jigo": drawn,
		"Void": void, "void": void, "VOID": void, " Void": void, "No Result": void,
		"?": open, "": open, "unknown": open, "Black resigns": open, "0-1": open, "unfinished": open,
	} {
		record, err := format(t, "sgf").Decode(t.Context(), []byte("(;GM[11]SZ[5]RE["+text+"];B[c3];W[d2])"))
		if err != nil || !same(record.Outcome, want) {
			t.Errorf("RE[%s] is %+v, %v, want %+v", text, record.Outcome, err, want)
		}
	}
}

// TestResultsComeBack: each notation tells how a game ended as far as it can, and reads that again.
func TestResultsComeBack(t *testing.T) {
	tests := []struct {
		outcome   engine.Outcome
		sgf, link string
	}{
		{won(hex.Red, engine.Resigned), "RE[B+R]", ":rw"},
		{won(hex.Blue, engine.Resigned), "RE[W+R]", ":rb"},
		{won(hex.Red, engine.OnTime), "RE[B+T]", ":fw"},
		{won(hex.Blue, engine.OnTime), "RE[W+T]", ":fb"},
		{won(hex.Red, engine.Forfeited), "RE[B+F]", ":fw"},
		{won(hex.Blue, engine.Forfeited), "RE[W+F]", ":fb"},
		{won(hex.Red, ""), "RE[B+]", ""},
		{undecided(engine.Drawn, engine.Agreed), "RE[0]", ""},
		{undecided(engine.Drawn, engine.Cancelled), "RE[Void]", ""},
		{undecided(engine.Open, ""), "", ""},
	}
	for _, tt := range tests {
		for _, o := range []engine.Options{options(5), {"size": 5, "swap": false, "weighted": true, "convention": "source"}} {
			record := engine.Record{Options: o, Moves: strings.Fields("c2 d3"), Outcome: tt.outcome}
			file, err := format(t, "sgf").Encode(t.Context(), record)
			if err != nil {
				t.Fatal(err)
			}
			text := file.Files[0].Data
			if !strings.Contains(string(text), tt.sgf) || tt.sgf == "" && strings.Contains(string(text), "RE[") {
				t.Errorf("%+v is written %s, want %s", tt.outcome, text, tt.sgf)
			}
			if back, err := format(t, "sgf").Decode(t.Context(), text); err != nil || !same(back.Outcome, tt.outcome) {
				t.Errorf("%s comes back as %+v, %v", text, back.Outcome, err)
			}
			link, err := format(t, "hexworld").Encode(t.Context(), record)
			if _, end, _ := strings.Cut(strings.TrimPrefix(link.Text.String(), "https:"), ":"); err != nil || ":"+end != tt.link && end+tt.link != "" {
				t.Errorf("%+v is linked as %s, %v, want the end %s", tt.outcome, link.Text, err, tt.link)
			}
		}
	}
	for link, want := range map[string]engine.Outcome{
		"5,c2d3:rb": won(hex.Blue, engine.Resigned), "5,c2d3:rw": won(hex.Red, engine.Resigned),
		"5,c2d3:fb": won(hex.Blue, engine.Forfeited), "5,c2d3:fw": won(hex.Red, engine.Forfeited),
		"5,c2:sd3:fb": won(hex.Blue, engine.Forfeited), "5,c2d3": undecided(engine.Open, ""),
	} {
		if back, err := format(t, "hexworld").Decode(t.Context(), []byte(link)); err != nil || !same(back.Outcome, want) {
			t.Errorf("%s is %+v, %v, want %+v", link, back.Outcome, err, want)
		}
	}
}

// A move of the file that ends the game says how, whatever the header says; the rules come before both.
func TestEndsByMoves(t *testing.T) {
	for file, want := range map[string]engine.Outcome{
		"(;SZ[5]RE[B+T];B[c3];W[resign])":                 won(hex.Red, engine.Resigned),
		"(;SZ[5];B[c3];W[forfeit])":                       won(hex.Red, engine.Forfeited),
		"(;SZ[5]RE[Void];B[c3];W[d2];B[resign])":          won(hex.Blue, engine.Resigned),
		"(;SZ[5]RE[B+T];B[b1];W[swap-sides];W[d2];B[c4])": won(hex.Blue, engine.OnTime),
		"(;SZ[5]RE[0];B[b1];W[swap-sides];W[d2];B[c4])":   undecided(engine.Drawn, engine.Agreed),
	} {
		if record, err := format(t, "sgf").Decode(t.Context(), []byte(file)); err != nil || !same(record.Outcome, want) {
			t.Errorf("%s is %+v, %v, want %+v", file, record.Outcome, err, want)
		}
	}
	record, err := format(t, "sgf").Decode(t.Context(), []byte("(;SZ[3]RE[W+T];B[a1];W[b1];B[a2];W[b2];B[a3])"))
	if err != nil || record.Outcome.Winner != hex.Red.Seat() || record.Outcome.End != "" {
		t.Errorf("a chain that lost on time: %+v, %v", record.Outcome, err)
	}
}

// TestDatesOfSGF: DT tells the first day, or as much as is known; other forms stay as they are.
func TestDatesOfSGF(t *testing.T) {
	for text, want := range map[string]string{
		"2024-08-27": "2024-08-27", "2024-08-27,28": "2024-08-27", "2024-08-27,2024-08-28": "2024-08-27", "2024-08-30,09-01": "2024-08-30",
		"2024-08": "2024-08", "2024-08,09": "2024-08", "2024": "2024", "2024,2025": "2024", "": "",
		"2024-08-27T20:00:00Z": "2024-08-27", "2024-08-27 20:00": "2024-08-27", "2024-08-27, 28": "2024-08-27", "1996-12-27,28,1997-01-03": "1996-12-27",
		"27.08.2024": "27.08.2024", "27 Aug 2024": "27 Aug 2024", "2024/08/27": "2024/08/27", "about 1950": "about 1950", "2024-8-27": "2024-8-27",
	} {
		record, err := format(t, "sgf").Decode(t.Context(), []byte("(;GM[11]SZ[5]DT["+text+"];B[c3])"))
		if err != nil || record.Date != want {
			t.Fatalf("DT[%s] is %q, %v, want %q", text, record.Date, err, want)
		}
		answer, err := format(t, "sgf").Encode(t.Context(), record)
		if file := string(answer.Files[0].Data); err != nil || want != "" && !strings.Contains(file, "DT["+want+"]") || want == "" && strings.Contains(file, "DT") {
			t.Errorf("DT[%s] goes out in %s, %v", text, file, err)
		}
	}
}

// TestGameInformationComesBack: what a file tells of its game is in the file that is written.
func TestGameInformationComesBack(t *testing.T) {
	const file = `(;FF[4]CA[UTF-8]GM[11]AP[Sixfold]SZ[5]PB[Ann]PW[Bo [3d\]]DT[2024-08-27]` +
		`BR[1850]WR[3d]BT[North]WT[South]EV[Winter Cup]RO[2 (final)]PC[Lyon, France]GN[The long one]GC[Played in the rain.]` +
		`TM[600]OT[3x30 byo-yomi]ON[a3 opening]AN[Cem]SO[a book]US[Dee]CP[nobody]RE[W+T]` + "\n;B[c3];W[d2])\n"
	record, err := format(t, "sgf").Decode(t.Context(), []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := format(t, "sgf").Encode(t.Context(), record)
	if diff := cmp.Diff(file, string(answer.Files[0].Data)); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
}

// TestClocksOfSGF: the time left after a move stays with it, in whatever order a file has it; what is no time
// is left out.
func TestClocksOfSGF(t *testing.T) {
	for file, want := range map[string]string{
		"(;SZ[5]TM[600]OT[5 fischer];B[c3]BL[598.5];W[d2]WL[600];B[a1]BL[590])": ";B[c3]BL[598.5];W[d2]WL[600];B[a1]BL[590])",
		// PlayHex, by Fischer and by byo-yomi; an Olympiad in benzene's collection; Aya's milliseconds.
		"(;SZ[11]TM[600]OT[fischer 5 capped];B[a2]BL[600];W[swap-pieces]WL[595];B[k5]BL[595])": ";B[a2]BL[600];W[swap-pieces]WL[595];B[k5]BL[595])",
		"(;SZ[11]TM[10]OT[3x5 byo-yomi];B[j2]BL[10]OB[3];W[h7]WL[6]OW[3];B[f8]BL[7]OB[3])":     ";B[j2]BL[10];W[h7]WL[6];B[f8]BL[7])",
		"(;SZ[11];B[c2]BL[0]WL[0];BL[0]W[f6]WL[14];B[f8]BL[61]WL[14];BL[61]W[h5]WL[128])":      ";B[c2];W[f6]WL[14];B[f8]BL[61];W[h5]WL[128])",
		"(;SZ[5]TM[600];B[c3]BL[596.514];W[d2]WL[586.002])":                                    ";B[c3]BL[596.514];W[d2]WL[586.002])",
		"(;SZ[5]TM[1200]OT[5x30 byo-yomi];B[c3]BL[29.97]OB[5];W[d2]WL[1187.43])":               ";B[c3]BL[29.97];W[d2]WL[1187.43])",
		"(;SZ[5];BL[12]B[c3];W[d2];B[a1]BL[7.25])":                                             ";B[c3]BL[12];W[d2];B[a1]BL[7.25])",
		"(;SZ[5];B[c3]BL[100]WL[90];W[d2]BL[100]WL[88])":                                       ";B[c3]BL[100];W[d2]WL[88])",
		"(;SZ[5];B[b1]BL[100];W[swap-pieces]WL[90];B[d2]BL[80])":                               ";B[b1]BL[100];W[swap-pieces]WL[90];B[d2]BL[80])",
		"(;SZ[5];B[c3]BL[59.1234];W[d2]WL[0.5]OW[3])":                                          ";B[c3]BL[59.123];W[d2]WL[0.5])",
		"(;SZ[5];B[c3]BL[-5];W[d2]WL[soon];B[a1]BL[NaN];W[a2]WL[1e300])":                       ";B[c3];W[d2];B[a1];W[a2])",
		"(;SZ[5];B[c3]BL[10];W[resign]WL[9])":                                                  ";B[c3]BL[10])",
	} {
		record, err := format(t, "sgf").Decode(t.Context(), []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := format(t, "sgf").Encode(t.Context(), record)
		if _, moves, _ := strings.Cut(strings.TrimSpace(string(answer.Files[0].Data)), "\n"); err != nil || moves != want {
			t.Errorf("%s goes out as %s, %v", file, moves, err)
		}
	}
}

// FuzzGameInformation: whatever a file says of its result, date, event and times is read in bounds, and what
// was written of it comes back as it was.
func FuzzGameInformation(f *testing.F) {
	f.Add("B+T", "2024-08-27,28", "Winter Cup", "598.5")
	f.Add("0", "2024", `a \] b`, "1e9")
	f.Add("White wins by forfeit", "about 1950", "two\nlines", "NaN")
	f.Fuzz(func(t *testing.T, result, date, event, left string) {
		sgf := format(t, "sgf")
		value := func(text string) string { return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text) }
		file := "(;GM[11]SZ[5]RE[" + value(result) + "]DT[" + value(date) + "]EV[" + value(event) + "];B[c3]BL[" + value(left) + "];W[d2])"
		enginetest.Bounded(t, len(file), func() {
			first, err := sgf.Decode(t.Context(), []byte(file))
			if err != nil {
				t.Fatal(err)
			}
			answer, err := sgf.Encode(t.Context(), first)
			if err != nil {
				t.Fatal(err)
			}
			again, err := sgf.Decode(t.Context(), answer.Files[0].Data)
			if err != nil || !same(again.Outcome, first.Outcome) || cmp.Diff(again.Left, first.Left) != "" {
				t.Fatalf("%q comes back as %+v, %v, was %+v", file, again, err, first)
			}
			plain := func(text string) string { return strings.Join(strings.Fields(text), " ") }
			if plain(again.Date) != plain(first.Date) || plain(again.Info["EV"]) != plain(first.Info["EV"]) {
				t.Fatalf("%q comes back of %q, %q", file, again.Date, again.Info["EV"])
			}
		})
	})
}
