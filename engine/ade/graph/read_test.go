package graph_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

const path3 = "V1-V2 V2-V3"

func repeated(want string, texts ...string) [][2]string {
	return engine.Map(texts, func(text string) [2]string { return [2]string{text, want} })
}

func readAs(t *testing.T, tests [][2]string) {
	t.Helper()
	for _, tt := range tests {
		g, err := graph.Parse(tt[0])
		if err != nil || g.String() != tt[1] {
			t.Errorf("%q is read as %v, %v; want %s", tt[0], g, err, tt[1])
			continue
		}
		if again, err := graph.Parse(g.String()); err != nil || again.String() != tt[1] {
			t.Errorf("%s comes back as %v, %v", tt[1], again, err)
		}
	}
}

// Edges and paths with dashes and arrows of any kind; pairs in brackets, between commas, or a line
// each, as NetworkX, SageMath, Mathematica and igraph write them; each edge once, or all in both
// directions.
func TestEdges(t *testing.T) {
	readAs(t, repeated(path3,
		"1-2 2-3", "V1-V2,2-3", "1 - 2, 2 - 3", "1--2 2--3", "1–2 2–3", "1—2; 2—3", "1−2 2−3", "1‑2 2‑3", "1‐2, 2‐3", "1---2---3",
		"1->2, 2->3", "1→2 2→3", "1 ⟶ 2 ⟶ 3", "1<->2 2<->3", "1↔2, 3↔2", "1 <- 2 -> 3", "1=>2, 2=>3", "1-2-3", "1 - 2 - 3", "1–2–3", "3->2->1",
		"(1,2),(2,3)", "[[1,2],[2,3]]", "{1,2},{2,3}", "{{1, 2}, {2, 3}}", "[(1, 2), (2, 3)]", "((1 2) (2 3))", "[1,2] [2,3]", "{1-2, 2-3}", "(1-2),(2-3)",
		"1 2\n2 3", "1 2\r\n2 3\r\n", "1\t2\n2\t3\n", "1,2\n2,3", "1, 2; 2, 3", "1 2, 2 3", "1,2 2,3", "# two edges\n1 2\n2 3", "% two\n1 2\n2 3",
		"1-2 2-1 2-3 3-2", "1->2, 2->1, 2->3, 3->2", "(1,2),(2,1),(2,3),(3,2)", "1 2\n2 1\n2 3\n3 2", "1-2-3-2-1",
		"Graph([(1,2),(2,3)])", "nx.Graph([(1, 2), (2, 3)])", "Graph[{1 <-> 2, 2 <-> 3}]", `Graph[{1 \[UndirectedEdge] 2, 2 \[UndirectedEdge] 3}]`, `1 \to 2 \to 3`,
		"１－２，２－３", "v1-v2-v3", "V_1-V_2-V_3", "v₁–v₂, v₂–v₃", "01-02-03", "1\u00a0-\u00a02, 2\u00a0-\u00a03", "$1-2, 2-3$",
	))
	// As printed by NetworkX's write_edgelist and edges(data=True), SageMath's edges(), igraph, quiver papers, Mermaid,
	// and SymPy's and Julia's matrices.
	readAs(t, repeated(path3,
		"1 2 {}\n2 3 {}", "1 2 {'weight': 3}\n2 3 {'weight': 27}", "[(1, 2, {}), (2, 3, {})]", "[(1, 2, {'weight': 3.0}), (2, 3, {'weight': 27.0})]",
		"EdgeView([(1, 2), (2, 3)])", "[(1, 2, None), (2, 3, None)]", "IGRAPH U--- 3 2 --\n+ edges:\n[1] 1--2 2--3", "IGRAPH 1f8f1c7 U--- 3 2 --\n+ edges from 1f8f1c7:\n[1] 1--2 2--3",
		`1 \rightarrow 2 \leftarrow 3`, `$1 \longrightarrow 2 \longleftarrow 3$`, "graph TD;\n    1-->2;\n    2-->3;", "graph LR\n1 --- 2\n2 --- 3", "flowchart LR; 1-->2-->3",
		"⎡2   -1  0 ⎤\n⎢          ⎥\n⎢-1  2   -1⎥\n⎢          ⎥\n⎣0   -1  2 ⎦", "3×3 Matrix{Int64}:\n  2  -1   0\n -1   2  -1\n  0  -1   2", "# comment line\n1 2\n# comment line\n2 3",
	))
	readAs(t, [][2]string{{"7", "V7"}, {"v0", "V0"}, {"0-999 999-3", "V0-V999 V3-V999"}})
}

// Letters and words as names of nodes, in the order of the alphabet, after numbers.
func TestNamedNodes(t *testing.T) {
	readAs(t, [][2]string{
		{"a-b b-c", "a-b b-c"},
		{"c-b-a", "a-b b-c"},
		{"A B\nB C", "A-B B-C"},
		{`[["x","y"],["y","z"]]`, "x-y y-z"},
		{"[('a', 'b'), ('b', 'c')]", "a-b b-c"},
		{"Vienna – Linz – Graz", "Graz-Linz Linz-Vienna"},
		{"α-β β-γ", "α-β β-γ"},
		{"x10-x9, x9-x2", "x2-x9 x9-x10"},
		{"a'-a a-a''", "a-a' a-a''"},
		{"s_1-s_2", "s_1-s_2"},
		{"1-b, 2-b", "V1-b V2-b"},
		{"A5-A6", "A5-A6"},
		{"(4,3),\n(1,2),\n(2,3),\n(1,4)", "V1-V2 V1-V4 V2-V3 V3-V4"},
		{"4 3, 1 2, 2 3, 1 4", "V1-V2 V1-V4 V2-V3 V3-V4"},
		{"a: b c", "a-b a-c"},
		{`{"hub": ["east", "west"]}`, "east-hub hub-west"},
	})
	g, err := graph.Parse("b-a a-c")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"a 5": "5 0 0", "C=2, b=1": "0 1 2", "1 2 3": "1 2 3", "all 4": "4 4 4", "{1,2,3}": "1 2 3"} {
		if v, _, err := graph.Assign(g, graph.Zeros(3), text, false); err != nil || strings.Join(v.Strings(), " ") != want {
			t.Errorf("%q sets %v, %v; want %s", text, v, err, want)
		}
	}
}

// Lists of neighbours, from one side or from both.
func TestNeighbours(t *testing.T) {
	readAs(t, repeated("V1-V2 V1-V3 V3-V4",
		"1: 2 3\n3: 4", "1: 2, 3\n2: 1\n3: 1, 4\n4: 3", "1: 2 3 2: 1 3: 1 4 4: 3", "{1: [2, 3], 3: [4]}", "{1:{2,3}, 2:{}, 3:{4}}", "Graph({1:[2,3], 3:[4]})",
		// SageMath's and NetworkX's dictionaries of dictionaries, with labels and without.
		"Graph({1:{2:None,3:None}, 2:{1:None}, 3:{1:None,4:'foo'}, 4:{3:'foo'}})", "DiGraph({1:{2:['a'],3:'b'}, 2:{}, 3:{4:None}, 4:{}},sparse=True)", "{1: {2: {}, 3: {}}, 2: {1: {}}, 3: {1: {}, 4: {}}, 4: {3: {}}}",
		"AdjacencyView({1: {2: {}, 3: {}}, 2: {1: {}}, 3: {1: {}, 4: {}}, 4: {3: {}}})", "{1: {2: {'weight': 3}, 3: {'weight': 1}}, 2: {1: {'weight': 3}}, 3: {1: {'weight': 1}, 4: {'weight': 2.5}}, 4: {3: {'weight': 2.5}}}", "{1:{2:5, 3:7.5}, 3:{4:1}}",
		`{"1": ["2", "3"], "4": ["3"]}`, "1: (2, 3); 4: 3", "V1: V2 V3\nV4: V3", "1 : 2 , 3 ; 3 : 4 ;",
	))
}

// Matrices of neighbours, of Cartan, of Coxeter, and of the intersections of curves, in the brackets
// of NumPy, SageMath, GAP, MATLAB, Mathematica and LaTeX.
func TestMatrices(t *testing.T) {
	readAs(t, repeated(path3,
		"0 1 0\n1 0 1\n0 1 0", "0,1,0\n1,0,1\n0,1,0", "[[0,1,0],[1,0,1],[0,1,0]]", "{{0,1,0},{1,0,1},{0,1,0}}", "[0 1 0; 1 0 1; 0 1 0]", "0 1 0; 1 0 1; 0 1 0",
		"010\n101\n010", "[0 1 0]\n[1 0 1]\n[0 1 0]", "[0 1 0] [1 0 1] [0 1 0]", "np.array([[0, 1, 0],\n [1, 0, 1],\n [0, 1, 0]])", "matrix([[0,1,0],[1,0,1],[0,1,0]])",
		"2 -1 0\n-1 2 -1\n0 -1 2", "[ 2 -1  0]\n[-1  2 -1]\n[ 0 -1  2]", "[ [ 2, -1, 0 ], [ -1, 2, -1 ], [ 0, -1, 2 ] ]", "2 −1 0; −1 2 −1; 0 −1 2",
		`\begin{pmatrix} 2 & -1 & 0 \\ -1 & 2 & -1 \\ 0 & -1 & 2 \end{pmatrix}`, `$\left(\begin{array}{rrr} 2 & -1 & 0 \\ -1 & 2 & -1 \\ 0 & -1 & 2 \end{array}\right)$`,
		"-2 1 0; 1 -2 1; 0 1 -2", "[1 3 2]\n[3 1 3]\n[2 3 1]", "{{1,3,2},{3,1,3},{2,3,1}}",
	))
	readAs(t, [][2]string{{"2 -1\n-1 2", "V1-V2"}, {"01;10", "V1-V2"}, {"[[-2,1],[1,-2]]", "V1-V2"}})
}

// Names of types, as Bourbaki, Kac, LaTeX, SageMath and GAP write them. D4, E6, E7 and E8 become
// affine by one node more: the classification knows them again.
func TestTypeNames(t *testing.T) {
	for want, texts := range map[string][]string{
		"E8": {"E8", "e8", "E_8", "E_{8}", "$E_8$", "E₈", "Ｅ８", " e8 ", "type E8", "Type E_8", `CartanType(["E", 8])`, `DynkinDiagram("E",8)`, "E8 graph", "Dynkin diagram E8", "Dynkin diagram of type E8"},
		"A5": {"A5", "A_5", "A_{5}", "A₅", "a5", "{A}_5"}, "A1": {"A1", "a_1"}, "D10": {"D10", "D_{10}", "D₁₀"},
		"~D4": {"D4~", "~D4", "D̃4", "D̃_4", "affine D4", "Affine D_4", "extended D4", "Euclidean D4", "D_4^(1)", "D_4^{(1)}", "D^{(1)}_4", "D4⁽¹⁾", `\tilde{D}_4`, `\widetilde{D}_4`, `\tilde D_4`, `\hat{D}_4`, "D_4^+", "['D', 4, 1]", `CartanType(["D",4,1])`, "affine type D4"},
		"~A3": {`\tilde{A}_3`, "Ã3", "Ã₃", "A3~", "A_3^{(1)}", "affine A3, a cycle", "Â3"},
		"~E6": {"E_6^(1)", "E_6^{(1)}", "E6~", "Ẽ6"}, "~E7": {"E7~", "affine E7", "Ẽ₇"}, "~E8": {"E8~", "affine E8", "E_9"}, "E10": {"E10", "E_{10}"},
		"~D7": {"D7~"}, "~A2": {"A2~"}, "~A62": {"A62~"},
	} {
		for _, text := range texts {
			g, err := graph.Parse(text)
			if err != nil || g.Type().ID() != want {
				t.Errorf("%q is read as %v, %v; want %s", text, g, err, want)
			}
		}
	}
}

// Names in the documentation of SageMath, SymPy, Magma, LiE, Oscar and Chevie, in the package dynkin-diagrams of
// LaTeX, and in papers on quivers.
func TestPrintedTypeNames(t *testing.T) {
	for want, texts := range map[string][]string{
		"A3":  {`CartanType("A3")`, "DynkinDiagram('A3')", `CartanMatrix("A3")`, "coxgroup(:A,3)", "root_system(:A, 3)", "Dynkin diagram of type ['A', 3]", "WeylGroup(['A',3])", "quiver of type A_3", "A_3 Dynkin quiver", `\mathsf{A}_3`, "O---O---O\n1   2   3   \nA3", "O---O---O 1 2 3 A3"},
		"D4":  {`CartanType("D4")`, `WeylGroup("D4")`, "D_4 quiver", `$\mathbb{D}_4$`, `\mathrm{D}_4`, `\dynkin{D}{4}`},
		"E8":  {`CoxeterDiagram("E8")`, `rootdatum("E8")`, "coxgroup(:E,8)", "cartan_matrix(:E, 8)", `\dynkin{E}{8}`, `\dynkin E8`, `\mathbf{E}_8`, "Dynkin diagram of type E_8"},
		"~E8": {`\dynkin[extended]{E}{8}`, "extended Dynkin diagram of type E_8", `\widetilde{\mathbb{E}}_8`, "CartanType(['E', 8, 1])", "affine Dynkin diagram of type E8", "        O 2\n        |\n        |\nO---O---O---O---O---O---O---O\n1   3   4   5   6   7   8   0\nE8~", "Dynkin diagram of type ['E', 8, 1]"},
		"~D4": {`\widetilde{\mathbb{D}}_4`, `\tilde{\mathrm{D}}_{4}`, `CartanType(["D", 4, 1])`, "extended Dynkin quiver of type D_4", "    O 4\n    |\n    |\nO---O---O\n1   |2  3\n    |\n    O 0\nD4~"},
		"~A3": {"0\nO-------+\n|       |\n|       |\nO---O---O\n1   2   3\nA3~"},
	} {
		for _, text := range texts {
			if g, err := graph.Parse(text); err != nil || g.Type().ID() != want {
				t.Errorf("%q is read as %v, %v; want %s", text, g, err, want)
			}
		}
	}
}

// DOT, with its looks, subgraphs, paths, ports, comments and names in quotation marks.
func TestDOT(t *testing.T) {
	readAs(t, repeated("a-b b-c",
		"graph { a -- b; b -- c }", "graph{a--b--c}", "digraph G {\n  a -> b\n  b -> c;\n}\n", "strict graph { a -- b -- c -- b }", "graph \"my graph\" { a; b; c; a -- b; b -- c; }",
		"// drawn\ngraph {\n  node [shape=circle, label=\"\"]\n  rankdir=LR\n  a -- b [color=red, weight=2]\n  b -- c\n}", "graph { b -- {a c} }", "graph { subgraph cluster_0 { a -- b } b -- c }",
		"/* old */ graph { a:n -- b:s; \"b\" -- \"c\" }", "# from a program\ngraph { { a c } -- b }", "digraph { a -> b; b -> a; b -> c; c -> b }",
		// Printed by pygraphviz, by GAP's Graphviz, OrbitalGraphs and Digraphs, by SageMath, and in lists of tests.
		"strict graph \"\" {\n        a;\n        a -- b;\n        b -- c;\n}\n", "//dot\ngraph hgn{\nnode [shape=circle]\n\na [label=\"1\"]\nb [label=\"2\"]\nc [label=\"3\"]\na -- b [color=red]\nb -- c\n}\n", "//dot\ngraph  {\n\tshape=circle \n\ta [color=grey]\n\tb [color=black]\n\tc [color=grey]\n\tb -- a [color=grey]\n\tc -- b [color=grey]\n}\n",
		"graph {\n  node [shape=\"plaintext\"];\n  \"a\" [label=\" \", texlbl=\"$0$\"];\n\n  \"a\" -- \"b\";\n  \"b\" -- \"c\" [label=\"foo\"];\n}", "graph G { a -- b -- c }", "strict graph \"\" {\n  a [type=Cabinet];\n  a -- b  [length=0, material=verge];\n  b -- c  [length=10, material=verge];\n}\n",
		"GRAPH { a -- b -- c }", "graph { subgraph x { a c } subgraph x {} -- b }",
	))
	readAs(t, [][2]string{
		{"graph { 1 -- 2; 2 -- 3 }", path3}, {`graph { "node 1" -- "node-2" }`, "node_1-node_2"}, {"graph { 5 }", "V5"}, {`graph { "α" -- "β" }`, "α-β"},
	})
}

// Graph6 and sparse6, with and without head. The examples are of nauty's description, NetworkX and
// SageMath: the second is given there by its edges, the others have names.
func TestNauty(t *testing.T) {
	readAs(t, [][2]string{
		{"A_", "V0-V1"},
		{"DQc", "V0-V2 V0-V4 V1-V3 V3-V4"},
		{">>graph6<<A_", "V0-V1"},
		{">>graph6<<DQc\n", "V0-V2 V0-V4 V1-V3 V3-V4"},
		{"Bw", "V0-V1 V0-V2 V1-V2"},
		{"C~", "V0-V1 V0-V2 V0-V3 V1-V2 V1-V3 V2-V3"},
		{"@", "V0"},
		{">>sparse6<<:An", "V0-V1"},
		// NetworkX's tests, with their edges.
		{"DF{", "V0-V3 V0-V4 V1-V3 V1-V4 V2-V3 V2-V4 V3-V4"},
		{"D~{", "V0-V1 V0-V2 V0-V3 V0-V4 V1-V2 V1-V3 V1-V4 V2-V3 V2-V4 V3-V4"},
		{">>graph6<<C~\n", "V0-V1 V0-V2 V0-V3 V1-V2 V1-V3 V2-V3"},
		{":Q___eDcdFcDeFcE`GaJ`IaHbKNbLM", "V0-V1 V0-V2 V0-V3 V1-V12 V1-V14 V2-V13 V2-V15 V3-V16 V3-V17 V4-V7 V4-V9 V4-V11 V5-V6 V5-V8 V5-V9 V6-V10 V6-V11 V7-V8 V7-V10 V8-V12 V9-V15 V10-V14 V11-V13 V12-V16 V13-V17 V14-V17 V15-V16"},
		{":An", "V0-V1"},
	})
	petersen, err := graph.Parse("IheA@GUAo")
	if err != nil || petersen.Len() != 10 || len(petersen.Edges()) != 15 {
		t.Fatalf("the Petersen graph is %v, %v", petersen, err)
	}
	for i := range 10 {
		if len(petersen.Neighbours(i)) != 3 {
			t.Errorf("node %d of the Petersen graph has the neighbours %v", i, petersen.Neighbours(i))
		}
	}
}

// What is no simple connected graph, or can be read as several, is refused with the true reason.
func TestParseRefuses(t *testing.T) {
	var edges []string
	for i := range 65 {
		edges = append(edges, strconv.Itoa(i)+"-"+strconv.Itoa(i+1))
	}
	for text, words := range map[string]string{
		"": "empty", " \n": "empty", "1-1": "in a loop", "(1,2),(2,2)": "V2 is joined to itself", "graph { a -- a }": "in a loop", "1: 1 2": "in a loop",
		"1-2 1-2": "given twice", "[[1,2],[2,3],[1,2]]": "double edges", "graph { a -- b; a -- b }": "double edges", "1: 2 2": "given twice", ":A_": "double edges",
		"1-2 2-1 2-3": "in both directions, but V2-V3 in one", "a->b, b->c, c->b": "but a-b in one", "1-2 3-4": "the graph must be connected, and V3 cannot be reached from V1", ":Fa@x^": "must be connected",
		"hub-" + strings.Join(strings.Fields("a b c d e f g h i j k l m n o p"), " hub-") + " hub-south": "at most 4 characters", "1-1000": "numbers from 0 to 999", "12345678901234567890-1": "numbers from 0 to 999", "1-2 3": "not an edge", "1-": "missing after 1", "1-2, -3": "not an edge", "1-+2": "not an edge",
		strings.Join(edges, " "): "at most 64 nodes", "a-A a-b": "capitals alone", "all-b": "cannot be called", "a-" + strings.Repeat("z", 13): "too long", "hello": "not a graph", "1;2": "not a graph",
		"1 2 2 3": "which of these nodes are joined", "1,2,3,4": "which of these nodes are joined", "0 1 0 1 0 1 0 1 0": "rows of a matrix",
		"1 2 3\n3 4": "a path, a node with its neighbours", "1 2 0.5\n2 3 0.5": "not a graph",
		"0 1\n1 0": "can be read as V1-V2, or as V0-V1", "[[0,1],[1,0]]": "write the one that you mean", "[[1,3],[3,1]]": "can be read as", "A 5": "as two nodes, A-5", "['A', 5]": "as two nodes",
		"[[0,2],[2,0]]": "as all edges here are single", "0 3\n3 0": "as all edges here are single", "aff A5": "A5 is the name of a graph", "D4,A2": "D4 is the name of a graph", "(D4, E6)": "the edge as D4-E6",
		"4 3\n1 2\n2 3\n3 4": "how many nodes and edges follow", "5 6\n1 2\n1 3\n2 3\n3 4\n4 5\n5 1": "how many nodes and edges follow", "4 3\n0 1\n1 2\n1 3": "how many nodes and edges follow",
		"2 -1\n-2 2": "single", "[[2,-2],[-2,2]]": "Cartan matrix has 0 or -1", "0 2 0\n2 0 1\n0 1 0": "as all edges here are single", "0 1 0\n0 0 1\n0 0 0": "symmetric", "1 4 2\n4 1 3\n2 3 1": "Coxeter matrix has 2 or 3",
		// Of SageMath's documentation.
		":Ab": "given twice", "C.": "not a graph", "{0: {1: 'a'}, 1: {0: 'a'}, 2: {}}": "V2 cannot be reached",
		`CartanType("A2","A1")`: "of one type", "CartanType(['A',2],['B',2])": "of one type", "CartanType([['A',2],['D',4]])": "of one type", "DynkinDiagram(['A',1],['A',1])": "of one type", `DynkinDiagram("A2","B2","F4")`: "of one type",
		"O---O\n1   2\nO=>=O\n3   4\nA2xB2": "not an edge", "O---O=>=O\n1   2   3\nB3": "A, D and E",
		"CartanType(\"A2xB2\")": "of one type", `CartanType("D2")`: "at least 4 nodes", `WeylGroup("B3")`: "A, D and E", "coxgroup(:F,4)": "A, D and E",
		"B3": "A, D and E", "G_2": "A, D and E", "F4~": "A, D and E", "C_3^{(1)}": "A, D and E", "H3": "A, D and E", "A_2^(2)": "twisted", "D_4^{(3)}": "twisted", "['A', 5, 2]": "twisted",
		"affine A1": "double edge", "A0": "1 to 64", "A65": "1 to 64", "A64~": "at most 64", "D3": "D3 would be A3", "E3": "at least 4", "E9~": "E6, E7 and E8 alone", "affine E5": "E6, E7 and E8 alone",
		"graph { a -- }": "DOT cannot be read: see line and column 1:14", "graph { a -- b": "cannot be read", "graph { a -- b } graph { c -- d }": "several graphs",
		`graph { "a b" -- "a-b" }`: "would both be called a_b", "graph { }": "empty", "graph { x }": "the only node", "x:": "the only node", "graph { 1 -- V1 }": "would both be called V1",
		"graph { a -- " + strings.Repeat("{", 200) + "b" + strings.Repeat("}", 200) + "}": "nested too deeply",
		">>graph6<<DQ": "not whole", ":": "list of neighbours", ">>graph6<<A_\nA_": "give one line", ">>sparse6<<:~?@c": "give one line", "1-2 \x00": "not an edge",
		strings.Repeat("1-2 ", 1<<18): "at most 131072",
	} {
		g, err := graph.Parse(text)
		if _, refusal := errors.AsType[*engine.Refusal](err); !refusal || !strings.Contains(err.Error(), words) {
			t.Errorf("%.60q: %v, %v; want %q", text, g, err, words)
		}
	}
}

// FuzzParse: any text is a graph or refused, and a graph's edges give it again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"1-2 2-3", "V1-V2,2-3;3-1", "7", "1-1", "0-999 999-3", "(1,2),(2,3)", "a→b—c", "1: 2 3; 4: 3", "{1: [2], 2: {3}}", "0 1 0;1 0 1;0 1 0", "[[2,-1],[-1,2]]", `\begin{pmatrix}0&1\\1&0\end{pmatrix}`,
		`E_6^{(1)}`, "D̃4", "['A', 3, 1]", "A 5", "graph { a -- b -- {c d}; subgraph x { a } }", `strict digraph "q" { "a\"" -> b [label=<x>] }`, "DQc", ">>sparse6<<:An", ":Fa@x^", "１－２", "a'-'b c'", "v₁-ſ",
		"{0: {1: 'a', 2: {}}, 2: {}}", "1 2 {'w': 3}", "[(1, 2, None)]", "[1] 1--2", "graph TD; a-->b", `\dynkin[extended]{E}{8}`, "coxgroup(:E,8)", "O---O 1 2 A2", `CartanType("A2","A1")`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			g, err := graph.Parse(text)
			if err != nil {
				if _, ok := errors.AsType[*engine.Refusal](err); !ok {
					t.Fatalf("%q: %T", text, err)
				}
				return
			}
			if again, err := graph.Parse(g.String()); err != nil || again.String() != g.String() {
				t.Fatalf("%q is %v, which is read as %v, %v", text, g, again, err)
			}
		})
	})
}

// Long texts of every notation are read, or refused, within bounds.
func TestLongTextsAreBounded(t *testing.T) {
	parts := []string{
		"1-", "(1,2)", "graph{a--b}", "1-2 ", "((", "1: 2 ", "1,", "0 1;", "\n", "'", `"`, "-", "<", "~", "\u0303", "a b\n", "word-", "#\n", "%1\n", `\begin{a}`, "type ", "$", "ﷺ",
		"?", ">>graph6<<",
	}
	heads := []string{"", "graph {", ">>sparse6<<:}", "graph { a -- ", "[", "{a -- b}"}
	for _, text := range parts[:enginetest.Times(3, len(parts))] {
		for _, head := range heads[:enginetest.Times(1, len(heads))] {
			long := head + strings.Repeat(text, (128<<10-len(head))/len(text))
			enginetest.Bounded(t, len(long), func() {
				if g, err := graph.Parse(long); err == nil && g.Len() > graph.MostNodes {
					t.Errorf("%.20q… is read as %v", long, g)
				}
			})
		}
	}
}
