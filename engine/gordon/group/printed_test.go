package group

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

const (
	z3   = "e a b !\ne a b\na b e\nb e a\n"
	two  = "1 2 !\n1 2\n2 1\n"
	mod3 = "0 1 2 !\n0 1 2\n1 2 0\n2 0 1\n"
)

// Tables as programs and pages print them, and the group file that each is.
var printed = []struct{ name, text, want string }{
	{"GAP", "[ [ 1, 2 ], [ 2, 1 ] ]", two},
	{"GAP, on lines", "[ [ 1, 2, 3 ],\n  [ 2, 3, 1 ],\n  [ 3, 1, 2 ] ]\n", "1 2 3 !\n1 2 3\n2 3 1\n3 1 2\n"},
	{"GAP, assigned", "gap> t := GroupByMultiplicationTable([[1,2],[2,1]]);", two},
	{"GAP, permutations", "[ [ (), (1,2) ], [ (1,2), () ] ]", "() (1,2) !\n() (1,2)\n(1,2) ()\n"},
	{"GAP, wrapped lines", "[ [ 1, 2, 3 ], [ 2, 3,\n 1 ], [ 3, 1, 2 ] ]", "1 2 3 !\n1 2 3\n2 3 1\n3 1 2\n"},
	{"Python", "[['e', 'a'], ['a', 'e']]", "e a !\ne a\na e\n"},
	{"JSON", "[\n  [\"0\", \"1\", \"2\"],\n  [\"1\", \"2\", \"0\"],\n  [\"2\", \"0\", \"1\"]\n]", mod3},
	{"NumPy", "[[0 1 2]\n [1 2 0]\n [2 0 1]]", mod3},
	{"NumPy's array", "array([[0, 1],\n       [1, 0]])", "0 1 !\n0 1\n1 0\n"},
	{"Mathematica", "{{1, 2}, {2, 1}}", two},
	{"Maple", "m := <1,2|2,1>; Matrix([[1,2],[2,1]])", two},
	{"one element", "[ [ 1 ] ]", "1 !\n1\n"},
	{"Sage", "*  a b c\n +------\na| a b c\nb| b c a\nc| c a b\n", "a b c !\na b c\nb c a\nc a b\n"},
	{"Sage, pasted on one line", "*  a b c +------ a| a b c b| b c a c| c a b", "a b c !\na b c\nb c a\nc a b\n"},
	{"Sage, digits", "+  0 1 2\n +------\n0| 0 1 2\n1| 1 2 0\n2| 2 0 1\n", mod3},
	{"Sage, the identity elsewhere", "*  a b\n +----\na| b a\nb| a b\n", "a b !\nb a\na b\n"},
	{"Sage, elements", "   *     () (1,2)\n    +------------\n   ()|    () (1,2)\n(1,2)| (1,2)    ()\n", "() (1,2) !\n() (1,2)\n(1,2) ()\n"},
	{"CSV", "e,a,b\na,b,e\nb,e,a\n", z3},
	{"CSV with headers", ",e,a,b\r\ne,e,a,b\r\na,a,b,e\r\nb,b,e,a\r\n", z3},
	{"CSV with a corner", "*,e,a,b\ne,e,a,b\na,a,b,e\nb,b,e,a", z3},
	{"CSV, quoted", "\"\",\"(0,0)\",\"(0,1)\"\n\"(0,0)\",\"(0,0)\",\"(0,1)\"\n\"(0,1)\",\"(0,1)\",\"(0,0)\"\n", "(0,0) (0,1) !\n(0,0) (0,1)\n(0,1) (0,0)\n"},
	{"CSV of semicolons", "e;a;b\na;b;e\nb;e;a", z3},
	{"CSV of semicolons with blanks", "e; a; b\na; b; e\nb; e; a", z3},
	{"tabs with headers", "\te\ta\tb\ne\te\ta\tb\na\ta\tb\te\nb\tb\te\ta\n", z3},
	{"CSV pasted on one line", "e,a,b a,b,e b,e,a", z3},
	{"semicolons between rows", "e a b; a b e; b e a", z3},
	{"CSV, empty last cells", "e,a,\na,e,\n", "e a !\ne a\na e\n"},
	{"Markdown", "| * | e | a | b |\n|---|---|---|---|\n| e | e | a | b |\n| a | a | b | e |\n| b | b | e | a |\n", z3},
	{"Markdown, an empty corner", "|   | e | a | b |\n|:-:|:-:|:-:|:-:|\n| **e** | e | a | b |\n| **a** | a | b | e |\n| **b** | b | e | a |\n", z3},
	{"Markdown, without outer bars", " ∘ | `e` | `a`\n--- | --- | ---\n`e` | `e` | `a`\n`a` | `a` | `e`", "e a !\ne a\na e\n"},
	{"Markdown pasted on one line", "|   | e | a | b | |---|---|---|---| | e | e | a | b | | a | a | b | e | | b | b | e | a |", z3},
	{"Markdown, single dashes", "|*|e|a|\n|-|-|-|\n|e|e|a|\n|a|a|e|", "e a !\ne a\na e\n"},
	{"a box", "┌───┬───┬───┐\n│ * │ e │ a │\n├───┼───┼───┤\n│ e │ e │ a │\n│ a │ a │ e │\n└───┴───┴───┘", "e a !\ne a\na e\n"},
	{"ASCII art", "+---+---+---+\n| * | e | a |\n+===+===+===+\n| e | e | a |\n+---+---+---+\n| a | a | e |\n+---+---+---+", "e a !\ne a\na e\n"},
	{"TeX", "\\begin{array}{c|ccc}\n\\cdot & e & a & b \\\\ \\hline\ne & e & a & b \\\\\na & a & b & e \\\\\nb & b & e & a\n\\end{array}", z3},
	{"TeX on one line", `\begin{tabular}{@{}c|cc@{}} $*$ & $e$ & $a$ \\ \hline $e$ & $e$ & $a$ \\ $a$ & $a$ & $e$ \\ \end{tabular}`, "e a !\ne a\na e\n"},
	{"TeX of booktabs", "\\toprule\n$\\circ$ & $1$ & $r$ & $r^{2}$ \\\\\n\\midrule\n$1$ & $1$ & $r$ & $r^{2}$ \\\\\n$r$ & $r$ & $r^{2}$ & $1$ \\\\\n$r^{2}$ & $r^{2}$ & $1$ & $r$ \\\\\n\\bottomrule", "1 r r^2 !\n1 r r^2\nr r^2 1\nr^2 1 r\n"},
	{"a TeX matrix", `\begin{pmatrix} 1 & 2 \\ 2 & 1 \end{pmatrix}`, two},
	{"TeX, no lines between", "$\\rho_0$ & $\\rho_1$ \\\\[2pt]\n$\\rho_1$ & $\\rho_0$", "rho_0 rho_1 !\nrho_0 rho_1\nrho_1 rho_0\n"},
	{"MATLAB", "A = [0 1 2; 1 2 0; 2 0 1];", mod3},
	{"MATLAB, on lines", "[0 1 2\n1 2 0\n2 0 1]", mod3},
	{"MATLAB, with semicolons on lines", "A = [0 1 2;\n1 2 0;\n2 0 1];", mod3},
	{"residue classes", "[0] [1]\n[1] [0]", "[0] [1] !\n[0] [1]\n[1] [0]\n"},
	{"residue classes on one line", "[0] [1] [1] [0]", "[0] [1] !\n[0] [1]\n[1] [0]\n"},
	{"Julia", "[0 1 2; 1 2 0; 2 0 1]", mod3},
	{"TeX within a sentence", "$\\begin{bmatrix}1&2&3\\\\2&3&1\\\\3&1&2\\end{bmatrix}$", "1 2 3 !\n1 2 3\n2 3 1\n3 1 2\n"},
	{"TeX between lines", "\\[\n\\left(\\begin{array}{cc}\n$e$ & $a$ \\\\\n\\hline\n$a$ & $e$\n\\end{array}\\right)\n\\]", "e a !\ne a\na e\n"},
	{"TeX between double signs", "$$\\begin{array}{c|cc} * & e & a \\\\ \\hline e & e & a \\\\ a & a & e \\end{array}$$", "e a !\ne a\na e\n"},
	{"Sage's TeX", "{\\setlength{\\arraycolsep}{2ex}\n\\begin{array}{r|*{2}{r}}\n\\multicolumn{1}{c|}{\\ast}&e&a\\\\\\hline\n{}e&e&a\\\\\n{}a&a&e\\\\\n\\end{array}}", "e a !\ne a\na e\n"},
	{"a block of code", "```\n* e a\ne e a\na a e\n```", "e a !\ne a\na e\n"},
	{"a block of code in a language", "```csv\ne,a\na,e\n```\n", "e a !\ne a\na e\n"},
	{"a block of code on one line", "```e a a e```", "e a !\ne a\na e\n"},
	{"a group file in a block", "```\n1 2 !\n1 2\n2 1\n```", two},
	{"Org mode", "| * | e | a |\n|---+---+---|\n| e | e | a |\n| a | a | e |", "e a !\ne a\na e\n"},
	{"reStructuredText", "== == ==\n *  e  a\n== == ==\n e  e  a\n a  a  e\n== == ==", "e a !\ne a\na e\n"},
	{"quaternions", "x 1 -1 i -i\n1 1 -1 i -i\n-1 -1 1 -i i\ni i -i -1 1\n-i -i i 1 -1", "1 -1 i -i !\n1 -1 i -i\n-1 1 -i i\ni -i -1 1\n-i i 1 -1\n"},
	{"a header row alone", "e a b\ne a b\na b e\nb e a", z3},
	{"a header column alone", "e: e a b\na: a b e\nb: b e a", z3},
	{"a header column alone, in CSV", "e,e,a,b\na,a,b,e\nb,b,e,a\n", z3},
	{"headers without a corner", "   e a b\ne  e a b\na  a b e\nb  b e a", z3},
	{"headers in another order", "* e a b\nb b e a\ne e a b\na a b e", z3},
	{"numbers from 0", "0 1 2\n1 2 0\n2 0 1", mod3},
	{"numbers from 1, the identity elsewhere", "3 1 2\n1 2 3\n2 3 1", "1 2 3 !\n3 1 2\n1 2 3\n2 3 1\n"},
	{"numbers of another kind", "1 3 5 7\n3 1 7 5\n5 7 1 3\n7 5 3 1", "1 3 5 7 !\n1 3 5 7\n3 1 7 5\n5 7 1 3\n7 5 3 1\n"},
	{"signs", "+ -\n- +", "+ - !\n+ -\n- +\n"},
	{"signs with headers", "· | 1 | -1\n1 | 1 | -1\n-1 | -1 | 1", "1 -1 !\n1 -1\n-1 1\n"},
	{"letters of which the last is the identity", "b c a\nc a b\na b c", "b c a !\nb c a\nc a b\na b c\n"},
	{"ten and more", tens(), ""},
	{"ProofWiki, within a sentence's TeX", `$\begin{array}{l|cc|cc} & e & a \\ \hline e & e & a \\ a & a & e \end{array}$`, "e a !\ne a\na e\n"},
	{"ProofWiki, a break before the end", `$\begin{array}{c|cc} & e & a b \\ \hline e & e & a b \\ a b & a b & e \\ \end{array}$`, "e ab !\ne ab\nab e\n"},
	{"ProofWiki, matrices", `$\begin{array}{r|rr}  & \mathbf I & -\mathbf I \\  \hline \mathbf I & \mathbf I & -\mathbf I \\ -\mathbf I & -\mathbf I & \mathbf I \end{array}$`, "I -I !\nI -I\n-I I\n"},
	{"notes in Markdown with TeX", "$$\\begin{array}{c|cccc}\n+ & 0 & 1 \\\\ \\hline\n0 & 0 & 1 \\\\\n1 & 1 & 0\n\\end{array}$$", "0 1 !\n0 1\n1 0\n"},
	{"displayed TeX, its signs on lines", "$$\n\\begin{array}{c|cc}\n* & e & a \\\\\n\\hline\ne & e & a \\\\\na & a & e\n\\end{array}\n$$", "e a !\ne a\na e\n"},
	{"PreTeXt of a course", "\\begin{equation*}\n\\begin{array}{c|cc}\n\\amp e \\amp d' \\\\\n\\hline\ne \\amp e \\amp d' \\\\\nd' \\amp d' \\amp e \\\\\n\\end{array}\n\\end{equation*}", "e d' !\ne d'\nd' e\n"},
	{"Obsidian, coloured", "| ⋅ | $e$ | $a$ |\n|---|---|---|\n| $e$ | $\\textcolor{SkyBlue}{e}$ | $\\textcolor{Red}{a}$ |\n| $a$ | $\\textcolor{Red}{a}$ | $\\textcolor{SkyBlue}{e}$|", "e a !\ne a\na e\n"},
	{"Maple, a row in brackets", "[1 2 3]\n[2 3 1]\n[3 1 2]", "1 2 3 !\n1 2 3\n2 3 1\n3 1 2\n"},
	{"Sage's matrix", "[0 1 2]\n[1 2 0]\n[2 0 1]\n", mod3},
	{"R", "     [,1] [,2] [,3]\n[1,]    1    2    3\n[2,]    2    3    1\n[3,]    3    1    2", "1 2 3 !\n1 2 3\n2 3 1\n3 1 2\n"},
	{"R, cayley of the package permutations", "         ()       (12)(34)\n()       ()       (12)(34)\n(12)(34) (12)(34) ()", "() (12)(34) !\n() (12)(34)\n(12)(34) ()\n"},
	{"Wikipedia", "{| class=\"wikitable\" style=\"text-align: center\"\n|+ V\n|-\n! * !! ''e'' !! ''a''\n|-\n! ''e''\n| ''e'' || ''a''\n|-\n! ''a''\n| ''a'' || ''e''\n|}", "e a !\ne a\na e\n"},
	{"Wikipedia, a cell a line", "{| class=wikitable\n! *\n! scope=\"col\" | 1\n! scope=\"col\" | i\n|- style=\"height:2em\"\n! 1\n| 1\n| i\n|-\n! i\n| i\n| style=\"background:red\" | 1\n|}\n", "1 i !\n1 i\ni 1\n"},
	{"Wikipedia, pasted on one line", `{| class="wikitable" ! * !! ''e'' !! ''a'' |- ! ''e'' | ''e'' || ''a'' |- ! ''a'' | ''a'' || ''e'' |}`, "e a !\ne a\na e\n"},
	{"Wikipedia, with −1", "{| class=\"wikitable\"\n|-\n! × !! 1 !! −1\n|-\n! 1\n| 1 || −1\n|-\n! −1\n| −1 || 1\n|}", "1 −1 !\n1 −1\n−1 1\n"},
	{"Sage's matrix, pasted on one line", "[0 1 2] [1 2 0] [2 0 1]", mod3},
	{"GAP, a function of the mailing list", "         ()  (1,2)\n       ___________\n   ()|   ()  (1,2)\n(1,2)|(1,2)     ()\n", "() (1,2) !\n() (1,2)\n(1,2) ()\n"},
	{"Maple's help as TeX", "\\[\n\\begin{bmatrix}\n1 & 2 & 3 \\\\\n2 & 3 & 1 \\\\\n3 & 1 & 2 \\\\\n\\end{bmatrix}\n\\]", "1 2 3 !\n1 2 3\n2 3 1\n3 1 2\n"},
	{"the same on one line", `\[\begin{bmatrix} 1 & 2 & 3 \\ 2 & 3 & 1 \\ 3 & 1 & 2 \end{bmatrix}\]`, "1 2 3 !\n1 2 3\n2 3 1\n3 1 2\n"},
	{"Java", "private static final int[][] TABLE = {\n            { 0, 1, 2 },\n            { 1, 2, 0 },\n            { 2, 0, 1 }\n    };", mod3},
	{"J", "0 1 2, 1 2 0, 2 0 1", mod3},
	{"solutions, pasted on one line", " $1$ $r$ $r^2$ $1$ $1$ $r$ $r^2$ $r$ $r$ $r^2$ $1$ $r^2$ $r^2$ $1$ $r$", "1 r r^2 !\n1 r r^2\nr r^2 1\nr^2 1 r\n"},
	{"Wikipedia, without headers", "{|\n|-\n| 0 || 1 || 2\n|-\n| 1 || 2 || 0\n|-\n| 2 || 0 || 1\n|}", mod3},
	{"Wikipedia, as read by machines", "o | I | a |\n---|---|---|\nI | I | a |\na | a | I |", "I a !\nI a\na I\n"},
	{"solutions of Dummit and Foote, cycles with blanks", "1 (1 2)\n1 1 (1 2)\n(1 2) (1 2) 1\n", "1 (12) !\n1 (12)\n(12) 1\n"},
	{"products of letters", "*,1,r*s\n1,1,r*s\nr*s,r*s,1", "1 r·s !\n1 r·s\nr·s 1\n"},
}

// tens is the table of Z12 by Sage's two digits.
func tens() string {
	var b strings.Builder
	for i := range 12 {
		for j := range 12 {
			fmt.Fprintf(&b, "%02d ", (i+j)%12)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestPrintedTables(t *testing.T) {
	for _, tt := range printed {
		table, err := ReadPrinted([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := string(table.Grp()); tt.want != "" && got != tt.want {
			t.Errorf("%s is read as\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// Every table that can be printed without breaks is known for one in a command's argument, and no
// name is.
func TestTablesAreToldFromNames(t *testing.T) {
	for _, tt := range printed {
		if text := strings.Join(strings.Fields(tt.text), " "); !IsTable(tt.text) || len(text) > 12 && strings.Contains(text, "|") && !IsTable(text) {
			t.Errorf("%s is no table", tt.name)
		}
	}
	for _, name := range []string{"C2 x C2 x C2 x C2", "C2 x C2 x C2 x C2 x C2", "[ 16, 6 ]", `\mathbb{Z}_2 \times \mathbb{Z}_4`, "Klein four-group", "the quaternion group Q8", "AbelianGroup([2,2,2])", "(C4 x C2) : C2", "Symmetric group of order 3! as a permutation group", "AbelianGroup[{2, 2}]", "Sym( [ 1 .. 3 ] )"} {
		if IsTable(name) {
			t.Errorf("%s is a table", name)
		}
	}
}

func TestPrintedTablesRefused(t *testing.T) {
	tests := []struct {
		name, text string
		flaw       string
		line       int
		words      string
	}{
		{"not closed", "e,a,b\na,b,e\nb,e,c", NotClosed, 3, "the product of b and b, in column 3, is c"},
		{"not closed, in GAP", "[ [ 1, 2 ], [ 2, 5 ] ]", NotClosed, 0, "the product of 2 and 2, in column 2, is 5"},
		{"not closed, with headers", "* | e | a\n--|---|--\ne | e | a\na | a | q", NotClosed, 4, "the product of a and a, in column 2, is q"},
		{"not closed, in TeX", "* & e & a \\\\ \\hline\ne & e & a \\\\\na & a & q", NotClosed, 3, "is q"},
		{"not associative", "1,2,3,4,5\n2,1,4,5,3\n3,5,1,2,4\n4,3,5,1,2\n5,4,2,3,1", NotAssociative, 0, "this is not a group: ("},
		{"not associative, with headers", "*  a b c d e\n +----------\na| a b c d e\nb| b a d e c\nc| c e a b d\nd| d c e a b\ne| e d b c a", NotAssociative, 0, "this is not a group: ("},
		{"no identity", "[[0,2,1],[2,1,0],[1,0,2]]", NoIdentity, 0, "no identity"},
		{"no identity among letters", "a c b\nb a c\nc b a", NoIdentity, 0, "no identity"},
		{"a row with a value twice", "* e a b\ne e a b\na a e e\nb b e a", NotLatin, 3, "the row of a has e twice"},
		{"a row with a value twice, no headers", "e a a\na e b\nb a e", NotLatin, 1, "row 1 has a twice"},
		{"a monoid", "* e z\ne e z\nz z z", NoInverse, 3, "z has no inverse"},
		{"a short row", "e,a,b\na,b\nb,e,a", RowLength, 2, "row 2 has 2 names; it must have 3"},
		{"a long row", "[[1,2,3],[2,3,1],[3,1,2,3]]", RowLength, 0, "row 3 has 4 names; it must have 3"},
		{"a row too few", "1 2 3 4 5\n2 3 4 5 1\n3 4 5 1 2", RowCount, 0, ""},
		{"headers that differ", "* e a b\ne e a b\na a b e\nc b e a", "", 4, "c heads a row, but no column"},
		{"a name twice", "* e a a\ne e a a\na a e e\na a e e", DuplicateName, 1, ""},
		{"a mention", ",e,<@1>\ne,e,<@1>\n<@1>,<@1>,e", BadName, 1, "has a `<`"},
		{"too large", strings.Repeat(strings.Repeat("a ", 200)+"\n", 200), TooManyElements, 0, "the limit is 128"},
		{"words", "hello\nworld, this is text\n", NoTable, 0, "Markdown"},
		{"a page", "<html><head><title>404</title></head>\n</html>", NoTable, 0, ""},
		{"a file of groups with a flaw", "e a !\ne a\na b", NotClosed, 3, ""},
		{"not closed, in a block", "```\n* e a\ne e a\na a q\n```", NotClosed, 4, "is q"},
		{"nothing", "", EmptyFile, 0, ""},
		{"Latin-1", "e,\xe9\n\xe9,e", BadEncoding, 1, ""},
	}
	for _, tt := range tests {
		_, err := ReadPrinted([]byte(tt.text))
		flaw, line := flawOf(err)
		if err == nil || flaw != tt.flaw || tt.line > 0 && line != tt.line || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%s: %v; want %s in line %d with %q", tt.name, err, tt.flaw, tt.line, tt.words)
		}
	}
}

// Where a table does not say which element is which, a warning says how it is read.
func TestUnlabelledTables(t *testing.T) {
	for text, want := range map[string]string{
		"e a b\na b e\nb e a": "in the order e a b", "c a b\na b c\nb c a": "in the order c a b", "[[1,2],[2,1]]": "", ",e,a\ne,e,a\na,a,e": "", "0 1\n1 0": "",
		"1 3 5 7\n3 1 7 5\n5 7 1 3\n7 5 3 1": "in the order 1 3 5 7", "b c a\nc a b\na b c": "in the order b c a", "b a\na b": "in the order b a",
	} {
		table, err := ReadPrinted([]byte(text))
		said := engine.Sentences(table.Warnings...).String()
		if err != nil || !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("%q: %q, %v; want %q", text, said, err, want)
		}
	}
}

// Every group of the catalogue comes back from every way to print it.
func TestPrintedCatalogue(t *testing.T) {
	for order := 2; order <= enginetest.Times(16, 64); order++ {
		for _, name := range namesOfOrder(order) {
			g := shuffled(named(t, name))
			for style, text := range stylesOf(g) {
				table, err := ReadPrinted([]byte(text))
				if err != nil || !provedSame(table.Group, g) {
					t.Errorf("%s in %s: %v", name, style, err)
				}
				if style != "numbers" && err == nil && !slices.Equal(table.names, g.names) {
					t.Errorf("%s in %s has the names %q", name, style, table.names)
				}
			}
		}
	}
}

// stylesOf prints a table in several ways; names have no blanks.
func stylesOf(g *Group) map[string]string {
	var csv, sage, gap, tex, markdown strings.Builder
	csv.WriteString(`""`)
	sage.WriteString("*")
	tex.WriteString(`\cdot`)
	markdown.WriteString("| |")
	for _, name := range g.names {
		csv.WriteString(`,"` + name + `"`)
		sage.WriteString("  " + name)
		tex.WriteString(" & " + name)
		markdown.WriteString(name + "|")
	}
	sage.WriteString("\n +" + strings.Repeat("-", 3*g.Order()))
	tex.WriteString(` \\ \hline`)
	markdown.WriteString("\n" + strings.Repeat("|--", g.Order()+1) + "|")
	gap.WriteString("[ ")
	for a := range g.all() {
		csv.WriteString("\n\"" + g.names[a] + `"`)
		sage.WriteString("\n" + g.names[a] + "|")
		tex.WriteString("\n" + g.names[a])
		markdown.WriteString("\n| " + g.names[a] + " |")
		gap.WriteString("[ ")
		for b := range g.all() {
			c := g.names[g.Product(a, b)]
			csv.WriteString(`,"` + c + `"`)
			sage.WriteString(" " + c)
			tex.WriteString(" & " + c)
			markdown.WriteString(" " + c + " |")
			gap.WriteString(fmt.Sprint(g.Product(a, b)+1) + ", ")
		}
		tex.WriteString(` \\`)
		gap.WriteString("],\n")
	}
	gap.WriteString("]")
	return map[string]string{"csv": csv.String(), "sage": sage.String(), "tex": tex.String(), "markdown": markdown.String(), "numbers": gap.String()}
}

// A file that is named as a group file is held to that format.
func TestGroupFilesAreStrict(t *testing.T) {
	data := []byte("0 1\n0 1\n1 0\n")
	if _, err := ReadFile(engine.File{Name: "a.grp", Data: data}); err == nil {
		t.Error("a .grp without its sign is taken")
	}
	if _, err := ReadFile(engine.File{Name: "a.txt", Data: data}); err != nil {
		t.Error(err)
	}
}

func FuzzReadPrinted(f *testing.F) {
	for _, tt := range printed {
		f.Add([]byte(tt.text))
	}
	for _, s := range samples(f) {
		data, err := os.ReadFile(filepath.Join("testdata/grp", s.File))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range []string{"[[[[", "]]", "[[1],[]]", "{{", `\begin{\begin{`, "((((", "\"", "|||\n|-|", ",,\n,,\n,,", "& & \\\\ &", strings.Repeat("[", 2000), strings.Repeat("(\"", 2000)} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			table, err := ReadPrinted(data)
			if err != nil {
				if _, ok := errors.AsType[*engine.Refusal](err); !ok {
					t.Fatalf("%T: %v", err, err)
				}
				return
			}
			if !associative(table.Group) {
				t.Fatal("not associative")
			}
			back, err := ReadTable(table.Grp())
			if err != nil || !slices.Equal(back.table, table.table) {
				t.Fatalf("its file comes back as %v, %v", back, err)
			}
		})
	})
}
