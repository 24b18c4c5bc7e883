package iching

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
)

var connectArg = engine.Arg{Name: "connect", Help: engine.T("Mark both in a Connexion"), Kind: engine.Boolean}

// clock treats the moment as a birth: its Earlier Heaven is the waning hexagram, its Later Heaven
// the waxing one. No source says how they are found. The moment is counted like a man's birth.
func (t tools) clock(ctx context.Context, env engine.Env, s settings, o engine.Options) (engine.Answer, error) {
	var given strings.Builder
	for _, a := range []engine.Arg{zoneArg, longitudeArg, hemisphereArg, yearStartArg} {
		if value := o.Text(a.Name); value != "" {
			given.WriteString(" " + a.Name + ":" + value)
		}
	}
	m, now, err := momentOf(env, s.fill(o))
	if err != nil {
		return engine.Answer{}, err
	}
	n := newChart(m, false, MonthSign).Hexagrams()
	pair := s.pair(t.texts, n.Earlier.Hexagram, n.Later.Hexagram, engine.T("Waning"), engine.T("Waxing"))
	connected := o.Bool(connectArg.Name)
	scene, err := s.orConnexion(ctx, env, &Wheel{Moment: m, Pair: pair}, pair, connected)
	if err != nil {
		return engine.Answer{}, err
	}
	a := engine.Answer{Text: t.clockWords(m, n, now), Data: clockData(m, n), Scenes: []engine.Scene{scene}}
	privacy := keepPrivacy(o, false, false)
	toggle := engine.Action{Label: engine.T("Connect"), Line: fmt.Sprintf("clock connect:%t%s%s", !connected, given.String(), privacy), Replace: true}
	if connected {
		toggle.Label = engine.T("Clock")
	}
	if len(toggle.Line) <= mostLine {
		a.Actions = append(a.Actions, toggle)
	}
	a.Actions = t.withLeaves(a.Actions, n.Earlier.Hexagram, n.Later.Hexagram)
	return a, nil
}

// orConnexion returns the scene, or a new Connexion instead if connected.
func (s settings) orConnexion(ctx context.Context, env engine.Env, scene engine.Scene, pair Pair, connected bool) (engine.Scene, error) {
	if !connected {
		return scene, nil
	}
	return s.connexion(ctx, entry{Search: usualSearch, Preferences: s.preferences}.search(), env.Rand.Uint64N(mostSeed), pair)
}

// mostLine bounds the bytes of a button's line.
const mostLine = 70

func (t tools) clockWords(m calendar.Moment, n Hexagrams, now time.Time) engine.Text {
	hour, month := book.Sovereign(m.Hour()), book.Sovereign(m.Month())
	return paragraphs(
		engine.T("It is %s; mean solar time %s.", now.Format("2006-01-02 15:04 -07:00"), m.Local.Format("15:04")),
		engine.T("Waning: **%s** %s", t.texts.Name(n.Earlier.Hexagram), n.Earlier.Hexagram.Signs()),
		engine.T("Waxing: **%s** %s", t.texts.Name(n.Later.Hexagram), n.Later.Hexagram.Signs()),
		engine.T("Double hour %s: %s. Month %s: %s.", branchName(m.Hour()), t.texts.Name(hour), branchName(m.Month()), t.texts.Name(month)),
		engine.T("Pillars of year, month, day and hour: %s.", pillarWords(m.Pillars)),
	)
}

func branchName(branch int) engine.Text {
	chinese, pinyin := calendar.BranchNames(branch)
	return engine.T("%s %s", engine.T(pinyin), engine.T(chinese))
}

func pillarWords(p calendar.Pillars) engine.Text {
	return engine.List(", ", engine.Map(p[:], func(x calendar.Pillar) engine.Text {
		return engine.T("%s %s", engine.T(x.Pinyin()), engine.T(x.String()))
	}))
}

type clockState struct {
	Local   string      `json:"local"` // mean solar time
	Pillars []string    `json:"pillars"`
	Waning  int         `json:"waning"`
	Waxing  int         `json:"waxing"`
	Hour    branchState `json:"hour"`
	Month   branchState `json:"month"`
	Sun     float64     `json:"sun"` // degrees
}

type branchState struct {
	Branch   string `json:"branch"`
	Hexagram int    `json:"hexagram"`
}

func clockData(m calendar.Moment, n Hexagrams) clockState {
	of := func(branch int) branchState {
		chinese, _ := calendar.BranchNames(branch)
		return branchState{chinese, book.Sovereign(branch).Number()}
	}
	return clockState{
		m.Local.Format("2006-01-02T15:04:05"), m.Pillars.Names(), n.Earlier.Hexagram.Number(), n.Later.Hexagram.Number(),
		of(m.Hour()), of(m.Month()), m.Sun,
	}
}
