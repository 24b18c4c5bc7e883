package graph

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/sixfold-bot/sixfold/engine"
)

// notations are the ways of writing a graph, by their readers. A reader returns nothing for a text
// in another notation.
var notations = []func(text string) (*Graph, error){matrix, neighbours, chains, pairs}

// mostText bounds a text, in bytes: a drawing of a graph in DOT may be long.
const mostText = 128 << 10

var (
	// comment and labels are what programs print before lines, and behind the nodes of an edge.
	comment = regexp.MustCompile(`(?m)^\s*(?:#|%|//|IGRAPH|\+ |\d+.\d+ Matrix\{).*$|^\s*\[\d+\] |^\s*(?:graph|flowchart)\s+(?:TD|TB|LR|RL|BT)\b;?`)
	labels  = regexp.MustCompile(`(?m)[ ,]+(?:None|\w+=\w+|\{(?:'[^{}]*)?\})(\s*(?:[)\]]|$))`)
	// nested are nodes with their neighbours and labels, {0: {1: 'x'}}; labelled is such a label, or begins the next node.
	nested   = regexp.MustCompile(`:\s*\{[^{}]*:`)
	labelled = regexp.MustCompile(`(\}\s*,\s*[^\s{},:]+\s*:)|([{,]\s*[^\s{},:]+)\s*:\s*(?:\{(?:\s*'[^{}]*)?\}|None|'[^']*'|\[[^\[\]]*\]|[\d.]+)`)
	// wrapping and signs are what mathematical programs and LaTeX put around and into a list or a matrix.
	wrapping = regexp.MustCompile(`(?s)^[\w.]*(?:Graph|View|Type|Matrix|Diagram|matrix|array)\s*([(\[].*[)\]])$|\\(?:begin|end)\{\w+\*?\}(?:\{[clr|]*\})?`)
	signs    = strings.NewReplacer("$", "", `\\`, ";", "&", " ", `\leftrightarrow`, "-", `\to`, "->", `\rightarrow`, "->", `\longrightarrow`, "->", `\leftarrow`, "<-", `\longleftarrow`, "<-", `\left`, "", `\right`, "",
		`\[UndirectedEdge]`, "-", `\[DirectedEdge]`, "->", "⎡", "", "⎢", "", "⎣", "", "⎤", "", "⎥", "", "⎦", "")
)

// Parse reads a graph that is written in any of these ways:
//
//	1-2 2-3 2-4    edges or paths (1-2-3), with dashes or arrows of any kind
//	(1,2), (2,3)   edges as pairs, in brackets or a line each
//	1: 2 3         nodes, each with its neighbours
//	0 1 0; 1 0 1; 0 1 0
//	               the matrix of neighbours, of Cartan (2, -1), of Coxeter (1, 3, 2), or of
//	               intersections (-2, 1)
//	E8, D4~        the name of a finite or affine type
//	graph {…}      DOT, of Graphviz
//	DQw            graph6 and sparse6, of nauty
//
// Nodes are numbers from 0 to 999 or words, and are sorted. A text that can be read as different
// graphs is refused.
func Parse(text string) (*Graph, error) {
	if len(text) > mostText {
		return nil, engine.Refuse("this text has %s bytes; graphs of at most %s are read", strconv.Itoa(len(text)), strconv.Itoa(mostText))
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r", "\n"))
	if text == "" {
		return nil, engine.Refuse("the list of edges is empty: write it as 1-2 2-3 2-4")
	}
	if dotHead.MatchString(text) {
		return readDOT(text)
	}
	if g, err := nauty(text); g != nil || err != nil {
		return g, err // before any character of it is changed
	}
	text = strings.TrimSpace(comment.ReplaceAllString(engine.Typewritten(norm.NFKC.String(text)), ""))
	if g, err := named(text); g != nil || err != nil {
		return g, err
	}
	text = strings.TrimSpace(wrapping.ReplaceAllString(signs.Replace(labels.ReplaceAllString(text, "$1")), "$1"))
	if nested.MatchString(text) {
		text = labelled.ReplaceAllString(text, "$1$2")
	}
	var found *Graph
	var refusal error
	for _, read := range notations {
		switch g, err := read(text); {
		case g == nil && refusal == nil:
			refusal = err
		case g != nil && found != nil && g.String() != found.String():
			return nil, engine.Refuse("%q can be read as %s, or as %s: write the one that you mean", Quote(text), Quote(found.String()), Quote(g.String()))
		case g != nil:
			found = g
		}
	}
	if found != nil {
		return found, nil
	}
	return nil, cmp.Or[error](refusal, engine.Refuse("%q is not a graph: write its edges as 1-2 2-3, its name such as E8, a matrix, or a graph in DOT or graph6", Quote(text)))
}

// token is a word, a dash or an arrow, a blank, or a sign.
var token = regexp.MustCompile(`"[^"]*"|'[^']*'|` + word + `|<?[-=]*[->]|[←→↔⇒⇔⟵⟶⟷]|\s+|.`)

const word = `[\pL\pN_][\pL\pM\pN_]*'*`

var wordToken = regexp.MustCompile(`^` + word + `$`)

// tokens splits a text, without blanks, brackets and quotation marks.
func tokens(text string) []string {
	var list []string
	for _, t := range token.FindAllString(text, -1) {
		if t = strings.Trim(unquoted(t), "[](){} \t\n"); t != "" {
			list = append(list, t)
		}
	}
	return list
}

// unquoted returns a word without quotation marks.
func unquoted(word string) string {
	if q := word[:1]; q == `"` || q == "'" {
		return strings.Trim(word, q)
	}
	return word
}

func isWord(token string) bool { return wordToken.MatchString(token) }

func isJoin(token string) bool { return strings.Trim(token, "-=<>←→↔⇒⇔⟵⟶⟷") == "" }

func isSeparator(token string) bool { return strings.Trim(token, ",;") == "" }

// chains reads edges with dashes or arrows, 1-2 or 1-2-3, and the graph of one node.
func chains(text string) (*Graph, error) {
	list := tokens(text)
	if len(list) == 1 && isWord(list[0]) {
		n, err := newNode(list[0])
		if err != nil || n.number < 0 {
			return nil, err
		}
		return newGraph([]node{n}), nil
	}
	if !slices.ContainsFunc(list, isJoin) || slices.Contains(list, ":") {
		return nil, nil //nolint:nilnil // not in this notation
	}
	d, last, joined := newDraft(), "", false
	for i, t := range list {
		lone := (i == 0 || !isJoin(list[i-1])) && (i+1 == len(list) || !isJoin(list[i+1]))
		switch {
		case isSeparator(t) && !joined:
			last = ""
		case isJoin(t) && last != "" && !joined:
			joined = true
		case !isWord(t), lone:
			return nil, engine.Refuse("%q is not an edge: write two nodes with a hyphen, such as 1-2", Quote(t))
		case joined:
			d.edge(last, t)
			last, joined = t, false
		default:
			last = t
		}
	}
	if joined {
		return nil, engine.Refuse("a node is missing after %s%s", Quote(last), list[len(list)-1])
	}
	return d.graph()
}

// neighbours reads lists of neighbours: 1: 2 3; 2: 1.
func neighbours(text string) (*Graph, error) {
	list := tokens(text)
	if !slices.Contains(list, ":") {
		return nil, nil //nolint:nilnil // not in this notation
	}
	d, of := newDraft(), ""
	d.lists = true
	for i, t := range list {
		switch begins := i+1 < len(list) && list[i+1] == ":"; {
		case isSeparator(t), t == ":" && i > 0 && isWord(list[i-1]):
		case !isWord(t), !begins && of == "":
			return nil, engine.Refuse("%q cannot be read in a list of neighbours: write 1: 2 3", Quote(t))
		case begins:
			of = t
			d.node(t)
		default:
			d.edge(of, t)
		}
	}
	return d.graph()
}

var (
	innermost = regexp.MustCompile(`[\[({]([^\[\](){}]*)[\])}]`)
	blanks    = regexp.MustCompile(`[\s,]+`)
)

// rows splits a text into rows of words: by brackets, else by lines and semicolons, else by what
// stands between pairs.
func rows(text string) [][]string {
	var parts []string
	switch {
	case strings.ContainsAny(text, "[({"):
		if strings.Trim(innermost.ReplaceAllString(text, ""), "[](){};, \t\n") != "" {
			return nil // something stands outside
		}
		parts = engine.Map(innermost.FindAllStringSubmatch(text, -1), func(m []string) string { return m[1] })
		if len(parts) == 1 && strings.ContainsAny(parts[0], ";\n") {
			return rows(parts[0])
		}
	case strings.ContainsAny(text, ";\n"):
		parts = strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' })
	case strings.Contains(text, ","):
		if parts = strings.Split(text, ","); slices.ContainsFunc(parts, func(p string) bool { return len(strings.Fields(p)) == 1 }) {
			parts = strings.Fields(text)
		}
	default:
		parts = []string{text}
	}
	var list [][]string
	for _, part := range parts {
		if words := strings.Trim(blanks.ReplaceAllString(part, " "), " "); words != "" {
			list = append(list, strings.Split(words, " "))
		}
	}
	return list
}

// isCounted reports whether the first of some rows may be the numbers of nodes and of edges that follow,
// as many programs write them.
func isCounted(list [][]string) bool {
	if len(list) < 3 || len(list[0]) != 2 || list[0][1] != strconv.Itoa(len(list)-1) {
		return false
	}
	most, err := strconv.Atoi(list[0][0])
	return err == nil && !slices.ContainsFunc(slices.Concat(list[1:]...), func(word string) bool {
		n, err := strconv.Atoi(word)
		return err != nil || n < 0 || n > most
	})
}

func isTypeName(word string) bool { return typeName.MatchString(strings.ToLower(word)) }

// pairs reads edges without a dash: (1,2), (2,3), or a line each.
func pairs(text string) (*Graph, error) {
	list := rows(text)
	if strings.Contains(text, "\n") && !strings.ContainsAny(text, "[({") && isCounted(list) {
		first := strings.Join(list[0], "-")
		return nil, engine.Refuse("the first line can be an edge, %s, or say how many nodes and edges follow: write %s, or leave it out", first, first)
	}
	if len(list) == 2 && slices.Equal(list[0], []string{"0", list[1][0]}) && len(list[1]) == 2 && list[1][1] == "0" && list[1][0] != "1" {
		return nil, nil //nolint:nilnil // a matrix of a double edge, which refuses it
	}
	d := newDraft()
	for _, row := range list {
		words := engine.Map(row, unquoted)
		switch {
		case slices.ContainsFunc(words, func(w string) bool { return !isWord(w) }), len(words) == 1:
			return nil, nil //nolint:nilnil // not in this notation
		case len(words) == 2 && len(list) == 1 && slices.ContainsFunc(words, isTypeName):
			name := words[slices.IndexFunc(words, isTypeName)]
			return nil, engine.Refuse("%s is the name of a graph: give it alone, or write the edge as %s-%s", Quote(name), Quote(words[0]), Quote(words[1]))
		case len(words) == 2:
			d.edge(words[0], words[1])
		case len(list) == 1:
			return nil, engine.Refuse("nothing says which of these nodes are joined: write edges as 1-2 2-3, and the rows of a matrix with ; between them")
		default:
			return nil, engine.Refuse("%q can be a path, a node with its neighbours, or an edge with a number of its own: write 1-2-3, 1: 2 3, or 1-2",
				Quote(strings.Join(words, " ")))
		}
	}
	if len(list) == 0 {
		return nil, nil //nolint:nilnil // not in this notation
	}
	return d.graph()
}
