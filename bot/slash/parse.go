package slash

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Parse parses a whole line. Its errors are sentences for the person. A required attachment may be
// missing, as files are sent apart from the line.
func Parse(commands []Command, line string) (Call, error) {
	h, err := parseHead(commands, strings.TrimSpace(line))
	if err != nil {
		return Call{}, err
	}
	if hasSubs(h.options) && !h.descend() {
		return Call{}, h.noSub()
	}
	call := Call{Command: h.command, Sub: h.sub}
	texts, err := assign(h)
	if err != nil {
		return Call{}, err
	}
	for i := range h.options {
		o := &h.options[i]
		text, given := texts[o.Name]
		if !given {
			if o.Required && o.Type != Attachment {
				return Call{}, fmt.Errorf("%s needs %s: %s", h.path(), o.Name, lowerFirst(o.Description))
			}
			continue
		}
		v, err := convert(o, text)
		if err != nil {
			return Call{}, h.explain(text, err)
		}
		call.Options = append(call.Options, v)
	}
	return call, nil
}

// head is a line parsed up to its options.
type head struct {
	command, sub string
	help         string   // the description of the command or its subcommand
	options      []Option // of the command or its subcommand
	rest         string   // the remaining text
}

func (h *head) path() string { return strings.TrimSpace("/" + h.command + " " + h.sub) }

// explain returns err, or a better error if the value contains an unknown option's name.
func (h *head) explain(value string, err error) error {
	for word := range strings.FieldsSeq(value) {
		if name, _, ok := strings.Cut(word, ":"); ok && isName(name) {
			return fmt.Errorf("%s has no option %s; %s", h.path(), name, listNames("it has", optionNames(h.options)))
		}
	}
	return err
}

// parseHead finds the command of a line.
func parseHead(commands []Command, line string) (*head, error) {
	name, ok := strings.CutPrefix(line, "/")
	if !ok {
		return nil, errors.New("a command begins with /, as in /help")
	}
	word, rest := cutWord(name)
	var names []string
	for _, c := range typed(commands) {
		if strings.EqualFold(c.Name, word) {
			return &head{command: c.Name, help: c.Description, options: c.Options, rest: rest}, nil
		}
		names = append(names, "/"+c.Name)
	}
	return nil, fmt.Errorf("there is no command /%s; %s", word, listNames("there is", names))
}

func typed(commands []Command) []Command {
	return slices.DeleteFunc(slices.Clone(commands), func(c Command) bool { return !c.Typed() })
}

// descend parses the subcommand, and reports whether it exists.
func (h *head) descend() bool {
	word, rest := cutWord(h.rest)
	sub := find(h.options, word)
	if sub != nil {
		h.sub, h.help, h.options, h.rest = sub.Name, sub.Description, sub.Options, rest
	}
	return sub != nil
}

func (h *head) noSub() error {
	names := listNames("there is", optionNames(h.options))
	if word, _ := cutWord(h.rest); word != "" {
		return fmt.Errorf("%s has no subcommand %s; %s", h.path(), word, names)
	}
	return fmt.Errorf("%s needs a subcommand; %s", h.path(), names)
}

func assign(h *head) (map[string]string, error) {
	leading, named := split(h.options, h.rest)
	texts := make(map[string]string, len(h.options))
	for _, n := range named {
		if _, twice := texts[n.option.Name]; twice {
			return nil, fmt.Errorf("%s is given twice", n.option.Name)
		}
		text := strings.TrimSpace(n.text)
		if text == "" {
			return nil, fmt.Errorf("%s: needs a value: %s", n.option.Name, lowerFirst(n.option.Description))
		}
		texts[n.option.Name] = text
	}
	free := positional(unnamed(h.options, named))
	if err := fill(texts, free, leading); err != nil {
		return nil, h.explain(leading, fmt.Errorf("%s: %w", h.path(), err))
	}
	return texts, nil
}

// positional returns the options that unnamed words fill. If some are required and the last of
// these is a string without choices, that takes all the rest: "/hex move c 5" is a misspelt cell,
// not a table. So does a long text in the first place: "/hex import a3 swap d4".
func positional(free []*Option) []*Option {
	const long = 1000 // characters
	last := -1
	if len(free) > 0 && free[0].MaxLength != nil && *free[0].MaxLength >= long {
		last = 0
	}
	for i, o := range free {
		if o.Required {
			last = i
		}
	}
	if last >= 0 && free[last].Type == String && len(free[last].Choices) == 0 {
		return free[:last+1]
	}
	return free
}

// fill assigns the leading words to the options in order. An optional user is skipped if the word
// is not a mention, and an optional choice if the word is not a choice: "/ade new E 8" sets neither
// opponent nor level.
func fill(texts map[string]string, free []*Option, leading string) error {
	rest := strings.TrimSpace(leading)
	for i, o := range free {
		if rest == "" {
			return nil
		}
		if !o.Required && i < len(free)-1 && !o.fits(rest) {
			continue
		}
		if i == len(free)-1 && o.Type == String {
			texts[o.Name] = rest
			return nil
		}
		texts[o.Name], rest = cutWord(rest)
	}
	if rest != "" {
		return fmt.Errorf("nothing is left to take %q", rest)
	}
	return nil
}

// fits reports whether the first word of a text may be meant for an option: a user must be
// mentioned, and a choice must match.
func (o *Option) fits(text string) bool {
	switch {
	case o.Type == User:
		return strings.HasPrefix(text, "@") || strings.HasPrefix(text, "<@")
	case len(o.Choices) > 0:
		word, _ := cutWord(text)
		_, err := chosen(o, word)
		return err == nil
	default:
		return true
	}
}

// namedValue is a named value: text extends from the colon to the next name.
type namedValue struct {
	option *Option
	start  int // byte offset of the value in the text
	text   string
}

// split cuts a text into the words before the first name and the named values.
func split(options []Option, rest string) (leading string, named []namedValue) {
	last := 0
	add := func(end int) {
		if len(named) == 0 {
			leading = rest[:end]
			return
		}
		n := &named[len(named)-1]
		n.text = rest[n.start:end]
	}
	blank := true
	for i, r := range rest {
		if blank && i >= last {
			name, _, ok := strings.Cut(rest[i:], ":")
			if o := find(options, name); ok && o != nil {
				add(i)
				last = i + len(name) + 1
				named = append(named, namedValue{option: o, start: last})
			}
		}
		blank = unicode.IsSpace(r)
	}
	add(len(rest))
	return leading, named
}

func unnamed(options []Option, named []namedValue) []*Option {
	var free []*Option
	for i := range options {
		if !slices.ContainsFunc(named, func(n namedValue) bool { return n.option.Name == options[i].Name }) {
			free = append(free, &options[i])
		}
	}
	return free
}

func find(options []Option, name string) *Option {
	for i := range options {
		if strings.EqualFold(options[i].Name, name) {
			return &options[i]
		}
	}
	return nil
}

// cutWord cuts off the first word, and the blanks around it.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimLeftFunc(s[i:], unicode.IsSpace)
}

func optionNames(options []Option) []string {
	names := make([]string, len(options))
	for i := range options {
		names[i] = options[i].Name
	}
	return names
}

// listNames lists names in a sentence, at most 25.
func listNames(lead string, names []string) string {
	const most = 25
	if len(names) == 0 {
		return lead + " none"
	}
	more := ""
	if len(names) > most {
		names, more = names[:most], ", ..."
	}
	return lead + " " + strings.Join(names, ", ") + more
}

func isName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLower(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
	}) < 0
}

func lowerFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

// maxInteger is the largest integer that Discord transmits exactly: 2^53.
const maxInteger = 1 << 53

// minus replaces the minus signs and dashes that are not on a keyboard.
var minus = strings.NewReplacer("−", "-", "–", "-", "—", "-", "‐", "-")

// convert validates a text for its option, and converts it to the option's type.
func convert(o *Option, text string) (Value, error) {
	v := Value{Name: o.Name, Type: o.Type, Text: text}
	if o.Type != String || len(o.Choices) > 0 {
		text = minus.Replace(norm.NFKC.String(text))
	}
	var err error
	if len(o.Choices) > 0 {
		v.Value, err = chosen(o, text)
		return v, err
	}
	switch o.Type {
	case Integer:
		v.Value, err = integer(o, text)
	case Boolean:
		v.Value, err = boolean(o, text)
	case User:
		v.Value, err = mention(o, text)
	case String:
		v.Value, err = text, checkLength(o, text)
	default: // an attachment, which the caller resolves
		v.Value = text
	}
	return v, err
}

// chosen returns the value of a choice by its name or its value.
func chosen(o *Option, text string) (any, error) {
	names := make([]string, len(o.Choices))
	for i, c := range o.Choices {
		if strings.EqualFold(c.Name, text) {
			return whole(o, c.Value), nil
		}
		names[i] = strconv.Quote(c.Name)
	}
	for _, c := range o.Choices {
		if strings.EqualFold(fmt.Sprint(c.Value), text) {
			return whole(o, c.Value), nil
		}
	}
	if slices.Contains(o.Unlisted, text) {
		return text, nil
	}
	return nil, fmt.Errorf("%s: %q is not a choice; choose one of %s", o.Name, text, strings.Join(names, ", "))
}

// whole converts a float64 decoded from JSON back to an int.
func whole(o *Option, value any) any {
	if f, ok := value.(float64); ok && o.Type == Integer {
		return int(f)
	}
	return value
}

func integer(o *Option, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < -maxInteger || n > maxInteger {
		return 0, fmt.Errorf("%s: %q is no whole number%s", o.Name, text, bounds(o, "; it must be "))
	}
	if o.MinValue != nil && float64(n) < *o.MinValue || o.MaxValue != nil && float64(n) > *o.MaxValue {
		return 0, fmt.Errorf("%s: %s is out of bounds%s", o.Name, text, bounds(o, "; it must be "))
	}
	return n, nil
}

// bounds describes an option's range after lead; "" if there is none.
func bounds(o *Option, lead string) string {
	switch {
	case o.MinValue != nil && o.MaxValue != nil:
		return fmt.Sprintf("%s%s to %s", lead, formatNumber(*o.MinValue), formatNumber(*o.MaxValue))
	case o.MinValue != nil:
		return fmt.Sprintf("%s%s or more", lead, formatNumber(*o.MinValue))
	case o.MaxValue != nil:
		return fmt.Sprintf("%s%s or less", lead, formatNumber(*o.MaxValue))
	}
	return ""
}

func formatNumber(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func boolean(o *Option, text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "yes", "on":
		return true, nil
	case "false", "no", "off":
		return false, nil
	}
	return false, fmt.Errorf("%s: %q is neither true nor false", o.Name, text)
}

// maxString is Discord's maximum length of a string value, in characters.
const maxString = 6000

func checkLength(o *Option, text string) error {
	n, most := utf8.RuneCountInString(text), maxString
	if o.MaxLength != nil {
		most = *o.MaxLength
	}
	if n > most {
		return fmt.Errorf("%s: %d characters are too many; it takes %d at most", o.Name, n, most)
	}
	if o.MinLength != nil && n < *o.MinLength {
		return fmt.Errorf("%s: %q is too short; it takes %d characters or more", o.Name, text, *o.MinLength)
	}
	return nil
}

// mention reduces a mention to its ID, and "@name" to the name.
func mention(o *Option, text string) (string, error) {
	if inner, ok := strings.CutPrefix(text, "<"); ok && strings.HasSuffix(inner, ">") {
		text = strings.TrimSuffix(inner, ">")
		return strings.TrimLeft(text, "@!"), nil
	}
	if strings.Contains(text, ":") {
		return "", fmt.Errorf("%s: %q is not a name", o.Name, text)
	}
	return strings.TrimLeft(text, "@"), nil
}
