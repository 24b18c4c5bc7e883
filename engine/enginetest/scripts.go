package enginetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// Scripts plays every file that matches the pattern as a subtest; the package comment describes the
// form. Errors have file and line.
func Scripts(t *testing.T, game engine.Game, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts match %q (%v)", pattern, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := runScript(&game, file, string(data)); err != nil {
				t.Error(err)
			}
		})
	}
}

type script struct {
	game     *engine.Game
	raw      map[string]any  // options read so far
	position engine.Position // nil while options may follow
}

func runScript(game *engine.Game, file, text string) error {
	s := &script{game: game, raw: map[string]any{}}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		number := i + 1
		var err error
		if indented(lines[i]) {
			board := block(lines[i:])
			i += len(board) - 1
			err = s.board(board)
		} else {
			err = s.line(strings.TrimRight(lines[i], " \t"))
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
	if err := s.begin(); err != nil {
		return fmt.Errorf("%s:%d: %w", file, len(lines), err)
	}
	return nil
}

func indented(line string) bool {
	return strings.TrimSpace(line) != "" && (line[0] == ' ' || line[0] == '\t')
}

// block returns the leading run of indented lines, with blank ones between them. All lines of a
// board are indented, also if the board's own first lines are not.
func block(lines []string) []string {
	end := 0
	for i, line := range lines {
		if indented(line) {
			end = i + 1
		} else if strings.TrimSpace(line) != "" {
			break
		}
	}
	return lines[:end]
}

func (s *script) line(line string) error {
	switch {
	case line == "" || line[0] == '#':
		return nil
	case s.position == nil && s.isOption(line):
		name, value, _ := strings.Cut(line, " ")
		s.raw[name] = strings.TrimSpace(value)
		return nil
	}
	if err := s.begin(); err != nil {
		return err
	}
	switch line[0] {
	case '!':
		return s.refused(line[1:])
	case '?':
		return s.outcome(line[1:])
	}
	_, err := s.position.Play(line)
	return err
}

func (s *script) isOption(line string) bool {
	name, _, _ := strings.Cut(line, " ")
	return slices.ContainsFunc(s.game.Options, func(a engine.Arg) bool { return a.Name == name })
}

// begin starts the game at the first line that is not an option.
func (s *script) begin() error {
	if s.position != nil {
		return nil
	}
	o, err := engine.ParseOptions(s.game.Options, s.raw, false)
	if err != nil {
		return err
	}
	if o, err = s.game.Prepared(engine.Env{Now: noon, Rand: seeded(0)}, o); err != nil {
		return err
	}
	s.position, err = s.game.New(o)
	return err
}

func (s *script) board(want []string) error {
	if err := s.begin(); err != nil {
		return err
	}
	got := strings.Split(strings.TrimRight(s.position.String(), "\n"), "\n")
	if !slices.Equal(outdent(want), outdent(got)) {
		return fmt.Errorf("the board is\n%s\nnot\n%s", strings.Join(outdent(got), "\n"), strings.Join(outdent(want), "\n"))
	}
	return nil
}

// outdent removes the common indentation and trailing spaces.
func outdent(lines []string) []string {
	least := -1
	for _, line := range lines {
		if depth := len(line) - len(strings.TrimLeft(line, " \t")); strings.TrimSpace(line) != "" && (least < 0 || depth < least) {
			least = depth
		}
	}
	return engine.Map(lines, func(line string) string {
		return strings.TrimRight(line[min(max(least, 0), len(line)):], " \t")
	})
}

func (s *script) refused(line string) error {
	move, words, _ := strings.Cut(line, "--")
	move, words = strings.TrimSpace(move), strings.TrimSpace(words)
	before := s.position.String()
	_, err := s.position.Play(move)
	if err == nil {
		return fmt.Errorf("%q was played; it should have been refused", move)
	}
	if _, ok := errors.AsType[*engine.MoveError](err); !ok {
		return fmt.Errorf("%q was refused with %T (%w), not with a MoveError", move, err, err)
	}
	if why, _ := engine.Why(err); !strings.Contains(why.String(), words) {
		return fmt.Errorf("%q was refused with %q, which does not contain %q", move, why, words)
	}
	if s.position.String() != before {
		return fmt.Errorf("refusing %q changed the board to\n%s", move, s.position)
	}
	return nil
}

// outcome checks "open", "won SIDE", "drawn" or "solved"; the side to move may follow "open".
func (s *script) outcome(line string) error {
	head, words, _ := strings.Cut(line, "--")
	want := strings.Fields(head)
	if len(want) == 0 {
		return errors.New("an outcome should follow the question mark: open, won, drawn or solved")
	}
	o := s.position.Outcome()
	if got := o.Status.String(); got != want[0] {
		return fmt.Errorf("the outcome is %s, not %s", got, want[0])
	}
	if len(want) > 1 {
		seat := o.Winner
		if o.Status == engine.Open {
			seat = s.position.Turn()
		}
		if got := s.side(seat); got != want[1] {
			return fmt.Errorf("%s: it is %s, not %s", want[0], got, want[1])
		}
	}
	if words = strings.TrimSpace(words); !strings.Contains(o.Reason.String(), words) {
		return fmt.Errorf("the reason is %q, which does not contain %q", o.Reason, words)
	}
	return nil
}

func (s *script) side(seat engine.Seat) string {
	if seat < 0 || int(seat) >= len(s.game.Sides.List) {
		return "nobody"
	}
	return s.game.Sides.List[seat].ID
}
