package ade

import (
	"context"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

var views = []engine.View{
	{
		Name: "graph", Help: engine.T("The firing sequence graph: which nodes fire in which layer"), Command: true,
		Args: []engine.Arg{
			{
				Name: "rings", Help: engine.T("Largest value that makes a node larger; without one there is no limit"),
				Kind: engine.Integer, Min: 0, Max: mostRings, Default: 0,
			},
			{
				Name: "page", Help: engine.T("Which page of layers, from 1; default the last one"),
				Kind: engine.Integer, Min: 1, Max: MostLayers / PageLayers,
			},
			{Name: "save", Help: engine.T("As one picture of all pages or of many"), Kind: engine.Boolean},
			{Name: "private", Help: engine.T("Only you see the answer"), Kind: engine.Boolean},
		},
		Offer: hasFired, Show: showGraph,
	},
	{Name: "trace", Help: engine.T("All states as text: the newest lines, and the whole as a file"), Offer: hasFired, Show: showTrace},
	{Name: "totals", Help: engine.T("The layers' totals as bars"), Show: showTotals},
	{Name: "film", Help: engine.T("The run as a moving picture"), Show: showFilm},
	{
		Name: "verdict", Help: engine.T("Whether it ends, and why that is certain; for two: who wins"), Command: true,
		Advice: true, Think: 2 * time.Second, Show: showVerdict,
	},
	{
		Name: "help", Help: engine.T("What can be done now"), Command: true, Private: true, Anywhere: true,
		Args: []engine.Arg{{
			Name: "about", Help: engine.T("What to explain; default what can be done now"), Kind: engine.Pick,
			Choices: []engine.Named{{ID: "graph", Title: engine.T("The firing sequence graph")}},
		}},
		Show: showHelp,
	},
}

// alone returns the single player's position, or a refusal in the game for two.
func alone(position engine.Position) (*Position, error) {
	p, ok := position.(*Position)
	if !ok {
		return nil, engine.Refuse("in the game for two there are no layers to look at")
	}
	return p, nil
}

func hasFired(position engine.Position) bool {
	_, err := fired(position)
	return err == nil
}

// fired returns the single player's position, or a refusal if nothing has fired.
func fired(position engine.Position) (*Position, error) {
	p, err := alone(position)
	if err != nil {
		return nil, err
	}
	if p.Editing() {
		return nil, engine.Refuse("nothing has fired yet: set values, and fire")
	}
	return p, nil
}

func showVerdict(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	if d, ok := position.(*duel.Position); ok {
		return d.Verdict(ctx, mostStates)
	}
	p := position.(*Position)
	v := p.withoutSpoilers(p.decide())
	return engine.Answer{Text: engine.T("**%s**: %s", p.graph.Title(), v.Words(p.graph)), Data: v.State(p.graph)}, nil
}

// Moment is a frame of view "film": the graph before layer Layer, counted from 0, fires; or after
// the last one.
type Moment struct {
	*Position
	Layer int
}

// Frames and delays of a film, which lasts 15 seconds at most.
const (
	mostFrames = 60
	mostDelay  = 12 * time.Second // for all frames except the last
	frameDelay = 600 * time.Millisecond
	lastDelay  = 3 * time.Second
)

// Run implements [engine.Runner]: a film of the layers.
func (p *Position) Run() engine.Film {
	layers := min(len(p.trace), mostFrames-1)
	if layers == 0 {
		return engine.Film{}
	}
	film := engine.Film{Delay: min(frameDelay, mostDelay/time.Duration(layers)), Hold: lastDelay, Words: p.filmWords(layers)}
	for layer := range layers + 1 {
		film.Frames = append(film.Frames, Moment{p, layer})
	}
	return film
}

func showFilm(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	film := p.Run()
	layers := len(film.Frames) - 1
	text := engine.T("**%s**: the run of %s.", p.graph.Title(), graph.Layers(len(p.trace)))
	if layers < len(p.trace) {
		text = engine.T("**%s**: the first %s of %s.", p.graph.Title(), strconv.Itoa(layers), graph.Layers(len(p.trace)))
	}
	return engine.Answer{Text: text, Scenes: []engine.Scene{film}}, nil
}

// Totals is the scene of view "totals".
type Totals struct{ *Position }

func showTotals(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	text := engine.Sentences(engine.T("**%s**: the totals of %s.", p.graph.Title(), graph.Layers(len(p.trace))), p.checks())
	totals := engine.Map(p.trace, func(l Layer) string { return l.Total.String() })
	return engine.Answer{Text: text, Data: totals, Scenes: []engine.Scene{Totals{p}}}, nil
}

// checks compares the totals of a finished run with the theorem's sum. It is empty before the end
// and on other than finite types.
func (p *Position) checks() engine.Text {
	totals, _, ok := p.conserved()
	if !ok || !p.ended() {
		return engine.Text{}
	}
	t := p.theory()
	sum := theory.Over(theory.Sum(p.graph, t.Weights), t.Denominator)
	return engine.T("Check: the totals add up to %s, which is by how much %s has fallen.", graph.Short(totals.Quo(totals, t.Denominator), theory.LongNumber), sum)
}

// conserved returns, on a finite type, both sides of the theorem that the sum of the totals
// equals x.(start - end), times the common denominator.
func (p *Position) conserved() (totals, fall *big.Int, ok bool) {
	if p.graph.Type().Class != graph.Finite || p.Editing() {
		return nil, nil, false
	}
	t := p.theory()
	totals = new(big.Int)
	for _, layer := range p.trace {
		totals.Add(totals, layer.Total)
	}
	totals.Mul(totals, t.Denominator)
	fall = p.start.Dot(t.Weights)
	return totals, fall.Sub(fall, p.values.Dot(t.Weights)), true
}

// Bounds of the trace: characters in a message, where all text has 2,000, and bytes of the file.
const (
	mostTraceText = 1500
	mostTraceFile = 1 << 20
)

func showTrace(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	whole, left := p.traceText()
	lines := strings.Split(strings.TrimRight(whole, "\n"), "\n")
	first, length := len(lines), 0
	for first > 1 && length+len(lines[first-1])+1 <= mostTraceText-len(lines[0]) {
		first--
		length += len(lines[first]) + 1
	}
	text := engine.T("**%s**: %s fired.", p.graph.Title(), graph.Layers(len(p.trace)))
	if shown := lines[first:]; len(shown) > 0 && len(lines[0]) < mostTraceText {
		text = engine.T("%s\n```\n%s\n%s\n```", text, lines[0], strings.Join(shown, "\n"))
	}
	if left > 0 {
		text = engine.T("%s\nThe file has the last layers alone: %s before them would make it too long.", text, graph.Layers(left))
	}
	if more := p.checks(); !more.Empty() {
		text = engine.T("%s\n%s", text, more)
	}
	return engine.Answer{Text: text, Data: p, Files: []engine.File{{Name: "trace.txt", Data: []byte(whole)}}}, nil
}

// traceText formats the run in columns: layer, values before it, total. The last line holds the
// present values. Left is how many of the first layers are left out to bound the size.
func (p *Position) traceText() (text string, left int) {
	last := "end"
	if !p.ended() {
		last = strconv.Itoa(len(p.trace) + 1)
	}
	rows := [][]string{append(append([]string{last}, p.values.Strings()...), p.values.Total().String())}
	head := append(append([]string{"layer"}, p.graph.Nodes()...), "total")
	width := make([]int, len(head)) // with the leading blank
	widen := func(row []string) (line int) {
		for i, cell := range row {
			width[i] = max(width[i], len(cell)+1)
			line += width[i]
		}
		return line
	}
	widen(head)
	widen(rows[0])
	for left = len(p.trace); left > 0; left-- {
		l := p.trace[left-1]
		row := append(append([]string{strconv.Itoa(left)}, l.Values.Strings()...), l.Total.String())
		if widen(row)*(len(rows)+2) > mostTraceFile {
			break
		}
		rows = append(rows, row)
	}
	rows = append(rows, head)
	slices.Reverse(rows)
	return graph.Columns(rows), left
}
