package slash_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/engine/enginetest"

	"github.com/sixfold-bot/sixfold/bot/slash"
)

// commands returns a small bot's commands.
func commands() []slash.Command {
	levels := []slash.Choice{{Name: "Easy", Value: "easy"}, {Name: "Very hard", Value: "hard"}}
	return []slash.Command{
		{Name: "help", Description: "Say how it works"},
		{Name: "hex", Description: "Play Hex", Options: []slash.Option{
			{Type: slash.SubCommand, Name: "new", Description: "Open a table", Options: []slash.Option{
				{Type: slash.User, Name: "opponent", Description: "Whom to challenge"},
				{Type: slash.Integer, Name: "size", Description: "Cells on a side", MinValue: new(3.0), MaxValue: new(19.0)},
				{Type: slash.Boolean, Name: "swap", Description: "The swap rule"},
				{Type: slash.String, Name: "level", Description: "How strong the bot is", Choices: levels},
				{Type: slash.Integer, Name: "pace", Description: "Seconds a move", MinValue: new(1.0)},
				{Type: slash.Integer, Name: "handicap", Description: "Stones", Choices: []slash.Choice{{Name: "one", Value: 1.0}, {Name: "two", Value: 2.0}}},
			}},
			{Type: slash.SubCommand, Name: "move", Description: "Place a stone", Options: []slash.Option{
				{Type: slash.String, Name: "cell", Description: "Where, as c5", Required: true, Autocomplete: true},
				{Type: slash.Integer, Name: "table", Description: "Which table"},
			}},
			{Type: slash.SubCommand, Name: "import", Description: "Read a game", Options: []slash.Option{
				{Type: slash.String, Name: "text", Description: "SGF", MaxLength: new(40)},
			}},
			{Type: slash.SubCommand, Name: "bring", Description: "Read a game", Options: []slash.Option{
				{Type: slash.String, Name: "text", Description: "The game", MaxLength: new(6000)},
				{Type: slash.Attachment, Name: "file", Description: "The game as a file"},
				{Type: slash.Integer, Name: "size", Description: "Rows"},
			}},
			{Type: slash.SubCommand, Name: "load", Description: "Read a file", Options: []slash.Option{
				{Type: slash.Attachment, Name: "file", Description: "An SGF file", Required: true},
			}},
			{Type: slash.SubCommand, Name: "swap", Description: "Take the first stone over"},
		}},
		{Name: "admin", Description: "For operators", Options: []slash.Option{
			{Type: slash.SubCommand, Name: "theme", Description: "Pictures", Options: []slash.Option{
				{Type: slash.String, Name: "where", Description: "The channel"},
			}},
		}},
		{Name: "say", Description: "Say something", Options: []slash.Option{
			{Type: slash.Integer, Name: "times", Description: "How often"},
			{Type: slash.String, Name: "words", Description: "What", MinLength: new(2), MaxLength: new(20)},
		}},
	}
}

func str(name, text string) slash.Value {
	return slash.Value{Name: name, Type: slash.String, Text: text, Value: text}
}

func num(name, text string, n int) slash.Value {
	return slash.Value{Name: name, Type: slash.Integer, Text: text, Value: n}
}

func TestParse(t *testing.T) {
	friend := slash.Value{Name: "opponent", Type: slash.User, Text: "@friend", Value: "friend"}
	tests := []struct {
		name, line string
		want       slash.Call
	}{
		{"a command alone", "/help", slash.Call{Command: "help"}},
		{"any case and blanks around", "  /HELP  ", slash.Call{Command: "help"}},
		{"a subcommand without options", "/hex swap", slash.Call{Command: "hex", Sub: "swap"}},
		{"a leading word", "/hex move c5", slash.Call{"hex", "move", []slash.Value{str("cell", "c5")}}},
		{"words behind the last that is required", "/hex move c 5", slash.Call{"hex", "move", []slash.Value{str("cell", "c 5")}}},
		{"a word, then the name of an option that is not", "/hex move c5 table:2", slash.Call{"hex", "move", []slash.Value{str("cell", "c5"), num("table", "2", 2)}}},
		{"a name", "/hex move cell:c5", slash.Call{"hex", "move", []slash.Value{str("cell", "c5")}}},
		{"a blank after the colon", "/hex move cell: c5", slash.Call{"hex", "move", []slash.Value{str("cell", "c5")}}},
		{"a leading word, then a name", "/hex new @friend size:5", slash.Call{"hex", "new", []slash.Value{friend, num("size", "5", 5)}}},
		{"leading words that name nobody", "/hex new 5 no", slash.Call{"hex", "new", []slash.Value{num("size", "5", 5), {Name: "swap", Type: slash.Boolean, Text: "no", Value: false}}}},
		{"two leading words", "/hex new @friend 5", slash.Call{"hex", "new", []slash.Value{friend, num("size", "5", 5)}}},
		{"leading words pass over what is named later", "/hex move 2 cell:c5", slash.Call{"hex", "move", []slash.Value{str("cell", "c5"), num("table", "2", 2)}}},
		{"names in any order give the definition's order", "/hex new size:5 opponent:@friend", slash.Call{"hex", "new", []slash.Value{friend, num("size", "5", 5)}}},
		{"a mention", "/hex new opponent:<@!42>", slash.Call{"hex", "new", []slash.Value{{Name: "opponent", Type: slash.User, Text: "<@!42>", Value: "42"}}}},
		{"a choice by its value", "/hex new level:hard", slash.Call{"hex", "new", []slash.Value{{Name: "level", Type: slash.String, Text: "hard", Value: "hard"}}}},
		{"a choice by its name with a blank", "/hex new level:very hard size:5", slash.Call{"hex", "new", []slash.Value{num("size", "5", 5), {Name: "level", Type: slash.String, Text: "very hard", Value: "hard"}}}},
		{"an integer choice after JSON", "/hex new handicap:two", slash.Call{"hex", "new", []slash.Value{num("handicap", "two", 2)}}},
		{"a boolean", "/hex new swap:no", slash.Call{"hex", "new", []slash.Value{{Name: "swap", Type: slash.Boolean, Text: "no", Value: false}}}},
		{"a value with blanks and colons", "/hex import text:(;GM[11] C[a: b] level:x)", slash.Call{"hex", "import", []slash.Value{str("text", "(;GM[11] C[a: b] level:x)")}}},
		{"the last string takes the rest", "/hex import (;GM[11] C[x: y])", slash.Call{"hex", "import", []slash.Value{str("text", "(;GM[11] C[x: y])")}}},
		{"a long text takes the rest", "/hex bring a3 swap d4", slash.Call{"hex", "bring", []slash.Value{str("text", "a3 swap d4")}}},
		{"a long text, then a name", "/hex bring a3 swap d4 size:5", slash.Call{"hex", "bring", []slash.Value{str("text", "a3 swap d4"), num("size", "5", 5)}}},
		{"a file may come beside the line", "/hex load", slash.Call{Command: "hex", Sub: "load"}},
		{"a file's name", "/hex load file:my game.sgf", slash.Call{"hex", "load", []slash.Value{{Name: "file", Type: slash.Attachment, Text: "my game.sgf", Value: "my game.sgf"}}}},
		{"numbers in full width", "/hex new size:５ handicap:ｔｗｏ", slash.Call{"hex", "new", []slash.Value{num("size", "５", 5), num("handicap", "ｔｗｏ", 2)}}},
		{"a string stays", "/hex move cell:ｃ５ table:２", slash.Call{"hex", "move", []slash.Value{str("cell", "ｃ５"), num("table", "２", 2)}}},
		{"words to the last string", "/say 2 well met", slash.Call{"say", "", []slash.Value{num("times", "2", 2), str("words", "well met")}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := slash.Parse(commands(), tt.line)
			if err != nil {
				t.Fatalf("Parse(%q): %v", tt.line, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Parse(%q) (-want +got):\n%s", tt.line, diff)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"no slash", "help", "a command begins with /, as in /help"},
		{"an unknown command", "/chess", "there is no command /chess; there is /help, /hex, /admin, /say"},
		{"a missing subcommand", "/hex", "/hex needs a subcommand; there is new, move, import, bring, load, swap"},
		{"an unknown subcommand", "/hex fire", "/hex has no subcommand fire; there is new, move, import, bring, load, swap"},
		{"a missing value", "/hex move", "/hex move needs cell: where, as c5"},
		{"an empty value", "/hex new size:", "size: needs a value: cells on a side"},
		{"a value twice", "/hex new size:5 size:6", "size is given twice"},
		{"not a whole number", "/hex new size:big", `size: "big" is no whole number; it must be 3 to 19`},
		{"out of bounds", "/hex new size:20", "size: 20 is out of bounds; it must be 3 to 19"},
		{"below the least", "/hex new pace:0", "pace: 0 is out of bounds; it must be 1 or more"},
		{"no such choice", "/hex new level:god", `level: "god" is not a choice; choose one of "Easy", "Very hard"`},
		{"not a boolean", "/hex new swap:perhaps", `swap: "perhaps" is neither true nor false`},
		{"an unknown name at the front", "/hex new sise:5", "/hex new has no option sise; it has opponent, size, swap, level, pace, handicap"},
		{"an unknown name behind a value", "/hex new size:5 lvl:easy", "/hex new has no option lvl; it has opponent, size, swap, level, pace, handicap"},
		{"too many words", "/hex new @friend 5 yes easy 1 one 3", `/hex new: nothing is left to take "3"`},
		{"words for a command that takes none", "/help me", `/help: nothing is left to take "me"`},
		{"too long", "/say words:123456789012345678901", "words: 21 characters are too many; it takes 20 at most"},
		{"too short", "/say words:a", `words: "a" is too short; it takes 2 characters or more`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := slash.Parse(commands(), tt.line)
			if err == nil {
				t.Fatalf("Parse(%q) = %v, want refusal", tt.line, got)
			}
			if err.Error() != tt.want {
				t.Errorf("Parse(%q)\n got %s\nwant %s", tt.line, err, tt.want)
			}
		})
	}
}

func TestComplete(t *testing.T) {
	tests := []struct {
		name, line string
		want       []string // the line after completion
	}{
		{"no command", "hello", nil},
		{"all commands", "/", []string{"/help ", "/hex ", "/admin ", "/say "}},
		{"the beginning of several", "/he", []string{"/help ", "/hex "}},
		{"subcommands of the only one", "/hex", []string{"/hex new ", "/hex move ", "/hex import ", "/hex bring ", "/hex load ", "/hex swap "}},
		{"subcommands", "/hex ", []string{"/hex new ", "/hex move ", "/hex import ", "/hex bring ", "/hex load ", "/hex swap "}},
		{"the beginning of a subcommand", "/hex M", []string{"/hex move "}},
		{"an only subcommand", "/admin", []string{"/admin theme "}},
		{"an unknown subcommand", "/hex fire ", nil},
		{"names first where nothing is required", "/hex new ", []string{"/hex new opponent:", "/hex new size:", "/hex new swap:", "/hex new level:", "/hex new pace:", "/hex new handicap:"}},
		{"the beginning of a name", "/hex new si", []string{"/hex new size:"}},
		{"names left after a value", "/hex new size:5 ", []string{"/hex new size:5 opponent:", "/hex new size:5 swap:", "/hex new size:5 level:", "/hex new size:5 pace:", "/hex new size:5 handicap:"}},
		{"names left after a word", "/hex new @friend s", []string{"/hex new @friend size:", "/hex new @friend swap:"}},
		{"choices", "/hex new level:", []string{"/hex new level:Easy ", "/hex new level:Very hard "}},
		{"choices that fit", "/hex new size:5 level:HAR", []string{"/hex new size:5 level:Very hard "}},
		{"truth", "/hex new swap:", []string{"/hex new swap:true ", "/hex new swap:false "}},
		{"a name behind an unfinished value", "/hex new size:5 lev", []string{"/hex new size:5 level:"}},
		{"nothing after everything", "/hex move c5 2 ", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, item := range slash.Complete(commands(), tt.line).Items {
				got = append(got, item.Insert)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Complete(%q) (-want +got):\n%s", tt.line, diff)
			}
		})
	}
}

func TestCompleteAsks(t *testing.T) {
	tests := []struct {
		name, line, option, typed, before string
	}{
		{"a required option at once", "/hex move ", "cell", "", "/hex move cell:"},
		{"a leading word", "/hex move c", "cell", "c", "/hex move cell:"},
		{"a named value", "/hex move table:2 cell:c5", "cell", "c5", "/hex move table:2 cell:"},
		{"a user", "/hex new @fr", "opponent", "@fr", "/hex new opponent:"},
		{"a named user with blanks", "/hex new opponent:my fr", "opponent", "my fr", "/hex new opponent:"},
		{"a file", "/hex load ", "file", "", "/hex load file:"},
		{"a value that is over", "/hex move cell:c5 ", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := slash.Complete(commands(), tt.line)
			if tt.option == "" {
				if c.Ask != nil {
					t.Fatalf("Complete(%q) asks for %s", tt.line, c.Ask.Name)
				}
				return
			}
			if c.Ask == nil || c.Ask.Name != tt.option || c.Typed != tt.typed || c.Before != tt.before {
				t.Fatalf("Complete(%q) = %+v", tt.line, c)
			}
			v, ok := valueOf(c.Call, tt.option)
			if !ok || !v.Focused || v.Value != tt.typed {
				t.Errorf("Complete(%q) calls with %+v", tt.line, c.Call)
			}
		})
	}
}

// The call for autocomplete has the other values typed so far.
func TestCompleteKeepsOtherValues(t *testing.T) {
	got := slash.Complete(commands(), "/hex move table:2 cell:c").Call
	want := slash.Call{Command: "hex", Sub: "move", Options: []slash.Value{
		{Name: "cell", Type: slash.String, Text: "c", Value: "c", Focused: true}, num("table", "2", 2),
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCommandJSON(t *testing.T) {
	c := slash.Command{Name: "a", Description: "b", Contexts: []int{slash.InGuild}, Options: []slash.Option{{Type: slash.Boolean, Name: "c", Description: "d"}}}
	got, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"name":"a","description":"b","options":[{"type":5,"name":"c","description":"d"}],"contexts":[0]}`
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// What Parse accepts can be completed, and completion keeps what was typed.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"/help", "/hex new @friend size:5 level:very hard", "/hex move c5", "/hex import (;GM[11] C[a: b])",
		"/admin theme games", "/say 2 well  met", "/hex new size:", "/hex new \u00a0size:\u20035", "/é:", "/hex\x00", "",
	} {
		f.Add(line)
	}
	all := commands()
	f.Fuzz(func(t *testing.T, line string) {
		enginetest.Bounded(t, len(line), func() {
			c := slash.Complete(all, line)
			if c.Ask != nil && !c.Call.Options[focused(c.Call)].Focused {
				t.Errorf("Complete(%q) asks without a focused value", line)
			}
			call, err := slash.Parse(all, line)
			if err != nil {
				if err.Error() == "" {
					t.Errorf("Parse(%q) says nothing", line)
				}
				return
			}
			again, err := slash.Parse(all, written(call))
			if err != nil {
				t.Fatalf("Parse(%q) reads, but as %q: %v", line, written(call), err)
			}
			if diff := cmp.Diff(call, again); diff != "" {
				t.Errorf("Parse(%q) reads otherwise as %q:\n%s", line, written(call), diff)
			}
		})
	})
}

func focused(c slash.Call) int {
	for i, v := range c.Options {
		if v.Focused {
			return i
		}
	}
	return 0
}

// written returns the call as a line with every value named.
func written(c slash.Call) string {
	var line strings.Builder
	line.WriteString("/" + c.Command + " " + c.Sub)
	for _, v := range c.Options {
		line.WriteString(" " + v.Name + ":" + v.Text)
	}
	return line.String()
}

func TestAt(t *testing.T) {
	all := commands()
	tests := []struct {
		command int
		sub     string
		want    string // the first option
	}{
		{1, "move", "cell"},
		{2, "theme", "where"},
		{3, "", "times"},
		{1, "fire", ""},
	}
	for _, tt := range tests {
		got := ""
		if options := all[tt.command].At(tt.sub); len(options) > 0 {
			got = options[0].Name
		}
		if got != tt.want {
			t.Errorf("%s at %q begins with %q, want %q", all[tt.command].Name, tt.sub, got, tt.want)
		}
	}
}

// TestParsePassesChoicesBy: a word that is no choice goes to a later option if there is one. Values
// of earlier versions are accepted, but not suggested.
func TestParsePassesChoicesBy(t *testing.T) {
	options := []slash.Option{
		{Type: slash.User, Name: "opponent", Description: "Whom"},
		{Type: slash.String, Name: "level", Description: "How", Choices: []slash.Choice{{Name: "Easy", Value: "easy"}, {Name: "Max", Value: "max"}}, Unlisted: []string{"perfect"}},
		{Type: slash.String, Name: "type", Description: "Which", Choices: []slash.Choice{{Name: "E", Value: "E"}}},
		{Type: slash.Integer, Name: "degree", Description: "How many"},
	}
	list := []slash.Command{{Name: "ade", Description: "ADE", Options: options}}
	level := func(text, value string) slash.Value {
		return slash.Value{Name: "level", Type: slash.String, Text: text, Value: value}
	}
	family := slash.Value{Name: "type", Type: slash.String, Text: "E", Value: "E"}
	for line, want := range map[string][]slash.Value{
		"/ade E 8":           {family, num("degree", "8", 8)},
		"/ade easy E":        {level("easy", "easy"), family},
		"/ade 8":             {num("degree", "8", 8)},
		"/ade level:perfect": {level("perfect", "perfect")},
		"/ade perfect 8":     {level("perfect", "perfect"), num("degree", "8", 8)},
	} {
		got, err := slash.Parse(list, line)
		if diff := cmp.Diff(want, got.Options); err != nil || diff != "" {
			t.Errorf("Parse(%q): %v, %s", line, err, diff)
		}
	}
	if _, err := slash.Parse(list, "/ade level:god"); err == nil || strings.Contains(err.Error(), "perfect") {
		t.Errorf("a level that there is not: %v", err)
	}
}

// valueOf returns the value of an option.
func valueOf(c slash.Call, name string) (slash.Value, bool) {
	for _, v := range c.Options {
		if v.Name == name {
			return v, true
		}
	}
	return slash.Value{}, false
}
