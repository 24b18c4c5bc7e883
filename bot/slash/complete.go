package slash

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ItemKind says what an item of a completion is.
type ItemKind string

// The kinds of items. The last two are for callers, who know the bot's answers to
// autocomplete and the users.
const (
	KindCommand    ItemKind = "command"
	KindSubcommand ItemKind = "subcommand"
	KindOption     ItemKind = "option"
	KindChoice     ItemKind = "choice"
	KindValue      ItemKind = "value"
	KindUser       ItemKind = "user"
)

// Item is one thing that may follow.
type Item struct {
	Kind  ItemKind `json:"kind"`
	Label string   `json:"label"`
	Help  string   `json:"help"`
	// Insert is the whole line once the item is taken.
	Insert string `json:"insert"`
}

// Completion is what may follow at the end of a line.
type Completion struct {
	Items []Item
	// Hint is a sentence about what is being typed, "" if there is nothing to say.
	Hint string
	// Ask is the option whose values the package does not know: one with
	// autocomplete, or a user, channel, role or file. Nil if there is none.
	Ask *Option
	// Typed is what the line has of that option's value.
	Typed string
	// Before is the line up to that value; Before + value + " " takes it.
	Before string
	// Call holds the values that can be read so far, and of Ask's option what is
	// typed, marked as focused.
	Call Call
}

// maxChoices is how many choices Discord shows.
const maxChoices = 25

// Complete says what may follow at the end of the line. It never fails: where the
// line cannot be read, nothing may follow, and the hint says why.
func Complete(commands []Command, line string) Completion {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	if !strings.HasPrefix(line, "/") {
		return Completion{}
	}
	word, rest, more := nextWord(line[1:])
	if !more {
		return completeCommand(commands, word)
	}
	for i := range commands {
		if c := &commands[i]; c.Typed() && strings.EqualFold(c.Name, word) {
			return completeSub(&head{command: c.Name, options: c.Options}, c.Description, line, rest)
		}
	}
	_, err := parseHead(commands, line)
	return Completion{Hint: err.Error()}
}

// completeCommand offers the commands that begin so; of the only one that does, its
// subcommands.
func completeCommand(commands []Command, word string) Completion {
	var c Completion
	var fit []*Command
	for i := range commands {
		if commands[i].Typed() && hasPrefixFold(commands[i].Name, word) {
			fit = append(fit, &commands[i])
		}
	}
	if len(fit) == 1 && hasSubs(fit[0].Options) {
		c.offerSubs("/"+fit[0].Name, fit[0].Options, "")
		return c
	}
	for _, f := range fit {
		c.Items = append(c.Items, Item{KindCommand, "/" + f.Name, f.Description, "/" + f.Name + " "})
	}
	if len(fit) == 0 {
		c.Hint = fmt.Sprintf("there is no command /%s", word)
	}
	return c
}

// completeSub reads subcommands off rest, as far as there are some.
func completeSub(h *head, help, line, rest string) Completion {
	for hasSubs(h.options) {
		word, after, more := nextWord(rest)
		if !more {
			var c Completion
			c.offerSubs(h.path(), h.options, word)
			if len(c.Items) == 0 {
				c.Hint = fmt.Sprintf("%s has no subcommand %s", h.path(), word)
			}
			return c
		}
		sub := find(h.options, word)
		if sub == nil {
			return Completion{Hint: fmt.Sprintf("%s has no subcommand %s", h.path(), word)}
		}
		h.sub = strings.TrimPrefix(h.sub+" "+sub.Name, " ")
		h.options, help, rest = sub.Options, sub.Description, after
	}
	h.rest = rest
	return completeOptions(h, help, line)
}

func (c *Completion) offerSubs(path string, subs []Option, word string) {
	for i := range subs {
		if s := &subs[i]; hasPrefixFold(s.Name, word) {
			full := path + " " + s.Name
			c.Items = append(c.Items, Item{KindSubcommand, full, s.Description, full + " "})
		}
	}
}

// completeOptions stands where values are typed: at a value, or where the next
// name may begin, or at both.
func completeOptions(h *head, help, line string) Completion {
	leading, named := split(h.options, h.rest)
	free := unnamed(h.options, named)
	word := lastWord(h.rest)
	c := Completion{Call: readable(h), Hint: help}

	o, typed, before := current(positional(free), leading, named, line)
	if o != nil {
		c.Hint = describe(o)
		c.offerValues(o, typed, before)
	}
	taken := len(strings.Fields(leading))
	if len(named) == 0 && word != "" {
		taken-- // the word may be the beginning of a name
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

// current is the option whose value the end of the line is in, what is typed of it,
// and the line before that value, with the option's name.
func current(free []*Option, leading string, named []span, line string) (o *Option, typed, before string) {
	if len(named) > 0 {
		n := named[len(named)-1]
		typed = strings.TrimLeftFunc(n.text, unicode.IsSpace)
		if typed != "" && lastWord(typed) == "" {
			return nil, "", "" // a blank after a value ends it
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
		return nil, "", "" // names are offered first, as Discord does
	}
	return o, word, line[:len(line)-len(word)] + o.Name + ":"
}

// offerValues offers what is known of an option's values, or asks for them.
func (c *Completion) offerValues(o *Option, typed, before string) {
	offer := func(label, help string) {
		if len(c.Items) < maxChoices && containsFold(label, typed) {
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
	case o.Autocomplete, o.Type >= User && o.Type != Number:
		c.Ask, c.Typed, c.Before = o, typed, before
		c.focus(o, typed)
	}
}

// focus puts the value being typed into the call, unchecked.
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

// readable returns the values that can be read already.
func readable(h *head) Call {
	call := Call{Command: h.command, Sub: h.sub}
	leading, named := split(h.options, h.rest)
	texts := map[string]string{}
	for _, n := range named {
		texts[n.option.Name] = strings.TrimSpace(n.text)
	}
	rest := leading
	for _, o := range unnamed(h.options, named) {
		var word string
		if word, rest = cutWord(rest); word != "" {
			texts[o.Name] = word
		}
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

// describe says what an option is and takes.
func describe(o *Option) string {
	return o.Name + ": " + o.Description + bounds(o, ", ")
}

// nextWord cuts the first word off; more reports whether a blank follows it.
func nextWord(s string) (word, rest string, more bool) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimLeftFunc(s[i:], unicode.IsSpace), true
}

// lastWord is what stands after the last blank.
func lastWord(s string) string {
	i := strings.LastIndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[i+size:]
}

func hasPrefixFold(s, prefix string) bool {
	return strings.HasPrefix(strings.ToLower(s), strings.ToLower(prefix))
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}
