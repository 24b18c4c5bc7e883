package graph

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"

	"github.com/sixfold-bot/sixfold/engine"
)

// dotHead begins a graph in DOT, after comments.
var dotHead = regexp.MustCompile(`(?i)^(?:\s|#.*\n|//.*\n|/\*(?s:.*?)\*/)*(?:strict\s+)?(?:di)?graph\b(?:\s*(?:"[^"]*"|[\w\pL]+))?\s*\{`)

// readDOT reads a graph in DOT, without its looks.
func readDOT(text string) (*Graph, error) {
	file, err := dot.ParseString(text)
	if err != nil {
		place, _, _ := strings.Cut(err.Error(), ": ")
		return nil, engine.Refuse("this graph in DOT cannot be read: see line and column %s", Quote(place))
	}
	if len(file.Graphs) != 1 {
		return nil, engine.Refuse("this file has several graphs in DOT: give one of them")
	}
	r := dotReader{draft: newDraft(), strict: file.Graphs[0].Strict, subgraphs: map[string][]string{}, names: map[string]string{}}
	r.statements(file.Graphs[0].Stmts, 0)
	return r.graph()
}

type dotReader struct {
	*draft
	strict    bool                // edges may be repeated
	subgraphs map[string][]string // the nodes of those with a name
	names     map[string]string   // of nodes in the file, by their keys here
}

const mostNested = 100 // subgraphs

// statements reads statements, and returns their nodes.
func (r *dotReader) statements(list []ast.Stmt, depth int) []string {
	var nodes []string
	for _, statement := range list {
		switch s := statement.(type) {
		case *ast.NodeStmt:
			nodes = r.join(nodes, r.vertex(s.Node, depth))
		case *ast.EdgeStmt:
			at := r.vertex(s.From, depth)
			nodes = r.join(nodes, at)
			for to := s.To; to != nil && r.err == nil; to = to.To {
				next := r.vertex(to.Vertex, depth)
				r.between(at, next)
				nodes, at = r.join(nodes, next), next
			}
		case *ast.Subgraph:
			nodes = r.join(nodes, r.vertex(s, depth))
		}
	}
	return nodes
}

// vertex returns the nodes of an end of an edge: one, or those of a subgraph.
func (r *dotReader) vertex(v ast.Vertex, depth int) []string {
	if n, ok := v.(*ast.Node); ok {
		return []string{r.named(strings.TrimSuffix(strings.TrimPrefix(n.ID, `"`), `"`))}
	}
	s, ok := v.(*ast.Subgraph)
	if !ok || depth == mostNested {
		r.err = engine.Refuse("this graph in DOT is nested too deeply")
		return nil
	}
	nodes := r.statements(s.Stmts, depth+1)
	if s.ID != "" {
		nodes = r.join(nodes, r.subgraphs[s.ID])
		r.subgraphs[s.ID] = nodes
	}
	return nodes
}

// join returns the nodes of both lists, each once.
func (r *dotReader) join(list, more []string) []string {
	for _, n := range more {
		if !slices.Contains(list, n) && r.err == nil {
			list = append(list, n)
		}
	}
	return list
}

func (r *dotReader) between(from, to []string) {
	for _, a := range from {
		for _, b := range to {
			known := r.given[[2]string{a, b}] || r.given[[2]string{b, a}]
			if r.err == nil && (!r.strict || !known) {
				r.edge(a, b)
			}
		}
	}
}

// otherSigns are those that names of nodes may not have here: a move is split at them.
var otherSigns = regexp.MustCompile(`^\pM+|[^\pL\pM\pN]+`)

// named adds a node by its name in the file, with _ in place of signs.
func (r *dotReader) named(name string) string {
	key := r.node(cmp.Or(otherSigns.ReplaceAllString(norm.NFKC.String(name), "_"), "_"))
	if other, known := r.names[key]; r.err == nil && known && other != name {
		r.err = engine.Refuse("the nodes %q and %q of this graph in DOT would both be called %s here", Quote(other), Quote(name), r.nodes[key].name)
	}
	r.names[key] = name
	return key
}
