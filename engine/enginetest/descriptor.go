package enginetest

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// maxHelp is the greatest length of a view's help, which is shown as a choice of `view`.
const maxHelp = 100

// word is a name that people can type.
var word = regexp.MustCompile(`^[a-z0-9][-_a-z0-9]{0,31}$`)

// generic are the subcommands of every game.
var generic = []string{"new", "join", "show", "undo", "resign", "hint", "view", "replay", "export", "import"}

func (s *suite) descriptor() {
	g := s.game
	if g.Title.Empty() || g.Rules < 1 || g.New == nil || g.Seats == nil {
		s.Fatalf("game %s needs a Title, Rules from 1, New and Seats", g.ID)
	}
	s.arguments("new", g.Options)
	s.sides()
	s.subcommands()
	s.buttons()
	for _, f := range g.Formats {
		if f.ID == "" || f.Title.Empty() || f.Encode == nil && f.Decode == nil {
			s.Errorf("format %q needs an ID, a Title and a function", f.ID)
		}
	}
	checkUnique(s, "format", g.Formats, func(f engine.Format) string { return f.ID })
	s.levels()
	s.classes()
	s.catalog()
}

func (s *suite) sides() {
	for _, o := range s.variants() {
		switch seats := s.game.Seats(o); {
		case seats != 1 && seats != 2:
			s.Errorf("options %v: %d seats; want 1 or 2", o, seats)
		case seats == 2 && len(s.game.Sides.List) != 2:
			s.Errorf("options %v: %d sides for 2 seats", o, len(s.game.Sides.List))
		}
	}
	checkUnique(s, "side", s.game.Sides.List, idOf)
}

func (s *suite) commands() []string {
	views := slices.DeleteFunc(slices.Clone(s.game.Views), func(v engine.View) bool { return !v.Command })
	return slices.Concat(generic,
		engine.Map(s.game.Starts, func(start engine.Start) string { return start.Name }),
		engine.Map(s.game.Verbs, func(v engine.Verb) string { return v.Name }),
		engine.Map(views, func(v engine.View) string { return v.Name }),
		engine.Map(s.game.Tools, func(t engine.Tool) string { return t.Name }))
}

func (s *suite) subcommands() {
	for _, start := range s.game.Starts {
		s.arguments("start "+start.Name, start.Args)
	}
	for _, v := range s.game.Verbs {
		s.arguments("verb "+v.Name, v.Args)
	}
	for _, v := range s.game.Views {
		if n := v.Help.Length(); !word.MatchString(v.Name) || n == 0 || n > maxHelp {
			s.Errorf("view %q needs a name of one word, and help of 1 to %d characters; it has %d", v.Name, maxHelp, n)
		}
		s.arguments("view "+v.Name, v.Args)
		s.choosesPrivacy("view "+v.Name, v.Args)
	}
	checkUnique(s, "view", s.game.Views, func(v engine.View) string { return v.Name })
	for _, t := range s.game.Tools {
		s.arguments("tool "+t.Name, t.Args)
		s.choosesPrivacy("tool "+t.Name, t.Args)
	}
}

func (s *suite) choosesPrivacy(of string, args []engine.Arg) {
	for _, a := range args {
		if a.Name == "private" && a.Kind != engine.Boolean {
			s.Errorf("%s: the argument private must be a Boolean", of)
		}
	}
}

func (s *suite) arguments(of string, args []engine.Arg) {
	checkUnique(s, of+": argument", args, func(a engine.Arg) string { return a.Name })
	optional := false
	for _, a := range args {
		if a.Required && optional {
			s.Errorf("%s: %s is required, but comes after an optional argument", of, a.Name)
		}
		optional = optional || !a.Required
		if a.Required && (a.Default != nil || a.DefaultAlone != nil || a.DefaultFor != nil) {
			s.Errorf("%s: %s is required and has a default", of, a.Name)
		}
		if (a.Kind == engine.Pick) != (len(a.Choices) > 0) {
			s.Errorf("%s: %s has %d choices; a Pick, and nothing else, has some", of, a.Name, len(a.Choices))
		}
		checkUnique(s, of+": choice of "+a.Name, a.Choices, idOf)
		s.byDefault(of, a, a.Default)
		s.byDefault(of, a, a.DefaultAlone)
	}
}

func (s *suite) byDefault(of string, a engine.Arg, value any) {
	if value == nil {
		return
	}
	if parsed, err := a.Parse(value); err != nil || !reflect.DeepEqual(parsed, value) {
		s.Errorf("%s: the default %v of %s parses as %v, %v", of, value, a.Name, parsed, err)
	}
}

func (s *suite) levels() {
	g := s.game
	checkUnique(s, "level", g.Opponents.Levels, func(l engine.Level) string { return l.ID })
	for _, l := range g.Opponents.Levels {
		if !word.MatchString(l.ID) || l.Title.Empty() || l.Think <= 0 || l.New == nil {
			s.Errorf("level %q needs an ID, a Title, a time to Think and New", l.ID)
		}
		if found, ok := g.Level(l.ID); !ok || found.ID != l.ID {
			s.Errorf("level %q is found as %q", l.ID, found.ID)
		}
	}
	s.scale()
	for _, id := range []string{g.Opponents.Default, g.Opponents.Hint} {
		if _, ok := g.Level(id); !ok && (id != "" || len(g.Opponents.Levels) > 0) {
			s.Errorf("%q is named as a level for all games or hints, but is none", id)
		}
	}
}

// classes checks that options belong to a listed class or are refused, and that levels are rated in
// listed classes only, stronger ones higher.
func (s *suite) classes() {
	g := s.game
	known := map[string]bool{"": len(g.Classes) == 0}
	for _, c := range g.Classes {
		known[c.ID] = true
	}
	checkUnique(s, "class", g.Classes, idOf)
	for _, o := range s.variants() {
		class, err := g.ClassOf(o)
		if _, refused := engine.Why(err); err != nil && !refused || err == nil && g.Seats(o) == 2 && !known[class.ID] {
			s.Errorf("options %v belong to class %q: %v", o, class.ID, err)
		}
	}
	last := map[string]float64{}
	for _, l := range g.Opponents.Levels {
		for class, rating := range l.Ratings {
			if weaker, ok := last[class]; !known[class] || ok && rating <= weaker {
				s.Errorf("level %s is rated %v in class %q, the next weaker %v", l.ID, rating, class, weaker)
			}
			last[class] = rating
		}
	}
}

// scale checks that exactly the numbers within the bounds have a level.
func (s *suite) scale() {
	scale := s.game.Opponents.Scale
	if scale.Level == nil {
		return
	}
	for n := scale.Arg.Min - 1; n <= scale.Arg.Max+1; n++ {
		l, ok := s.game.Level(strconv.Itoa(n))
		within := n >= scale.Arg.Min && n <= scale.Arg.Max
		if ok != within || ok && (l.ID != strconv.Itoa(n) || l.Title.Empty() || l.Think <= 0 || l.New == nil) {
			s.Errorf("%s %d: %v, level %q", scale.Arg.Name, n, ok, l.ID)
		}
	}
}

// catalog checks that translations have all arguments.
func (s *suite) catalog() {
	for language, words := range s.game.Catalog {
		for english, translated := range words {
			if strings.Count(english, "%") != strings.Count(translated, "%") {
				s.Errorf("%s: %q is translated by %q, which has other arguments", language, english, translated)
			}
		}
	}
}

// buttons checks that each button offers one verb or view and has a short label and an emoji.
func (s *suite) buttons() {
	for name, b := range s.game.Controls.Buttons {
		_, verb := s.game.Verb(name)
		if _, view := s.game.View(name); verb == view {
			s.Errorf("the button %q offers %q, which is not one verb or view", b.Label, name)
		}
		if n := utf8.RuneCountInString(b.Label.String()); n == 0 || n > maxLabel {
			s.Errorf("%s: the button has %d characters; want 1 to %d", name, n, maxLabel)
		}
		if !isPicture(b.Emoji) {
			s.Errorf("%s: the button %q has the emoji %q; each has one", name, b.Label, b.Emoji)
		}
	}
}

// isPicture reports whether a text is no longer than an emoji and has no letters.
func isPicture(emoji string) bool {
	return emoji != "" && utf8.RuneCountInString(emoji) <= 7 && !strings.ContainsFunc(emoji, func(r rune) bool { return r < 0x2000 })
}

// checkUnique fails for duplicate names in a list.
func checkUnique[T any](s *suite, kind string, list []T, name func(T) string) {
	seen := map[string]bool{}
	for _, item := range list {
		if seen[name(item)] {
			s.Errorf("%s %q is there twice", kind, name(item))
		}
		seen[name(item)] = true
	}
}

func idOf(n engine.Named) string { return n.ID }
