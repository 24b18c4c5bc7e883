package slash

import (
	"errors"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	low, high := 3.0, 19.0
	commands := []Command{
		{
			Name: "hex", Description: "Play", DescriptionLocalizations: map[string]string{"de": "Spiele"},
			Options: []Option{{
				Type: SubCommand, Name: "new", Description: "Open",
				Options: []Option{
					{Type: User, Name: "opponent", Description: "Who", Required: true},
					{Type: Integer, Name: "size", Description: "Rows", MinValue: &low, MaxValue: &high},
					{Type: String, Name: "level", Description: "How good", Choices: []Choice{{Name: "Easy", Value: "easy"}, {Name: "Hard", Value: "hard"}}},
					{Type: Boolean, Name: "swap", Description: "Swap"},
				},
			}},
		},
		{Name: "help", Description: "Help", Options: []Option{{Type: String, Name: "game", Description: "Which"}}},
		{Name: "Challenge", Type: UserCommand},
	}
	// hex 3, Spiele 6, new 3, Open 4, opponent 8, Who 3, size 4, Rows 4, level 5, How good
	// 8, two choices of 8, swap 4 and 4; help 4 and 4, game 4, Which 5.
	want := `/hex: Play
  72 of 8000 characters, 1 of 25 subcommands
  /hex new opponent:user [size:3 to 19] [level:easy|hard] [swap:true|false]
      Open
/help: Help
  17 of 8000 characters, 1 of 25 options
  /help [game:text]
Challenge: in the menu of a member
2 of 100 commands
`
	var out strings.Builder
	if err := List(&out, commands); err != nil || out.String() != want {
		t.Errorf("List() = %v\n%s\nwant\n%s", err, &out, want)
	}
}

func TestListRefusesWhatDiscordWould(t *testing.T) {
	long := Option{Type: String, Name: "o", Description: strings.Repeat("é", 100)}
	filled := func(n int, o Option) []Option {
		var list []Option
		for range n {
			list = append(list, o)
		}
		return list
	}
	sub := func(n int) Option {
		return Option{Type: SubCommand, Name: "s", Description: "S", Options: filled(n, long)}
	}
	tests := []struct {
		name     string
		commands []Command
		want     error
	}{
		{"as many commands as may be", make([]Command, 100), nil},
		{"a command too many", make([]Command, 101), errTooLarge},
		{"as many options as may be", []Command{{Options: filled(25, long)}}, nil},
		{"an option too many", []Command{{Options: filled(26, long)}}, errTooLarge},
		{"an option too many in a subcommand", []Command{{Options: []Option{sub(26)}}}, errTooLarge},
		{"too many characters in all", []Command{{Options: filled(4, sub(20))}}, errTooLarge},
		{"nearly too many characters", []Command{{Options: filled(3, sub(20))}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if err := List(&out, tt.commands); !errors.Is(err, tt.want) || out.Len() == 0 {
				t.Errorf("List() = %v with %d bytes written, want %v", err, out.Len(), tt.want)
			}
		})
	}
}
