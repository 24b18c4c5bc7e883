package iching

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

// someCharts are charts of any pillars and years.
func someCharts(t *testing.T, n int) (list []Chart) {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 2))
	for range n {
		year := 1800 + r.IntN(400)
		p := calendar.Pillars{calendar.YearPillar(year), calendar.Pillar(r.IntN(60)), calendar.Pillar(r.IntN(60)), calendar.Pillar(r.IntN(60))}
		c, err := ChartOfPillars(p, year, r.IntN(2) == 0, []Sign{MonthSign, HalfSign, HourSign}[r.IntN(3)])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// TestLaterHeavenIsTheChangedLine: it has all lines of the Earlier Heaven but the
// controlling one, the trigrams exchanged or not, and its own line lies three further.
func TestLaterHeavenIsTheChangedLine(t *testing.T) {
	kept := map[int]bool{}
	for _, c := range someCharts(t, 20000) {
		n := c.Hexagrams()
		changed := n.Earlier.Hexagram.Toggle(n.Earlier.Line)
		switch n.Later.Hexagram {
		case changed.Exchanged():
		case changed:
			kept[n.Earlier.Hexagram.Number()] = true
		default:
			t.Fatalf("%s: #%d line %d leads to #%d", c.Code(), n.Earlier.Hexagram.Number(), n.Earlier.Line, n.Later.Hexagram.Number())
		}
		if d := n.Later.Line - n.Earlier.Line; d != 3 && d != -3 {
			t.Fatalf("%s: lines %d and %d", c.Code(), n.Earlier.Line, n.Later.Line)
		}
	}
	for number := range kept {
		// Where both trigrams come out equal, exchanging them shows nothing.
		if number != 3 && number != 29 && number != 39 {
			t.Errorf("#%d keeps its trigrams", number)
		}
	}
	if !kept[3] || !kept[29] || !kept[39] {
		t.Errorf("of 3, 29 and 39 keep their trigrams: %v", kept)
	}
}

// TestNumbersAreReduced: what is left is a number of a trigram, and heaven's 5 alone needs
// more than that.
func TestNumbersAreReduced(t *testing.T) {
	for _, c := range someCharts(t, 5000) {
		n := c.Hexagrams()
		if n.Odd+n.Even != total(c.Pillars) {
			t.Fatalf("%s: %d and %d are not all numbers", c.Code(), n.Odd, n.Even)
		}
		if n.Odd%2 != oddNumbers(c.Pillars)%2 || n.Even%2 != 0 {
			t.Fatalf("%s: heaven %d, earth %d", c.Code(), n.Odd, n.Even)
		}
		if n.Heaven < 1 || n.Heaven > 9 || n.Earth < 1 || n.Earth > 9 {
			t.Fatalf("%s: reduced to %d and %d", c.Code(), n.Heaven, n.Earth)
		}
		upper, lower := n.Earlier.Hexagram.Upper(), n.Earlier.Hexagram.Lower()
		heaven, earth := c.Trigram(n.Heaven), c.Trigram(n.Earth)
		if (upper != heaven || lower != earth) && (upper != earth || lower != heaven) {
			t.Fatalf("%s: %s over %s of %s and %s", c.Code(), upper.Name(), lower.Name(), heaven.Name(), earth.Name())
		}
	}
}

// total sums up all numbers of the pillars.
func total(p calendar.Pillars) (sum int) {
	for _, x := range p {
		b := branchNumbers[x.Branch()]
		sum += stemNumbers[x.Stem()] + b + (b+4)%10 + 1
	}
	return sum
}

// oddNumbers counts the odd numbers of the pillars: one for each branch, and the stems'.
func oddNumbers(p calendar.Pillars) (n int) {
	for _, x := range p {
		n += 1 + stemNumbers[x.Stem()]%2
	}
	return n
}

// TestPeriodsFillALife: twelve periods without a gap, nine years for each yang line and
// six for each yin line of both hexagrams, each line once.
func TestPeriodsFillALife(t *testing.T) {
	for _, c := range someCharts(t, 2000) {
		n := c.Hexagrams()
		yang := bits.OnesCount8(uint8(n.Earlier.Hexagram)) + bits.OnesCount8(uint8(n.Later.Hexagram))
		next, lines := c.Year, map[string]bool{}
		for _, p := range n.Periods() {
			if p.From != next {
				t.Fatalf("%s: a period from %d follows one to %d", c.Code(), p.From, next-1)
			}
			next = p.To + 1
			lines[p.Heaven+string(rune('0'+p.Line))] = true
			testYears(t, p)
		}
		if want := c.Year + 9*yang + 6*(12-yang); next != want || len(lines) != 12 {
			t.Fatalf("%s: until %d, want %d; %d lines", c.Code(), next, want, len(lines))
		}
	}
}

// testYears demands a hexagram for each year, that differs from the one before in a line
// at most.
func testYears(t *testing.T, p Period) {
	t.Helper()
	years := p.Years()
	if len(years) != p.To-p.From+1 {
		t.Fatalf("%d hexagrams for the years %d to %d", len(years), p.From, p.To)
	}
	before := p.Hexagram
	for i, h := range years {
		if n := bits.OnesCount8(uint8(h ^ before)); n > 1 || n == 0 && i > 0 {
			t.Fatalf("year %d: #%d follows #%d", p.From+i, h.Number(), before.Number())
		}
		before = h
	}
}

// TestControllingLines: each hour of a half of the day has a line of each hexagram, and
// all six hours together cover the lines of their kind.
func TestControllingLines(t *testing.T) {
	for number := 1; number <= 64; number++ {
		h := book.Numbered(number)
		for half := range 2 {
			taken := map[int]bool{}
			for hour := half * 6; hour < half*6+6; hour++ {
				line := Chart{Pillars: calendar.Pillars{3: calendar.Pillar(hour)}}.controlling(h)
				if line < 1 || line > 6 {
					t.Fatalf("#%d, hour %d: line %d", number, hour, line)
				}
				taken[line] = true
			}
			for line := 1; line <= 6; line++ {
				kind := h.Yang(line) == (half == 0)
				if kind && !taken[line] && number > 2 {
					t.Errorf("#%d: line %d is of the kind of the hours from %d and has none", number, line, half*6)
				}
			}
		}
	}
}

// TestOfPillarsRefuses: a year that has another pillar.
func TestOfPillarsRefuses(t *testing.T) {
	_, err := ChartOfPillars(calendar.Pillars{calendar.YearPillar(1924)}, 1925, false, MonthSign)
	if why, ok := engine.Why(err); !ok || !strings.Contains(why.String(), "yi chou") {
		t.Errorf("refused with %v", err)
	}
}
