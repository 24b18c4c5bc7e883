package iching

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

const woman = "woman"

var (
	dateArg = engine.Arg{Name: "date", Help: engine.T("Date of birth: 1984-02-04"), Kind: engine.Word, Min: 1, Max: 20}
	timeArg = engine.Arg{Name: "time", Help: engine.T("The time of birth by the clocks there: 23:18"), Kind: engine.Word, Min: 1, Max: 10}
	sexArg  = engine.Arg{Name: "sex", Help: engine.T("Man or woman; the method counts them differently"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: "man", Title: engine.T("Man")}, {ID: woman, Title: engine.T("Woman")},
	}}
	signArg = engine.Arg{Name: "positive", Help: engine.T("What makes a time positive, for hexagrams 3, 29 and 39; default the month"), Kind: engine.Pick, Choices: []engine.Named{
		{ID: string(MonthSign), Title: engine.T("A yang month")}, {ID: string(HalfSign), Title: engine.T("The half-year of growing days")}, {ID: string(HourSign), Title: engine.T("The hours from zi to si")},
	}}
	pillarsArg   = engine.Arg{Name: "pillars", Help: engine.T("Instead of date and time: jia-zi ding-mao geng-shen geng-chen"), Kind: engine.Word, Min: 1, Max: 80}
	birthYearArg = engine.Arg{Name: "birth_year", Help: engine.T("With pillars: the year of birth"), Kind: engine.Integer, Min: calendar.FirstYear, Max: calendar.LastYear}
	chartArg     = engine.Arg{Name: "chart", Help: engine.T("A chart as a button carries it, in place of date and time"), Kind: engine.Word, Min: 1, Max: 40}
	yearsArg     = engine.Arg{Name: "years", Help: engine.T("List the hexagram of each year"), Kind: engine.Boolean}
	saveArg      = engine.Arg{Name: "save", Help: engine.T("Save it in your journal; nothing is kept otherwise"), Kind: engine.Boolean}
)

func (t tools) natal(ctx context.Context, env engine.Env, s settings, o engine.Options) (_ engine.Answer, err error) {
	o = s.fill(o)
	v := natalView{connect: o.Bool(connectArg.Name), years: o.Bool(yearsArg.Name), privacy: keepPrivacy(o, true, true)}
	var c Chart
	switch {
	case o.Text(chartArg.Name) != "":
		c, err = parseChart(o.Text(chartArg.Name))
		if clock := o.Text(timeArg.Name); clock != "" {
			v.note = engine.T("Counted for %s by the clocks at %s.", clock, o.Text(zoneArg.Name))
		}
	case o.Text(pillarsArg.Name) != "":
		c, err = chartOfPillars(o)
	default:
		charts, noted, failed := chartsOfBirth(o)
		if err = failed; err == nil && len(charts) > 1 {
			return t.twoReadings(charts, v, noted), nil
		}
		if err == nil {
			c, v.note = charts[0].Chart, noted
		}
	}
	if err != nil {
		return engine.Answer{}, err
	}
	if o.Bool(saveArg.Name) {
		saved, err := t.saveChart(env, c)
		if err != nil {
			return engine.Answer{}, err
		}
		v.note = paragraphs(v.note, saved.Text)
	}
	return t.horoscope(ctx, env, s, c, v)
}

func chartOfPillars(o engine.Options) (Chart, error) {
	p, err := calendar.ParsePillars(o.Text(pillarsArg.Name))
	if err != nil {
		return Chart{}, err
	}
	year := o.Int(birthYearArg.Name)
	if year == 0 {
		return Chart{}, engine.Refuse("with `pillars` the year of birth is needed too: `birth_year`")
	}
	woman, err := sexOf(o)
	if err != nil {
		return Chart{}, err
	}
	return ChartOfPillars(p, year, woman, Sign(o.Text(signArg.Name)))
}

func sexOf(o engine.Options) (bool, error) {
	sex := o.Text(sexArg.Name)
	if sex == "" {
		return false, engine.Refuse("choose man or woman (`sex`): the method counts them differently")
	}
	return sex == woman, nil
}

type datedChart struct {
	Chart
	at time.Time
}

// chartsOfBirth returns the charts of a date and a time: two if a change of the clocks skipped or
// repeated it. The text says how it was counted.
func chartsOfBirth(o engine.Options) (charts []datedChart, said engine.Text, err error) {
	date, clock := o.Text(dateArg.Name), o.Text(timeArg.Name)
	if date == "" || clock == "" {
		return nil, said, engine.Refuse("the birth needs a `date` such as 1984-02-04 and a `time` such as 23:18, or else `pillars`")
	}
	w, err := calendar.ParseWallClock(date, clock)
	if err != nil {
		return nil, said, err
	}
	female, err := sexOf(o)
	if err != nil {
		return nil, said, err
	}
	zone, err := daily.FindZone(o.Text(zoneArg.Name))
	if err != nil {
		return nil, said, err
	}
	moments, skipped := w.In(zone)
	var m calendar.Moment
	for _, at := range moments {
		place, err := placeOf(o, at)
		if err != nil {
			return nil, said, err
		}
		m = place.At(at)
		charts = append(charts, datedChart{newChart(m, female, Sign(o.Text(signArg.Name))), at})
	}
	switch {
	case skipped:
		return charts, engine.T("The clocks there were set forward over %s on %s: there was no such time. Which is meant?", clock, date), nil
	case len(charts) > 1:
		return charts, engine.T("The clocks there showed %s twice on %s, since they were set back. Which is meant?", clock, date), nil
	}
	return charts, countingWords(o, m), nil
}

// countingWords describes the conventions by which a moment was counted.
func countingWords(o engine.Options, m calendar.Moment) engine.Text {
	clock := engine.T("universal time, since no zone was given")
	if zone := o.Text(zoneArg.Name); zone != "" {
		clock = engine.T("the clocks of `%s`, without daylight saving", engine.Quotable(zone))
	}
	if longitude := o.Text(longitudeArg.Name); longitude != "" {
		clock = engine.T("%s, corrected for longitude `%s`", clock, engine.Quotable(longitude))
	}
	said := engine.T("Counted by %s: %s, mean time. Seasons: %s. The year begins: %s. A time is positive by: %s.", clock, m.Local.Format("2006-01-02 15:04"),
		title(hemisphereArg.Choices, o.Text(hemisphereArg.Name)), title(yearStartArg.Choices, o.Text(yearStartArg.Name)), title(signArg.Choices, o.Text(signArg.Name)))
	if m.Year != m.Local.Year() {
		said = engine.Sentences(said, engine.T("So counted, the birth belongs to the year %s, with which the periods of life begin.", strconv.Itoa(m.Year)))
	}
	return said
}

// twoReadings offers both charts of a time that the clocks skipped or repeated.
func (t tools) twoReadings(charts []datedChart, v natalView, why engine.Text) engine.Answer {
	a := engine.Answer{Text: why}
	var states []natalState
	for _, c := range charts {
		states = append(states, natalData(c.Hexagrams(), ""))
		clock, zone := c.at.Format("15:04"), c.at.Format("-07:00")
		a.Actions = append(a.Actions, engine.Action{
			Label: engine.T("%s by the clocks at %s", clock, zone),
			Line:  "natal chart:" + c.Code() + " time:" + clock + " zone:" + zone + v.privacy, Replace: true,
		})
	}
	a.Data = states
	return a
}

type natalView struct {
	connect, years bool
	note           engine.Text
	privacy        string // of its buttons
}

func (t tools) horoscope(ctx context.Context, env engine.Env, s settings, c Chart, v natalView) (engine.Answer, error) {
	n := c.Hexagrams()
	pair := s.pair(t.texts, n.Earlier.Hexagram, n.Later.Hexagram, engine.T("Earlier Heaven"), engine.T("Later Heaven"))
	scene, err := s.orConnexion(ctx, env, &Horoscope{Natal: n, Pair: pair, Periods: n.Periods()}, pair, v.connect)
	if err != nil {
		return engine.Answer{}, err
	}
	var saved entry
	if env.Notes != nil {
		if saved, err = journal(env).Chart(c.Code()); err != nil {
			return engine.Answer{}, err
		}
	}
	words := paragraphs(t.natalWords(n), t.nowWords(n, s, env), reckoningWords(n))
	if v.years {
		words = paragraphs(t.natalHeading(n), yearWords(n))
	}
	return engine.Answer{Text: paragraphs(words, v.note), Data: natalData(n, saved.ID), Scenes: []engine.Scene{scene}, Actions: t.natalActions(n, pair, v, saved.ID)}, nil
}

// natalActions returns buttons that show a natal hexagram in other ways, and save it, or delete
// it if saved has the ID of its entry.
func (t tools) natalActions(n Hexagrams, pair Pair, v natalView, saved string) []engine.Action {
	code := "natal chart:" + n.Chart.Code()
	list := []engine.Action{{Label: engine.T("Connect"), Line: code + " connect:true" + v.privacy, Replace: true}}
	if v.connect || v.years {
		list[0] = engine.Action{Label: engine.T("Hide"), Line: code + v.privacy, Replace: true}
	}
	if !v.years {
		list = append(list, engine.Action{Label: engine.T("Years"), Line: code + " years:true" + v.privacy, Replace: true})
	}
	for i, h := range []Heaven{n.Earlier, n.Later} {
		list = append(list, engine.Action{
			Label: engine.T("%s, line %s", pair[i].Name, strconv.Itoa(h.Line)),
			Line:  fmt.Sprintf("hexagram %d line:%d private:true", h.Hexagram.Number(), h.Line),
		})
	}
	list = t.withLeaves(list, n.Earlier.Hexagram, n.Later.Hexagram)
	if saved != "" {
		return append(list, engine.Action{Label: engine.T("Delete"), Line: "journal delete " + saved})
	}
	return append(list, engine.Action{Label: engine.T("Save"), Line: "journal save " + n.Chart.Code()})
}

func (t tools) natalHeading(n Hexagrams) engine.Text {
	return engine.T("Natal hexagram, year %s: **%s** %s, then **%s** %s", strconv.Itoa(n.Chart.Year),
		t.texts.Name(n.Earlier.Hexagram), n.Earlier.Hexagram.Signs(), t.texts.Name(n.Later.Hexagram), n.Later.Hexagram.Signs())
}

// natalWords says what the hexagrams of both parts of life are, and what their controlling lines say.
func (t tools) natalWords(n Hexagrams) engine.Text {
	part := func(name engine.Text, x Heaven, p []Period) engine.Text {
		return paragraphs(
			engine.T("%s, %s to %s: **%s** %s, controlling line %s", name, strconv.Itoa(p[0].From), strconv.Itoa(p[5].To),
				t.texts.Name(x.Hexagram), x.Hexagram.Signs(), strconv.Itoa(x.Line)),
			quoted(book.Said(engine.Shortened(t.texts.Text(book.LineOf(x.Hexagram, x.Line)), mostGoverning))))
	}
	return paragraphs(
		part(engine.T("The first part of life (Earlier Heaven)"), n.Earlier, n.Periods()[:6]),
		part(engine.T("The second part (Later Heaven)"), n.Later, n.Periods()[6:]),
	)
}

const mostGoverning = 450 // characters of a controlling line; a button has all

// nowWords says which line and which hexagram govern this year; nothing before the birth and after the
// last period.
func (t tools) nowWords(n Hexagrams, s settings, env engine.Env) (said engine.Text) {
	m, _, err := momentOf(env, s.fill(engine.Options{}))
	for _, p := range n.Periods() {
		if err == nil && p.From <= m.Year && m.Year <= p.To {
			said = engine.T("The year %s: line %s of **%s** governs %s to %s, and the hexagram of the year is **%s**.", strconv.Itoa(m.Year),
				strconv.Itoa(p.Line), t.texts.Name(p.Hexagram), strconv.Itoa(p.From), strconv.Itoa(p.To), t.texts.Name(p.Years()[m.Year-p.From]))
		}
	}
	return said
}

// reckoningWords says how the hexagrams were found.
func reckoningWords(n Hexagrams) engine.Text {
	return paragraphs(
		engine.T("The controlling line follows from the hour of birth. Changed, it leads from the Earlier to the Later Heaven; the picture draws it changed, and the periods of life begin with it. The year of birth counts as one."),
		engine.T("Pillars of year, month, day and hour: %s.", pillarWords(n.Chart.Pillars)),
		engine.T("Heaven %s makes %s, %s; earth %s makes %s, %s.", strconv.Itoa(n.Odd), strconv.Itoa(n.Heaven), n.Chart.Trigram(n.Heaven).Word(),
			strconv.Itoa(n.Even), strconv.Itoa(n.Earth), n.Chart.Trigram(n.Earth).Word()),
	)
}

func yearWords(n Hexagrams) engine.Text {
	return paragraphs(engine.Map(natalData(n, "").Periods, func(p periodState) engine.Text {
		return engine.T("- line %s of %s, %s to %s: %s", strconv.Itoa(p.Line), strconv.Itoa(p.Hexagram.Number()),
			strconv.Itoa(p.From), strconv.Itoa(p.To), engine.Numbers(" ", p.Years))
	})...)
}

// natalState is the machine-readable form of a natal hexagram.
type natalState struct {
	Pillars   []string      `json:"pillars"`
	BirthYear int           `json:"birth_year"`
	Odd       int           `json:"odd"`
	Even      int           `json:"even"`
	Heaven    int           `json:"heaven"` // Odd reduced
	Earth     int           `json:"earth"`
	Earlier   int           `json:"earlier"`
	Line      int           `json:"line"`
	Later     int           `json:"later"`
	LaterLine int           `json:"later_line"`
	Periods   []periodState `json:"periods"`
	ID        string        `json:"id,omitempty"` // in the journal
}

type periodState struct {
	Period
	Years []int `json:"years"`
}

func natalData(n Hexagrams, id string) natalState {
	s := natalState{
		Pillars: n.Chart.Pillars.Names(), BirthYear: n.Chart.Year, Odd: n.Odd, Even: n.Even, Heaven: n.Heaven, Earth: n.Earth,
		Earlier: n.Earlier.Hexagram.Number(), Line: n.Earlier.Line, Later: n.Later.Hexagram.Number(), LaterLine: n.Later.Line, ID: id,
	}
	for _, p := range n.Periods() {
		s.Periods = append(s.Periods, periodState{p, engine.Map(p.Years(), book.Hexagram.Number)})
	}
	return s
}
