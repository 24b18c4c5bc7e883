package console

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

type session struct {
	console  *Console
	game     *engine.Game
	options  engine.Options
	position engine.Position
	moves    []string // canonical, from the start
	players  map[string]engine.Player
	rand     *rand.Rand
	notes    engine.Notes // of the player, for the length of the session
}

// reply answers a line, or the error in its place.
func (s *session) reply(ctx context.Context, line string, err error) any {
	var answer any
	if err == nil {
		answer, err = s.answer(ctx, line)
	}
	if err != nil {
		return refused(err, s.say)
	}
	return answer
}

func (s *session) answer(ctx context.Context, line string) (any, error) {
	if !strings.HasPrefix(line, "{") {
		return s.play(line)
	}
	r, err := parseRequest(line)
	if err != nil {
		return nil, err
	}
	a, ok := actions[r.Do]
	if !ok {
		return nil, engine.Refuse("%q is not a request; the requests are: %s", r.Do, strings.Join(slices.Sorted(maps.Keys(actions)), ", "))
	}
	if err := r.allows(a.fields); err != nil {
		return nil, err
	}
	return a.run(s, ctx, r)
}

func (s *session) play(line string) (any, error) {
	line, err := s.game.Completed(s.env(), s.position, s.withoutVerb(engine.Typewritten(line)))
	if err != nil {
		return nil, err
	}
	return s.played(line)
}

// played plays a completed line and describes the position after it.
func (s *session) played(line string) (positionAnswer, error) {
	canonical, err := s.position.Play(line)
	if err != nil {
		return positionAnswer{}, err
	}
	s.moves = append(s.moves, canonical)
	return s.describe(canonical), nil
}

// withoutVerb drops the verb `move`, which positions do not read.
func (s *session) withoutVerb(line string) string {
	verb, rest, _ := strings.Cut(line, " ")
	if _, ok := s.game.Verb(engine.MoveVerb); ok && strings.EqualFold(verb, engine.MoveVerb) {
		return strings.TrimSpace(rest)
	}
	return line
}

func (s *session) env() engine.Env {
	return engine.Env{Now: s.console.Now(), Rand: s.rand, Notes: s.notes}
}

func (s *session) show(context.Context, request) (any, error) {
	return s.describe(""), nil
}

func (s *session) undo(ctx context.Context, _ request) (any, error) {
	if len(s.moves) == 0 {
		return nil, engine.Refuse("there is no move to take back")
	}
	moves := s.moves[:len(s.moves)-1]
	p, err := engine.Replay(ctx, s.game, s.options, moves)
	if err != nil {
		return nil, err
	}
	s.position, s.moves = p, moves
	return s.describe(""), nil
}

func (s *session) genmove(ctx context.Context, r request) (any, error) {
	level, err := s.level(r.Level)
	if err != nil {
		return nil, err
	}
	limit, err := r.limit(level.Think)
	if err != nil {
		return nil, err
	}
	if s.position.Outcome().Status != engine.Open {
		return nil, engine.Refuse("the game is over; there is no move left to choose")
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	choice, err := s.player(level).Choose(ctx, s.position)
	if err != nil {
		return nil, err
	}
	answer, err := s.played(choice.Move)
	return moveAnswer{answer, choice.Value, choice.Line, choice.Proved}, err
}

func (s *session) level(id string) (engine.Level, error) {
	if len(s.game.Opponents.Levels) == 0 {
		return engine.Level{}, engine.Refuse("%s has no levels to choose a move", s.game.ID)
	}
	id = cmp.Or(id, s.game.Opponents.Default)
	if level, ok := s.game.Level(id); ok {
		return level, nil
	}
	ids := names(s.game.Opponents.Levels, func(l engine.Level) string { return l.ID })
	return engine.Level{}, engine.Refuse("there is no level %q; the levels are: %s", id, ids)
}

// player returns the session's player of a level, which may keep its search tree.
func (s *session) player(level engine.Level) engine.Player {
	if s.players[level.ID] == nil {
		s.players[level.ID] = level.New(s.console.Seed)
	}
	return s.players[level.ID]
}

func (s *session) view(ctx context.Context, r request) (any, error) {
	v, ok := s.game.View(r.Name)
	if !ok {
		return nil, s.missing("view", r.Name, names(s.game.Views, func(v engine.View) string { return v.Name }))
	}
	options, err := parse(v.Args, r.Args)
	if err != nil {
		return nil, err
	}
	limit, err := r.limit(v.Think)
	if err != nil {
		return nil, err
	}
	return s.answered(within(ctx, limit, func(ctx context.Context) (engine.Answer, error) {
		return v.Show(ctx, s.position, options)
	}))
}

func (s *session) tool(ctx context.Context, r request) (any, error) {
	t, ok := s.game.Tool(r.Name)
	if !ok {
		return nil, s.missing("tool", r.Name, names(s.game.Tools, func(t engine.Tool) string { return t.Name }))
	}
	options, err := parse(t.Args, r.Args)
	if err != nil {
		return nil, err
	}
	return s.answered(t.Run(ctx, s.env(), options, func(engine.Answer) {}))
}

func (s *session) export(ctx context.Context, r request) (any, error) {
	f, err := s.format(r.Format, func(f engine.Format) bool { return f.Encode != nil })
	if err != nil {
		return nil, err
	}
	record := engine.Record{
		Options: s.options,
		Moves:   s.moves,
		Names:   make([]string, s.game.Seats(s.options)),
		Outcome: s.position.Outcome(),
		Date:    s.env().Now.Format(time.DateOnly),
	}
	return s.answered(f.Encode(ctx, record))
}

func (s *session) load(ctx context.Context, r request) (any, error) {
	f, err := s.format(r.Format, func(f engine.Format) bool { return f.Decode != nil })
	if err != nil {
		return nil, err
	}
	record, err := f.Read(ctx, engine.Written{Text: r.Text, Number: 1})
	if err != nil {
		return nil, err
	}
	p, err := engine.Replay(ctx, s.game, record.Options, record.Moves)
	if err != nil {
		return nil, err
	}
	s.options, s.position, s.moves = record.Options, p, record.Moves
	return s.describe(""), nil
}

func (s *session) format(id string, can func(engine.Format) bool) (engine.Format, error) {
	f, ok := s.game.Format(id)
	if ok && can(f) {
		return f, nil
	}
	able := slices.DeleteFunc(slices.Clone(s.game.Formats), func(f engine.Format) bool { return !can(f) })
	return f, s.missing("format", id, names(able, func(f engine.Format) string { return f.ID }))
}

func (s *session) missing(kind, name, known string) error {
	if known == "" {
		return engine.Refuse("%s has no %s", s.game.ID, kind)
	}
	return engine.Refuse("there is no %s %q; choose one of: %s", kind, name, known)
}

func names[T any](list []T, name func(T) string) string {
	return strings.Join(engine.Map(list, name), ", ")
}

type request struct {
	Do     string         `json:"do"`
	Level  string         `json:"level"`
	Millis *int64         `json:"millis"`
	Name   string         `json:"name"`
	Args   map[string]any `json:"args"`
	Format string         `json:"format"`
	Text   string         `json:"text"`

	given []string // the fields present in the line, except "do"
}

// action is a kind of request, with the fields that it reads.
type action struct {
	run    func(*session, context.Context, request) (any, error)
	fields []string
}

var actions = map[string]action{
	"export":  {(*session).export, []string{"format"}},
	"genmove": {(*session).genmove, []string{"level", "millis"}},
	"import":  {(*session).load, []string{"format", "text"}},
	"show":    {(*session).show, nil},
	"tool":    {(*session).tool, []string{"name", "args"}},
	"undo":    {(*session).undo, nil},
	"view":    {(*session).view, []string{"name", "args", "millis"}},
}

func parseRequest(line string) (request, error) {
	var r request
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		return r, engine.Refuse("this is not a JSON object of a known form: %s", err.Error())
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal([]byte(line), &fields) // an object, as the first decoding shows
	delete(fields, "do")
	r.given = slices.Sorted(maps.Keys(fields))
	return r, nil
}

// allows refuses fields that the action does not read: most are misspelt.
func (r request) allows(fields []string) error {
	for _, name := range r.given {
		if slices.Contains(fields, name) {
			continue
		}
		if len(fields) == 0 {
			return engine.Refuse("%q has no fields, so %q is not one of them", r.Do, name)
		}
		return engine.Refuse("%q is not a field of %q; its fields are: %s", name, r.Do, strings.Join(fields, ", "))
	}
	return nil
}

// limit returns the time for a generated move or a view.
func (r request) limit(usual time.Duration) (time.Duration, error) {
	if r.Millis == nil {
		return usual, nil
	}
	if *r.Millis < 1 || *r.Millis > longest.Milliseconds() {
		return 0, engine.Refuse("millis must be from 1 to %s", strconv.FormatInt(longest.Milliseconds(), 10))
	}
	return time.Duration(*r.Millis) * time.Millisecond, nil
}

// longest bounds "millis": more than a day is a typing error.
const longest = 24 * time.Hour
