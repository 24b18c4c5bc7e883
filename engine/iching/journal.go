package iching

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
)

// The actions of the journal.
const (
	listing  = "list"
	showing  = "show"
	saving   = "save"
	removing = "delete"
	writing  = "export"
	again    = "again"
)

// The ways to show a reading.
const (
	plainView     = "plain"
	connexionView = "connexion"
	filmView      = "film"
)

var (
	doArg = engine.Arg{Name: "do", Help: engine.T("What to do"), Kind: engine.Pick, Default: listing, Choices: []engine.Named{
		{ID: listing, Title: engine.T("List what is saved")},
		{ID: showing, Title: engine.T("Show a reading again")},
		{ID: saving, Title: engine.T("Save a reading")},
		{ID: removing, Title: engine.T("Delete a reading")},
		{ID: writing, Title: engine.T("Export all that is saved")},
		{ID: again, Title: engine.T("Throw again for its question")},
	}}
	readingArg = engine.Arg{Name: "reading", Help: engine.T("Its name in the list, or when it was thrown: 2026-03-01 12:00"), Kind: engine.Word, Min: 1, Max: 40}
	viewArg    = engine.Arg{Name: "view", Help: engine.T("The hexagrams, or its Connexion"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: plainView, Title: engine.T("The hexagrams")}, {ID: connexionView, Title: engine.T("Its Connexion")}, {ID: filmView, Title: engine.T("Its Connexion, animated")},
	}}
	listPageArg = engine.Arg{Name: "page", Help: engine.T("The page of the list"), Kind: engine.Integer, Min: 1, Max: 99, Default: 1}
)

func (t tools) journal(ctx context.Context, env engine.Env, s settings, o engine.Options) (engine.Answer, error) {
	do, name := o.Text(doArg.Name), strings.TrimSpace(o.Text(readingArg.Name))
	switch do {
	case listing:
		return t.list(env, s, o.Int(listPageArg.Name), keepPrivacy(o, true, true))
	case writing:
		return t.export(env, s)
	}
	if c, err := parseChart(name); err == nil && do == saving {
		return t.saveChart(env, c)
	}
	found, err := journal(env).Find(s.zone(), name)
	if err != nil {
		return engine.Answer{}, err
	}
	e := found[0]
	switch do {
	case saving:
		return t.save(env, e)
	case removing:
		if len(found) > 1 {
			return engine.Answer{}, manyFit(name, found, s)
		}
		return t.remove(env, e)
	case again:
		if e.Chart != "" {
			return engine.Answer{}, engine.Refuse("a natal hexagram is not thrown; ask a question with %s", engine.Command("iching ask"))
		}
		return t.read(ctx, env, s, &Position{Question: e.Question, Method: e.Method, Rule: e.Rule, texts: t.texts}, book.ThrowVerb, readingView{plainView, keepPrivacy(o, true, true)})
	}
	return t.showEntry(ctx, env, s, e, readingView{o.Text(viewArg.Name), keepPrivacy(o, true, true)})
}

// manyFit returns the refusal to delete one of several matching entries.
func manyFit(name string, found []entry, s settings) error {
	const most = 5
	list := engine.Map(found[:min(len(found), most)], func(e entry) engine.Text {
		return engine.T("`%s` of %s", e.ID, s.local(time.Unix(e.Kept, 0)))
	})
	if len(found) > most {
		list = append(list, engine.T("…"))
	}
	return engine.Refuse("%s readings fit `%s`; say by its name which one to delete: %s", strconv.Itoa(len(found)), engine.Quotable(name), engine.List(", ", list))
}

// latest shows the newest entry, if it was stored after the given time.
func (t tools) latest(ctx context.Context, env engine.Env, since time.Time) (engine.Answer, bool, error) {
	if env.Notes == nil {
		return engine.Answer{}, false, nil
	}
	all, err := journal(env).entries()
	if err != nil || len(all) == 0 || all[0].Kept <= since.Unix() {
		return engine.Answer{}, false, err
	}
	s, err := settingsOf(env)
	if err != nil {
		return engine.Answer{}, false, err
	}
	a, err := t.showEntry(ctx, env, s, all[0], readingView{way: plainView})
	return a, err == nil, err
}

func (t tools) showEntry(ctx context.Context, env engine.Env, s settings, e entry, v readingView) (engine.Answer, error) {
	if e.Chart == "" {
		return t.show(ctx, s, e, v)
	}
	c, err := parseChart(e.Chart)
	if err != nil {
		return engine.Answer{}, err
	}
	return t.horoscope(ctx, env, s, c, natalView{connect: v.way == connexionView, privacy: v.privacy})
}

const mostListed = 12 // entries on a page, each with a button

func (t tools) list(env engine.Env, s settings, page int, privacy string) (engine.Answer, error) {
	saved, err := journal(env).Saved()
	if err != nil {
		return engine.Answer{}, err
	}
	a := engine.Answer{
		Text: engine.T("Nothing is saved yet. The button **Save** below a reading keeps it for you."),
		Data: engine.Map(saved, listedOf),
	}
	if len(saved) == 0 {
		return a, nil
	}
	pages := slices.Collect(slices.Chunk(saved, mostListed))
	page = max(page, 1)
	heading, turning, err := paged(engine.T("**Your journal**"), page, len(pages), "journal page:", privacy)
	if err != nil {
		return engine.Answer{}, err
	}
	lines := []engine.Text{heading}
	for _, e := range pages[page-1] {
		lines = append(lines, t.entryLine(e, s))
		a.Actions = append(a.Actions, engine.Action{Label: entryLabel(e, s), Line: "journal show " + e.ID + privacy, Replace: true})
	}
	a.Text = paragraphs(lines...)
	a.Actions = append(a.Actions, turning...)
	return a, nil
}

func (t tools) entryLine(e entry, s settings) engine.Text {
	name := engine.T("- `%s`", e.ID)
	if c, err := parseChart(e.Chart); err == nil {
		n := c.Hexagrams()
		return engine.T("%s natal hexagram, year %s: %s, %s", name, strconv.Itoa(c.Year), t.texts.Name(n.Earlier.Hexagram), t.texts.Name(n.Later.Hexagram))
	}
	throw, err := book.ParseThrow(e.Move)
	if err != nil {
		return name
	}
	from, to := throw.Lines.Hexagram(), throw.Lines.Result()
	line := engine.T("%s %s: %s", name, s.local(throw.At), t.texts.Name(from))
	if from != to {
		line = engine.T("%s, %s", line, t.texts.Name(to))
	}
	if e.Question != "" {
		question := []rune(engine.Quotable(e.Question))
		line = engine.T("%s, for %s", line, engine.T("`%s`", string(question[:min(len(question), 40)])))
	}
	return line
}

func entryLabel(e entry, s settings) engine.Text {
	if c, err := parseChart(e.Chart); err == nil {
		return engine.T("Natal hexagram of %s", strconv.Itoa(c.Year))
	}
	return engine.T("Show %s", s.local(time.Unix(e.Kept, 0)))
}

// listed is the machine-readable form of an entry.
type listed struct {
	ID       string `json:"id"`
	Question string `json:"question,omitempty"`
	Move     string `json:"move,omitempty"`
	Chart    string `json:"chart,omitempty"`
}

func listedOf(e entry) listed { return listed{e.ID, e.Question, e.Move, e.Chart} }

func (t tools) save(env engine.Env, e entry) (engine.Answer, error) {
	e.Saved = true
	if err := journal(env).Keep(&e); err != nil {
		return engine.Answer{}, err
	}
	return engine.Answer{
		Text: engine.T("Saved in your journal as `%s`. Nobody else sees it.", e.ID), Data: listedOf(e),
		Actions: []engine.Action{{Label: engine.T("Journal"), Line: "journal"}, {Label: engine.T("Delete"), Line: "journal delete " + e.ID, Replace: true}},
	}, nil
}

// saveChart saves a natal hexagram, unless it is saved already.
func (t tools) saveChart(env engine.Env, c Chart) (engine.Answer, error) {
	e, err := journal(env).Chart(c.Code())
	if err != nil {
		return engine.Answer{}, err
	}
	return t.save(env, e)
}

func (t tools) remove(env engine.Env, e entry) (engine.Answer, error) {
	if err := journal(env).Remove(e.ID); err != nil {
		return engine.Answer{}, err
	}
	return engine.Answer{
		Text: engine.T("The reading `%s` is deleted for good.", e.ID), Data: listedOf(e),
		Actions: []engine.Action{{Label: engine.T("Journal"), Line: "journal"}},
	}, nil
}

// export writes the saved entries to two files, for people and for programs.
func (t tools) export(env engine.Env, s settings) (engine.Answer, error) {
	saved, err := journal(env).Saved()
	if err != nil {
		return engine.Answer{}, err
	}
	var words strings.Builder
	var data []any
	words.WriteString("# I Ching journal\n")
	for _, e := range slices.Backward(saved) {
		if c, err := parseChart(e.Chart); err == nil {
			data = append(data, natalData(c.Hexagrams(), e.ID))
			fmt.Fprintf(&words, "\n## Natal hexagram of %d (`%s`)\n\n%s\n", c.Year, e.ID, paragraphs(t.natalWords(c.Hexagrams()), reckoningWords(c.Hexagrams())))
			continue
		}
		p, err := t.position(e)
		if err != nil {
			return engine.Answer{}, err
		}
		data = append(data, exported{e.ID, p.state()})
		t.write(&words, p, e.ID, s)
	}
	if len(data) == 0 {
		return engine.Answer{}, engine.Refuse("nothing is saved yet; the button Save below a reading keeps it")
	}
	encoded, err := json.MarshalIndent(data, "", "  ")
	if err != nil {
		return engine.Answer{}, err
	}
	return engine.Answer{
		Text: engine.T("Your journal, for you to read and for programs. Entries: %s.", strconv.Itoa(len(data))), Data: data,
		Files: []engine.File{{Name: "iching-journal.md", Data: []byte(words.String())}, {Name: "iching-journal.json", Data: encoded}},
	}, nil
}

// exported is the machine-readable form of a reading in an export.
type exported struct {
	ID string `json:"id"`
	state
}

// write appends a reading with its texts to an export.
func (t tools) write(w *strings.Builder, p *Position, id string, s settings) {
	fmt.Fprintf(w, "\n## %s (`%s`)", s.local(p.Throw.At), id)
	if p.Question != "" {
		fmt.Fprintf(w, ": %s", strings.Join(strings.Fields(p.Question), " "))
	}
	fmt.Fprintf(w, "\n\n```\n%s\n```\n\n%s.\n", p, p.answer())
	for _, passage := range p.Rule.Passages(p.Throw.Lines) {
		fmt.Fprintf(w, "\n- **%s**: %s\n", passage.Name(), t.texts.Text(passage))
	}
}
