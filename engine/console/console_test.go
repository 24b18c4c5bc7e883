package console

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine"
)

const (
	start7 = `{"ok":true,"ply":0,"turn":0,"outcome":{"status":"open","winner":-1,"reason":""},"state":7,"legal":["1","2","3"]}`
	took2  = `{"ok":true,"move":"2","ply":1,"turn":1,"outcome":{"status":"open","winner":-1,"reason":""},"state":5,"legal":["1","2","3"]}`
	left5  = `{"ok":true,"text":"5 stones <left>","data":{"stones":5},"files":[{"name":"heap.bin","data":"/wU="}]}`
)

func newConsole() *Console {
	return &Console{Games: []*engine.Game{nim, quiet}, Now: time.Now}
}

// run plays a game and returns the lines written.
func run(t *testing.T, options []string, input ...string) []string {
	t.Helper()
	var out strings.Builder
	in := strings.NewReader(strings.Join(input, "\n"))
	if err := newConsole().Play(t.Context(), "nim", options, in, &out); err != nil {
		t.Fatalf("Play: %v", err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestLines(t *testing.T) {
	tests := []struct {
		name  string
		input []string
		want  []string // after the line that describes the start
	}{
		{"a move", []string{"2"}, []string{took2}},
		{"a move with its verb", []string{"move 2"}, []string{took2}},
		{"a move in full width", []string{"ｍｏｖｅ\u3000２"}, []string{took2}},
		{"a verb in capitals", []string{"MOVE  2 "}, []string{took2}},
		{"blanks, comments and line ends of Windows", []string{"", "# two", "  \t", "2\r"}, []string{took2}},
		{"a refused move", []string{"4", "2"}, []string{`{"ok":false,"error":"take 1 to 3 of the heap"}`, took2}},
		{"no move at all", []string{"two"}, []string{`{"ok":false,"error":"give a number of stones"}`}},
		{"the verb alone", []string{"move"}, []string{`{"ok":false,"error":"give a number of stones"}`}},
		{"undo", []string{"2", `{"do":"undo"}`, "2"}, []string{took2, start7, took2}},
		{
			"undo at the start",
			[]string{`{"do":"undo"}`},
			[]string{`{"ok":false,"error":"there is no move to take back"}`},
		},
		{
			"undo of moves that chance made",
			[]string{"throw", "throw", `{"do":"undo"}`, `{"do":"undo"}`},
			append(run(t, nil, "throw", "throw", `{"do":"undo"}`)[1:], start7),
		},
		{"show", []string{"2", `{"do":"show"}`}, []string{took2, strings.Replace(took2, `"move":"2",`, "", 1)}},
		{"a view", []string{"2", `{"do":"view","name":"left"}`, `{"do":"view","name":"left","args":{"plus":0}}`}, []string{took2, left5, left5}},
		{"a view's argument as text", []string{`{"do":"view","name":"left","args":{"plus":"-2"}}`}, []string{
			`{"ok":false,"error":"plus must be a whole number from 0 to 9"}`,
		}},
		{"a view's argument that is unknown", []string{`{"do":"view","name":"left","args":{"minus":2}}`}, []string{
			`{"ok":false,"error":"\"minus\" is not an option; the options are: plus"}`,
		}},
		{"an unknown view", []string{`{"do":"view","name":"right"}`}, []string{
			`{"ok":false,"error":"there is no view \"right\"; choose one of: left, broken"}`,
		}},
		{"a view whose data cannot be encoded", []string{`{"do":"view","name":"broken"}`}, []string{
			`{"ok":false,"error":"encode the answer: json: unsupported type: func()"}`,
		}},
		{"a tool", []string{`{"do":"tool","name":"rules"}`}, []string{`{"ok":true,"text":"take 1 to 3"}`}},
		{"an unknown tool", []string{`{"do":"tool"}`}, []string{`{"ok":false,"error":"there is no tool \"\"; choose one of: rules"}`}},
		{"export", []string{"2", `{"do":"export","format":"list"}`}, []string{
			took2, `{"ok":true,"text":"","files":[{"name":"nim.txt","text":"7:2"}]}`,
		}},
		{"import", []string{`{"do":"import","format":"list","text":"7:2"}`, `{"do":"undo"}`}, []string{
			strings.Replace(took2, `"move":"2",`, "", 1), start7,
		}},
		{"import of what does not parse", []string{`{"do":"import","format":"list","text":"7"}`, "2"}, []string{
			`{"ok":false,"error":"write the heap, a colon and the moves"}`, took2,
		}},
		{"import of what does not replay", []string{`{"do":"import","format":"list","text":"7:2,9"}`, "2"}, []string{
			`{"ok":false,"error":"take 1 to 3 of the heap"}`, took2,
		}},
		{"import in a notation that is only written", []string{`{"do":"import","format":"print","text":"7:2"}`}, []string{
			`{"ok":false,"error":"there is no format \"print\"; choose one of: list"}`,
		}},
		{"no JSON", []string{`{"do":`, "2"}, []string{
			`{"ok":false,"error":"this is not a JSON object of a known form: unexpected end of JSON input"}`, took2,
		}},
		{"something after the object", []string{`{"do":"undo"} {"do":"undo"}`}, []string{
			`{"ok":false,"error":"this is not a JSON object of a known form: invalid character '{' after top-level value"}`,
		}},
		{"a field of the wrong type", []string{`{"do":"genmove","millis":"soon"}`}, []string{
			`{"ok":false,"error":"this is not a JSON object of a known form: json: cannot unmarshal string into Go struct field request.millis of type int64"}`,
		}},
		{"nothing to do", []string{`{}`}, []string{
			`{"ok":false,"error":"\"\" is not a request; the requests are: export, genmove, import, show, tool, undo, view"}`,
		}},
		{"an unknown field", []string{`{"do":"genmove","milis":5}`}, []string{
			`{"ok":false,"error":"\"milis\" is not a field of \"genmove\"; its fields are: level, millis"}`,
		}},
		{"a field too many", []string{`{"do":"undo","level":"one"}`}, []string{
			`{"ok":false,"error":"\"undo\" has no fields, so \"level\" is not one of them"}`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := append([]string{start7}, tt.want...)
			if diff := cmp.Diff(want, run(t, nil, tt.input...)); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGenmove(t *testing.T) {
	const took1 = `{"ok":true,"move":"1","ply":1,"turn":1,"outcome":{"status":"open","winner":-1,"reason":""},` +
		`"state":6,"legal":["1","2","3"],"value":0.5,"line":["1","3"],"proved":false}`
	const badMillis = `{"ok":false,"error":"millis must be from 1 to 86400000"}`
	tests := []struct {
		name, line, want string
	}{
		{"the usual level", `{"do":"genmove"}`, took1},
		{"a level by name", `{"do":"genmove","level":"one","millis":60000}`, took1},
		{"a level that takes all its time", `{"do":"genmove","level":"slow","millis":1}`, took1},
		{"an unknown level", `{"do":"genmove","level":"two"}`, `{"ok":false,"error":"there is no level \"two\"; the levels are: one, slow"}`},
		{"no time", `{"do":"genmove","millis":0}`, badMillis},
		{"more time than there is", `{"do":"genmove","millis":9223372036854775807}`, badMillis},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{start7, tt.want}, run(t, nil, tt.line)); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEnd(t *testing.T) {
	got := run(t, []string{"heap=2"}, "2", "1", `{"do":"genmove"}`, `{"do":"undo"}`)
	want := []string{
		`{"ok":true,"ply":0,"turn":0,"outcome":{"status":"open","winner":-1,"reason":""},"state":2,"legal":["1","2"]}`,
		`{"ok":true,"move":"2","ply":1,"turn":-1,"outcome":{"status":"won","winner":0,"reason":"the heap is gone"},"state":0,"legal":[]}`,
		`{"ok":false,"error":"the heap is gone"}`,
		`{"ok":false,"error":"the game is over; there is no move left to choose"}`,
		`{"ok":true,"ply":0,"turn":0,"outcome":{"status":"open","winner":-1,"reason":""},"state":2,"legal":["1","2"]}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

func TestStart(t *testing.T) {
	deal := filepath.Join(t.TempDir(), "three.txt")
	if err := os.WriteFile(deal, []byte("ooo"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, []string{"deal=" + deal, "heap=5"})
	want := []string{`{"ok":true,"ply":0,"turn":0,"outcome":{"status":"open","winner":-1,"reason":""},"state":3,"legal":["1","2","3"]}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

func TestStartRefused(t *testing.T) {
	_, missing := os.ReadFile("none")
	tests := []struct {
		name    string
		game    string
		options []string
		want    string
	}{
		{"an unknown game", "chess", nil, `there is no game "chess"; the games are: nim, quiet`},
		{"an unknown option", "nim", []string{"size=5"}, `"size" is not an option; the options are: heap, mirror, deal`},
		{"out of bounds", "nim", []string{"heap=21"}, "heap must be a whole number from 1 to 20"},
		{"no name", "nim", []string{"5"}, `"5" is not an option; write options as name=value`},
		{"an empty name", "nim", []string{"=5"}, `"=5" is not an option; write options as name=value`},
		{"an option twice", "nim", []string{"heap=5", "heap=6"}, "heap is given twice"},
		{"a combination that the game refuses", "nim", []string{"heap=13"}, "a heap of 13 is unlucky; take another"},
		{"a file that is not there", "nim", []string{"deal=none"}, "the file cannot be read: " + missing.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			err := newConsole().Play(t.Context(), tt.game, tt.options, strings.NewReader("2\n"), &out)
			if !errors.Is(err, ErrRefused) {
				t.Errorf("Play = %v, want ErrRefused", err)
			}
			want, _ := encode(refusal{Error: tt.want})
			if got := out.String(); got != string(want) {
				t.Errorf("output = %q, want %q", got, want)
			}
		})
	}
}

func TestGameWithoutAnything(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader("move x\n{\"do\":\"genmove\"}\n{\"do\":\"view\",\"name\":\"x\"}\n{\"do\":\"export\",\"format\":\"sgf\"}")
	if err := newConsole().Play(t.Context(), "quiet", nil, in, &out); err != nil {
		t.Fatal(err)
	}
	want := `{"ok":true,"ply":0,"turn":0,"outcome":{"status":"open","winner":-1,"reason":""}}
{"ok":false,"error":"disk on fire: unsupported operation"}
{"ok":false,"error":"quiet has no levels to choose a move"}
{"ok":false,"error":"quiet has no view"}
{"ok":false,"error":"quiet has no format"}
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

func TestSeedRepeats(t *testing.T) {
	input := strings.Repeat("throw\n", 12)
	play := func(seed uint64) string {
		c := newConsole()
		c.Seed = seed
		var out strings.Builder
		if err := c.Play(t.Context(), "nim", []string{"heap=20"}, strings.NewReader(input), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if first, again := play(1), play(1); first != again {
		t.Errorf("the same seed played differently:\n%s\n%s", first, again)
	}
	if first, other := play(1), play(2); first == other {
		t.Error("another seed played the same game")
	}
}

func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if got, now := (&session{console: newConsole()}).env().Now, time.Now(); !got.Equal(now) {
			t.Errorf("Now = %v, want %v", got, now)
		}
	})
}

func TestLongLine(t *testing.T) {
	got := run(t, nil, strings.Repeat("x", maxLine+1), "2")
	want := []string{start7, `{"ok":false,"error":"the line is longer than 1048576 bytes"}`, took2}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

func TestStops(t *testing.T) {
	broken := errors.New("broken pipe")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		in   io.Reader
		out  io.Writer
		want error
	}{
		{"reading fails", t.Context(), iotest.ErrReader(broken), io.Discard, broken},
		{"writing fails", t.Context(), strings.NewReader("2"), failing{broken}, broken},
		{"the context ends", ended, strings.NewReader("2"), io.Discard, context.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := newConsole().Play(tt.ctx, "nim", nil, tt.in, tt.out); !errors.Is(err, tt.want) {
				t.Errorf("Play = %v, want %v", err, tt.want)
			}
		})
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzLines feeds anything: every answer is one JSON object on one line, and a
// refusal leaves the position as it was.
func FuzzLines(f *testing.F) {
	for _, line := range []string{
		"2", "move 3", "throw", "# 2", "", "{", `{"do":"undo"}`, `{"do":"genmove","millis":1}`,
		`{"do":"view","name":"left","args":{"plus":3}}`, `{"do":"tool","name":"rules"}`, `{"do":"export","format":"list"}`,
		`{"do":"import","format":"list","text":"9:1,2"}`, "2\n{\"do\":\"undo\"}\n3", "{\"do\":\"show\",\"args\":null}", "\xff\x00",
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if bytes.Contains(input, []byte("slow")) {
			return // the level that takes all the time it is given
		}
		var out bytes.Buffer
		if err := newConsole().Play(t.Context(), "nim", nil, bytes.NewReader(input), &out); err != nil {
			t.Fatalf("Play: %v", err)
		}
		state := "7"
		for line := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n"), "\n") {
			var answer struct {
				OK    *bool
				Error string
				Ply   *int
				State json.RawMessage
			}
			if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.OK == nil {
				t.Fatalf("answer %q: %v", line, err)
			}
			if *answer.OK == (answer.Error != "") {
				t.Errorf("answer %q is neither done nor refused", line)
			}
			if answer.Ply != nil {
				state = string(answer.State)
			}
		}
		checkLast(t, input, state)
	})
}

// checkLast asks for the position once more, after the same input.
func checkLast(t *testing.T, input []byte, state string) {
	t.Helper()
	input = append(append([]byte{}, input...), "\n{\"do\":\"show\"}\n"...)
	var out bytes.Buffer
	if err := newConsole().Play(t.Context(), "nim", nil, bytes.NewReader(input), &out); err != nil {
		t.Fatalf("Play: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var shown struct{ State json.RawMessage }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &shown); err != nil || string(shown.State) != state {
		t.Errorf("the position ends as %s, its last answer said %s (%v)", shown.State, state, err)
	}
}

// TestStartIsPrepared: the seed determines the prepared options, and undo returns to the same
// start.
func TestStartIsPrepared(t *testing.T) {
	dealt := *nim
	dealt.Prepare = func(env engine.Env, o engine.Options) (engine.Options, error) {
		if o.Int("heap") == 7 {
			o["heap"] = 14 + env.Rand.IntN(7)
		}
		return o, nil
	}
	begin := func(seed uint64, input ...string) []string {
		c := newConsole()
		c.Games, c.Seed = []*engine.Game{&dealt}, seed
		var out strings.Builder
		if err := c.Play(t.Context(), "nim", nil, strings.NewReader(strings.Join(input, "\n")), &out); err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	lines := begin(1, "1", `{"do":"undo"}`)
	if lines[0] == start7 || lines[0] != lines[2] || lines[0] != begin(1)[0] {
		t.Errorf("a start by chance, a move, and back: %q", lines)
	}
	starts := map[string]bool{}
	for seed := range uint64(20) {
		starts[begin(seed)[0]] = true
	}
	if len(starts) < 3 {
		t.Errorf("20 seeds deal %d heaps", len(starts))
	}
}

// TestViewsAreBounded: a view runs against the time that it says it takes, or that the
// request gives it.
func TestViewsAreBounded(t *testing.T) {
	slow := *nim
	var left time.Duration
	slow.Views = []engine.View{{Name: "deep", Think: time.Hour, Show: func(ctx context.Context, _ engine.Position, _ engine.Options) (engine.Answer, error) {
		end, _ := ctx.Deadline()
		left = time.Until(end)
		return engine.Answer{Text: engine.T("deep")}, nil
	}}}
	for line, most := range map[string]time.Duration{
		`{"do":"view","name":"deep"}`:                 time.Hour,
		`{"do":"view","name":"deep","millis":600000}`: 10 * time.Minute,
	} {
		c := newConsole()
		c.Games, left = []*engine.Game{&slow}, 0
		if err := c.Play(t.Context(), "nim", nil, strings.NewReader(line), io.Discard); err != nil {
			t.Fatal(err)
		}
		if left > most || left < most/2 {
			t.Errorf("%s: the view has %v, want %v", line, left, most)
		}
	}
}

// TestLimit: a search for a solution ends with the time that it is given.
func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		_, err := within(t.Context(), 3*time.Second, func(ctx context.Context) (engine.Answer, error) {
			<-ctx.Done()
			return engine.Answer{}, ctx.Err()
		})
		if took := time.Since(begun); took != 3*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %s: %v", took, err)
		}
	})
}
