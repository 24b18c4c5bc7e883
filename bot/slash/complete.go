package slash

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ItemKind is the kind of an item.
type ItemKind string

// Kinds of items. The last two are for callers, who know autocomplete values and users.
const (
	KindCommand    ItemKind = "command"
	KindSubcommand ItemKind = "subcommand"
	KindOption     ItemKind = "option"
	KindChoice     ItemKind = "choice"
	KindValue      ItemKind = "value"
	KindUser       ItemKind = "user"
)

// Item is a possible continuation.
type Item struct {
	Kind  ItemKind `json:"kind"`
	Label string   `json:"label"`
	Help  string   `json:"help"`
	// Insert is the whole line with the item.
	Insert string `json:"insert"`
}

// Completion holds the possible continuations at the end of a line.
type Completion struct {
	Items []Item
	// Hint is a sentence about what is being typed, or "".
	Hint string
	// Ask is the option being typed if the package does not know its values: one with autocomplete,
	// or a user or file. Otherwise it is nil.
	Ask *Option
	// Typed is the typed part of that option's value.
	Typed string
	// Before is the line up to that value; the caller inserts Before + value + " ".
	Before string
	// Call holds the values that can be parsed so far, and the typed part of Ask's value, marked as
	// focused.
	Call Call
}

// maxChoices is the maximum number of choices that Discord shows.
const maxChoices = 25

// Complete returns the possible continuations at the end of the line. If the line is invalid there
// are none, and Hint gives the reason.
func Complete(commands []Command, line string) Completion {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	if !strings.HasPrefix(line, "/") {
		return Completion{}
	}
	if word := strings.TrimLeftFunc(line[1:], unicode.IsSpace); !strings.ContainsFunc(word, unicode.IsSpace) {
		return completeCommand(commands, word)
	}
	h, err := parseHead(commands, line)
	switch {
	case err != nil:
		return Completion{Hint: err.Error()}
	case hasSubs(h.options) && (!strings.ContainsFunc(h.rest, unicode.IsSpace) || !h.descend()):
		return completeSub(h)
	}
	return completeOptions(h, line)
}

// completeCommand suggests the commands with a prefix, or the subcommands of the only one.
func completeCommand(commands []Command, word string) Completion {
	var c Completion
	fit := slices.DeleteFunc(typed(commands), func(c Command) bool { return !hasPrefixFold(c.Name, word) })
	if len(fit) == 1 && hasSubs(fit[0].Options) {
		return completeSub(&head{command: fit[0].Name, options: fit[0].Options})
	}
	for _, f := range fit {
		c.Items = append(c.Items, Item{KindCommand, "/" + f.Name, f.Description, "/" + f.Name + " "})
	}
	if len(fit) == 0 {
		c.Hint = fmt.Sprintf("there is no command /%s", word)
	}
	return c
}

// completeSub suggests the subcommands with the prefix that is left.
func completeSub(h *head) Completion {
	var c Completion
	for _, s := range h.options {
		if hasPrefixFold(s.Name, h.rest) {
			full := h.path() + " " + s.Name
			c.Items = append(c.Items, Item{KindSubcommand, full, s.Description, full + " "})
		}
	}
	if len(c.Items) == 0 {
		word, _ := cutWord(h.rest)
		c.Hint = fmt.Sprintf("%s has no subcommand %s", h.path(), word)
	}
	return c
}

func completeOptions(h *head, line string) Completion {
	leading, named := split(h.options, h.rest)
	free := unnamed(h.options, named)
	word := lastWord(h.rest)
	c := Completion{Call: readable(h, leading, named, free), Hint: h.help}

	o, typed, before := current(positional(free), leading, named, line)
	if o != nil {
		c.Hint = o.Name + ": " + o.Description + bounds(o, ", ")
		c.offerValues(o, typed, before)
	}
	taken := len(strings.Fields(leading))
	if len(named) == 0 && word != "" {
		taken-- // the word may be the start of a name
	}
	base := line[:len(line)-len(word)]
	if len(named) == 0 || strings.ContainsFunc(named[len(named)-1].text, unicode.IsSpace) {
		for _, f := range free[min(taken, len(free)):] {
			if hasPrefixFold(f.Name, word) {
				c.Items = append(c.Items, Item{KindOption, f.Name, f.Description, base + f.Name + ":"})
			}
		}
	}
	return c
}

// current returns the option being typed, the typed part of its value, and the line before the
// value, including the option's name.
func current(free []*Option, leading string, named []namedValue, line string) (o *Option, typed, before string) {
	if len(named) > 0 {
		n := named[len(named)-1]
		typed = strings.TrimLeftFunc(n.text, unicode.IsSpace)
		if typed != "" && lastWord(typed) == "" {
			return nil, "", "" // a space after a value ends it
		}
		return n.option, typed, line[:len(line)-len(n.text)]
	}
	word := lastWord(leading)
	i := len(strings.Fields(leading))
	if word != "" {
		i--
	}
	if i >= len(free) {
		return nil, "", ""
	}
	o = free[i]
	if word == "" && !o.Required {
		return nil, "", "" // names come first, as in Discord
	}
	return o, word, line[:len(line)-len(word)] + o.Name + ":"
}

// offerValues suggests an option's known values, or sets Ask.
func (c *Completion) offerValues(o *Option, typed, before string) {
	offer := func(label, help string) {
		if len(c.Items) < maxChoices && strings.Contains(strings.ToLower(label), strings.ToLower(typed)) {
			c.Items = append(c.Items, Item{KindChoice, label, help, before + label + " "})
		}
	}
	switch {
	case len(o.Choices) > 0:
		for _, choice := range o.Choices {
			offer(choice.Name, "")
		}
	case o.Type == Boolean:
		offer("true", o.Description)
		offer("false", o.Description)
	case o.Autocomplete, o.Type == User, o.Type == Attachment:
		c.Ask, c.Typed, c.Before = o, typed, before
		c.focus(o, typed)
	}
}

// focus adds the value being typed to the call, not validated.
func (c *Completion) focus(o *Option, typed string) {
	v := Value{Name: o.Name, Type: o.Type, Text: typed, Value: typed, Focused: true}
	for i := range c.Call.Options {
		if c.Call.Options[i].Name == o.Name {
			c.Call.Options[i] = v
			return
		}
	}
	c.Call.Options = append(c.Call.Options, v)
}

// readable returns a call with the values that can be parsed already.
func readable(h *head, leading string, named []namedValue, free []*Option) Call {
	call := Call{Command: h.command, Sub: h.sub}
	texts := map[string]string{}
	for _, n := range named {
		texts[n.option.Name] = strings.TrimSpace(n.text)
	}
	for _, o := range free {
		texts[o.Name], leading = cutWord(leading)
	}
	for i := range h.options {
		o := &h.options[i]
		if text := texts[o.Name]; text != "" {
			if v, err := convert(o, text); err == nil {
				call.Options = append(call.Options, v)
			}
		}
	}
	return call
}

func lastWord(s string) string {
	return strings.TrimLeftFunc(s[max(0, strings.LastIndexFunc(s, unicode.IsSpace)):], unicode.IsSpace)
}

func hasPrefixFold(s, prefix string) bool {
	return strings.HasPrefix(strings.ToLower(s), strings.ToLower(prefix))
}
