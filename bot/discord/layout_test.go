package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// types returns component types, with the nested ones in brackets.
func types(parts []wireComponent) string {
	var list []string
	for _, p := range parts {
		s := fmt.Sprint(p.Type)
		if len(p.Components) > 0 {
			s += "[" + types(p.Components) + "]"
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

func TestLayout(t *testing.T) {
	board := chat.Attachment{Name: "hex.png", Alt: "a board"}
	buttons := chat.Row{Buttons: []chat.Button{{Label: "Move", Action: "m"}, {Label: "Hint", Action: "h"}}}
	for _, tt := range []struct {
		name  string
		reply chat.Reply
		want  string
	}{
		{"words alone", chat.Reply{Text: "x"}, "10"},
		{"a picture alone", chat.Reply{Files: []chat.Attachment{board}}, "12"},
		{"a board", chat.Reply{Text: "x", Files: []chat.Attachment{board}, Rows: []chat.Row{buttons}, Accent: 1}, "17[10 12 1[2 2]]"},
		{"without accent", chat.Reply{Text: "x", Files: []chat.Attachment{board}, Rows: []chat.Row{buttons}}, "10 12 1[2 2]"},
		{"two pictures and a file", chat.Reply{Files: []chat.Attachment{board, {Name: "a.sgf"}, {Name: "b.gif"}}}, "12 13"},
		{"a picture to be kept", chat.Reply{Files: []chat.Attachment{board, {Name: "whole.png", Kept: true}}}, "12 13"},
		{"blanks", chat.Reply{Text: " \n", Rows: []chat.Row{buttons}}, "1[2 2]"},
		{"nothing, framed", chat.Reply{Accent: 1}, "10"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var c cuts
			m := c.message(tt.reply)
			if got := types(m.Components); got != tt.want || m.Flags != flagComponents {
				t.Errorf("%s with flags %d, want %s", got, m.Flags, tt.want)
			}
		})
	}
	var c cuts
	framed := c.message(chat.Reply{Text: "x", Accent: 0xe2443c, Private: true})
	if framed.Components[0].AccentColor != 0xe2443c || framed.Flags != flagComponents|flagPrivate {
		t.Errorf("%+v", framed)
	}
}

// TestPicturesApart: pictures share a gallery, except those that are Apart.
func TestPicturesApart(t *testing.T) {
	var c cuts
	m := c.message(chat.Reply{Files: []chat.Attachment{
		{Name: "a.png"}, {Name: "b.txt", Apart: true}, {Name: "c.png"}, {Name: "d.png", Apart: true}, {Name: "e.png"}, {Name: "f.png", Apart: true},
	}})
	var got []string
	for _, part := range m.Components {
		var names strings.Builder
		for _, item := range part.Items {
			names.WriteString(strings.TrimSuffix(strings.TrimPrefix(item.Media.URL, "attachment://"), ".png"))
		}
		got = append(got, names.String())
	}
	if want := []string{"ac", "de", "f", ""}; !slices.Equal(got, want) {
		t.Errorf("galleries of %q, want %q", got, want)
	}
}

// For all files and controls, every file is shown under a distinct name, with at most 40
// components.
func TestLayoutStaysWithinTheLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := chat.Reply{Text: rapid.SampledFrom([]string{"", "x"}).Draw(t, "text"), Accent: rapid.IntRange(0, 1<<24-1).Draw(t, "accent")}
		for range rapid.IntRange(0, 12).Draw(t, "files") {
			r.Files = append(r.Files, chat.Attachment{Name: rapid.SampledFrom([]string{"a.png", "a-2.png", "b.txt", "b", ".png", "c.GIF"}).Draw(t, "name"), Apart: rapid.Bool().Draw(t, "apart"), Kept: rapid.Bool().Draw(t, "kept")})
		}
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			r.Rows = append(r.Rows, chat.Row{Buttons: slices.Repeat([]chat.Button{{Label: "b", Action: "a"}}, rapid.IntRange(0, 6).Draw(t, "buttons"))})
		}
		var c cuts
		m := c.message(r)
		data, err := json.Marshal(m.Components)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(data), `"type":`); n > maxComponents || n == 0 {
			t.Fatalf("%d components", n)
		}
		if len(m.files) != len(m.Attachments) {
			t.Fatalf("%d files, described %d", len(m.files), len(m.Attachments))
		}
		for i, a := range m.Attachments {
			if got := strings.Count(string(data), `"attachment://`+a.Filename+`"`); got != 1 || m.files[i].Name != a.Filename {
				t.Fatalf("%s, sent as %s, is shown %d times: %s", a.Filename, m.files[i].Name, got, data)
			}
		}
	})
}
