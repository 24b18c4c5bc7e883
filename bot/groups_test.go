package bot

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// TestGroups: a command that belongs to no game has subcommands as games have them: typed,
// completed, on buttons, in /help and in figures.
func TestGroups(t *testing.T) {
	s := newSession(t, quickHex())
	w := watch.New()
	s.watched(w)
	says := func(c *show.Call) (chat.Reply, error) {
		o, err := c.Options([]engine.Arg{browse.PageArg}, false)
		return chat.Whisper(c.Say("page %s", show.TextOf(o.Int(browse.PageArg.Name)))), err
	}
	page := show.Param{Arg: browse.PageArg, Complete: func(_ *show.Call, typed string) []engine.Named {
		return []engine.Named{{ID: typed, Title: engine.T("%s!", typed)}}
	}}
	s.bot.router.commands.Groups = []show.CommandGroup{{Name: "cup", Help: engine.T("Cups"), Subs: []show.Subcommand{
		{Name: "new", Help: engine.T("A new cup"), Params: nil, Run: func(c *show.Call) (chat.Reply, error) {
			return chat.Reply{Text: "new", Rows: chat.Rows([]chat.Button{c.Button("cup show page:3", engine.T("Third"))})}, nil
		}},
		{Name: "show", Help: engine.T("Show a cup"), Params: []show.Param{page}, Run: says},
	}, Server: true, Managers: false}}
	commands := s.commands()
	i := slices.IndexFunc(commands, func(c slash.Command) bool { return c.Name == "cup" })
	if i < 0 {
		t.Fatal("it is not among the commands")
	}
	c := commands[i]
	if len(c.At("show")) != 1 || c.At("new") != nil || len(c.Options) != 2 || c.Options[1].Type != slash.SubCommand || c.Options[1].Description != "Show a cup" {
		t.Errorf("its subcommands are %+v", c.Options)
	}
	if !slices.Equal(c.Contexts, []int{slash.InGuild}) || !slices.Equal(c.IntegrationTypes, []int{slash.GuildInstall}) {
		t.Errorf("it is for %v, installed by %v; want servers alone", c.Contexts, c.IntegrationTypes)
	}

	for _, step := range [][2]string{{"/cup new", "new"}, {"/cup show", "page 1"}, {"/cup show 2", "page 2"}, {"[Third]", "page 3"}} {
		if got := s.does("you", step[0]); got.Text != step[1] || got.Refused {
			t.Errorf("%s: %q, want %q", step[0], got.Text, step[1])
		}
	}
	typed := s.request("you", "/cup show 7")
	typed.Kind, typed.Focus = chat.Suggest, "page"
	if got := s.bot.Handle(t.Context(), typed).Suggestions; len(got) != 1 || got[0].Name != "7!" {
		t.Errorf("7 is completed as %v", got)
	}
	for _, wrong := range [][2]string{{"drop", "/cup drop is not a command"}, {"", "/cup  is not a command"}} {
		r := s.request("you", "/cup new")
		r.Sub = wrong[0]
		if got := s.finish(r); !got.Refused || !strings.Contains(got.Text, strings.Join(strings.Fields(wrong[1]), " ")) {
			t.Errorf("/cup %s: %q", wrong[0], got.Text)
		}
	}
	if said := s.does("you", "/help").Text; !strings.Contains(said, "`/cup show`: Show a cup.") || !strings.Contains(said, "**cup**: Cups.") {
		t.Errorf("/help says %q", said)
	}
	figures := bottest.Figures(t, w)
	for _, label := range []string{`command="cup new"`, `command="cup show"`, `command="cup show rerun"`, `command="unknown"`} {
		if !strings.Contains(figures, label) {
			t.Errorf("no figure has %s in\n%s", label, figures)
		}
	}
}
