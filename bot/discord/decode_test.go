package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/bot/chat"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// asked returns the expected request for an interaction made by wire.
func asked(change func(r *chat.Request)) chat.Request {
	r := chat.Request{
		ID: "1", App: testBot, Guild: testGuild, Channel: testChan, Locale: "de", Posts: true, Threads: true,
		User: chat.User{ID: testUser, Name: "Ann"},
	}
	change(&r)
	return r
}

func TestDecodeInteraction(t *testing.T) {
	const friend = "666666666666666666"
	tests := []struct {
		name string
		in   json.RawMessage
		want chat.Request
	}{
		{"every type of option", wire("1", 2, `{"name":"hex","options":[{"name":"new","type":1,"options":[
			{"name":"opponent","type":6,"value":"`+friend+`"},{"name":"size","type":4,"value":5},{"name":"swap","type":5,"value":false},
			{"name":"level","type":3,"value":"easy"},{"name":"game","type":11,"value":"88"}]}],
			"resolved":{"users":{"`+friend+`":{"id":"`+friend+`","username":"bob","global_name":"Bob","bot":true}},
			"members":{"`+friend+`":{"nick":"Bobby"}},"attachments":{"88":{"id":"88","filename":"g.sgf","size":3,"url":"http://x/g.sgf"}}}}`), asked(func(r *chat.Request) {
			r.Kind, r.Command, r.Sub = chat.Command, "hex", "new"
			r.Options = map[string]any{
				"opponent": chat.User{ID: friend, Name: "Bobby", Bot: true}, "size": 5, "swap": false, "level": "easy",
				"game": engine.File{Name: "g.sgf"},
			}
		})},
		{"in the menu of a member", wire("1", 2, `{"name":"Challenge","type":2,"target_id":"7","resolved":{"users":{"7":{"id":"7","username":"carl"}},"members":{"7":{"nick":"Carlo"}}}}`), asked(func(r *chat.Request) {
			r.Command, r.Options = "Challenge", map[string]any{chat.Target: chat.User{ID: "7", Name: "Carlo"}}
		})},
		{"no subcommand", wire("1", 2, `{"name":"help"}`), asked(func(r *chat.Request) { r.Command, r.Options = "help", map[string]any{} })},
		{"typing", wire("1", 4, `{"name":"hex","options":[{"name":"move","type":1,"options":[{"name":"table","type":4,"value":"1","focused":true},{"name":"cell","type":3,"value":"c"}]}]}`), asked(func(r *chat.Request) {
			r.Kind, r.Command, r.Sub, r.Focus = chat.Suggest, "hex", "move", "table"
			r.Options = map[string]any{"table": "1", "cell": "c"}
		})},
		{"a button", wire("1", 3, `{"custom_id":"a:b","component_type":2}`), asked(func(r *chat.Request) { r.Kind, r.Action = chat.Press, "a:b" })},
		{"a menu", wire("1", 3, `{"custom_id":"a","component_type":3,"values":["x","y"]}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Values = chat.Press, "a", []string{"x", "y"}
		})},
		{"a menu of people", wire("1", 3, `{"custom_id":"a","component_type":5,"values":["7","8"],"resolved":{"users":{"7":{"id":"7","username":"carl","global_name":"Carl"},"8":{"id":"8","username":"dora","bot":true}},"members":{"7":{"nick":"Carlo"}}}}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Values = chat.Press, "a", []string{"7", "8"}
			r.People = []chat.User{{ID: "7", Name: "Carlo"}, {ID: "8", Name: "dora", Bot: true, Away: chat.Elsewhere}}
		})},
		{"a form of rows", wire("1", 5, `{"custom_id":"f","components":[{"type":1,"components":[{"type":4,"custom_id":"cell","value":"c5"}]},{"type":1,"components":[{"type":4,"custom_id":"why","value":""}]}]}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Fields = chat.Submit, "f", map[string]string{"cell": "c5", "why": ""}
		})},
		{"a form of labels", wire("1", 5, `{"custom_id":"f","components":[{"type":18,"component":{"type":4,"custom_id":"cell","value":"c5"}}]}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Fields = chat.Submit, "f", map[string]string{"cell": "c5"}
		})},
		{"a form with menus", wire("1", 5, `{"custom_id":"f","components":[{"type":10,"id":1},{"type":18,"component":{"type":3,"custom_id":"column","values":["c"]}},{"type":18,"component":{"type":3,"custom_id":"row","values":[]}},{"type":18,"component":{"type":4,"custom_id":"cell","value":""}}]}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Fields, r.Chosen = chat.Submit, "f", map[string]string{"cell": ""}, map[string][]string{"column": {"c"}, "row": {}}
		})},
		{"direct messages", wire("1", 3, `{"custom_id":"a"}`, `{"guild_id":null,"member":null,"context":1,"user":{"id":"`+testUser+`","username":"ann"}}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Guild, r.Threads, r.User.Name = chat.Press, "a", "", false, "ann"
		})},
		{"a name of the server", wire("1", 3, `{"custom_id":"a"}`, `{"member":{"nick":"Annie","user":{"id":"`+testUser+`","username":"ann","global_name":"Ann"}}}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.User.Name = chat.Press, "a", "Annie"
		})},
		{"names with nothing to see", wire("1", 3, `{"custom_id":"a"}`, `{"member":{"nick":"\u3164","user":{"id":"`+testUser+`","username":"ann","global_name":"\u200b"}}}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.User.Name = chat.Press, "a", "ann"
		})},
		{"a button that one person sees", wire("1", 3, `{"custom_id":"a"}`, `{"message":{"id":"7","flags":64}}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Message, r.OnPrivate = chat.Press, "a", "7", true
		})},
		{"components of the future in the message", wire("1", 3, `{"custom_id":"a"}`, `{"message":{"id":"7","components":[{"type":99,"x":{}}]}}`), asked(func(r *chat.Request) {
			r.Kind, r.Action, r.Message = chat.Press, "a", "7"
		})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := decodeInteraction(tt.in, testBot)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, in.Request); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if in.token != "token-of-1" || in.app != testApp {
				t.Errorf("token %q, app %q", in.token, in.app)
			}
		})
	}
}

func TestDecodeInteractionTellsWhereTheBotMayPost(t *testing.T) {
	const view, send, attach, threads = 1 << 10, 1 << 11, 1 << 15, 1 << 38
	perms := func(n int) string { return fmt.Sprintf(`{"app_permissions":"%d"}`, n) }
	tests := []struct {
		name string
		more string
		want bool
	}{
		{"a channel", perms(view | send | attach), true},
		{"a channel for reading", perms(view | attach), false},
		{"a channel without files", perms(view | send), false},
		{"a channel that the bot cannot see", perms(send | attach), false},
		{"an administrator", perms(1 << 3), true},
		{"a thread", `{"channel":{"type":11},"app_permissions":"` + fmt.Sprint(view|threads|attach) + `"}`, true},
		{"a thread of a channel for writing", `{"channel":{"type":12},"app_permissions":"` + fmt.Sprint(view|send|attach) + `"}`, false},
		{"an app that a person installed", `{"authorizing_integration_owners":{"1":"` + testUser + `"}}`, false},
		{"an app of another server", `{"authorizing_integration_owners":{"0":"1"}}`, false},
		{"permissions that are no number", `{"app_permissions":"all"}`, false},
		{"direct messages with the bot", `{"guild_id":"","context":1}`, true},
		{"direct messages between others", `{"guild_id":"","context":2}`, false},
		{"direct messages of unknown kind", `{"guild_id":"","context":null}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := decodeInteraction(command("1", tt.more), testBot)
			if err != nil || in.Posts != tt.want {
				t.Errorf("Posts = %v, %v, want %v", in.Posts, err, tt.want)
			}
		})
	}
}

// TestDecodeInteractionTellsWhereThreadsCanBeWrittenIn: opening a thread without being able to
// write in it would be worse than none.
func TestDecodeInteractionTellsWhereThreadsCanBeWrittenIn(t *testing.T) {
	const posts, open, write = 1<<10 | 1<<11 | 1<<15, 1 << 35, 1 << 38
	perms := func(n int) string { return fmt.Sprintf(`{"app_permissions":"%d"}`, n) }
	for more, want := range map[string]bool{
		perms(posts | open | write):                true,
		perms(1 << 3):                              true,
		perms(posts | open):                        false,
		perms(posts | write):                       false,
		perms(open | write):                        false,
		`{"channel":{"type":11,"parent_id":"77"}}`: false,
		`{"channel":{"type":2}}`:                   false, // the text chat of a voice channel
		`{"guild_id":"","context":1}`:              false,
		`{"authorizing_integration_owners":{"1":"` + testUser + `"},"channel":{"type":0}}`: false,
	} {
		if in, err := decodeInteraction(command("1", more), testBot); err != nil || in.Threads != want {
			t.Errorf("%s: %v, %v; want %v", more, in.Threads, err, want)
		}
	}
}

// TestDecodeInteractionTellsWhereAllIsPrivate: for a user-installed app where external apps are not
// allowed.
func TestDecodeInteractionTellsWhereAllIsPrivate(t *testing.T) {
	const guest = `"authorizing_integration_owners":{"1":"` + testUser + `"}`
	member := func(bits int) string {
		return fmt.Sprintf(`"member":{"user":{"id":"%s","username":"u"},"permissions":"%d"}`, testUser, bits)
	}
	for more, want := range map[string]bool{
		guest + "," + member(1<<11):          true,
		guest + "," + member(1<<50):          false,
		guest + "," + member(1<<3):           false,
		member(1 << 11):                      false, // installed in the server
		guest + `,"guild_id":"","context":2`: false,
	} {
		if in, err := decodeInteraction(command("1", "{"+more+"}"), testBot); err != nil || in.Unseen != want {
			t.Errorf("%s: %v, %v; want %v", more, in.Unseen, err, want)
		}
	}
}

// TestDecodeInteractionTellsWhoIsAway for users named, picked, or targeted by a user command.
func TestDecodeInteractionTellsWhoIsAway(t *testing.T) {
	const group = `{"guild_id":"","context":2,"channel":{"type":3,"recipients":[{"id":"8"}]}}`
	member := func(fields string) string { return `"members":{"7":{` + fields + `}}` }
	for _, tt := range []struct {
		members, more string
		want          chat.Away
	}{
		{member(`"permissions":"1024"`), `{}`, chat.Here},
		{member(`"permissions":"8"`), `{}`, chat.Here},
		{member(`"nick":"Carlo"`), `{}`, chat.Here},
		{member(`"permissions":"2048"`), `{}`, chat.Unseeing},
		{member(`"permissions":"1024","communication_disabled_until":"2999-01-01T00:00:00.000000+00:00"`), `{}`, chat.Silenced},
		{member(`"permissions":"1024","communication_disabled_until":"1999-01-01T00:00:00.000000+00:00"`), `{}`, chat.Here},
		{member(`"permissions":"1024","communication_disabled_until":"soon"`), `{}`, chat.Here},
		{`"members":{}`, `{}`, chat.Elsewhere},
		{`"roles":{}`, `{}`, chat.Elsewhere},
		{`"members":{}`, group, chat.Elsewhere},
		{`"members":{}`, strings.ReplaceAll(group, `"8"`, `"7"`), chat.Here},
		{`"members":{}`, strings.ReplaceAll(group, `{"id":"8"}`, ``), chat.Here}, // the members are not listed
	} {
		resolved := `"resolved":{"users":{"7":{"id":"7","username":"carl"}},` + tt.members + `}`
		for _, in := range []json.RawMessage{
			wire("1", 2, `{"name":"hex","options":[{"name":"opponent","type":6,"value":"7"}],`+resolved+`}`, tt.more),
			wire("1", 2, `{"name":"Challenge","type":2,"target_id":"7",`+resolved+`}`, tt.more),
			wire("1", 3, `{"custom_id":"a","component_type":5,"values":["7"],`+resolved+`}`, tt.more),
		} {
			got, err := decodeInteraction(in, testBot)
			people := got.People
			for _, value := range got.Options {
				people = append(people, value.(chat.User))
			}
			if err != nil || len(people) != 1 || people[0].Away != tt.want {
				t.Errorf("%s, %s: %+v, %v; want %d", tt.members, tt.more, people, err, tt.want)
			}
		}
	}
}

func TestDecodeInteractionTellsWhoManagesTheServer(t *testing.T) {
	member := func(bits string) string {
		return `{"member":{"user":{"id":"` + testUser + `","username":"u"},"permissions":"` + bits + `"}}`
	}
	for more, want := range map[string]bool{
		member("32"): true, member("8"): true, member("40"): true, member("16"): false, member(""): false, member("all"): false,
		`{"guild_id":""}`: false,
	} {
		if in, err := decodeInteraction(command("1", more), testBot); err != nil || in.Manages != want {
			t.Errorf("%s: %v, %v; want %v", more, in.Manages, err, want)
		}
	}
}

func TestDecodeInteractionNamesTheChannelOfAThread(t *testing.T) {
	for more, want := range map[string]string{
		`{"channel":{"type":11,"parent_id":"77"}}`: "77",
		`{"channel":{"type":0,"parent_id":"77"}}`:  "", // the parent is its category
		`{"channel":{"type":11,"parent_id":"x"}}`:  "",
	} {
		if in, err := decodeInteraction(command("1", more), testBot); err != nil || in.Parent != want {
			t.Errorf("%s: %q, %v; want %q", more, in.Parent, err, want)
		}
	}
}

func TestDecodeInteractionRefuses(t *testing.T) {
	option := func(o, resolved string) json.RawMessage {
		return wire("1", 2, `{"name":"hex","options":[`+o+`],"resolved":`+resolved+`}`)
	}
	tests := []struct {
		name string
		in   json.RawMessage
	}{
		{"no JSON", json.RawMessage(`{`)},
		{"nothing", json.RawMessage(`null`)},
		{"an ID that is a number", command("1", `{"id":1}`)},
		{"an ID that is a word", command("1", `{"id":"one"}`)},
		{"no channel", command("1", `{"channel_id":null}`)},
		{"no token", command("1", `{"token":""}`)},
		{"a user without ID", command("1", `{"member":{"user":{}}}`)},
		{"a user that is a text", command("1", `{"member":"ann"}`)},
		{"an app that is no ID", command("1", `{"application_id":"../.."}`)},
		{"a command that is a sentence", wire("1", 2, `{"name":"play with me"}`)},
		{"a subcommand that is a sentence", wire("1", 2, `{"name":"hex","options":[{"name":"play with me","type":1}]}`)},
		{"an option that is too long", option(`{"name":"`+strings.Repeat("x", 33)+`","type":4,"value":5}`, `{}`)},
		{"no data", command("1", `{"data":null,"type":"2"}`)},
		{"data that is a list", wire("1", 2, `[]`)},
		{"an integer that is a text", option(`{"name":"size","type":4,"value":"5"}`, `{}`)},
		{"an integer with a fraction", option(`{"name":"size","type":4,"value":5.5}`, `{}`)},
		{"an integer beyond all", option(`{"name":"size","type":4,"value":1e300}`, `{}`)},
		{"a text that is a number", option(`{"name":"cell","type":3,"value":5}`, `{}`)},
		{"a boolean that is a text", option(`{"name":"swap","type":5,"value":"true"}`, `{}`)},
		{"no value", option(`{"name":"cell","type":3}`, `{}`)},
		{"a value that is null", option(`{"name":"size","type":4,"value":null}`, `{}`)},
		{"a user that is not told", option(`{"name":"opponent","type":6,"value":"5"}`, `{}`)},
		{"a user told under another ID", option(`{"name":"opponent","type":6,"value":"5"}`, `{"users":{"5":{"id":"6"}}}`)},
		{"a file that is not told", option(`{"name":"game","type":11,"value":"5"}`, `{}`)},
		{"an unknown type of option", option(`{"name":"o","type":12,"value":"5"}`, `{}`)},
		{"a subcommand beside a value", option(`{"name":"s","type":1,"value":"x"},{"name":"t","type":1}`, `{}`)},
		{"values that are numbers", wire("1", 3, `{"custom_id":"a","values":[1]}`)},
		{"a form whose fields are texts", wire("1", 5, `{"custom_id":"a","components":["x"]}`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if in, err := decodeInteraction(tt.in, testBot); err == nil {
				t.Errorf("taken as %+v", in.Request)
			}
		})
	}
	if _, err := decodeInteraction(wire("1", 1, `null`), testBot); !errors.Is(err, errNotOurs) {
		t.Errorf("a ping: %v, want errNotOurs", err)
	}
}

func TestAttachments(t *testing.T) {
	const address = "https://cdn.test/g.sgf?secret"
	in := func(size int) json.RawMessage {
		return wire("1", 2, fmt.Sprintf(`{"name":"hex","options":[{"name":"game","type":11,"value":"8"}],
			"resolved":{"attachments":{"8":{"filename":"g.sgf","size":%d,"url":%q}}}}`, size, address))
	}
	tests := []struct {
		name    string
		ignored bool // the bot does not ask for it
		size    int
		status  int
		body    string
		want    []string
	}{
		{"a file that nobody asks for", true, 3, 200, "(;)", []string{"POST callback 4 no"}},
		{"a file", false, 3, 200, "(;)", []string{"GET g.sgf", "POST callback 4 g.sgf (;)"}},
		{"a file that is gone", false, 3, 404, "gone", []string{"GET g.sgf", "POST callback 4 " + whyNoFile.String() + " (private)"}},
		{"a file that says it is too large", false, maxFile + 1, 200, "", []string{"POST callback 4 " + whyTooLarge.String() + " (private)"}},
		{"a file that is larger than it says", false, 3, 200, strings.Repeat("x", maxFile+1), []string{"GET g.sgf", "POST callback 4 " + whyTooLarge.String() + " (private)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, fakeBot{handle: func(ctx context.Context, r chat.Request) chat.Reply {
					if tt.ignored {
						return chat.Reply{Text: "no"}
					}
					files, err := r.Fetch(ctx)
					if why, refused := engine.Why(err); refused {
						return chat.Reply{Text: why.String(), Private: true, Refused: true}
					}
					return chat.Reply{Text: files["game"].Name + " " + string(files["game"].Data)}
				}})
				b.api.fault = func(c apiCall) (int, http.Header, string, error) {
					if strings.HasPrefix(c.Path, "https://cdn.test/") {
						if c.Auth != "" {
							t.Error("the token went along")
						}
						return tt.status, nil, tt.body, nil
					}
					return 0, nil, "", nil
				}
				b.receive(in(tt.size))
				b.expect(t, tt.want...)
				if strings.Contains(b.log.String(), "secret") {
					t.Errorf("the log has the address:\n%s", b.log)
				}
			})
		})
	}
}

func FuzzDecodeInteraction(f *testing.F) {
	f.Add([]byte(command("1")))
	f.Add([]byte(press("1")))
	f.Add([]byte(wire("1", 5, `{"custom_id":"f","components":[{"type":1,"components":[{"custom_id":"c","value":"x"}]}]}`)))
	f.Add([]byte(wire("1", 4, `{"name":"hex","options":[{"name":"s","type":4,"value":"1","focused":true}]}`)))
	f.Add([]byte(wire("1", 2, `{"name":"hex","options":[{"name":"u","type":6,"value":"5"}],"resolved":{"users":{"5":{"id":"5"}}}}`)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		enginetest.Bounded(t, len(raw), func() {
			in, err := decodeInteraction(raw, testBot)
			if err != nil {
				return
			}
			if !isID(in.ID) || !isID(in.Channel) || !isID(in.User.ID) || in.token == "" {
				t.Fatalf("%+v", in)
			}
			for name, value := range in.Options {
				switch value.(type) {
				case string, int, float64, bool, chat.User, engine.File:
				default:
					t.Fatalf("option %s is a %T", name, value)
				}
			}
		})
	})
}
