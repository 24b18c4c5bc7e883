package iching

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// TestLawOfCasting compares how often each line falls, on each place and over all, with
// what the coins and the stalks promise. The bounds are those of chi-square with three
// degrees of freedom that chance exceeds once in 100,000 times.
func TestLawOfCasting(t *testing.T) {
	const throws, bound = 40000, 25.9
	laws := map[Method][4]float64{Coins: {2, 6, 6, 2}, Yarrow: {1, 5, 7, 3}} // of sixteen, for 6 to 9
	for method, law := range laws {
		t.Run(string(method), func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			var seen [7][4]float64 // by place, the last for all
			for range throws {
				for i, line := range method.Throw(r) {
					seen[i][line-OldYin]++
					seen[6][line-OldYin]++
				}
			}
			for place, counts := range seen {
				n := counts[0] + counts[1] + counts[2] + counts[3]
				if got := chiSquare(counts, law, n); got > bound {
					t.Errorf("place %d: chi-square %.1f of %v", place+1, got, counts)
				}
			}
			// The other law must not pass, or the test sees nothing.
			other := laws[Coins]
			if method == Coins {
				other = laws[Yarrow]
			}
			if got := chiSquare(seen[6], other, 6*throws); got < bound {
				t.Errorf("the other law fits as well: chi-square %.1f", got)
			}
		})
	}
}

func chiSquare(counts, law [4]float64, n float64) (sum float64) {
	for i := range counts {
		want := n * law[i] / 16
		sum += (counts[i] - want) * (counts[i] - want) / want
	}
	return sum
}

// TestLinesAreIndependent: a line tells nothing of the next one.
func TestLinesAreIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var pairs [4][4]float64
	const throws = 40000
	for range throws {
		c := Coins.Throw(r)
		for i := range 5 {
			pairs[c[i]-6][c[i+1]-6]++
		}
	}
	law, sum := [4]float64{2, 6, 6, 2}, 0.0
	for i := range pairs {
		for j := range pairs[i] {
			want := 5 * throws * law[i] * law[j] / 256
			sum += (pairs[i][j] - want) * (pairs[i][j] - want) / want
		}
	}
	if sum > 50.5 { // 15 degrees of freedom, once in 100,000
		t.Errorf("chi-square %.1f", sum)
	}
}

func TestCastFacts(t *testing.T) {
	tests := []struct {
		cast     string
		from, to int
		changing []int
	}{
		{"7 7 7 7 7 7", 1, 1, []int{}},
		{"9 9 9 9 9 9", 1, 2, []int{1, 2, 3, 4, 5, 6}},
		{"6 6 6 6 6 6", 2, 1, []int{1, 2, 3, 4, 5, 6}},
		{"8 7 7 7 7 9", 44, 28, []int{6}},
		{"9 8 8 8 7 8", 3, 8, []int{1}},
		{"7 8 9 6 7 7", 37, 25, []int{3, 4}},
	}
	for _, tt := range tests {
		c, err := ParseCast(tt.cast)
		if err != nil {
			t.Fatal(err)
		}
		if c.Hexagram().Number() != tt.from || c.Result().Number() != tt.to || !reflect.DeepEqual(c.Changing(), tt.changing) {
			t.Errorf("%s: #%d to #%d by %v", tt.cast, c.Hexagram().Number(), c.Result().Number(), c.Changing())
		}
	}
}

func TestParseCast(t *testing.T) {
	for _, text := range []string{
		"7 8 9 6 7 7", "789677", "7,8,9,6,7,7", " 7-8-9-6-7-7 ", "HTT HHT HHH TTT THT TTH", "HTTHHTHHHTTTTHTTTH",
	} {
		c, err := ParseCast(text)
		if err != nil || c != (Cast{7, 8, 9, 6, 7, 7}) {
			t.Errorf("%q is read as %s, %v", text, c, err)
		}
	}
	for text, want := range map[string]string{
		"":                        "this has 0",
		"7 8 9 6 7":               "this has 5",
		"7 8 9 6 7 7 7":           "this has 7",
		"7 8 9 6 7 5":             "`5` is no line",
		"7 8 9 6 7 10":            "`10` is no line",
		"HHT HTT TTT HHH HTH HX":  "`HX` is no line",
		"HHT HTT TTT HHH HTH":     "this has 5",
		"seven eight nine six 77": "this has 5",
		"7896`7":                  "`'` is no line",
	} {
		_, err := ParseCast(text)
		if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), want) {
			t.Errorf("%q is refused with %v, want %q", text, err, want)
		}
	}
}

func TestThrowLine(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for line, want := range map[string]Throw{
		"throw 7 8 9 6 7 7 at 2026-03-01T12:00:00Z":       {Cast{7, 8, 9, 6, 7, 7}, at, false},
		"manual 789677 at 2026-03-01T13:00:00+01:00":      {Cast{7, 8, 9, 6, 7, 7}, at, true},
		"manual HTT HHT HHH TTT THT TTH":                  {Cast{7, 8, 9, 6, 7, 7}, time.Time{}, true},
		"7 8 9 6 7 7":                                     {Cast{7, 8, 9, 6, 7, 7}, time.Time{}, true},
		"  throw 7 8 9 6 7 7   at 2026-03-01T12:00:00.9Z": {Cast{7, 8, 9, 6, 7, 7}, at, false},
	} {
		got, err := ParseThrow(line)
		if err != nil || got != want {
			t.Errorf("%q is read as %+v, %v", line, got, err)
			continue
		}
		if again, err := ParseThrow(got.String()); err != nil || again != got {
			t.Errorf("%q comes back as %+v, %v", got, again, err)
		}
	}
	for _, line := range []string{"", "throw", "manual", "throw 7 8 9", "throw 7 8 9 6 7 7 at noon", "manual 789677 at 1492-10-12T00:00:00Z"} {
		if got, err := ParseThrow(line); err == nil {
			t.Errorf("%q is read as %+v", line, got)
		}
	}
}

func TestComplete(t *testing.T) {
	env := engine.Env{Now: time.Date(2026, 3, 1, 12, 0, 0, 5, time.UTC), Rand: rand.New(rand.NewPCG(1, 1))}
	for _, line := range []string{"throw", "cast", "throw yarrow", "throw COINS"} {
		got, err := complete(env, line, Coins)
		throw, parsed := ParseThrow(got)
		if err != nil || parsed != nil || throw.Manual || throw.String() != got || !throw.At.Equal(env.Now.Truncate(time.Second)) {
			t.Errorf("%q becomes %q, %v", line, got, err)
		}
	}
	if got, err := complete(env, "throw 7 8 9 6 7 7", Coins); err != nil || got != "manual 7 8 9 6 7 7 at 2026-03-01T12:00:00Z" {
		t.Errorf("lines that were typed in become %q, %v", got, err)
	}
	for _, line := range []string{"throw dice", "", "manual 7"} {
		if got, err := complete(env, line, Coins); err == nil {
			t.Errorf("%q becomes %q", line, got)
		}
	}
}

func TestPassages(t *testing.T) {
	show := func(list []Passage) (s string) {
		for _, p := range list {
			s += fmt.Sprintf("%d%c", p.Hexagram, p.Part[0])
			if p.Line > 0 {
				s += fmt.Sprint(p.Line)
			}
			s += " "
		}
		return s
	}
	tests := []struct{ name, cast, every, zhuXi string }{
		{"none changes", "777777", "1j ", "1j "},
		{"one", "877779", "44j 44l6 28j ", "44l6 "},
		{"two", "789677", "37j 37l3 37l4 25j ", "37l4 37l3 "},
		{"three", "999777", "1j 1l1 1l2 1l3 12j ", "1j 12j "},
		{"four", "999977", "1j 1l1 1l2 1l3 1l4 20j ", "20l5 20l6 "},
		{"five", "999997", "1j 1l1 1l2 1l3 1l4 1l5 23j ", "23l6 "},
		{"all of 1", "999999", "1j 1l1 1l2 1l3 1l4 1l5 1l6 1e 2j ", "1e "},
		{"all of 2", "666666", "2j 2l1 2l2 2l3 2l4 2l5 2l6 2e 1j ", "2e "},
		{"all of another", "969696", "63j 63l1 63l2 63l3 63l4 63l5 63l6 64j ", "64j "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := ParseCast(tt.cast)
			if err != nil {
				t.Fatal(err)
			}
			if got := show(EveryLine.Passages(c)); got != tt.every {
				t.Errorf("every line: %s, want %s", got, tt.every)
			}
			if got := show(ZhuXi.Passages(c)); got != tt.zhuXi {
				t.Errorf("Zhu Xi: %s, want %s", got, tt.zhuXi)
			}
		})
	}
}
