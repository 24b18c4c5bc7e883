package playground_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
)

// wantPath checks that a refusal names the field.
func wantPath(t *testing.T, err error, path string) {
	t.Helper()
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	if !ok {
		return // reported by wantCode
	}
	var body struct{ Errors any }
	if err := json.Unmarshal(rest.ResponseBody, &body); err != nil {
		t.Fatal(err)
	}
	at := body.Errors
	for part := range strings.SplitSeq(path, ".") {
		node, _ := at.(object)
		at = node[part]
	}
	if node, _ := at.(object); node["_errors"] == nil {
		t.Errorf("no error at %q: %s", path, rest.ResponseBody)
	}
}

func rows(components ...object) object {
	return object{"content": "x", "components": []object{{"type": 1, "components": components}}}
}

func aButton(changes object) object {
	b := object{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
	for k, v := range changes {
		if v == nil {
			delete(b, k)
		} else {
			b[k] = v
		}
	}
	return b
}

func aMenu(options ...object) object {
	return object{"type": 3, "custom_id": "menu", "options": options}
}

func TestMessageRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50035, 50006)
	d, came := inbox(t, s, ping())
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	long := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		name string
		data object
		path string // "" for an empty message
	}{
		{"nothing", object{}, ""},
		{"blanks", object{"content": " \n"}, ""},
		{"buttons alone", object{"components": rows(aButton(nil))["components"]}, ""},
		{"2,001 characters", object{"content": long(2001)}, "data.content"},
		{"a number as content", object{"content": 5}, "data.content"},
		{"6 rows", object{"content": "x", "components": repeat(6, func(i int) object {
			return object{"type": 1, "components": []object{aButton(object{"custom_id": fmt.Sprint(i)})}}
		})}, "data.components"},
		{"6 buttons", rows(repeat(6, func(i int) object { return aButton(object{"custom_id": fmt.Sprint(i)}) })...), "data.components.0.components"},
		{"an empty row", rows(), "data.components.0.components"},
		{"a button outside a row", object{"content": "x", "components": []object{aButton(nil)}}, "data.components.0.type"},
		{"a custom_id twice", rows(aButton(nil), aButton(nil)), "data.components.0.components.1.custom_id"},
		{"a custom_id of 101 characters", rows(aButton(object{"custom_id": long(101)})), "data.components.0.components.0.custom_id"},
		{"a button without custom_id", rows(aButton(object{"custom_id": nil})), "data.components.0.components.0.custom_id"},
		{"a link without url", rows(aButton(object{"custom_id": nil, "style": 5})), "data.components.0.components.0.url"},
		{"a link with custom_id", rows(aButton(object{"url": "https://example.org", "style": 5})), "data.components.0.components.0"},
		{"a link by javascript", rows(aButton(object{"custom_id": nil, "url": "javascript:alert(1)", "style": 5})), "data.components.0.components.0.url"},
		{"a button without label", rows(aButton(object{"label": nil})), "data.components.0.components.0"},
		{"a label of 81 characters", rows(aButton(object{"label": long(81)})), "data.components.0.components.0.label"},
		{"an unknown style", rows(aButton(object{"style": 9})), "data.components.0.components.0.style"},
		{"a menu beside a button", rows(aMenu(object{"label": "a", "value": "a"}), aButton(nil)), "data.components.0.components"},
		{"an empty menu", rows(aMenu()), "data.components.0.components.0.options"},
		{"26 options of a menu", rows(aMenu(repeat(26, func(i int) object { return object{"label": "a", "value": fmt.Sprint(i)} })...)), "data.components.0.components.0.options"},
		{"a value twice in a menu", rows(aMenu(object{"label": "a", "value": "a"}, object{"label": "b", "value": "a"})), "data.components.0.components.0.options.1.value"},
		{"a text input in a message", rows(object{"type": 4, "custom_id": "t", "style": 1, "label": "T"}), "data.components.0.components.0.type"},
		{"an embed", object{"embeds": []object{{"title": "x"}}}, "data.embeds"},
		{"components of version 2 with content", object{"content": "x", "flags": 1 << 15, "components": []object{{"type": 10, "content": "y"}}}, "data.flags"},
		{"a file that does not come", object{"content": "x", "attachments": []object{{"id": 0}}}, "data.attachments.0.id"},
		{"mentions both ways", object{"content": "x", "allowed_mentions": object{"parse": []string{"users"}, "users": []string{i.Member.User.ID}}}, "data.allowed_mentions"},
	}
	url := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := d.Request("POST", url, object{"type": 4, "data": tt.data})
			if tt.path == "" {
				wantCode(t, err, 400, 50006)
				return
			}
			wantCode(t, err, 400, 50035)
			wantPath(t, err, tt.path)
		})
	}
	for kind, name := range map[int]string{6: "a deferred update", 7: "an update", 8: "autocomplete", 10: "an unknown type"} {
		t.Run(name+" of a command", func(t *testing.T) {
			_, err := d.Request("POST", url, object{"type": kind, "data": object{"content": "x"}})
			wantCode(t, err, 400, 50035)
			wantPath(t, err, "type")
		})
	}
	// A refused answer does not count as the first answer.
	if err := d.InteractionRespond(i, answer("x")); err != nil {
		t.Error(err)
	}
}

func TestFileRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50035, 40005)
	d, came := inbox(t, s, ping())
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	url := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	file := func(n int) *discordgo.File {
		return &discordgo.File{Name: "a.png", Reader: bytes.NewReader(make([]byte, n))}
	}
	many := make([]*discordgo.File, 11)
	for n := range many {
		many[n] = file(1)
	}
	described := func(description string) object {
		return object{"type": 4, "data": object{"attachments": []object{{"id": 0, "description": description}}}}
	}
	err := multipart(t, d, "POST", url, described(strings.Repeat("x", 1025)), file(1))
	wantCode(t, err, 400, 50035)
	wantPath(t, err, "data.attachments.0.description")
	err = multipart(t, d, "POST", url, described("one of two"), file(1), file(1))
	wantCode(t, err, 400, 50035)
	wantPath(t, err, "data.attachments")
	err = multipart(t, d, "POST", url, object{"type": 4, "data": object{}}, many...)
	wantCode(t, err, 400, 50035)
	wantCode(t, multipart(t, d, "POST", url, described("x"), file(10<<20+1)), 413, 40005)
	wantCode(t, multipart(t, d, "POST", url, object{"type": 4, "data": object{}}, file(9<<20), file(9<<20), file(9<<20)), 413, 40005)
	if err := multipart(t, d, "POST", url, described(strings.Repeat("x", 1024)), file(10<<20)); err != nil {
		t.Error(err)
	}
}

func TestModalRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50035)
	d, came := inbox(t, s, ping())
	page{t, s, "you"}.do("run", object{"text": "/ping"})
	i := next(t, came)
	field := func(changes object) object {
		f := object{"type": 4, "custom_id": "cell", "label": "Cell", "style": 1}
		for k, v := range changes {
			f[k] = v
		}
		return object{"type": 1, "components": []object{f}}
	}
	changed := func(o object, changes object) object {
		for k, v := range changes {
			o[k] = v
		}
		return o
	}
	label := func(component object, changes object) object {
		return object{"custom_id": "m", "title": "M", "components": []object{
			changed(object{"type": 18, "label": "L", "component": component}, changes),
		}}
	}
	text := func(changes object) object {
		return changed(object{"type": 4, "custom_id": "cell", "style": 1}, changes)
	}
	menu := func(changes object) object {
		return changed(aMenu(object{"label": "a", "value": "a"}, object{"label": "b", "value": "b"}), changes)
	}
	long := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		name string
		data object
		path string
	}{
		{"no fields", object{"custom_id": "m", "title": "M"}, "data.components"},
		{"no title", object{"custom_id": "m", "components": []object{field(nil)}}, "data.title"},
		{"a title of 46 characters", object{"custom_id": "m", "title": strings.Repeat("x", 46), "components": []object{field(nil)}}, "data.title"},
		{"no custom_id", object{"title": "M", "components": []object{field(nil)}}, "data.custom_id"},
		{"6 fields", object{"custom_id": "m", "title": "M", "components": repeat(6, func(i int) object {
			return field(object{"custom_id": fmt.Sprint(i)})
		})}, "data.components"},
		{"a field twice", object{"custom_id": "m", "title": "M", "components": []object{field(nil), field(nil)}}, "data.components.1.components.0.custom_id"},
		{"a label of 46 characters", object{"custom_id": "m", "title": "M", "components": []object{field(object{"label": strings.Repeat("x", 46)})}}, "data.components.0.components.0.label"},
		{"no style", object{"custom_id": "m", "title": "M", "components": []object{field(object{"style": 0})}}, "data.components.0.components.0.style"},
		{"a button", object{"custom_id": "m", "title": "M", "components": []object{{"type": 1, "components": []object{aButton(nil)}}}}, "data.components.0.components.0.type"},
		{"a menu in a row", object{"custom_id": "m", "title": "M", "components": []object{{"type": 1, "components": []object{menu(nil)}}}}, "data.components.0.components.0.type"},
		{"two texts in a row", object{"custom_id": "m", "title": "M", "components": []object{{"type": 1, "components": []object{
			text(object{"label": "L"}), text(object{"label": "L", "custom_id": "c"}),
		}}}}, "data.components.0.components"},
		{"a menu outside a label", object{"custom_id": "m", "title": "M", "components": []object{menu(nil)}}, "data.components.0.type"},
		{"a container", object{"custom_id": "m", "title": "M", "components": []object{{"type": 17, "components": []object{{"type": 10, "content": "x"}}}}}, "data.components.0.type"},
		{"5 labels and a text", object{"custom_id": "m", "title": "M", "components": append(repeat(5, func(i int) object {
			return object{"type": 18, "label": "L", "component": text(object{"custom_id": fmt.Sprint(i)})}
		}), object{"type": 10, "content": "x"})}, "data.components"},
		{"a text of blanks", object{"custom_id": "m", "title": "M", "components": []object{{"type": 10, "content": " \n"}}}, "data.components.0.content"},
		{"a text of 4,001 characters", object{"custom_id": "m", "title": "M", "components": []object{{"type": 10, "content": long(4001)}}}, "data.components.0.content"},
		{"a label without words", label(text(nil), object{"label": ""}), "data.components.0.label"},
		{"a label of 46 characters over a menu", label(menu(nil), object{"label": long(46)}), "data.components.0.label"},
		{"a description of 101 characters", label(menu(nil), object{"description": long(101)}), "data.components.0.description"},
		{"a label over nothing", object{"custom_id": "m", "title": "M", "components": []object{{"type": 18, "label": "L"}}}, "data.components.0.component"},
		{"a label over a button", label(aButton(nil), nil), "data.components.0.component.type"},
		{"a label over a label", label(object{"type": 18, "label": "L", "component": text(nil)}, nil), "data.components.0.component.type"},
		{"a label over a text with another", label(text(object{"label": "L"}), nil), "data.components.0.component.label"},
		{"a placeholder of 101 characters", label(text(object{"placeholder": long(101)}), nil), "data.components.0.component.placeholder"},
		{"a value of 4,001 characters", label(text(object{"value": long(4001)}), nil), "data.components.0.component.value"},
		{"a longest text of none", label(text(object{"max_length": 0}), nil), "data.components.0.component.max_length"},
		{"a shortest text beyond the longest", label(text(object{"min_length": 5, "max_length": 4}), nil), "data.components.0.component.max_length"},
		{"a shortest text of 4,001", label(text(object{"min_length": 4001}), nil), "data.components.0.component.min_length"},
		{"a menu without custom_id", label(menu(object{"custom_id": ""}), nil), "data.components.0.component.custom_id"},
		{"a menu without options", label(aMenu(), nil), "data.components.0.component.options"},
		{"26 options in a form", label(aMenu(repeat(26, func(i int) object { return object{"label": "a", "value": fmt.Sprint(i)} })...), nil), "data.components.0.component.options"},
		{"an option of 101 characters", label(aMenu(object{"label": long(101), "value": "a"}), nil), "data.components.0.component.options.0.label"},
		{"an option's value of 101 characters", label(aMenu(object{"label": "a", "value": long(101)}), nil), "data.components.0.component.options.0.value"},
		{"an option's description of 101 characters", label(aMenu(object{"label": "a", "value": "a", "description": long(101)}), nil), "data.components.0.component.options.0.description"},
		{"an option twice", label(aMenu(object{"label": "a", "value": "a"}, object{"label": "b", "value": "a"}), nil), "data.components.0.component.options.1.value"},
		{"a menu's placeholder of 151 characters", label(menu(object{"placeholder": long(151)}), nil), "data.components.0.component.placeholder"},
		{"a disabled menu", label(menu(object{"disabled": true}), nil), "data.components.0.component.disabled"},
		{"none of a menu that is required", label(menu(object{"min_values": 0}), nil), "data.components.0.component.min_values"},
		{"more values than options", label(menu(object{"max_values": 3}), nil), "data.components.0.component.max_values"},
		{"more values at least than at most", label(menu(object{"min_values": 2, "max_values": 1}), nil), "data.components.0.component.max_values"},
		{"two defaults of one", label(aMenu(object{"label": "a", "value": "a", "default": true}, object{"label": "b", "value": "b", "default": true}), nil), "data.components.0.component.options"},
		{"a menu twice", object{"custom_id": "m", "title": "M", "components": []object{
			{"type": 18, "label": "L", "component": menu(nil)}, {"type": 18, "label": "L", "component": menu(nil)},
		}}, "data.components.1.component.custom_id"},
	}
	url := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := d.Request("POST", url, object{"type": 9, "data": tt.data})
			wantCode(t, err, 400, 50035)
			wantPath(t, err, tt.path)
		})
	}
	// The largest allowed form.
	whole := object{"custom_id": long(100), "title": long(45), "components": []object{
		{"type": 10, "content": long(4000)},
		{"type": 18, "label": long(45), "description": long(100), "component": aMenu(repeat(25, func(i int) object {
			return object{"label": long(100), "value": fmt.Sprintf("%0100d", i), "description": long(100), "default": i == 3}
		})...)},
		{"type": 18, "label": "L", "component": menu(object{"custom_id": "several", "min_values": 0, "max_values": 2, "required": false})},
		{"type": 18, "label": "L", "component": text(object{"placeholder": long(100), "max_length": 4000, "required": false})},
	}}
	if _, err := d.Request("POST", url, object{"type": 9, "data": whole}); err != nil {
		t.Error(err)
	}
}

func TestAutocompleteRefusals(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50035)
	move := echo()
	move.Options[0].Autocomplete = true
	d, came := inbox(t, s, move)
	done := make(chan bool)
	go func() {
		defer close(done)
		page{t, s, "you"}.post("complete", object{"text": "/echo h"})
	}()
	i := next(t, came)
	url := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	many := repeat(26, func(i int) object { return object{"name": fmt.Sprint(i), "value": "x"} })
	for name, choices := range map[string][]object{
		"data.choices": many, "data.choices.0.name": {{"value": "x"}}, "data.choices.0.value": {{"name": "x", "value": 5}},
	} {
		_, err := d.Request("POST", url, object{"type": 8, "data": object{"choices": choices}})
		wantCode(t, err, 400, 50035)
		wantPath(t, err, name)
	}
	_, err := d.Request("POST", url, object{"type": 4, "data": object{"content": "x"}})
	wantCode(t, err, 400, 50035)
	if _, err := d.Request("POST", url, object{"type": 8, "data": object{"choices": []object{}}}); err != nil {
		t.Error(err)
	}
	<-done
}
