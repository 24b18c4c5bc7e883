package labyrinth_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// solvedData is what solve and compact tell programs.
type solvedData struct {
	Seed   int
	Report board.Report
	Pieces []struct {
		Hexagram, Q, R, Doors int
		Cell                  string
	}
	Progress struct{ Restarts, Steps, Best int }
}

// lying are the pieces of the data.
func (d solvedData) lying() []board.Piece {
	var pieces []board.Piece
	for _, p := range d.Pieces {
		pieces = append(pieces, board.Piece{Cell: board.Cell{Q: p.Q, R: p.R}, Doors: board.Doors(p.Doors)})
	}
	return pieces
}

// TestSolveFindsWhatIsAsked: the options reach the search, and the answer's data, picture
// and words are of the same solution.
func TestSolveFindsWhatIsAsked(t *testing.T) {
	for _, tt := range []struct {
		name  string
		raw   map[string]any
		holds func(board.Report, []board.Piece) bool
	}{
		{"any", nil, func(board.Report, []board.Piece) bool { return true }},
		{"groups", map[string]any{"groups": 5}, func(r board.Report, _ []board.Piece) bool { return r.Groups == 5 }},
		{"largest", map[string]any{"largest": 57}, func(r board.Report, _ []board.Piece) bool { return r.Sizes[0] == 57 }},
		{"holed", map[string]any{"holed": 2}, func(r board.Report, _ []board.Piece) bool { return r.Holed == 2 }},
		{"level", map[string]any{"symmetry": "level"}, func(_ board.Report, p []board.Piece) bool { return board.Level.Holds(p) }},
		{"upright", map[string]any{"symmetry": "upright"}, func(_ board.Report, p []board.Piece) bool { return board.Upright.Holds(p) }},
		{"the original", map[string]any{"search": "source", "limit": 300}, func(board.Report, []board.Piece) bool { return true }},
		{"pieces", map[string]any{"pieces": "24@c5 1@h9"}, func(_ board.Report, p []board.Piece) bool {
			return slices.Contains(p, board.Piece{Cell: board.CellAt(2, 4), Doors: board.Hexagram(24)}) && slices.Contains(p, board.Piece{Cell: board.CellAt(7, 8), Doors: 63})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			raw := map[string]any{"seed": 5, "numbers": true, "colour": "teal"}
			maps.Copy(raw, tt.raw)
			a, err := run(t, "solve", raw)
			if err != nil {
				t.Fatal(err)
			}
			var got solvedData
			data(t, a, &got)
			pieces := got.lying()
			r, err := board.Validate(pieces, false)
			if err != nil || !tt.holds(r, pieces) || got.Seed != 5 {
				t.Fatalf("seed %d: %+v, %v", got.Seed, r, err)
			}
			if r.Groups != got.Report.Groups || !slices.Equal(r.Sizes, got.Report.Sizes) || got.Progress.Best != 64 || got.Progress.Steps < 64 || got.Progress.Restarts < 1 {
				t.Errorf("the report says %+v after %+v", got.Report, got.Progress)
			}
			shown := picture(t, a)
			if seen, err := board.Validate(shown.Pieces, false); err != nil || !slices.Equal(seen.Sizes, r.Sizes) {
				t.Errorf("shown is %+v, %v", seen, err)
			}
			if !shown.Numbers || shown.Colour != labyrinth.Teal || !strings.HasPrefix(a.Text.String(), "64 hexagrams in "+strconv.Itoa(r.Groups)+" groups") {
				t.Errorf("shown with numbers %t, in %s: %s", shown.Numbers, shown.Colour.Title(), a.Text)
			}
		})
	}
}

// TestSolveRepeatsBySeed, and takes a seed by chance where none is given.
func TestSolveRepeatsBySeed(t *testing.T) {
	text := func(raw map[string]any) string {
		a, err := run(t, "solve", raw)
		if err != nil {
			t.Fatal(err)
		}
		var got solvedData
		data(t, a, &got)
		return string(board.AppendJSON(nil, got.lying()))
	}
	seven := text(map[string]any{"seed": 7})
	if seven != text(map[string]any{"seed": 7}) || seven == text(map[string]any{"seed": 8}) || seven == text(nil) {
		t.Error("a seed should give its own solution, and always the same")
	}
}

func TestSolveRefuses(t *testing.T) {
	for _, tt := range []struct {
		raw  map[string]any
		want string
	}{
		{map[string]any{"groups": 2, "largest": 60}, "all but the one without doors"},
		{map[string]any{"pieces": "1@c5", "symmetry": "level"}, "cannot be asked to become symmetric"},
		{map[string]any{"pieces": "1@c5 2@c4"}, "which has none to the south"},
		{map[string]any{"pieces": "1@a1"}, "would lead off the board"},
		{map[string]any{"file": engine.File{Data: []byte("{}")}}, "must be a JSON array"},
	} {
		if _, err := run(t, "solve", tt.raw); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v is refused with %v, want words %q", tt.raw, err, tt.want)
		}
	}
}

// TestFilms: at most 61 pictures, each with so many pieces as its caption says, and at
// last the solution.
func TestFilms(t *testing.T) {
	a, err := run(t, "solve", map[string]any{"seed": 2, "film": true})
	if err != nil {
		t.Fatal(err)
	}
	film, ok := a.Scenes[1].(engine.Film)
	if !ok {
		t.Fatalf("the second scene is a %T", a.Scenes[1])
	}
	if len(film.Frames) < 10 || len(film.Frames) > 61 || film.Delay <= 0 || film.Hold <= film.Delay {
		t.Errorf("%d frames of %s, the last one %s", len(film.Frames), film.Delay, film.Hold)
	}
	last, ok := film.Frames[len(film.Frames)-1].(labyrinth.Picture)
	if !ok || !slices.Equal(last.Pieces, picture(t, a).Pieces) {
		t.Error("the film does not end with the solution")
	}
	most := 0
	for i, frame := range film.Frames[:len(film.Frames)-1] {
		p, ok := frame.(labyrinth.Picture)
		if !ok || len(p.Pieces) > 64 || p.Frame != last.Frame || !strings.Contains(p.Caption.String(), "steps") {
			t.Fatalf("frame %d: %d pieces, %s", i, len(p.Pieces), p.Caption)
		}
		most = max(most, len(p.Pieces))
	}
	if most < 40 {
		t.Errorf("at most %d pieces lie before the end", most)
	}
}

// TestFilesOfSolutions: the JSON file is the solution of the answer, and the drawing has
// the scene of the picture.
func TestFilesOfSolutions(t *testing.T) {
	for name, raw := range map[string]map[string]any{
		"solve":   {"seed": 6, "files": true, "numbers": true},
		"compact": {"seed": 6, "files": true, "shape": "hex61"},
	} {
		a, err := run(t, name, raw)
		if err != nil {
			t.Fatal(err)
		}
		var got solvedData
		data(t, a, &got)
		if len(a.Files) != 1 || a.Files[0].Name != "connexion-6.json" {
			t.Fatalf("%s: files %v", name, a.Files)
		}
		if pieces, err := board.ParseJSON(a.Files[0].Data); err != nil || !slices.Equal(pieces, got.lying()) {
			t.Errorf("%s: the file holds %d pieces, %v", name, len(pieces), err)
		}
		drawing, ok := a.Scenes[len(a.Scenes)-1].(engine.Drawing)
		if !ok || drawing.Name != "connexion-6.svg" {
			t.Fatalf("%s: the last scene is %+v", name, a.Scenes[len(a.Scenes)-1])
		}
		if p, ok := drawing.Scene.(labyrinth.Picture); !ok || !slices.Equal(p.Pieces, picture(t, a).Pieces) {
			t.Errorf("%s: the drawing is of a %T", name, drawing.Scene)
		}
	}
}

// TestAnotherRepeatsTheOptions with the next seed, if the line is short enough for a
// button.
func TestAnotherRepeatsTheOptions(t *testing.T) {
	for _, tt := range []struct {
		tool string
		raw  map[string]any
		want string
	}{
		{"solve", map[string]any{"seed": 7}, "solve seed:8"},
		{"solve", map[string]any{"seed": 999_999_999}, "solve seed:0"},
		{"solve", map[string]any{"seed": 7, "groups": 3, "random": true, "colour": "gold"}, "solve seed:8 groups:3 colour:gold"},
		{"solve", map[string]any{"seed": 7, "pieces": "1@c5"}, ""},
		{"solve", map[string]any{"seed": 7, "groups": 3, "search": "source", "demand": false, "limit": 1000, "numbers": true}, ""},
		{"solve", map[string]any{"seed": 7, "search": "source", "random": false, "limit": 1000}, "solve seed:8 search:source random:false limit:1000"},
		{"solve", map[string]any{"seed": 7, "seconds": 60, "film": true, "demand": true}, "solve seed:8 film:true seconds:60"},
		{"compact", map[string]any{"seed": 7, "shape": "par8"}, "compact seed:8"},
		{"compact", map[string]any{"seed": 7, "shape": "hex61"}, "compact seed:8 shape:hex61"},
		{"compact", map[string]any{"seed": 7, "shape": strings.Repeat("########/", 8)}, ""},
	} {
		a, err := run(t, tt.tool, tt.raw)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(a.Actions) > 0 {
			got = a.Actions[0].Line
		}
		if got != tt.want {
			t.Errorf("%s %v offers %q, want %q", tt.tool, tt.raw, got, tt.want)
		}
	}
}

// TestCompactFillsTheShape: eight rows of eight.
func TestCompactFillsTheShape(t *testing.T) {
	shape := strings.Repeat("########/", 8)
	a, err := run(t, "compact", map[string]any{"seed": 1, "shape": shape})
	if err != nil {
		t.Fatal(err)
	}
	var got solvedData
	data(t, a, &got)
	if _, err := board.Validate(got.lying(), true); err != nil {
		t.Error(err)
	}
	for _, p := range got.lying() {
		if c, r := p.Column(), p.Row(); c < 0 || c > 7 || r < 0 || r > 7 {
			t.Errorf("%s is not in the shape", p.Name())
		}
	}
	if _, err := run(t, "compact", map[string]any{"shape": "##"}); err == nil || !strings.Contains(err.Error(), "2 cells") {
		t.Errorf("a shape of two cells: %v", err)
	}
}

// TestVerify accepts what solve finds, as a file and as text, and says what is wrong.
func TestVerify(t *testing.T) {
	whole := next(t, newSolver(t, 4, board.NoMirror))
	text := board.AppendJSON(nil, whole)
	for _, raw := range []map[string]any{
		{"text": string(text)},
		{"file": engine.File{Data: text}, "files": true},
		{"text": string(text), "compact": true},
	} {
		a, err := run(t, "verify", raw)
		if err != nil || !strings.HasPrefix(a.Text.String(), "A solution. 64 hexagrams in ") || len(picture(t, a).Pieces) != 64 {
			t.Errorf("%v: %s, %v", raw["compact"], a.Text, err)
		}
		if files := raw["files"] != nil; files != (len(a.Files) == 1) {
			t.Errorf("files %v", a.Files)
		}
	}
	spoiled := slices.Clone(whole)
	spoiled[3].Doors, spoiled[4].Doors = spoiled[4].Doors, spoiled[3].Doors
	for _, tt := range []struct {
		raw  map[string]any
		want string
	}{
		{map[string]any{}, "as a file or as text"},
		{map[string]any{"text": "[]"}, "0 pieces"},
		{map[string]any{"text": string(board.AppendJSON(nil, whole[1:]))}, "63 pieces lie there"},
		{map[string]any{"text": string(board.AppendJSON(nil, spoiled))}, "piece"},
	} {
		if _, err := run(t, "verify", tt.raw); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("refused with %v, want words %q", err, tt.want)
		}
	}
}

// TestStats: the counts add up, and each solution has its groups.
func TestStats(t *testing.T) {
	a, err := run(t, "stats", map[string]any{"seed": 3, "count": 300})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := a.Scenes[0].(labyrinth.Stats)
	if !ok || s.Solutions != 300 || s.Seed != 3 || !strings.HasPrefix(a.Text.String(), "300 solutions from seed 3") {
		t.Fatalf("%+v: %s", s, a.Text)
	}
	groups, others, pieces := 0, 0, 0
	for n, count := range s.Groups {
		groups += count
		others += count * (n - 1)
	}
	largest := 0
	for n, count := range s.Largest {
		largest += count
		pieces += n * count
	}
	for n, count := range s.Others {
		others -= count
		pieces += n * count
	}
	if groups != 300 || largest != 300 || others != 0 || pieces != 300*64 {
		t.Errorf("%d by groups, %d by largest, %d other groups too few, %d pieces", groups, largest, others, pieces)
	}
	if a, err := run(t, "stats", map[string]any{"seed": 3, "count": 20, "groups": 4}); err != nil || !strings.Contains(a.Text.String(), "Groups: 4: 100.0 %.") {
		t.Errorf("of four groups: %s, %v", a.Text, err)
	}
}

// TestSolutionsEnd: a shell asks for many solutions. At the end of the search it reports how many
// were found, and whether these are all.
func TestSolutionsEnd(t *testing.T) {
	i := slices.IndexFunc(labyrinth.Game.Tools, func(t engine.Tool) bool { return t.Name == "solve" })
	tool := labyrinth.Game.Tools[i]
	whole := next(t, newSolver(t, 4, board.NoMirror))
	rings := slices.Concat(ring(at(t, "e5"), false), ring(at(t, "m11"), true))
	for name, tt := range map[string]struct {
		raw  map[string]any
		want string
	}{
		"all but one piece": {map[string]any{"seed": 1, "file": engine.File{Data: board.AppendJSON(nil, whole[:63])}}, "^no other solution exists: these are all, 1 in number$"},
		"two rings":         {map[string]any{"seed": 1, "pieces": board.FormatPairs(rings)}, "^no solution exists: the search was exhaustive$"},
	} {
		o, err := engine.ParseOptions(tool.Args, tt.raw, true)
		if err != nil {
			t.Fatal(err)
		}
		more, err := tool.Solutions(engine.Env{}, o)
		if err != nil {
			t.Fatal(err)
		}
		for a := (engine.Answer{}); err == nil; a, err = more(t.Context()) {
			if text := a.Text.String(); text != "" && !strings.HasPrefix(text, "groups ") {
				t.Fatalf("%s: a solution is %s", name, text)
			}
		}
		if !regexp.MustCompile(tt.want).MatchString(err.Error()) {
			t.Errorf("%s: it ends with %v", name, err)
		}
	}
}
