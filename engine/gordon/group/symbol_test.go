package group

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every element is found by its name, its symbol, its name with carets, and its former name with
// the exponent 1 of single letters.
func TestElementsAreFoundInEverySpelling(t *testing.T) {
	single := regexp.MustCompile(`([a-z])([^0-9]|$)`)
	exponent := regexp.MustCompile(`([a-z])([0-9])`)
	raisedOnes := 0
	for order := 1; order <= 64; order++ {
		for _, name := range namesOfOrder(order) {
			g := named(t, name)
			seen := map[string]bool{}
			for a := range g.all() {
				symbol := g.Symbol(a)
				if seen[symbol] {
					t.Errorf("%s has two elements %s", name, symbol)
				}
				seen[symbol] = true
				spellings := []string{g.Element(a), symbol, strings.ToUpper(g.Element(a)), "#" + strconv.Itoa(int(a)+1)}
				if symbol != g.Element(a) {
					raisedOnes++
					spellings = append(spellings, exponent.ReplaceAllString(g.Element(a), "$1^$2"))
				}
				if g.symbols != nil && g.Element(a) != "e" && !strings.Contains(name, "x") {
					old := single.ReplaceAllString(single.ReplaceAllString(g.Element(a), "${1}1$2"), "${1}1$2")
					spellings = append(spellings, old)
				}
				for _, spelling := range spellings {
					if b, ok := g.Find(spelling); !ok || b != a {
						t.Errorf("%s: %q finds %s, %t, want %s", name, spelling, g.Element(b), ok, g.Element(a))
					}
				}
			}
		}
	}
	if raisedOnes < 500 {
		t.Errorf("only %d names have exponents", raisedOnes)
	}
}

func TestSymbols(t *testing.T) {
	for name, want := range map[string]string{
		"Z4": "0 1 2 3", "D3": "e r r² s rs r²s", "Dic2": "e a a² a³ b ab a²b a³b", "D2xC2": "e,0 e,1 r,0 r,1 s,0 s,1 rs,0 rs,1",
		"D3xC2": "e,0 e,1 r,0 r,1 r²,0 r²,1 s,0 s,1 rs,0 rs,1 r²s,0 r²s,1", "S3": "e (23) (12) (123) (132) (13)", "V4": "00 01 10 11",
		"S3xC2": "e0 e1 (23)0 (23)1 (12)0 (12)1 (123)0 (123)1 (132)0 (132)1 (13)0 (13)1", "C12xC2": strings.Join(named(t, "C12xC2").Elements(), " "),
	} {
		if got := strings.Join(named(t, name).Symbols(), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Names of somebody's own table are taken as they are: nothing says that a digit is an
// exponent.
func TestNamesOfTablesAreTheirSymbols(t *testing.T) {
	table, err := ReadTable([]byte("a a1 a2 !\na a1 a2\na1 a2 a\na2 a a1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(table.Symbols(), " "); got != "a a1 a2" {
		t.Errorf("symbols %q", got)
	}
	if a, ok := table.Find("a²"); ok {
		t.Errorf("a² finds %s", table.Element(a))
	}
	if a, ok := table.Find("a1"); !ok || a != 1 {
		t.Errorf("a1 finds %s", table.Element(a))
	}
}

// Numbers stand for elements as long as no name says otherwise.
func TestNumbersOfElements(t *testing.T) {
	table, err := ReadTable([]byte("#2 #1 !\n#2 #1\n#1 #2\n"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Element{"#2": 0, "#1": 1} {
		if a, ok := table.Find(text); !ok || a != want {
			t.Errorf("%s finds %d, %t, want %d", text, a, ok, want)
		}
	}
	for _, text := range []string{"#0", "#3", "#", "#-1", ""} {
		if a, ok := table.Find(text); ok {
			t.Errorf("%s finds %d", text, a)
		}
	}
}
