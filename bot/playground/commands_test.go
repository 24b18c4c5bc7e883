package playground_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

func TestCommandSync(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d := connect(t, s, nil)
	first := register(t, d, echo(), ping())
	if len(first) != 2 || first[0].Name != "echo" || first[0].ID == "" || first[0].ApplicationID == "" {
		t.Fatalf("got %+v", first)
	}
	changed := ping()
	changed.Description = "Answer at once"
	second := register(t, d, changed, echo())
	if second[0].ID != first[1].ID || second[0].Version == first[1].Version {
		t.Errorf("a changed command keeps its ID and gets a new version: %+v", second[0])
	}
	if second[1].ID != first[0].ID || second[1].Version != first[0].Version {
		t.Errorf("an unchanged command keeps its ID and version: %+v", second[1])
	}

	app := first[0].ApplicationID
	more := &discordgo.ApplicationCommand{Name: "more", Description: "More"}
	if third := register(t, d, ping(), more); len(third) != 2 || third[0].ID != second[0].ID || third[1].ID == first[0].ID {
		t.Errorf("a new command gets an ID of its own: %+v", third)
	}
	left, err := d.ApplicationCommands(app, "")
	if err != nil || len(left) != 2 || left[0].Name != "ping" || left[1].Name != "more" {
		t.Fatalf("got %+v, %v", left, err)
	}
}

// A guild command hides the global one of its name.
func TestGuildCommands(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 10004, 20012)
	d, came := inbox(t, s, ping())
	app, err := d.Application("@me")
	if err != nil {
		t.Fatal(err)
	}
	guilds, err := d.UserGuilds(10, "", "", false)
	if err != nil || len(guilds) != 1 {
		t.Fatalf("got %v, %v", guilds, err)
	}
	c, err := d.ApplicationCommandBulkOverwrite(app.ID, guilds[0].ID, []*discordgo.ApplicationCommand{ping()})
	if err != nil {
		t.Fatal(err)
	}
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	if i.ApplicationCommandData().ID != c[0].ID {
		t.Errorf("the global command ran")
	}
	if err := d.InteractionRespond(i, answer("pong")); err != nil {
		t.Fatal(err)
	}
	_, err = d.ApplicationCommands(app.ID, "1")
	wantCode(t, err, 404, 10004)
	_, err = d.ApplicationCommands("1", "")
	wantCode(t, err, 403, 20012)
}

// commandJSON returns a command's JSON with changes.
func commandJSON(changes object) object {
	c := object{"name": "hex", "description": "Play Hex"}
	for k, v := range changes {
		c[k] = v
	}
	return c
}

func option(changes object) object {
	o := object{"type": 3, "name": "cell", "description": "Where"}
	for k, v := range changes {
		o[k] = v
	}
	return o
}

func repeat(n int, f func(i int) object) []object {
	list := make([]object, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

// Includes errors that Discord's description of its interface permits.
func TestCommandRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50035, 30032)
	d := connect(t, s, nil)
	app, err := d.Application("@me")
	if err != nil {
		t.Fatal(err)
	}
	one := func(changes object) []object { return []object{commandJSON(changes)} }
	with := func(options ...object) []object { return one(object{"options": options}) }
	numbered := func(i int) object {
		return option(object{"name": fmt.Sprintf("o%d", i), "description": strings.Repeat("d", 100), "choices": repeat(4, func(j int) object {
			return object{"name": strings.Repeat("n", 99) + fmt.Sprint(j), "value": strings.Repeat("v", 99) + fmt.Sprint(j)}
		})})
	}
	tests := []struct {
		name     string
		commands []object
		path     string
	}{
		{"a capital", one(object{"name": "Hex"}), "0.name"},
		{"a blank", one(object{"name": "new hex"}), "0.name"},
		{"no name", one(object{"name": ""}), "0.name"},
		{"a name of 33 characters", one(object{"name": strings.Repeat("x", 33)}), "0.name"},
		{"no description", one(object{"description": ""}), "0.description"},
		{"a description of 101 characters", one(object{"description": strings.Repeat("x", 101)}), "0.description"},
		{"a name twice", []object{commandJSON(nil), commandJSON(nil)}, "1.name"},
		{"an unknown locale", one(object{"description_localizations": object{"tlh": "Hex"}}), "0.description_localizations.tlh"},
		{"a capital in another language", one(object{"name_localizations": object{"de": "Hex"}}), "0.name_localizations.de"},
		{"26 options", with(repeat(26, func(i int) object { return option(object{"name": fmt.Sprintf("o%d", i)}) })...), "0.options"},
		{"an option twice", with(option(nil), option(nil)), "0.options.1.name"},
		{"a required option after an optional one", with(option(nil), option(object{"name": "b", "required": true})), "0.options.1"},
		{"autocomplete with choices", with(option(object{"autocomplete": true, "choices": []object{{"name": "a", "value": "a"}}})), "0.options.0"},
		{"autocomplete of a boolean", with(option(object{"type": 5, "autocomplete": true})), "0.options.0"},
		{"26 choices", with(option(object{"choices": repeat(26, func(i int) object { return object{"name": fmt.Sprint(i), "value": "x"} })})), "0.options.0.choices"},
		{"a choice of 101 characters", with(option(object{"choices": []object{{"name": strings.Repeat("x", 101), "value": "x"}}})), "0.options.0.choices.0.name"},
		{"a number as choice of a string", with(option(object{"choices": []object{{"name": "x", "value": 1}}})), "0.options.0.choices.0.value"},
		{"a string as choice of a number", with(option(object{"type": 4, "choices": []object{{"name": "x", "value": "1"}}})), "0.options.0.choices.0.value"},
		{"a bound on a string", with(option(object{"min_value": 1})), "0.options.0"},
		{"a length of a number", with(option(object{"type": 4, "max_length": 1})), "0.options.0"},
		{"an unknown type", with(option(object{"type": 12})), "0.options.0.type"},
		{"a subcommand beside an option", with(option(object{"type": 1, "name": "new"}), option(nil)), "0.options.1"},
		{"a subcommand in a subcommand", with(option(object{"type": 1, "options": []object{option(object{"type": 1})}})), "0.options.0.options.0.type"},
		{"contexts twice", one(object{"contexts": []int{0, 0}}), "0.contexts"},
		{"an unknown context", one(object{"contexts": []int{3}}), "0.contexts.0"},
		{"a wrong type", one(object{"description": 5}), "description"},
		{"an unknown type of command", one(object{"type": 5}), "0.type"},
		{"a described command of a member's menu", one(object{"type": 2}), "0.description"},
		{"options in a member's menu", one(object{"type": 2, "description": "", "options": []object{option(nil)}}), "0.options"},
		{"a nameless command of a member's menu", one(object{"type": 2, "description": "", "name": ""}), "0.name"},
		{"one of a member's menu twice", []object{commandJSON(object{"type": 2, "description": ""}), commandJSON(object{"type": 2, "description": ""})}, "1.name"},
		{"an entry point without a handler", one(object{"type": 4}), "0.handler"},
		{"more than 8,000 characters", with(repeat(9, numbered)...), "0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := d.Request("PUT", discordgo.EndpointApplicationGlobalCommands(app.ID), tt.commands)
			wantCode(t, err, 400, 50035)
			wantPath(t, err, tt.path)
		})
	}
	t.Run("101 commands", func(t *testing.T) {
		_, err := d.Request("PUT", discordgo.EndpointApplicationGlobalCommands(app.ID), repeat(101, func(i int) object {
			return commandJSON(object{"name": fmt.Sprintf("c%d", i)})
		}))
		wantCode(t, err, 400, 30032)
	})
	t.Run("16 commands of a member's menu", func(t *testing.T) {
		_, err := d.Request("PUT", discordgo.EndpointApplicationGlobalCommands(app.ID), repeat(16, func(i int) object {
			return object{"name": fmt.Sprintf("Menu %d", i), "type": 2}
		}))
		wantCode(t, err, 400, 30032)
	})
	if got, err := d.ApplicationCommands(app.ID, ""); err != nil || len(got) != 0 {
		t.Errorf("a refused command was registered: %v, %v", got, err)
	}
}

// Permissions may be strings, although Discord's description forbids it.
func TestCommandAccepted(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d := connect(t, s, nil)
	app, err := d.Application("@me")
	if err != nil {
		t.Fatal(err)
	}
	c := commandJSON(object{
		"default_member_permissions": "32", "contexts": []int{0, 1, 2}, "integration_types": []int{0, 1},
		"name_localizations": object{"de": "hex", "ja": "ヘックス"},
		"options": []object{{"type": 1, "name": "sub", "description": "Sub", "options": []object{
			option(object{"required": true, "autocomplete": true}), option(object{"name": "n", "type": 4, "min_value": 3, "max_value": 19}),
		}}},
	})
	if _, err := d.Request("PUT", discordgo.EndpointApplicationGlobalCommands(app.ID), []object{c}); err != nil {
		t.Fatal(err)
	}
}

// As in Discord, commands for managers are hidden from others.
func TestCommandsForManagers(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, _ := inbox(t, s)
	app, err := d.Application("@me")
	if err != nil {
		t.Fatal(err)
	}
	c := commandJSON(object{"name": "server", "default_member_permissions": "32"})
	if _, err := d.Request("PUT", discordgo.EndpointApplicationGlobalCommands(app.ID), []object{c}); err != nil {
		t.Fatal(err)
	}
	you, friend := page{t, s, "you"}, page{t, s, "friend"}
	you.do("run", object{"text": "/server"})
	if status, r := friend.post("run", object{"text": "/server"}); status == http.StatusOK {
		t.Errorf("the friend uses it: %+v", r)
	}
}

// A user command may have the name of a slash command, gets its target, and requires an existing
// one.
func TestUserCommands(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	d, came := inbox(t, s, ping(), &discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: "ping"},
		&discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: "Say Hello"})
	you := page{t, s, "you"}
	you.do("run", object{"text": "Say Hello", "target": "friend"})
	i := next(t, came)
	data := i.ApplicationCommandData()
	target := data.Resolved.Users[data.TargetID]
	if data.CommandType != discordgo.UserApplicationCommand || data.Name != "Say Hello" || target == nil || target.Username != "friend" || data.Resolved.Members[data.TargetID] == nil {
		t.Errorf("brings %+v", data)
	}
	if err := d.InteractionRespond(i, answer("hello")); err != nil {
		t.Fatal(err)
	}
	if told, err := d.InteractionResponse(i); err != nil || told.Type != discordgo.MessageTypeContextMenuCommand {
		t.Errorf("the answer is %+v, %v", told, err)
	}
	you.do("run", object{"text": "/ping"})
	if i = next(t, came); i.ApplicationCommandData().CommandType != discordgo.ChatApplicationCommand {
		t.Errorf("typed, brings %+v", i.ApplicationCommandData())
	}
	if err := d.InteractionRespond(i, answer("pong")); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]object{
		"nobody": {"text": "Say Hello", "target": "nobody"}, "a slash command": {"text": "echo", "target": "friend"}, "typed": {"text": "/Say Hello"},
	} {
		if status, r := you.post("run", body); status != 400 {
			t.Errorf("%s: %d %s", name, status, r.Error)
		}
	}
}

// A bulk update must contain the entry point of an app with an activity.
func TestEntryPoint(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50240)
	d := connect(t, s, nil)
	app, err := d.Application("@me")
	if err != nil {
		t.Fatal(err)
	}
	commands := discordgo.EndpointApplicationGlobalCommands(app.ID)
	launch := object{"name": "launch", "type": 4, "handler": 2, "description": "Open"}
	if _, err := d.Request("PUT", commands, []object{commandJSON(nil), launch}); err != nil {
		t.Fatal(err)
	}
	_, err = d.Request("PUT", commands, []object{commandJSON(nil)})
	wantCode(t, err, 400, 50240)
	if _, err := d.Request("PUT", commands, []object{launch}); err != nil {
		t.Fatal(err)
	}
}
