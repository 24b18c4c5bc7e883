package playground_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// madeOf returns a message with components v2.
func madeOf(components ...object) object {
	return object{"flags": 1 << 15, "components": components}
}

func aText(text string) object { return object{"type": 10, "content": text} }

func aRow(components ...object) object { return object{"type": 1, "components": components} }

func framedIn(colour int, components ...object) object {
	return object{"type": 17, "accent_color": colour, "components": components}
}

func aGallery(items ...object) object { return object{"type": 12, "items": items} }

func aPicture(url string) object { return object{"media": object{"url": url}} }

func with(o object, key string, value any) object {
	o[key] = value
	return o
}

func TestComponentRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50035, 50006)
	d, came := inbox(t, s, ping())
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	long := func(n int) string { return strings.Repeat("x", n) }
	button := func(n int) object { return aButton(object{"custom_id": fmt.Sprint(n)}) }
	const first = "data.components.0."
	tests := []struct {
		name string
		data object
		path string
	}{
		{"nothing in it", madeOf(), "data.components"},
		{"with content", with(madeOf(aText("y")), "content", "x"), "data.flags"},
		{"with an embed", with(madeOf(aText("y")), "embeds", []object{{"title": "x"}}), "data.embeds"},
		{"the flag forgotten", object{"content": "x", "components": []object{aText("y")}}, first + "type"},
		{"a text without words", madeOf(aText(" ")), first + "content"},
		{"a text of 4,001 characters", madeOf(aText(long(4001))), first + "content"},
		{"texts of 4,001 characters together", madeOf(aText(long(4000)), framedIn(1, aText("x"))), "data.components"},
		{"41 components", madeOf(repeat(41, func(int) object { return aText("x") })...), "data.components"},
		{"41 components, nested", madeOf(framedIn(1, repeat(39, func(int) object { return aText("x") })...), aText("x")), "data.components"},
		{"a button alone", madeOf(button(1)), first + "type"},
		{"a section, which is for another program", madeOf(object{"type": 9, "components": []object{aText("x")}, "accessory": button(1)}), first + "type"},
		{"a label", madeOf(object{"type": 18, "label": "x", "component": button(1)}), first + "type"},
		{"6 buttons", madeOf(aRow(repeat(6, button)...)), first + "components"},
		{"a text in a row", madeOf(aRow(aText("x"))), first + "components.0.type"},
		{"an empty container", madeOf(framedIn(1)), first + "components"},
		{"a container in another", madeOf(framedIn(1, framedIn(1, aText("x")))), first + "components.0.type"},
		{"a colour beyond white", madeOf(framedIn(1<<24, aText("x"))), first + "accent_color"},
		{"a colour below black", madeOf(framedIn(-1, aText("x"))), first + "accent_color"},
		{"a custom_id twice", madeOf(framedIn(1, aRow(button(1))), aRow(button(1))), "data.components.1.components.0.custom_id"},
		{"an ID twice", madeOf(with(aText("x"), "id", 5), with(aText("y"), "id", 5)), "data.components.1.id"},
		{"an empty gallery", madeOf(aGallery()), first + "items"},
		{"11 pictures", madeOf(aGallery(repeat(11, func(int) object { return aPicture("https://example.org/a.png") })...)), first + "items"},
		{"a picture without address", madeOf(aGallery(object{})), first + "items.0.media.url"},
		{"a picture by ftp", madeOf(aGallery(aPicture("ftp://example.org/a.png"))), first + "items.0.media.url"},
		{"an alternative text of 1,025 characters", madeOf(aGallery(with(aPicture("https://example.org/a.png"), "description", long(1025)))), first + "items.0.description"},
		{"a picture that does not come", madeOf(aGallery(aPicture("attachment://a.png"))), "data.components.0"},
		{"a file that does not come", madeOf(object{"type": 13, "file": object{"url": "attachment://a.txt"}}), "data.components.0"},
		{"a file from elsewhere", madeOf(object{"type": 13, "file": object{"url": "https://example.org/a.txt"}}), first + "file.url"},
		{"no file", madeOf(object{"type": 13}), first + "file.url"},
		{"a word as emoji", madeOf(aRow(aButton(object{"emoji": object{"name": "tada"}}))), first + "components.0.emoji.name"},
		{"two emoji", madeOf(aRow(aButton(object{"emoji": object{"name": "🎉🎉"}}))), first + "components.0.emoji.name"},
	}
	url := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := d.Request("POST", url, object{"type": 4, "data": tt.data})
			wantCode(t, err, 400, 50035)
			wantPath(t, err, tt.path)
		})
	}
	whole := madeOf(
		framedIn(0xe2443c, aText(long(2000)),
			aGallery(aPicture("https://example.org/a.png")),
			aRow(aButton(object{"emoji": object{"name": "🏳️"}}), aButton(object{"custom_id": "b", "label": nil, "emoji": object{"name": "▶️"}}))),
		aText(long(1999)))
	if _, err := d.Request("POST", url, object{"type": 4, "data": whole}); err != nil {
		t.Error(err)
	}
}

// A message with components v2 keeps that flag, and cannot get content again.
func TestComponentsReplaceContent(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50035)
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	if err := d.InteractionRespond(i, answer("x")); err != nil {
		t.Fatal(err)
	}
	edit := func(data object) error {
		_, err := d.Request("PATCH", discordgo.EndpointInteractionResponseActions(i.AppID, i.Token), data)
		return err
	}
	err := edit(madeOf(aText("kept content")))
	wantCode(t, err, 400, 50035)
	wantPath(t, err, "flags")
	if err := edit(with(with(madeOf(framedIn(1, aText("one"), aText("two <@"+i.Member.User.ID+">"))), "content", nil), "embeds", []object{})); err != nil {
		t.Fatal(err)
	}
	for _, data := range []object{{"flags": 0, "content": "back"}, {"content": "back"}, {"flags": 0}} {
		err := edit(data)
		wantCode(t, err, 400, 50035)
		wantPath(t, err, "flags")
	}
	err = edit(object{"components": []object{aRow(aButton(nil)), aButton(object{"custom_id": "b"})}})
	wantCode(t, err, 400, 50035)
	wantPath(t, err, "components.1.type")
	got := p.messages("games")
	if m := got[len(got)-1]; m.Content != "one\ntwo <@"+i.Member.User.ID+">" || len(m.Components) != 1 || len(m.Mentions) != 0 {
		t.Errorf("%+v", m)
	}
	if err := edit(object{"components": []object{aText("three")}}); err != nil {
		t.Errorf("an edit that says nothing of flags: %v", err)
	}
}

// Mentions in texts notify as in content. Files that no component shows are reported.
func TestComponentsCallAndShow(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 0)
	d, came := inbox(t, s, ping())
	p := page{t, s, "you"}
	p.do("run", object{"text": "/ping"})
	i := next(t, came)
	me := i.Member.User.ID
	data := madeOf(framedIn(1, aText("your turn, <@"+me+">"), aGallery(with(aPicture("attachment://a.png"), "description", "a board"))))
	data["allowed_mentions"] = object{"parse": []string{}, "users": []string{me}}
	data["attachments"] = []object{{"id": 0, "filename": "a.png", "description": "a board"}, {"id": 1, "filename": "b.txt"}}
	err := multipart(t, d, "POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), object{"type": 4, "data": data},
		&discordgo.File{Name: "a.png", Reader: strings.NewReader(string(picture(t, 2, 2)))}, &discordgo.File{Name: "b.txt", Reader: strings.NewReader("x")})
	if err != nil {
		t.Fatal(err)
	}
	got := p.messages("games")
	m := got[len(got)-1]
	if !slices.Equal(m.Mentions, []string{me}) || m.Content != "your turn, <@"+me+">" || len(m.Attachments) != 2 || m.Attachments[0].Alt != "a board" {
		t.Errorf("%+v", m)
	}
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0].Message, "b.txt") || strings.Contains(v[0].Message, "a.png") {
		t.Errorf("files that nobody sees: %v", v)
	}
}
