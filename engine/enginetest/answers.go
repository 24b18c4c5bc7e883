package enginetest

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

const (
	// thinking is the time for players and tools. It is no measurement: a slow machine only gets
	// weaker answers.
	thinking = 10 * time.Millisecond
	// Discord's limits of a message and of a button's label, in characters.
	maxMessage, maxLabel = 2000, 80
	// maxActions is the number of buttons in a message. maxAction is the part of a button's
	// 100 bytes that the bot leaves for the game's name and an action's line.
	maxActions, maxAction = 25, 80
)

// players asks every level for a move at some plies of a game, also without any time.
func (s *suite) players() {
	for at := range s.places(2, s.parse(nil, false)) {
		if s.replay(at).Outcome().Status != engine.Open {
			continue
		}
		for _, level := range s.game.Opponents.Levels {
			s.choose(level, at, thinking)
			s.choose(level, at, 0)
		}
	}
	s.hints()
}

// hints asks for hints that are not a level's.
func (s *suite) hints() {
	if s.game.Opponents.HintAt == nil {
		return
	}
	for _, o := range s.kinds() {
		if answer, ok := s.game.Opponents.HintAt(s.start(o)); ok {
			s.presentable("hint", answer)
		}
	}
}

func (s *suite) choose(level engine.Level, at place, think time.Duration) {
	p := s.replay(at)
	shot := s.snapshot(p)
	ctx, cancel := context.WithTimeout(s.Context(), think)
	defer cancel()
	choice, err := level.New(1).Choose(ctx, p)
	if err != nil {
		if think > 0 {
			s.Errorf("%s: level %s: %v", at, level.ID, err)
		}
		return // without any time a player may have no move
	}
	s.same(shot, p, "%s: level %s changed the position: ", at, level.ID)
	if choice.Value < 0 || choice.Value > 1 || choice.Value != choice.Value {
		s.Errorf("%s: level %s values its move at %v; want 0 to 1", at, level.ID, choice.Value)
	}
	if len(choice.Line) > 0 && choice.Line[0] != choice.Move {
		s.Errorf("%s: level %s plays %q, but its line begins with %q", at, level.ID, choice.Move, choice.Line[0])
	}
	s.advised(at.String()+": level "+level.ID, p, choice)
	line := choice.Line
	if len(line) == 0 {
		line = []string{choice.Move}
	}
	for i, move := range line {
		if canonical, err := p.Play(move); err != nil || canonical != move {
			s.Errorf("%s: level %s gives the line %q, whose move %d plays as %q, %v", at, level.ID, line, i+1, canonical, err)
			return
		}
	}
}

// views calls every view with open and finished positions of every kind, with the default arguments
// and, at one of the plies, with the extremes of each argument.
func (s *suite) views() {
	for _, o := range s.kinds() {
		places := slices.Collect(s.places(3, o))
		for _, view := range s.game.Views {
			for n, raw := range someArguments(view.Args) {
				args := s.parsed("view "+view.Name, view.Args, raw, false)
				for i, at := range places {
					if n == 0 || i == n%len(places) || Long() {
						s.shows(view, args, s.replay(at), at)
					}
				}
			}
		}
	}
}

func (s *suite) shows(view engine.View, args engine.Options, p engine.Position, at place) {
	shot := s.snapshot(p)
	ctx := s.Context()
	if view.Think > 0 { // it answers with what it has by then
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, thinking)
		defer cancel()
	}
	answer, err := view.Show(ctx, p, args)
	s.same(shot, p, "%s: view %s changed the position, with %v: ", at, view.Name, args)
	if err != nil {
		refusal, ok := errors.AsType[*engine.Refusal](err)
		if !ok {
			s.Errorf("%s: view %s: %v, want an answer or a Refusal", at, view.Name, err)
			return
		}
		s.references("view "+view.Name, refusal.Why)
		return
	}
	s.presentable("view "+view.Name, answer)
	for _, scene := range answer.Scenes {
		if scene != nil && p.Turn() == engine.NoSeat {
			s.overIn(at.String()+": view "+view.Name, scene.Describe().String())
		}
	}
}

// tools runs every tool, with the default arguments and the extremes of each, without and with
// empty notes.
func (s *suite) tools() {
	for _, tool := range s.game.Tools {
		for _, raw := range someArguments(tool.Args) {
			args := s.parsed("tool "+tool.Name, tool.Args, raw, false)
			for _, notes := range []engine.Notes{nil, engine.NewNotes()} {
				s.use(tool, args, notes)
			}
		}
		if tool.Solutions != nil {
			s.solutions(tool)
		}
	}
}

// solutions checks that equal random sources give equal solutions.
func (s *suite) solutions(tool engine.Tool) {
	args, err := engine.ParseOptions(tool.Args, nil, false)
	if err != nil {
		return // some arguments are known only to the game
	}
	var found [2][]engine.Answer
	for i := range found {
		next, err := tool.Solutions(engine.Env{Now: noon, Rand: rand.New(rand.NewPCG(1, 1))}, args)
		if err != nil {
			s.Errorf("tool %s begins no search for solutions: %v", tool.Name, err)
			return
		}
		for range 2 {
			a, err := next(s.Context())
			if err != nil {
				s.Errorf("tool %s: solution %d: %v", tool.Name, len(found[i])+1, err)
				return
			}
			s.presentable("solution of tool "+tool.Name, a)
			if a.Data == nil {
				s.Errorf("tool %s: a solution has no data", tool.Name)
			}
			found[i] = append(found[i], a)
		}
	}
	if !reflect.DeepEqual(found[0], found[1]) {
		s.Errorf("tool %s finds %v and then %v by the same chance", tool.Name, found[0], found[1])
	}
}

func (s *suite) use(tool engine.Tool, args engine.Options, notes engine.Notes) {
	ctx, cancel := context.WithTimeout(s.Context(), thinking)
	defer cancel()
	env := engine.Env{Now: noon, Rand: rand.New(rand.NewPCG(1, 1)), Notes: notes}
	answer, err := tool.Run(ctx, env, args, func(a engine.Answer) { s.presentable("progress of tool "+tool.Name, a) })
	_, refused := errors.AsType[*engine.Refusal](err)
	switch {
	case err == nil:
		s.presentable("tool "+tool.Name, answer)
	case !refused && !errors.Is(err, context.DeadlineExceeded):
		s.Errorf("tool %s: %v, with %v", tool.Name, err, args)
	}
}

func (s *suite) presentable(name string, a engine.Answer) {
	if a.Text.Empty() && len(a.Scenes) == 0 && len(a.Files) == 0 {
		s.Errorf("%s: the answer is empty", name)
	}
	if n := utf8.RuneCountInString(a.Text.String()); n > maxMessage {
		s.Errorf("%s: the text has %d characters; at most %d can be sent", name, n, maxMessage)
	}
	s.references(name, a.Text)
	if _, err := json.Marshal(a.Data); err != nil {
		s.Errorf("%s: the data cannot be written as JSON: %v", name, err)
	}
	if n := len(a.Scenes) + len(a.Files); n > 10 {
		s.Errorf("%s: %d pictures and files; a message takes 10", name, n)
	}
	for _, scene := range a.Scenes {
		s.scene(name, scene)
	}
	for _, f := range a.Files {
		if f.Name == "" {
			s.Errorf("%s: a file has no name", name)
		}
	}
	s.actions(name, a.Actions)
}

func (s *suite) actions(name string, list []engine.Action) {
	if len(list) > maxActions {
		s.Errorf("%s: %d actions; a message takes %d", name, len(list), maxActions)
	}
	checkUnique(s, name+": action", list, func(a engine.Action) string { return a.Line })
	for _, action := range list {
		if n := utf8.RuneCountInString(action.Label.String()); n == 0 || n > maxLabel || len(s.game.ID+action.Line) > maxAction {
			s.Errorf("%s: the action %q (%q) needs a label of 1 to %d characters, and a line of at most %d bytes with the game's name",
				name, action.Label, action.Line, maxLabel, maxAction)
		}
		if command, _, _ := strings.Cut(action.Line, " "); !slices.Contains(s.commands(), command) {
			s.Errorf("%s: the action %q runs %q, which is no command of the game", name, action.Label, action.Line)
		}
	}
}
