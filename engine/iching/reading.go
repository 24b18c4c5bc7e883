package iching

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// cast returns the function of a command that throws.
func (t tools) cast(verb string) command {
	return func(ctx context.Context, env engine.Env, s settings, o engine.Options) (engine.Answer, error) {
		o = s.fill(o)
		p, err := t.start(o)
		if err != nil {
			return engine.Answer{}, err
		}
		v := readingView{plainView, keepPrivacy(o, false, true)}
		if connect, given := o[connectArg.Name].(bool); connect || !given && s.Connect {
			v.way = connexionView
		}
		return t.read(ctx, env, s, p.(*Position), verb+" "+o.Text(linesArg.Name), v)
	}
}

type readingView struct {
	way     string // plainView (also if empty), connexionView or filmView
	privacy string // suffix of the buttons' lines, see [keepPrivacy]
}

func (v readingView) connected() bool { return v.way == connexionView || v.way == filmView }

// read throws for a question, stores the reading, and shows it.
func (t tools) read(ctx context.Context, env engine.Env, s settings, p *Position, line string, v readingView) (engine.Answer, error) {
	p.Method = cmp.Or(p.Method, book.Coins)
	completed, err := p.complete(env, line)
	if err != nil {
		return engine.Answer{}, err
	}
	move, err := p.Play(completed)
	if err != nil {
		return engine.Answer{}, err
	}
	e := entry{
		Question: p.Question, Method: p.Method, Rule: p.Rule, Move: move,
		Seed: env.Rand.Uint64N(mostSeed), Search: usualSearch, Preferences: s.preferences,
	}
	if err := journal(env).Keep(&e); err != nil {
		return engine.Answer{}, err
	}
	return t.show(ctx, s, e, v)
}

func (t tools) position(e entry) (*Position, error) {
	p := &Position{Question: e.Question, Method: e.Method, Rule: e.Rule, texts: t.texts}
	if _, err := p.Play(e.Move); err != nil {
		return nil, fmt.Errorf("reading %s: %w", e.ID, err)
	}
	return p, nil
}

func (t tools) show(ctx context.Context, s settings, e entry, v readingView) (engine.Answer, error) {
	p, err := t.position(e)
	if err != nil {
		return engine.Answer{}, err
	}
	scene, err := p.picture(ctx, s, e, v)
	if err != nil {
		return engine.Answer{}, err
	}
	data := readingData{state: p.state(), Move: e.Move, ID: e.ID}
	if v.connected() {
		data.Connexion = &e.Seed
	}
	return engine.Answer{
		Text: t.readingWords(p, s), Scenes: []engine.Scene{scene}, Data: data,
		Actions: slices.Concat(t.passageActions(p), entryActions(e, v)),
	}, nil
}

// picture returns the picture of a reading. There is one only: two side by side would be half as
// large.
func (p *Position) picture(ctx context.Context, s settings, e entry, v readingView) (engine.Scene, error) {
	sheet := p.sheet(s)
	if !v.connected() {
		return sheet, nil
	}
	picture, err := s.connexion(ctx, e.search(), e.Seed, sheet.Pair)
	if err != nil || v.way == connexionView {
		return picture, err
	}
	return picture.blinking(), nil
}

func (p *Position) sheet(s settings) *Sheet {
	from, to := p.Throw.Lines.Hexagram(), p.Throw.Lines.Result()
	return &Sheet{Question: p.Question, Cast: p.Throw.Lines, Pair: s.pair(p.texts, from, to, engine.T("Now"), engine.T("To come"))}
}

// Sheet returns the scene of a reading at a table in the default colours, nil before the throw.
func (p *Position) Sheet() *Sheet {
	if p.Throw == nil {
		return nil
	}
	return p.sheet(settings{})
}

func (s settings) pair(t *book.Texts, first, second book.Hexagram, named, led engine.Text) Pair {
	_, one, other := s.palette()
	return Pair{
		{Hexagram: first, Name: named, Title: book.Said(t.Of(first).Title), Colour: one},
		{Hexagram: second, Name: led, Title: book.Said(t.Of(second).Title), Colour: other},
	}
}

type readingData struct {
	state
	Move      string  `json:"move"`
	ID        string  `json:"id,omitempty"`
	Connexion *uint64 `json:"connexion,omitempty"` // the seed
}

func (t tools) readingWords(p *Position, s settings) engine.Text {
	from, to := p.Throw.Lines.Hexagram(), p.Throw.Lines.Result()
	var lines []engine.Text
	if p.Question != "" {
		lines = append(lines, engine.T("**Question**: `%s`", engine.Quotable(p.Question)))
	}
	lines = append(lines, engine.T("**%s** %s", t.texts.Name(from), from.Signs()), quoted(book.Said(t.texts.Of(from).Judgment)))
	if from != to {
		lines = append(lines,
			changingWords(p.Throw.Lines.Changing()),
			engine.T("**%s** %s", t.texts.Name(to), to.Signs()), quoted(book.Said(t.texts.Of(to).Judgment)))
	}
	read := engine.Map(p.Rule.Passages(p.Throw.Lines), book.Passage.Name)
	lines = append(lines, engine.T("Texts to read: %s.", engine.List(", ", read)), p.throwWords(s))
	return paragraphs(lines...)
}

func changingWords(changing []int) engine.Text {
	if len(changing) == 1 {
		return engine.T("Changing line %s leads to", strconv.Itoa(changing[0]))
	}
	return engine.T("Changing lines %s lead to", engine.Numbers(", ", changing))
}

func (p *Position) throwWords(s settings) engine.Text {
	how := engine.T("Lines from the bottom: %s.", p.Throw.Lines.String())
	if p.Throw.At.IsZero() {
		return how
	}
	if s.Zone == "" {
		return engine.T("%s Thrown %s, universal time.", how, p.Throw.At.UTC().Format("2006-01-02 15:04"))
	}
	return engine.T("%s Thrown %s.", how, s.local(p.Throw.At))
}

// allLines is the line argument that selects the extra text.
const allLines = 7

// passageActions returns buttons for each text to be read and each changing line.
func (t tools) passageActions(p *Position) (list []engine.Action) {
	c := p.Throw.Lines
	passages := p.Rule.Passages(c)
	for _, n := range c.Changing() {
		if line := book.LineOf(c.Hexagram(), n); !slices.Contains(passages, line) {
			passages = append(passages, line)
		}
	}
	for _, passage := range passages {
		number := strconv.Itoa(passage.Hexagram)
		switch passage.Part {
		case book.LinePart:
			label := engine.T("Line %s", strconv.Itoa(passage.Line))
			if passage.Hexagram != c.Hexagram().Number() {
				label = engine.T("Line %s of %s", strconv.Itoa(passage.Line), number)
			}
			list = append(list, engine.Action{Label: label, Line: fmt.Sprintf("hexagram %s line:%d private:true", number, passage.Line)})
		case book.Extra:
			list = append(list, engine.Action{Label: engine.T("All lines"), Line: fmt.Sprintf("hexagram %s line:%d private:true", number, allLines)})
		}
	}
	return t.withLeaves(list, c.Hexagram(), c.Result())
}

// entryActions returns buttons that show a stored reading in other ways, save it, or throw again.
func entryActions(e entry, v readingView) (list []engine.Action) {
	if e.ID == "" {
		return nil
	}
	showAs := func(label engine.Text, way string) {
		list = append(list, engine.Action{Label: label, Line: "journal show " + e.ID + " view:" + way + v.privacy, Replace: true})
	}
	if v.connected() {
		showAs(engine.T("Hexagrams"), plainView)
	} else {
		showAs(engine.T("Connexion"), connexionView)
	}
	if v.way == connexionView {
		showAs(engine.T("Animate"), filmView)
	}
	list = append(list, engine.Action{Label: engine.T("Throw again"), Line: "journal again " + e.ID + v.privacy})
	if e.Saved {
		return append(list, engine.Action{Label: engine.T("Delete"), Line: "journal delete " + e.ID})
	}
	return append(list, engine.Action{Label: engine.T("Save"), Line: "journal save " + e.ID})
}

func readTable(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	if p.Throw == nil {
		return engine.Answer{}, engine.Refuse("there is nothing to read yet: cast the lines first, with %s", engine.Command("iching cast"))
	}
	t := tools{texts: p.texts}
	return engine.Answer{Text: t.readingWords(p, settings{}), Data: p.state(), Scenes: []engine.Scene{p.Sheet()}, Actions: t.passageActions(p)}, nil
}
