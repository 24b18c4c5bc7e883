package group

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"

	"github.com/sixfold-bot/sixfold/engine"
)

// sample is an entry of testdata/grp/index.json.
type sample struct {
	File     string      `json:"file"`
	Expected string      `json:"expected"`
	Order    int         `json:"order"`
	Identity string      `json:"identity"`
	Abelian  bool        `json:"abelian"`
	Orders   map[int]int `json:"element_orders"`
}

func samples(tb testing.TB) []sample {
	tb.Helper()
	data, err := os.ReadFile("testdata/grp/index.json")
	if err != nil {
		tb.Fatal(err)
	}
	var index struct{ Files []sample }
	if err := json.Unmarshal(data, &index); err != nil || len(index.Files) == 0 {
		tb.Fatalf("%d samples, %v", len(index.Files), err)
	}
	return index.Files
}

func TestSamples(t *testing.T) {
	for _, s := range samples(t) {
		data, err := os.ReadFile(filepath.Join("testdata/grp", s.File))
		if err != nil {
			t.Fatal(err)
		}
		table, err := ReadTable(data)
		if s.Expected != "ok" {
			if flaw, _ := flawOf(err); flaw != s.Expected {
				t.Errorf("%s: %v, want %s", s.File, err, s.Expected)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", s.File, err)
			continue
		}
		if glued := s.File == "lenient/bang_glued.grp"; glued != (len(table.Warnings) == 1) {
			t.Errorf("%s gives the warnings %v", s.File, table.Warnings)
		}
		if s.Order == 0 {
			continue // of lenient ones the index tells no more
		}
		if table.Order() != s.Order || table.Element(table.Identity()) != s.Identity || table.Abelian() != s.Abelian {
			t.Errorf("%s has order %d, identity %s, abelian %t; want %d, %s, %t", s.File,
				table.Order(), table.Element(table.Identity()), table.Abelian(), s.Order, s.Identity, s.Abelian)
		}
		if got := table.ElementOrders(); !maps.Equal(got, s.Orders) {
			t.Errorf("%s has elements of the orders %v, want %v", s.File, got, s.Orders)
		}
	}
}

// The flaws of group files, as testdata/grp/index.json names them, in the order in which they are
// checked.
const (
	FileTooLarge    = "E_FILE_TOO_LARGE"
	BadEncoding     = "E_ENCODING"
	EmptyFile       = "E_EMPTY"
	NoTerminator    = "E_NO_TERMINATOR"
	AfterTerminator = "E_AFTER_TERMINATOR"
	NoElements      = "E_NO_ELEMENTS"
	TooManyElements = "E_TOO_LARGE"
	BadName         = "E_BAD_NAME"
	DuplicateName   = "E_DUPLICATE_ELEMENT"
	RowCount        = "E_ROW_COUNT"
	RowLength       = "E_ROW_LENGTH"
	NotClosed       = "E_NOT_CLOSED"
	NoIdentity      = "E_NO_IDENTITY"
	NoInverse       = "E_NO_INVERSE"
	NotLatin        = "E_NOT_LATIN"
	NotAssociative  = "E_NOT_ASSOCIATIVE"
	NoTable         = "no table" // of printed ones alone
)

// refusals has the words by which the refusal of a flaw is known.
var refusals = map[string]*regexp.Regexp{
	FileTooLarge:    regexp.MustCompile("^the file has .* bytes; the limit"),
	BadEncoding:     regexp.MustCompile("^this is not text in UTF-8$"),
	EmptyFile:       regexp.MustCompile("^the file is empty"),
	NoTerminator:    regexp.MustCompile("^the names of the elements must end with"),
	AfterTerminator: regexp.MustCompile("^nothing may follow the"),
	NoElements:      regexp.MustCompile("^there are no elements"),
	TooManyElements: regexp.MustCompile("^there are .* elements; the limit"),
	BadName:         regexp.MustCompile("^name [0-9]+ (has|looks)"),
	DuplicateName:   regexp.MustCompile("is given twice, as name"),
	RowCount:        regexp.MustCompile("^there (is|are) .* rows? (below the names|of [0-9]+ names)"),
	RowLength:       regexp.MustCompile("^row [0-9]+ has .* names?; it must"),
	NotClosed:       regexp.MustCompile("^the product of .* is .*, which is not one of the elements"),
	NoIdentity:      regexp.MustCompile("^there is no identity"),
	NoInverse:       regexp.MustCompile("has no inverse"),
	NotLatin:        regexp.MustCompile("^(the (row|column) of .*|row [0-9]+ has .*) twice; each element"),
	NotAssociative:  regexp.MustCompile("^this is not a group"),
	NoTable:         regexp.MustCompile("^this is no multiplication table"),
}

// flawOf returns the flaw that a refusal tells of and its line, 0 for the whole file; "" if err is
// no refusal of a table, or tells of several flaws.
func flawOf(err error) (flaw string, line int) {
	refused, ok := errors.AsType[*engine.Refusal](err)
	if !ok {
		return "", 0
	}
	words := refused.Error()
	if rest, located := strings.CutPrefix(words, "line "); located {
		number, why, _ := strings.Cut(rest, ": ")
		line, _ = strconv.Atoi(number)
		words = why
	}
	for name, is := range refusals {
		switch {
		case !is.MatchString(words):
		case flaw != "":
			return "", line
		default:
			flaw = name
		}
	}
	return flaw, line
}

const four = "0 1 2 3 !\n0 1 2 3\n1 2 3 0\n2 3 0 1\n3 0 1 2\n"

func TestReadTableTakes(t *testing.T) {
	tests := []struct{ name, text string }{
		{"a byte-order mark", "\ufeff" + four},
		{"tabs and runs of blanks", strings.ReplaceAll(four, " ", " \t ")},
		{"carriage returns alone", strings.ReplaceAll(four, "\n", "\r")},
		{"blank lines at both ends", "\n \n" + four + "\n\n \t\n"},
		{"no final newline", strings.TrimSpace(four)},
		{"names of other scripts", strings.NewReplacer("0", "零", "1", "α", "2", "β́", "3", "٣").Replace(four)},
		{"the identity elsewhere", "1 0 !\n0 1\n1 0\n"},
		{"blanks of other kinds", strings.ReplaceAll(four, " ", "\u00a0\u3000")},
	}
	for _, tt := range tests {
		if _, err := ReadTable([]byte(tt.text)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// header makes names for so many elements.
func header(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("x" + strconv.Itoa(i) + " ")
	}
	return b.String() + "!\n"
}

func TestReadTableRefuses(t *testing.T) {
	replaced := func(old, by string) string { return strings.Replace(four, old, by, 1) }
	tests := []struct {
		name, text string
		flaw       string
		line       int
		words      string
	}{
		{"a large file", strings.Repeat("0 ", MaxFile), FileTooLarge, 0, "393216 bytes; the limit is 196608"},
		{"a large file that is no text", strings.Repeat("\xff", MaxFile+1), FileTooLarge, 0, ""},
		{"Latin-1", "0 \xe9 !\n", BadEncoding, 1, "UTF-8"},
		{"UTF-16", "\xff\xfe0\x00", BadEncoding, 1, ""},
		{"a NUL below", replaced("2 3 0 1", "2 3 0 \x001"), BadEncoding, 4, ""},
		{"blanks alone", " \n\t\n", EmptyFile, 0, ""},
		{"the sign in the second line", "0 1\n!\n0 1\n1 0\n", NoTerminator, 1, ""},
		{"the table in the first line", "0 1 ! 0 1 1 0", AfterTerminator, 1, ""},
		{"the sign alone", "!\n", NoElements, 1, ""},
		{"129 elements and no table", header(129), TooManyElements, 1, "129 elements; the limit is 128"},
		{"the most elements that fit a file", header(9000), TooManyElements, 1, ""},
		{"128 elements and no table", header(128), RowCount, 1, "are 0 rows below the names; there must be one for each element, 128 in all"},
		{"a long name", "0 12345678901234567 !\n", BadName, 1, "name 2 has 17 characters; the limit is 16"},
		{"a mention", "0 <@123> !\n", BadName, 1, "name 2 has a `<`"},
		{"everyone", "0 @everyone !\n", BadName, 1, "name 2 has a `@`"},
		{"a back-tick", "0 a`b !\n", BadName, 1, "name 2 has a back-tick"},
		{"bold", "0 **a** !\n", BadName, 1, "format"},
		{"a spoiler", "0 ||a|| !\n", BadName, 1, "format"},
		{"emphasis", "0 _a !\n", BadName, 1, "`_`"},
		{"a link", "0 ://a !\n", BadName, 1, "link"},
		{"a sign within", "0 a!b !\n", BadName, 1, "`!`"},
		{"a zero-width space", "0 a\u200b !\n", BadName, 1, "invisible character: U+200B"},
		{"a change of direction", "0 \u202ea !\n", BadName, 1, "U+202E"},
		{"a blank letter", "0 \u3164 !\n", BadName, 1, "U+3164"},
		{"a control character", "0 a\x07 !\n", BadName, 1, "U+0007"},
		{"a name twice", "0 1 0 !\n", DuplicateName, 1, "0 is given twice, as name 1 and as name 3"},
		{"a name twice below blank lines", "\n \n0 1 0 !\n", DuplicateName, 3, ""},
		{"a foreign name below blank lines", "\n\n" + replaced("2 3 0 1", "2 3 0 q"), NotClosed, 6, ""},
		{"a row too many", four + "0 1 2 3\n", RowCount, 5, "are 5 rows below the names; there must be one for each element, 4 in all"},
		{"a row missing", "0 1 !\n0 1\n", RowCount, 2, "is 1 row below the names; there must be one for each element, 2 in all"},
		{"a blank line within", replaced("1 2 3 0\n", "\n1 2 3 0\n"), RowCount, 5, ""},
		{"a short row", "0 1 2 !\n0 1 2\n1\n2 0 1\n", RowLength, 3, "row 2 has 1 name; it must have 3"},
		{"a ragged table of the right total", "0 1 2 !\n0 1 2 1\n2 0\n2 0 1\n", RowLength, 2, "row 1 has 4 names; it must have 3"},
		{"a foreign name", replaced("2 3 0 1", "2 3 0 q"), NotClosed, 4, "the product of 2 and 3, in column 4, is q"},
		{"a foreign mention", replaced("2 3 0 1", "2 3 0 <@1>"), NotClosed, 4, "is something else"},
		{"a left identity", "0 1 !\n0 1\n0 1\n", NoIdentity, 3, "0 is not, since 1·0 is 0"},
		{"a right identity", "0 1 !\n0 0\n1 1\n", NoIdentity, 2, "0 is not, since 0·1 is 0"},
		{"no identity", "0 1 !\n1 1\n0 0\n", NoIdentity, 2, "0 is not, since 0·0 is 1"},
		{"no inverse", "0 1 !\n0 0\n0 1\n", NoInverse, 2, "0 has no inverse"},
		{"inverses, but a value twice in a row", "e a b !\ne a b\na e e\nb e a\n", NotLatin, 3, "the row of a has e twice"},
		{"a loop", "0 1 2 3 4 !\n0 1 2 3 4\n1 0 3 4 2\n2 4 0 1 3\n3 2 4 0 1\n4 3 1 2 0\n", NotAssociative, 3, ""},
	}
	for _, tt := range tests {
		_, err := ReadTable([]byte(tt.text))
		if flaw, line := flawOf(err); flaw != tt.flaw || line != tt.line || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%s: %v, want %s in line %d with %q", tt.name, err, tt.flaw, tt.line, tt.words)
		}
	}
}

// The triple named by a refusal does violate associativity.
func TestNotAssociativeShowsATriple(t *testing.T) {
	data, err := os.ReadFile("testdata/grp/bad/27_one_intercalate_swapped.grp")
	if err != nil {
		t.Fatal(err)
	}
	_, err = ReadTable(data)
	if err == nil {
		t.Fatal("read as a group")
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	names := strings.Fields(strings.TrimSuffix(lines[0], "!"))
	product := func(a, b string) string {
		row := -1
		for i, name := range names {
			if name == a {
				row = i
			}
		}
		for j, name := range names {
			if name == b {
				return strings.Fields(lines[row+1])[j]
			}
		}
		return ""
	}
	words := strings.FieldsFunc(err.Error(), func(r rune) bool { return r != '0' && r != '1' })
	words = words[len(words)-8:] // a b c = x, a b c = y
	a, b, c := words[0], words[1], words[2]
	left, right := product(product(a, b), c), product(a, product(b, c))
	if left == right || left != words[3] || right != words[7] {
		t.Errorf("%v: (%s·%s)·%s is %s, and the other way %s", err, a, b, c, left, right)
	}
}

// Light's test against all triples, on tables of which one product was changed.
func TestLightAgainstAllTriples(t *testing.T) {
	for _, name := range []string{"Z6", "S3", "Q8", "Z2^3"} {
		g, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		n := g.Order()
		// Two rows and columns with the same two values in their corners: exchanging
		// these leaves a Latin square.
		for square := range intercalates(g) {
			bad := *g
			bad.table = append([]Element(nil), g.table...)
			a, b, c, d := square[0], square[1], square[2], square[3]
			bad.table[a*n+c], bad.table[a*n+d] = bad.table[a*n+d], bad.table[a*n+c]
			bad.table[b*n+c], bad.table[b*n+d] = bad.table[b*n+d], bad.table[b*n+c]
			_, err := ReadTable(bad.Grp())
			if associative(&bad) != (err == nil) {
				t.Errorf("%s with rows %d and %d exchanged in columns %d and %d: %v", name, a, b, c, d, err)
			}
		}
	}
}

// intercalates are two rows and two columns that do not meet the identity's.
func intercalates(g *Group) func(func([4]int) bool) {
	n, e := g.Order(), int(g.identity)
	at := func(a, b int) Element { return g.table[a*n+b] }
	return func(yield func([4]int) bool) {
		for a := range n {
			for b := range a {
				for c := range n {
					for d := range c {
						if a != e && b != e && c != e && d != e && at(a, c) == at(b, d) && at(a, d) == at(b, c) && !yield([4]int{a, b, c, d}) {
							return
						}
					}
				}
			}
		}
	}
}

func associative(g *Group) bool {
	n := Element(g.Order())
	for a := range n {
		for b := range n {
			for c := range n {
				if g.Product(g.Product(a, b), c) != g.Product(a, g.Product(b, c)) {
					return false
				}
			}
		}
	}
	return true
}

func TestPastedTables(t *testing.T) {
	folded := strings.Join(strings.Fields(four), " ")
	for _, text := range []string{folded, strings.Replace(folded, "3 !", "3!", 1), four} {
		table, err := ReadTable(Unfold(text))
		if err != nil || table.Order() != 4 {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{folded + " 1", "! " + folded, "0 1 !\n0 1 1 0"} {
		if _, err := ReadTable(Unfold(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// verdict judges a table of elements 0 to n-1 by the definitions, in the order in which
// flaws are looked for; "" for a group.
func verdict(table [][]int) string {
	n := len(table)
	is := func(e, x int) bool { return table[e][x] == x && table[x][e] == x }
	identity := -1
	for e := range n {
		neutral := true
		for x := range n {
			neutral = neutral && is(e, x)
		}
		if neutral {
			identity = e
		}
	}
	if identity < 0 {
		return NoIdentity
	}
	for a := range n {
		found := false
		for b := range n {
			found = found || table[a][b] == identity && table[b][a] == identity
		}
		if !found {
			return NoInverse
		}
	}
	for a := range n {
		for b := range n {
			for c := range b {
				if table[a][b] == table[a][c] || table[b][a] == table[c][a] {
					return NotLatin
				}
			}
		}
	}
	for a := range n {
		for b := range n {
			for c := range n {
				if table[table[a][b]][c] != table[a][table[b][c]] {
					return NotAssociative
				}
			}
		}
	}
	return ""
}

// Random tables, and groups of which one product was changed or two rows exchanged.
func TestFlawsAgainstTheDefinitions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[string]int{}
	for range 4000 {
		g := named(t, []string{"Z2", "Z3", "V4", "Z5", "S3"}[r.IntN(5)])
		n := g.Order()
		rows := make([][]int, n)
		for a := range rows {
			for b := range n {
				rows[a] = append(rows[a], int(g.Product(Element(a), Element(b))))
			}
		}
		switch a, b := r.IntN(n), r.IntN(n); r.IntN(5) {
		case 0:
			rows[a][b] = r.IntN(n)
		case 1:
			rows[a], rows[b] = rows[b], rows[a]
		case 2:
			rows[a], rows[a/2] = rows[a/2], rows[a]
			for _, row := range rows {
				row[b], row[b/2] = row[b/2], row[b]
			}
		case 3:
			for a := range rows[1:] {
				for b := range rows[1:] {
					rows[1+a][1+b] = r.IntN(n)
				}
			}
		}
		want := verdict(rows)
		seen[want]++
		_, err := ReadTable([]byte(written(rows)))
		if flaw, _ := flawOf(err); flaw != want {
			t.Fatalf("%v: %v, want %q", rows, err, want)
		}
	}
	for _, f := range []string{"", NoIdentity, NoInverse, NotLatin} {
		if seen[f] < 50 {
			t.Errorf("%d tables have the flaw %q", seen[f], f)
		}
	}
}

// written is a table of numbers as a group file.
func written(rows [][]int) string {
	var b strings.Builder
	for i := range rows {
		b.WriteString(strconv.Itoa(i) + " ")
	}
	b.WriteString("!\n")
	for _, row := range rows {
		b.WriteString(strings.Trim(fmt.Sprint(row), "[]") + "\n")
	}
	return b.String()
}

// Files carry names that any system takes, and names of groups that are certain.
func TestFilesOfGroups(t *testing.T) {
	for name, want := range map[string]string{"C4xC2": "C4xC2.grp", "Z2^3": "Z2-3.grp", "(C3xC3):C2": "C3xC3-C2.grp"} {
		if got := named(t, name).FileName(); got != want {
			t.Errorf("%s is kept as %q, want %q", name, got, want)
		}
	}
	if got := shuffled(named(t, "Z5")).FileName(); got != "group.grp" {
		t.Errorf("a group without a name is kept as %q", got)
	}
	if got, want := string(named(t, "Z2").Grp()), "0 1 !\n0 1\n1 0\n"; got != want {
		t.Errorf("Z2 is written as %q, want %q", got, want)
	}
}

// Labels say the order where the name leaves it open: D4 has eight elements.
func TestLabels(t *testing.T) {
	for name, want := range map[string]string{"Z7": "Z7", "D4": "D4 (order 8)", "S3": "S3 (order 6)", "A4": "A4 (order 12)", "Q8": "Q8"} {
		if got := named(t, name).Label().String(); got != want {
			t.Errorf("%s is labelled %q, want %q", name, got, want)
		}
	}
	if got := shuffled(named(t, "Z5")).Label().String(); got != "a group of order 5" {
		t.Errorf("a group without a name is labelled %q", got)
	}
}

// Names that come back as they are, and one that is not shown.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{"q": "q", "a_b": "a_b", "@everyone": "something else", "a\u200b": "something else", strings.Repeat("a", 17): "something else"} {
		if got := quoted(word).String(); got != want {
			t.Errorf("%q is shown as %q, want %q", word, got, want)
		}
	}
}

func TestIsTable(t *testing.T) {
	for text, want := range map[string]bool{"Z7": false, "C4xC2": false, "0 1 ! 0 1 1 0": true, "0 1\n1 0": true} {
		if IsTable(text) != want {
			t.Errorf("%q is a table: %t", text, !want)
		}
	}
}

func FuzzReadTable(f *testing.F) {
	for _, s := range samples(f) {
		data, err := os.ReadFile(filepath.Join("testdata/grp", s.File))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range []string{"!", "0 !\n0\n", "a b!\na b\nb a", "0 1 !\r0 1\r1 0", "\ufeff0 !\n0", "0 1 !\n0 1\n1 2\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			table, err := ReadTable(data)
			if err != nil {
				if flaw, _ := flawOf(err); flaw == "" {
					t.Fatalf("%T: %v", err, err)
				}
				return
			}
			if !associative(table.Group) {
				t.Fatal("not associative")
			}
			back, err := ReadTable(table.Grp())
			if err != nil || !bytes.Equal(back.Grp(), table.Grp()) {
				t.Fatalf("its file comes back as %v, %v", back, err)
			}
		})
	})
}
