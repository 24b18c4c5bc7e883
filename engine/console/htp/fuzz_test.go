package htp

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"

	"github.com/google/go-cmp/cmp"
)

// FuzzParse: a line written from the parsed words of any line parses to the same words.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"name", "12 play b c3", "  7\tgenmove W # quick", "#", "5", "\x00\x01play\x7f b", "play b ａ１\u0085x", "\u00a0", "99999999999999999999999 name"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		enginetest.Bounded(t, len(line), func() {
			r, ok := parse(line)
			if !ok {
				if r.id != "" || r.command != "" || r.args != nil {
					t.Fatalf("%q says nothing, and yet %+v", line, r)
				}
				return
			}
			words := append([]string{r.id, r.command}, r.args...)
			again, ok := parse(strings.Join(words, " "))
			if !ok || again.id != r.id || again.command != r.command || !cmp.Equal(again.args, r.args) {
				t.Fatalf("%q is %+v, and written again %+v, %v", line, r, again, ok)
			}
		})
	})
}

// FuzzServe: every line with a command has one answer in the protocol's form, and a refused one
// changes nothing visible.
func FuzzServe(f *testing.F) {
	f.Add("boardsize 3\nplay b b2\ngenmove w\nundo\nplay w swap-pieces\nshowboard\nresign\nfinal_score")
	f.Add("boardsize 2\n3 play w c9\nparam swap 1\ngenmove b\ntime_settings 1 2 3\ntime_left b 1 1\nclear_board\nquit\nname")
	f.Add("boardsize 5 3\nplay b e3\nplay w a1\nplay w swap-pieces\ngenmove w\nshowboard\nboardsize 3 20\nclear_board")
	f.Add("time_left b 1e9\ntime_settings 1 1 99999\nparam time 1e-300\nparam seed -1\nboardsize 9 9 9\n?\n=\n\x00")
	f.Fuzz(func(t *testing.T, text string) {
		s := newSession(newEngine())
		state := func() string {
			return s.reply(t.Context(), "showboard", nil) + s.reply(t.Context(), "param", nil) + s.reply(t.Context(), "time_left", nil)
		}
		for line := range strings.Lines(text) {
			before := state()
			answer := s.reply(t.Context(), line, nil)
			r, ok := parse(line)
			switch {
			case !ok && answer != "":
				t.Fatalf("%q says nothing and is answered %q", line, answer)
			case !ok:
				continue
			case len(split(answer)) != 1 || !strings.HasSuffix(answer, "\n\n") || strings.Contains(answer, "\n\n\n"):
				t.Fatalf("%q is answered %q", line, answer)
			}
			refused := strings.HasPrefix(answer, "?"+r.id+" ")
			if !refused && !strings.HasPrefix(answer, "="+r.id+" ") {
				t.Fatalf("%q is answered %q", line, answer)
			}
			if after := state(); refused && after != before {
				t.Fatalf("%q was refused and changed\n%s to\n%s", line, before, after)
			}
		}
	})
}
