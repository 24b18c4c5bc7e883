package group

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// signs are those of products, and the layout of TeX and HTML.
var signs = strings.NewReplacer(
	`\times`, "x", `\oplus`, "x", `\rtimes`, ":", `\ltimes`, "⋉", `\circ`, "o", "**", "^", "</sub>", "", "<sub>", "", "</sup>", "", "<sup>", "^",
	"×", "x", "⊕", "x", "✕", "x", "⨯", "x", "∗", "x", "*", "x", "+", "x", "⋊", ":", "∘", "o", "○", "o", "◦", "o",
)

// spelling is what is rewritten in a name.
type spelling struct {
	written *regexp.Regexp
	plain   string
}

var (
	superscript = regexp.MustCompile(`[⁰¹²³⁴-⁹]+`)
	subscript   = regexp.MustCompile(`_\{(\d+)\^\{?(\d+)\}?\}`)
	quotient    = regexp.MustCompile(`(?i)Z/(\d+)\^(\d+)`)
	factors     = regexp.MustCompile(`(?i)abelian\((?:\d+,\[|\[)?([\d,]+)\]?\)|directproduct\((\w+(?:,\w+)+)\)`)
	order       = regexp.MustCompile(`(^|,)(\d)`)
	modular     = regexp.MustCompile(`(?i)M(\d)\(2\)`)
	layout      = regexp.MustCompile(`\\(?:textcolor\{[^{}]*\}|(?:math[a-z]+|text[a-z]*|operatorname|Bbb|rm|bf|left|right)\b|[^A-Za-z])`)

	// tex, blanks and brackets are rewritten in this order.
	tex = []spelling{
		{layout, ""},
		{regexp.MustCompile(`(?i)(D[a-z]*_?\{)2\s*(?:x|·|\\cdot)\s*(\d+\})`), "$1$2"},
		{regexp.MustCompile(`\^\{?(\d+)\}?_\{?(\d+)\}?`), "_$2^$1"},
	}
	blanks = []spelling{
		{regexp.MustCompile(`(\d)[\s{}_]+(\d)`), "$1?$2"}, // two numbers are not one
		{regexp.MustCompile(`[\s{}_\\$"'` + "`" + `]+`), ""},
		{regexp.MustCompile(`^\w+:?=|^groups\.\w+\.|;$`), ""},
		{regexp.MustCompile(`(?i)\((?:Is|Grp)\w+,`), "("},
		{regexp.MustCompile(`(?i)^(?:the|generalized)|,?asapermutationgroup$|-?group|\(\)$`), ""},
		{regexp.MustCompile(`(?i)^(cyclic|quaternion)oforder|^(symmetric|alternating)oforder(\d+)!(?:/2)?$`), "$1$2$3"},
		{regexp.MustCompile(`(?i)^dicyclicoforder`), "Q"},
		{regexp.MustCompile(`(?i)^dihedraloforder`), "½D"},
		{regexp.MustCompile(`(?i)^(?:cyclic|symmetric|alternating|quaternion|(?:semi)?dihedral|dicyclic|[a-z]+linear):?([A-Z]+(?:\d+|\(.*))$`), "$1"},
		{regexp.MustCompile(`(?i)^(direct)productof(\w+)and(\w+)$`), "${1}product($2,$3)"},
		{regexp.MustCompile(`^([A-Za-z]+)\[\{?([\d,]+)\}?\]$`), "$1($2)"},
	}
	brackets = []spelling{
		{regexp.MustCompile(`(?i)Z/(?:\((\d+)Z?\)|(\d+)Z?)`), "Z$1$2"},
		{regexp.MustCompile(`([A-Za-z])\((?:\[1\.\.)?(\d+)\]?\)`), "$1$2"},
		{regexp.MustCompile(`(?i)(P?[SG]L|AGL|GA|L)\(?(\d)[,(](?:GF|F|Z)?(\d+)\)`), "$1($2,$3)"},
		{regexp.MustCompile(`^([^()]+)⋉([^()]+)$`), "$2:$1"},
		{regexp.MustCompile(`^(\d+)\.(\d+)$`), "[$1,$2]"},
	}
)

// plain rewrites the spelling of a name: raised digits become powers; lowered ones, letters of
// mathematics and of other widths plain ones (by NFKC); the layout of TeX and HTML, blanks and
// underscores go, but not between two digits. Signs of products become x, a colon for semidirect
// ones and an o for central ones.
func (r *nameReader) plain(text string) string {
	text = superscript.ReplaceAllStringFunc(text, func(digits string) string { return "^" + Lowered(digits) })
	text = rewritten(signs.Replace(norm.NFKC.String(text)), tex)
	text = rewritten(r.evaluate(subscript, text, "_"), blanks)
	text = rewritten(r.evaluate(quotient, text, "Z/"), brackets)
	text = factors.ReplaceAllStringFunc(text, func(s string) string {
		list := factors.FindStringSubmatch(s)
		return "(" + strings.ReplaceAll(order.ReplaceAllString(list[1]+list[2], "${1}C$2"), ",", "x") + ")"
	})
	return modular.ReplaceAllStringFunc(text, func(s string) string { return "M" + strconv.Itoa(1<<(s[1]-'0')) })
}

func rewritten(text string, spellings []spelling) string {
	for _, s := range spellings {
		text = s.written.ReplaceAllString(text, s.plain)
	}
	return text
}

// evaluate replaces a power within the number of a group: the 2^3 of Z/2^3.
func (r *nameReader) evaluate(written *regexp.Regexp, text, prefix string) string {
	return written.ReplaceAllStringFunc(text, func(s string) string {
		power := written.FindStringSubmatch(s)
		base, _ := strconv.Atoi(power[1])
		exponent, _ := strconv.Atoi(power[2])
		n := 1
		for i := 0; i < exponent && base > 1 && n <= MaxOrder; i++ {
			n *= min(base, MaxOrder+1)
		}
		r.warn("%s is read as the number %s; a power of the group is written Z%s.", power[1]+"^"+power[2], strconv.Itoa(n), power[1]+"^"+power[2])
		return prefix + strconv.Itoa(n)
	})
}

// aliases are other names of groups, in lower case and without blanks.
var aliases = map[string]string{
	"1": "C1", "v": "V4", "k4": "V4", "klein": "V4", "klein4": "V4", "kleinfour": "V4", "klein4oforder4": "V4", "trivial": "C1", "quaternion": "Q8",
	"f5": "F20", "f7": "F42", "f11": "F110", "agl(1,3)": "S3", "agl(1,4)": "A4", "agl(1,5)": "F20", "agl(1,7)": "F42", "agl(1,11)": "F110",
	"ga(1,5)": "F20", "ga(1,7)": "F42", "hol(c5)": "F20", "hol(c7)": "F42", "heis3": "He3", "2t": "SL(2,3)", "2i": "SL(2,5)",
	"sl(2,2)": "S3", "gl(2,2)": "S3", "psl(2,2)": "S3", "pgl(2,2)": "S3", "psl(2,3)": "A4", "l(2,3)": "A4", "pgl(2,3)": "S4",
	"sl(2,4)": "A5", "psl(2,4)": "A5", "pgl(2,4)": "A5", "psl(2,5)": "A5", "l(2,4)": "A5", "l(2,5)": "A5", "pgl(2,5)": "S5",
}

// prefixes are other names of families, in lower case.
var prefixes = map[string]string{
	"cyc": "C", "cyclic": "C", "zmod": "Z", "sym": "S", "symmetric": "S", "alt": "A", "alternating": "A", "dih": "D", "dihedral": "D",
	"dicyclic": "Dic", "quaternion": "Q", "qd": "SD", "semidihedral": "SD", "quasidihedral": "SD", "od": "M", "mod": "M",
}

// products are what semidirect and central products are in the catalogue, both sides by its names.
// The first is meant by GAP and GroupNames, others could be.
var products = map[string]string{
	"C2^2:C3": "A4", "C2^2:S3": "S4", "A4:C2": "S4", "C8:C2": "M16 D8 SD16", "C16:C2": "M32 D16 SD32", "C32:C2": "M64 D32 SD64", "C64:C2": "M128 D64 SD128",
	"D4:C2": "C4oD4 D8 SD16", "Q8:C2": "SD16 C4oD4", "C4xC2:C2": "C2^2:C4 C4oD4", "D4oC4": "C4oD4", "C4oQ8": "C4oD4", "Q8oC4": "C4oD4",
	"C3^2:C2": "(C3xC3):C2", "C3:S3": "(C3xC3):C2", "C5:C4": "F20 Dic5", "Q8:C3": "SL(2,3)", "Q8:S3": "GL(2,3)", "C3^2:C3": "He3", "C6xC2:C2": "C3:D4", "C3:Q8": "Dic6",
}

var (
	linear     = regexp.MustCompile(`(?i)^(?:P?[SG]L|L)\([2-9],(?:[2-9]|\d\d+)\)$`)
	smallGroup = regexp.MustCompile(`(?i)^(?:Small|Id|IdSmall)?[(\[<]+(\d+),(\d+)[)\]>]+$`)
)

// smallGroups are the groups of each order by their numbers in GAP's library.
var smallGroups = [...]string{
	1: "C1", 2: "C2", 3: "C3", 4: "C4 C2^2", 5: "C5", 6: "S3 C6", 7: "C7", 8: "C8 C4xC2 D4 Q8 C2^3", 9: "C9 C3^2", 10: "D5 C10",
	11: "C11", 12: "Dic3 C12 A4 D6 C6xC2", 13: "C13", 14: "D7 C14", 15: "C15",
	16: "C16 C4^2 C2^2:C4 C4:C4 C8xC2 M16 D8 SD16 Q16 C4xC2^2 D4xC2 Q8xC2 C4oD4 C2^4",
	17: "C17", 18: "D9 C18 S3xC3 (C3xC3):C2 C6xC3", 19: "C19", 20: "Dic5 C20 F20 D10 C10xC2", 21: "F21 C21", 22: "D11 C22", 23: "C23",
	24: "C3:C8 C24 SL(2,3) Dic6 S3xC4 D12 Dic3xC2 C3:D4 C12xC2 D4xC3 Q8xC3 S4 A4xC2 D6xC2 C6xC2^2",
	25: "C25 C5^2", 26: "D13 C26", 27: "C27 C9xC3 He3 C9:C3 C3^3", 28: "Dic7 C28 D14 C14xC2", 29: "C29", 30: "S3xC5 D5xC3 D15 C30", 31: "C31",
}
