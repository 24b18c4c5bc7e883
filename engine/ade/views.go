package ade

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// Bounds of the sequence graph.
const (
	PageLayers   = 40 // layers on a page
	MostRings    = 12
	defaultRings = 6
)

var views = []engine.View{
	{
		Name: "graph", Help: engine.T("The firing sequence graph: who fires in which layer"), Command: true, Button: engine.T("Graph"),
		Args: []engine.Arg{
			{
				Name: "rings", Help: engine.T("Most rings around a node, 0 for none; default 6"),
				Kind: engine.Integer, Min: 0, Max: MostRings, Default: defaultRings,
			},
			{
				Name: "page", Help: engine.T("Which 40 layers, from 1; default the last ones"),
				Kind: engine.Integer, Min: 1, Max: MostLayers / PageLayers,
			},
		},
		Show: showGraph,
	},
	{
		Name: "trace", Help: engine.T("All states as text: the newest lines, and the whole as a file"), Command: true,
		Show: showTrace,
	},
	{
		Name: "totals", Help: engine.T("The layers' totals as bars"), Command: true,
		Show: showTotals,
	},
	{
		Name: "film", Help: engine.T("The run as a moving picture"), Command: true,
		Show: showFilm,
	},
	{
		Name: "verdict", Help: engine.T("Whether it ends, and why that is certain; for two: who wins"), Command: true,
		Think: 2 * time.Second, Show: showVerdict,
	},
	{
		Name: "help", Help: engine.T("What can be done now"), Command: true, Button: engine.T("Help"), Private: true,
		Show: showHelp,
	},
}

// Sequence is the scene of view "graph": the layers that have fired, a page of them.
type Sequence struct {
	*Position
	// Rings is how many rings a node has at most, 0 for none.
	Rings int
	// Page counts from 0; Pages is how many there are.
	Page, Pages int
}

// Totals is the scene of view "totals".
type Totals struct{ *Position }

// Moment is a frame of view "film": the graph before a layer has fired, counted from 0,
// or after all.
type Moment struct {
	*Position
	Layer int
}

// alone refuses the game for two, which has no layers.
func alone(position engine.Position) (*Position, error) {
	p, ok := position.(*Position)
	if !ok {
		return nil, engine.Refuse("in the game for two there are no layers to look at")
	}
	return p, nil
}

// fired refuses a table that has fired nothing.
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

func showGraph(_ context.Context, position engine.Position, o engine.Options) (engine.Answer, error) {
	p, err := alone(position)
	if err != nil {
		return engine.Answer{}, err
	}
	s := NewSequence(p, o.Int("rings"))
	if _, given := o["page"]; given {
		s.Page = o.Int("page") - 1
	}
	if s.Page >= s.Pages {
		if s.Pages == 1 {
			return engine.Answer{}, engine.Refuse("there is 1 page of %s layers", strconv.Itoa(PageLayers))
		}
		return engine.Answer{}, engine.Refuse("there are %s pages of %s layers", strconv.Itoa(s.Pages), strconv.Itoa(PageLayers))
	}
	text := engine.T("**%s**: %s fired.", p.graph.title(), Layers(len(p.trace)))
	if s.Pages > 1 {
		text = engine.T("%s Page %s of %s.", text, strconv.Itoa(s.Page+1), strconv.Itoa(s.Pages))
	}
	for _, more := range []engine.Text{p.checks(), p.Told()} {
		if !more.Empty() {
			text = engine.T("%s %s", text, more)
		}
	}
	return engine.Answer{Text: text, Data: p, Scenes: []any{s}, Actions: p.actions(s)}, nil
}

// NewSequence is the last page of a trace.
func NewSequence(p *Position, rings int) Sequence {
	pages := max(1, (len(p.trace)+PageLayers-1)/PageLayers)
	return Sequence{Position: p, Rings: rings, Page: pages - 1, Pages: pages}
}

// checks tells that a run has ended, and that its totals add up to what the theorem says.
func (p *Position) checks() engine.Text {
	totals, fall, ok := p.conserved()
	if !ok || !p.ended() {
		return engine.Text{}
	}
	t := p.graph.Theory()
	sum := over(p.graph.sum(t.Weights), t.Denominator)
	if totals.Cmp(fall) != 0 {
		return engine.T("The totals do not add up: the trace is damaged.")
	}
	return engine.T("Check: the totals add up to %s, which is by how much %s has fallen.", Short(totals.Quo(totals, t.Denominator), longNumber), sum)
}

// actions are the buttons under the sequence graph, which grows when they are pressed.
func (p *Position) actions(s Sequence) []engine.Action {
	again := "graph rings:" + strconv.Itoa(s.Rings)
	var list []engine.Action
	grow := func(label engine.Text, line string) {
		list = append(list, engine.Action{Label: label, Line: engine.Then(line, again), Replace: true})
	}
	if p.Outcome().Status == engine.Open && p.values.Positive() != 0 {
		grow(engine.T("Fire"), fireVerb)
		grow(engine.T("Exhaust"), exhaustVerb)
	}
	if !p.Editing() {
		grow(engine.T("Undo"), "undo")
		list = append(list, engine.Action{Label: engine.T("Edit"), Line: editVerb, Replace: true})
	}
	list = append(list, engine.Action{Label: engine.T("Help"), Line: "help"})
	for _, page := range []int{s.Page - 1, s.Page + 1} {
		if page >= 0 && page < s.Pages {
			number := strconv.Itoa(page + 1)
			list = append(list, engine.Action{Label: engine.T("Page %s", number), Line: again + " page:" + number, Replace: true})
		}
	}
	return list
}

func showTotals(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	text := engine.T("**%s**: the totals of %s.", p.graph.title(), Layers(len(p.trace)))
	if more := p.checks(); !more.Empty() {
		text = engine.T("%s %s", text, more)
	}
	totals := make([]string, len(p.trace))
	for i, l := range p.trace {
		totals[i] = l.Total.String()
	}
	return engine.Answer{Text: text, Data: totals, Scenes: []any{Totals{p}}}, nil
}

// Most frames of a film, and their pace.
const (
	mostFrames = 60
	frameDelay = 600 * time.Millisecond
	lastDelay  = 3 * time.Second
)

func showFilm(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	layers := min(len(p.trace), mostFrames-1)
	film := engine.Film{Delay: frameDelay, Hold: lastDelay}
	for layer := range layers + 1 {
		film.Frames = append(film.Frames, Moment{p, layer})
	}
	text := engine.T("**%s**: the run of %s.", p.graph.title(), Layers(len(p.trace)))
	if layers < len(p.trace) {
		text = engine.T("**%s**: the first %s of %s.", p.graph.title(), strconv.Itoa(layers), Layers(len(p.trace)))
	}
	return engine.Answer{Text: text, Scenes: []any{film}}, nil
}

// Most characters of the trace in a message, which takes 2,000 in all.
const mostTraceText = 1500

func showTrace(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	whole := p.traceText()
	lines := strings.Split(strings.TrimRight(whole, "\n"), "\n")
	first, length := len(lines), 0
	for first > 1 && length+len(lines[first-1])+1 <= mostTraceText-len(lines[0]) {
		first--
		length += len(lines[first]) + 1
	}
	text := engine.T("**%s**: %s fired.", p.graph.title(), Layers(len(p.trace)))
	if shown := lines[first:]; len(shown) > 0 && len(lines[0]) < mostTraceText {
		text = engine.T("%s\n```\n%s\n%s\n```", text, lines[0], strings.Join(shown, "\n"))
	}
	if more := p.checks(); !more.Empty() {
		text = engine.T("%s\n%s", text, more)
	}
	return engine.Answer{Text: text, Data: p, Files: []engine.File{{Name: "trace.txt", Data: []byte(whole)}}}, nil
}

// traceText writes the run in columns: layer, values before it, total. The last line
// are the values now.
func (p *Position) traceText() string {
	rows := [][]string{append(append([]string{"layer"}, p.graph.names...), "total")}
	for i, l := range p.trace {
		rows = append(rows, append(append([]string{strconv.Itoa(i + 1)}, l.Values.Strings()...), l.Total.String()))
	}
	last := "end"
	if !p.ended() {
		last = strconv.Itoa(len(p.trace) + 1)
	}
	rows = append(rows, append(append([]string{last}, p.values.Strings()...), p.values.Total().String()))
	return columns(rows)
}

// columns puts cells below each other, flush right.
func columns(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			b.WriteString(strings.Repeat(" ", width[i]-len(cell)+min(i, 1)) + cell)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func showVerdict(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	if d, ok := position.(*Duel); ok {
		return d.prospects(ctx)
	}
	p, err := alone(position)
	if err != nil {
		return engine.Answer{}, err
	}
	v := p.decide()
	return engine.Answer{Text: engine.T("**%s**: %s", p.graph.title(), v.Words(p.graph)), Data: v.state(p.graph)}, nil
}

// duelData is the machine-readable form of view "verdict" in the game for two.
type duelData struct {
	Decided bool   `json:"decided"`
	Wins    bool   `json:"wins"` // the mover
	Move    string `json:"move"`
	States  int    `json:"states"`
}

// prospects tells who wins against best play, where that can be found out.
func (d *Duel) prospects(ctx context.Context) (engine.Answer, error) {
	if d.Turn() == engine.NoSeat {
		return engine.Answer{Text: engine.T("It is over: %s.", d.Outcome().Reason), Data: duelData{Decided: true}}, nil
	}
	pl := newPlayer(hardStates, 1)
	choice, err := pl.shoot(ctx, d)
	if err != nil {
		return engine.Answer{}, err
	}
	if pl.solver == nil {
		return engine.Answer{Text: engine.T("Who wins is not decided: the values are too large for it."), Data: duelData{}}, nil
	}
	data := duelData{Decided: choice.Proved, Wins: choice.Proved && choice.Value == 1, States: len(pl.solver.known)}
	states := strconv.Itoa(data.States)
	switch {
	case !data.Decided:
		return engine.Answer{Text: engine.T("Who wins is not decided: more than %s states can come up.", states), Data: data}, nil
	case data.Wins:
		data.Move = choice.Move
		return engine.Answer{Text: engine.T("Who is to fire wins against any play, by ||%s||: proved by looking at %s states.", choice.Move, states), Data: data}, nil
	}
	return engine.Answer{Text: engine.T("Who is to fire loses against best play: proved by looking at %s states.", states), Data: data}, nil
}
