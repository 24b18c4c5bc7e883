package htp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

type settings struct {
	time    time.Duration // 0: by the clock
	swap    bool
	skill   player.Options
	network string // file of the network; empty: the embedded one
}

type parameter struct {
	name, help string
	skill      bool // part of the skill: a change needs a new player
	show       func(settings) string
	set        func(v *settings, word string) error
}

// Upper bounds of parameters: more is a typing error.
const (
	maxThreads  = 64
	maxPlayouts = 1_000_000_000
)

var parameters = []parameter{
	{
		"time", "seconds a move; 0, the default: what the clock allows, and 1 without a clock",
		false,
		func(v settings) string { return strconv.FormatFloat(v.time.Seconds(), 'g', -1, 64) },
		func(v *settings, word string) (err error) {
			v.time, err = parseSeconds(word)
			return err
		},
	},
	count("threads", "how many think; 0, the default: as many as the level has", maxThreads,
		func(v *settings) *int { return &v.skill.Threads }),
	choice("level", "one of the game's; max, the default: the strongest", "max", strings.ToLower,
		func(v *settings) *string { return &v.skill.Level }),
	choice("engine", "how it searches, one of: "+strings.Join(player.Searches(), ", ")+"; auto, the default: as the level does", "auto", strings.ToLower,
		func(v *settings) *string { return &v.skill.Search }),
	count("playouts", "bound on a move, beside the time; 0, the default: the level's own", maxPlayouts,
		func(v *settings) *int { return &v.skill.Playouts }),
	{
		"seed", "of what it does by chance; 0 is the default",
		true,
		func(v settings) string { return strconv.FormatUint(v.skill.Seed, 10) },
		func(v *settings, word string) (err error) {
			if v.skill.Seed, err = strconv.ParseUint(word, 10, 64); err != nil {
				return engine.Refuse("%s must be a whole number from 0", strconv.Quote(word))
			}
			return nil
		},
	},
	{
		"without", "features of the network's search to leave out, separated by commas: " + strings.Join(player.Features(), ", ") + "; none, the default",
		true,
		func(v settings) string { return cmp.Or(strings.Join(v.skill.Without, ","), none) },
		func(v *settings, word string) error {
			v.skill.Without = nil
			if word = strings.ToLower(word); word != none {
				v.skill.Without = strings.Split(word, ",")
			}
			return nil
		},
	},
	choice("network", "file of the network's weights; own, the default: the program's", "own", strings.TrimSpace,
		func(v *settings) *string { return &v.network }),
	{
		"swap", "1 if genmove may answer swap-pieces, and then opens evenly; 0, the default: it never does",
		false,
		func(v settings) string {
			if v.swap {
				return "1"
			}
			return "0"
		},
		func(v *settings, word string) error {
			n, err := parseCount(word, 1)
			v.swap = n == 1
			return err
		},
	},
}

// count returns a parameter of the skill that is a number.
func count(name, help string, most int, of func(*settings) *int) parameter {
	return parameter{
		name, help, true,
		func(v settings) string { return strconv.Itoa(*of(&v)) },
		func(v *settings, word string) (err error) {
			*of(v), err = parseCount(word, most)
			return err
		},
	}
}

// choice returns a parameter of the skill that is a word, in the form that clean gives it; the
// settings hold "" for the usual one.
func choice(name, help, usual string, clean func(string) string, of func(*settings) *string) parameter {
	return parameter{
		name, help, true,
		func(v settings) string { return cmp.Or(*of(&v), usual) },
		func(v *settings, word string) error {
			if word = clean(word); word == usual {
				word = ""
			}
			*of(v) = word
			return nil
		},
	}
}

const none = "none" // of the features

// Parameters lists the parameters, one per line.
func Parameters() string {
	var b strings.Builder
	for _, p := range parameters {
		fmt.Fprintf(&b, "  %-9s %s\n", p.name, p.help)
	}
	return b.String()
}

// set sets one parameter. If it concerns the skill, it makes a new player first; a refusal of that
// leaves everything unchanged.
func (s *session) set(name, word string) error {
	p, err := findParameter(name)
	if err != nil {
		return err
	}
	changed := s.settings
	if err := p.set(&changed, word); err != nil {
		return err
	}
	if p.skill {
		player, err := s.newPlayer(changed)
		if err != nil {
			return err
		}
		s.player = player
	}
	s.settings = changed
	return nil
}

func findParameter(name string) (parameter, error) {
	if i := slices.IndexFunc(parameters, func(p parameter) bool { return strings.EqualFold(name, p.name) }); i >= 0 {
		return parameters[i], nil
	}
	names := engine.Map(parameters, func(p parameter) string { return p.name })
	return parameter{}, engine.Refuse("there is no parameter %s; the parameters are: %s", strconv.Quote(name), strings.Join(names, ", "))
}

func (s *session) param(_ context.Context, args []string) (string, error) {
	switch len(args) {
	case 0:
		lines := engine.Map(parameters, func(p parameter) string { return p.name + " " + p.show(s.settings) })
		return strings.Join(lines, "\n"), nil
	case 1:
		p, err := findParameter(args[0])
		if err != nil {
			return "", err
		}
		return p.show(s.settings), nil
	}
	return "", s.set(args[0], args[1])
}

func parseCount(word string, most int) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > most {
		return 0, engine.Refuse("%s must be a whole number from 0 to %s", strconv.Quote(word), strconv.Itoa(most))
	}
	return n, nil
}
