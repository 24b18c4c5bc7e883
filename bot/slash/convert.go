package slash

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxInteger is the largest integer that Discord passes on exactly: 2^53.
const maxInteger = 1 << 53

// convert checks a text against its option and gives it the option's type.
func convert(o *Option, text string) (Value, error) {
	v := Value{Name: o.Name, Type: o.Type, Text: text}
	var err error
	if len(o.Choices) > 0 {
		v.Value, err = chosen(o, text)
		return v, err
	}
	switch o.Type {
	case Integer:
		v.Value, err = integer(o, text)
	case Number:
		v.Value, err = number(o, text)
	case Boolean:
		v.Value, err = boolean(o, text)
	case User, Channel, Role, Mentionable:
		v.Value, err = mention(o, text)
	case String:
		v.Value, err = text, checkLength(o, text)
	default: // an attachment, which the caller looks up
		v.Value = text
	}
	return v, err
}

// chosen returns the value of the choice that is named, by its name or its value.
func chosen(o *Option, text string) (any, error) {
	names := make([]string, len(o.Choices))
	for i, c := range o.Choices {
		if strings.EqualFold(c.Name, text) {
			return typed(o, c.Value), nil
		}
		names[i] = c.Name
	}
	for _, c := range o.Choices {
		if strings.EqualFold(fmt.Sprint(c.Value), text) {
			return typed(o, c.Value), nil
		}
	}
	if slices.Contains(o.Unlisted, text) {
		return text, nil
	}
	return nil, fmt.Errorf("%s: %q is none of %s", o.Name, text, strings.Join(names, ", "))
}

// typed undoes what JSON does to integers.
func typed(o *Option, value any) any {
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
	return n, checkBounds(o, float64(n), text)
}

func number(o *Option, text string) (float64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > maxInteger {
		return 0, fmt.Errorf("%s: %q is no number%s", o.Name, text, bounds(o, "; it must be "))
	}
	return f, checkBounds(o, f, text)
}

func checkBounds(o *Option, f float64, text string) error {
	if o.MinValue != nil && f < *o.MinValue || o.MaxValue != nil && f > *o.MaxValue {
		return fmt.Errorf("%s: %s is out of bounds%s", o.Name, text, bounds(o, "; it must be "))
	}
	return nil
}

// bounds says what numbers an option takes, after the lead; "" if it takes any.
func bounds(o *Option, lead string) string {
	switch {
	case o.MinValue != nil && o.MaxValue != nil:
		return fmt.Sprintf("%s%s to %s", lead, plain(*o.MinValue), plain(*o.MaxValue))
	case o.MinValue != nil:
		return fmt.Sprintf("%s%s or more", lead, plain(*o.MinValue))
	case o.MaxValue != nil:
		return fmt.Sprintf("%s%s or less", lead, plain(*o.MaxValue))
	}
	return ""
}

func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func boolean(o *Option, text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "yes", "on":
		return true, nil
	case "false", "no", "off":
		return false, nil
	}
	return false, fmt.Errorf("%s: %q is neither true nor false", o.Name, text)
}

// maxString is the longest string that Discord takes as a value, in characters.
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

// mention strips a mention to its id, and "@name" or "#name" to the name.
func mention(o *Option, text string) (string, error) {
	if inner, ok := strings.CutPrefix(text, "<"); ok && strings.HasSuffix(inner, ">") {
		text = strings.TrimSuffix(inner, ">")
		return strings.TrimLeft(text, "@!#&"), nil
	}
	if strings.Contains(text, ":") {
		return "", fmt.Errorf("%s: %q is not a name", o.Name, text)
	}
	return strings.TrimLeft(text, "@#"), nil
}
