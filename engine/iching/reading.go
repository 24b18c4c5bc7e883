package iching

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// tools are the commands that need no table.
func (b book) tools() []engine.Tool {
	asked := questionArg
	asked.Required = true
	casting := []engine.Arg{methodArg, ruleArg, privateArg}
	return []engine.Tool{
		{
			Name: "ask", Help: engine.T("Ask a question: throw, and mark the answer in a fresh Connexion"),
			Args: append([]engine.Arg{asked}, casting...), Run: b.cast(throwVerb, connexionView),
		},
		{
			Name: "throw", Help: engine.T("Throw without a Connexion"),
			Args: append([]engine.Arg{questionArg}, casting...), Run: b.cast(throwVerb, plainView),
		},
		{
			Name: "manual", Help: engine.T("Type in a throw of your own coins or stalks"),
			Args: []engine.Arg{linesArg, questionArg, ruleArg, byDefault(viewArg, plainView), privateArg}, Run: b.cast(manualVerb, ""),
		},
		b.hexagramTool(),
		b.searchTool(),
		b.journalTool(),
		b.clockTool(),
		b.natalTool(),
		settingsTool,
		b.aboutTool(),
	}
}

// cast makes the commands that throw.
func (b book) cast(verb, view string) func(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
	return func(ctx context.Context, env engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		s, err := settingsOf(env)
		if err != nil {
			return engine.Answer{}, err
		}
		o = s.fill(o)
		e := entry{Question: o.Text(questionArg.Name), Method: Method(o.Text(methodArg.Name)), Rule: Rule(o.Text(ruleArg.Name))}
		if _, given := o[questionArg.Name]; given && strings.TrimSpace(e.Question) == "" {
			return engine.Answer{}, errNoQuestion
		}
		line, shown := verb, view
		if verb == manualVerb {
			line, shown = verb+" "+o.Text(linesArg.Name), o.Text(viewArg.Name)
		}
		privacy := " private:false"
		if o.Bool(privateArg.Name) {
			privacy = ""
		}
		return b.read(ctx, env, e, line, readingView{shown, privacy})
	}
}

// readingView is how a reading is shown.
type readingView struct {
	way     string // plainView, connexionView or filmView
	privacy string // of its buttons, which lead to the journal: see [keepPrivacy]
}

// read throws for a new entry, keeps it, and shows it.
func (b book) read(ctx context.Context, env engine.Env, e entry, line string, v readingView) (engine.Answer, error) {
	if e.Method == "" {
		e.Method = Coins
	}
	p := &Position{Question: strings.TrimSpace(e.Question), Method: e.Method, Rule: e.Rule, texts: b.texts}
	completed, err := p.Complete(env, line)
	if err != nil {
		return engine.Answer{}, err
	}
	if e.Move, err = p.Play(completed); err != nil {
		return engine.Answer{}, err
	}
	e.Seed = env.Rand.Uint64N(mostSeed)
	if err := keep(env, &e); err != nil {
		return engine.Answer{}, err
	}
	return b.show(ctx, env, e, v)
}

// position is the reading of an entry.
func (b book) position(e entry) (*Position, error) {
	p := &Position{Question: e.Question, Method: e.Method, Rule: e.Rule, texts: b.texts}
	if _, err := p.Play(e.Move); err != nil {
		return nil, fmt.Errorf("reading %s: %w", e.ID, err)
	}
	return p, nil
}

// show answers with a reading.
func (b book) show(ctx context.Context, env engine.Env, e entry, v readingView) (engine.Answer, error) {
	p, err := b.position(e)
	if err != nil {
		return engine.Answer{}, err
	}
	s, err := settingsOf(env)
	if err != nil {
		return engine.Answer{}, err
	}
	sheet := p.sheet(s)
	scenes, connected := []any{sheet}, v.way == connexionView || v.way == filmView
	if connected {
		ground, _, _ := s.palette()
		picture, err := connexion(ctx, e.Seed, ground, sheet.Pair)
		if err != nil {
			return engine.Answer{}, err
		}
		if v.way == filmView {
			scenes = append(scenes, picture.blinking())
		} else {
			scenes = append(scenes, picture)
		}
	}
	return engine.Answer{
		Text: b.told(p, s), Scenes: scenes, Data: data(p, e, connected),
		Actions: slices.Concat(b.passageActions(p), entryActions(e, v)),
	}, nil
}

// sheet is the scene of a throw.
func (p *Position) sheet(s settings) *Sheet {
	from, to := p.Throw.Cast.Hexagram(), p.Throw.Cast.Result()
	return &Sheet{Question: p.Question, Cast: p.Throw.Cast, Pair: p.texts.pair(s, from, to, engine.T("Now"), engine.T("To come"))}
}

// Sheet is the scene of a reading at a table, in the usual colours; nil before the
// throw.
func (p *Position) Sheet() *Sheet {
	if p.Throw == nil {
		return nil
	}
	return p.sheet(settings{})
}

func (t *Texts) pair(s settings, first, second Hexagram, named, led engine.Text) Pair {
	_, one, other := s.palette()
	return Pair{
		{Hexagram: first, Name: named, Title: said(t.Of(first).Title), Colour: one},
		{Hexagram: second, Name: led, Title: said(t.Of(second).Title), Colour: other},
	}
}

// readingData is the machine-readable form of a reading.
type readingData struct {
	state
	Move      string  `json:"move"`
	ID        string  `json:"id,omitempty"`
	Connexion *uint64 `json:"connexion,omitempty"` // the seed
}

func data(p *Position, e entry, connected bool) readingData {
	d := readingData{state: p.state(), Move: e.Move, ID: e.ID}
	if connected {
		d.Connexion = &e.Seed
	}
	return d
}

// told is a reading in words.
func (b book) told(p *Position, s settings) engine.Text {
	from, to := p.Throw.Cast.Hexagram(), p.Throw.Cast.Result()
	var lines []engine.Text
	if p.Question != "" {
		lines = append(lines, engine.T("**Question**: `%s`", cleaned(p.Question)))
	}
	lines = append(lines, engine.T("**%s** %s", b.texts.name(from), from.signs()), quoted(said(b.texts.Of(from).Judgment)))
	if from != to {
		lines = append(lines,
			changingWords(p.Throw.Cast.Changing()),
			engine.T("**%s** %s", b.texts.name(to), to.signs()), quoted(said(b.texts.Of(to).Judgment)))
	}
	var read []engine.Text
	for _, passage := range p.Rule.Passages(p.Throw.Cast) {
		read = append(read, b.passageName(passage))
	}
	lines = append(lines, engine.T("To be read: %s.", joined(", ", read)), p.thrown(s))
	return paragraphs(lines...)
}

func quoted(t engine.Text) engine.Text { return engine.T("> %s", t) }

// signs are the hexagram's character and its Chinese name.
func (h Hexagram) signs() engine.Text {
	return engine.T("%s %s %s", h.Character(), engine.T(h.Chinese()), engine.T(h.Pinyin()))
}

func changingWords(changing []int) engine.Text {
	if len(changing) == 1 {
		return engine.T("Changing line %s leads to", strconv.Itoa(changing[0]))
	}
	words := make([]string, len(changing))
	for i, n := range changing {
		words[i] = strconv.Itoa(n)
	}
	return engine.T("Changing lines %s lead to", strings.Join(words, ", "))
}

// thrown tells of the lines and the time.
func (p *Position) thrown(s settings) engine.Text {
	how := engine.T("Lines from the bottom: %s.", p.Throw.Cast.String())
	if p.Throw.At.IsZero() {
		return how
	}
	if s.Zone == "" {
		return engine.T("%s Thrown %s, universal time.", how, p.Throw.At.UTC().Format("2006-01-02 15:04"))
	}
	return engine.T("%s Thrown %s.", how, s.local(p.Throw.At))
}

// passageName names a text of the book: "line 3 of 37".
func (b book) passageName(p Passage) engine.Text {
	number := strconv.Itoa(p.Hexagram)
	switch p.Part {
	case linePart:
		return engine.T("line %s of %s", strconv.Itoa(p.Line), number)
	case extraPart:
		return engine.T("all lines of %s", number)
	case imagePart:
		return engine.T("the image of %s", number)
	case titlePart:
		return engine.T("the title of %s", number)
	}
	return engine.T("the judgment of %s", number)
}

// passage is a text of the book.
func (b book) passage(p Passage) string {
	r := b.texts.Of(Numbered(p.Hexagram))
	switch p.Part {
	case linePart:
		return r.Lines[p.Line-1]
	case extraPart:
		return r.Extra
	case imagePart:
		return r.Image
	case titlePart:
		return r.Title
	}
	return r.Judgment
}

// allLines stands for the extra text where a line is asked for.
const allLines = 7

// passageActions lead to each text that is to be read, and to each changing line.
func (b book) passageActions(p *Position) (list []engine.Action) {
	c := p.Throw.Cast
	passages := p.Rule.Passages(c)
	for _, n := range c.Changing() {
		if line := lineOf(c.Hexagram(), n); !slices.Contains(passages, line) {
			passages = append(passages, line)
		}
	}
	for _, passage := range passages {
		number := strconv.Itoa(passage.Hexagram)
		switch passage.Part {
		case linePart:
			label := engine.T("Line %s", strconv.Itoa(passage.Line))
			if passage.Hexagram != c.Hexagram().Number() {
				label = engine.T("Line %s of %s", strconv.Itoa(passage.Line), number)
			}
			list = append(list, engine.Action{Label: label, Line: fmt.Sprintf("hexagram %s line:%d private:true", number, passage.Line)})
		case extraPart:
			list = append(list, engine.Action{Label: engine.T("All lines"), Line: fmt.Sprintf("hexagram %s line:%d private:true", number, allLines)})
		}
	}
	for i, h := range []Hexagram{c.Hexagram(), c.Result()} {
		if i == 0 || h != c.Hexagram() {
			list = append(list, engine.Action{Label: b.texts.name(h), Line: fmt.Sprintf("hexagram %d private:true", h.Number())})
		}
	}
	return list
}

// entryActions change how a kept reading is shown, save it, or throw again.
func entryActions(e entry, v readingView) (list []engine.Action) {
	if e.ID == "" {
		return nil
	}
	showAs := func(label engine.Text, way string) {
		list = append(list, engine.Action{Label: label, Line: "journal show " + e.ID + " view:" + way + v.privacy, Replace: true})
	}
	if v.way == connexionView || v.way == filmView {
		showAs(engine.T("Hide the Connexion"), plainView)
	} else {
		showAs(engine.T("Connexion"), connexionView)
	}
	if v.way == connexionView {
		showAs(engine.T("Let it blink"), filmView)
	}
	list = append(list, engine.Action{Label: engine.T("Throw again"), Line: "journal again " + e.ID + v.privacy})
	if e.Saved {
		return append(list, engine.Action{Label: engine.T("Delete"), Line: "journal delete " + e.ID})
	}
	return append(list, engine.Action{Label: engine.T("Save"), Line: "journal save " + e.ID})
}

// readTable is the view of a table's texts.
func readTable(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, ok := position.(*Position)
	if !ok {
		return engine.Answer{}, errors.New("iching: a view of another game's position")
	}
	if p.Throw == nil {
		return engine.Answer{}, engine.Refuse("there is nothing to read yet: cast the lines first, with `/iching cast`")
	}
	b := book{texts: p.texts}
	return engine.Answer{Text: b.told(p, settings{}), Data: p.state(), Scenes: []any{p.Sheet()}, Actions: b.passageActions(p)}, nil
}
