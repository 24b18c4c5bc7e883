package discord

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

func TestCutsText(t *testing.T) {
	tests := []struct {
		name, text string
		limit      int
		want       string
	}{
		{"short enough", "abc", 3, "abc"},
		{"too long", "abcd", 3, "ab…"},
		{"between words", "one two three", 10, "one two…"},
		{"within a long word", "one " + strings.Repeat("x", 60), 60, "one " + strings.Repeat("x", 55) + "…"},
		{"accents count once", "äöü", 3, "äöü"},
		{"a smile counts twice", "a😀", 2, "a…"},
		{"half a smile is none", "😀😀", 3, "😀…"},
		{"half a smile is none, again", "a😀b", 3, "a…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c cuts
			if got := c.text("content", tt.text, tt.limit); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if (len(c) > 0) != (tt.text != tt.want) {
				t.Errorf("noted %v", c)
			}
		})
	}
}

func TestMessageStaysWithinTheLimits(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	button := chat.Button{Label: "b", Style: chat.Primary, Action: "a"}
	choice := chat.Suggestion{Name: "n", Value: "v"}
	tests := []struct {
		name  string
		reply chat.Reply
		cut   string // "" if all is sent
		ok    func(m wireMessage) bool
	}{
		{"all that fits", chat.Reply{Text: long(4000), Rows: []chat.Row{{Buttons: slices.Repeat([]chat.Button{button}, 5)}}}, "", func(m wireMessage) bool {
			return len(m.Components[0].Content) == 4000 && len(m.Components[1].Components) == 5
		}},
		{"a long text", chat.Reply{Text: long(4001)}, "content", func(m wireMessage) bool { return utf8.RuneCountInString(m.Components[0].Content) == 4000 }},
		{"many rows", chat.Reply{Rows: slices.Repeat([]chat.Row{{Buttons: []chat.Button{button}}}, 6)}, "rows", func(m wireMessage) bool { return len(m.Components) == 5 }},
		{"many buttons", chat.Reply{Rows: []chat.Row{{Buttons: slices.Repeat([]chat.Button{button}, 6)}}}, "buttons", func(m wireMessage) bool { return len(m.Components[0].Components) == 5 }},
		{"a long label", chat.Reply{Rows: []chat.Row{{Buttons: []chat.Button{{Label: long(81), Action: "a"}}}}}, "label", func(m wireMessage) bool {
			return utf8.RuneCountInString(m.Components[0].Components[0].Label) == 80
		}},
		{"an emoji beside the label", chat.Reply{Rows: []chat.Row{{Buttons: []chat.Button{{Label: "Accept", Emoji: "✅", Action: "a"}}}}}, "", func(m wireMessage) bool {
			b := m.Components[0].Components[0]
			return b.Label == "Accept" && b.Emoji != nil && b.Emoji.Name == "✅"
		}},
		{"a long action", chat.Reply{Text: "t", Rows: []chat.Row{{Buttons: []chat.Button{{Label: "l", Action: long(101)}}}}}, "action", func(m wireMessage) bool { return len(m.Components) == 1 }},
		{"no action", chat.Reply{Text: "t", Rows: []chat.Row{{Buttons: []chat.Button{{Label: "l"}, button}}}}, "action", func(m wireMessage) bool { return len(m.Components[1].Components) == 1 }},
		{"many choices", chat.Reply{Rows: []chat.Row{{Menu: &chat.Menu{Action: "m", Choices: slices.Repeat([]chat.Suggestion{choice}, 26)}}}}, "choices", func(m wireMessage) bool {
			return len(m.Components[0].Components[0].Options) == 25
		}},
		{"a long choice", chat.Reply{Rows: []chat.Row{{Menu: &chat.Menu{Action: "m", Choices: []chat.Suggestion{choice, {Name: "n", Value: long(101)}}}}}}, "choice", func(m wireMessage) bool {
			return len(m.Components[0].Components[0].Options) == 1
		}},
		{"a menu without choices", chat.Reply{Text: "t", Rows: []chat.Row{{Menu: &chat.Menu{Action: "m"}}}}, "menu", func(m wireMessage) bool { return len(m.Components) == 1 }},
		{"a menu of people", chat.Reply{Rows: []chat.Row{{Menu: &chat.Menu{Action: "m", People: true, Placeholder: "Who?"}}}}, "", func(m wireMessage) bool {
			part := m.Components[0].Components[0]
			return part.Type == 5 && part.CustomID == "m" && part.Placeholder == "Who?" && part.Options == nil
		}},
		{"a long alternative text", chat.Reply{Files: []chat.Attachment{{Name: "a.png", Alt: long(1025)}}}, "alt", func(m wireMessage) bool {
			return utf8.RuneCountInString(m.Attachments[0].Description) == 1024 && m.Components[0].Items[0].Description == m.Attachments[0].Description
		}},
		{"many files", chat.Reply{Files: make([]chat.Attachment, 11)}, "files", func(m wireMessage) bool { return len(m.Attachments) == 10 && len(m.files) == 10 }},
		{"many mentions", chat.Reply{Text: "t", Mentions: make([]string, 101)}, "mentions", func(m wireMessage) bool { return len(m.Mentions.Users) == 100 }},
		{"nothing", chat.Reply{}, "empty message", func(m wireMessage) bool { return m.Components[0].Content != "" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c cuts
			m := c.message(tt.reply)
			if !tt.ok(m) || strings.Join(c, " ") != tt.cut {
				t.Errorf("cut %v, want %q: %+v", c, tt.cut, m)
			}
		})
	}
}

// Every reply is encoded as valid JSON within the limits.
func TestMessageStaysWithinTheLimitsAlways(t *testing.T) {
	units := func(s string) int { return len(utf16.Encode([]rune(s))) }
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return rapid.StringN(0, 150, -1).Draw(t, label) }
		var r chat.Reply
		r.Text = strings.Repeat(text("text"), rapid.IntRange(0, 30).Draw(t, "times"))
		for range rapid.IntRange(0, 7).Draw(t, "rows") {
			var row chat.Row
			for range rapid.IntRange(0, 7).Draw(t, "buttons") {
				row.Buttons = append(row.Buttons, chat.Button{Label: text("label"), Style: chat.Primary, Action: text("action")})
			}
			if rapid.Bool().Draw(t, "menu") {
				row.Menu = &chat.Menu{Action: text("action"), Placeholder: text("placeholder"), Choices: []chat.Suggestion{{Name: text("name"), Value: text("value")}}}
			}
			r.Rows = append(r.Rows, row)
		}
		var c cuts
		m := c.message(r)
		if m.Flags&flagComponents == 0 || len(m.Components) == 0 {
			t.Fatalf("%+v", m)
		}
		for _, row := range m.Components {
			if row.Type == discordgo.TextDisplayComponent && row.Content != "" && units(row.Content) <= 4000 {
				continue
			}
			if len(row.Components) < 1 || len(row.Components) > 5 {
				t.Fatalf("%+v", row)
			}
			for _, part := range row.Components {
				if part.CustomID == "" || len(part.CustomID) > 100 || units(part.Label) > 80 || units(part.Placeholder) > 150 {
					t.Fatalf("%+v", part)
				}
			}
		}
		if _, err := json.Marshal(m); err != nil {
			t.Fatal(err)
		}
	})
}

func TestFormStaysWithinTheLimits(t *testing.T) {
	long := strings.Repeat("x", 5000)
	var c cuts
	f := c.form(chat.Form{Title: long, Action: "f", Fields: slices.Repeat([]chat.Field{{ID: "i", Label: long, Placeholder: long, Value: long, Max: 5000}}, 6)})
	field := f.Components[0].Component
	for what, got := range map[string][2]int{
		"title": {utf8.RuneCountInString(f.Title), 45}, "fields": {len(f.Components), 5},
		"label": {utf8.RuneCountInString(f.Components[0].Label), 45}, "placeholder": {utf8.RuneCountInString(field.Placeholder), 100},
		"value": {utf8.RuneCountInString(field.Value), 4000}, "longest": {field.MaxLength, 4000},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %d, want %d", what, got[0], got[1])
		}
	}
}
