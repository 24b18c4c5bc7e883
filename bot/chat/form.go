package chat

import (
	"slices"
	"strings"
)

// Form is a Discord modal: a text, if not empty, and fields, 1 to 5 in all.
type Form struct {
	Title  string // at most 45 characters
	Text   string
	Action string
	Fields []Field
}

// Field is a text field, or a menu of at most 25 choices.
type Field struct {
	ID          string
	Label       string // at most 45 characters
	Help        string // a line below the label, at most 100 characters
	Placeholder string
	Value       string
	Choices     []Suggestion
	// Min and Max are the limits of the number of characters, or of choices; both 0 mean one
	// choice.
	Min, Max int
	Required bool
	Long     bool // several lines
}

// Counts returns the limits of the number of choices picked.
func (m Menu) Counts() (least, most int) { return counts(m.Min, m.Max, len(m.Choices)) }

// Counts returns the limits of the number of choices picked, for a field that has choices.
func (f Field) Counts() (least, most int) {
	least, most = counts(f.Min, f.Max, len(f.Choices))
	if f.Required {
		least = max(1, least)
	}
	return least, most
}

func counts(least, most, choices int) (int, int) {
	if least == 0 && most == 0 {
		return 1, 1
	}
	most = max(1, min(most, choices))
	return min(least, most), most
}

// Fill fills in a form with texts in order, for programs that cannot show it. A menu takes a text
// that names its choices, separated by commas; a menu that need not be filled is skipped by a text
// that names none. ok is false if a text is left over or a required field is empty.
func (f *Form) Fill(texts []string) (fields map[string]string, chosen map[string][]string, ok bool) {
	fields, chosen = map[string]string{}, map[string][]string{}
	for _, field := range f.Fields {
		given := len(texts) > 0
		if len(field.Choices) == 0 {
			fields[field.ID] = field.Value
			if given {
				fields[field.ID], texts = texts[0], texts[1:]
			}
			if !given && field.Required {
				return nil, nil, false
			}
			continue
		}
		var picked []string // when the form opens
		for _, c := range field.Choices {
			if c.Chosen {
				picked = append(picked, c.Value)
			}
		}
		if given {
			if named := field.named(texts[0]); named != nil || texts[0] == "" {
				picked, texts = named, texts[1:]
			}
		}
		if field.Required && len(picked) == 0 {
			return nil, nil, false
		}
		chosen[field.ID] = picked
	}
	return fields, chosen, len(texts) == 0
}

// named returns the choices that a text names, nil if it contains anything else.
func (f Field) named(text string) []string {
	var values []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		at := slices.IndexFunc(f.Choices, func(c Suggestion) bool {
			return strings.EqualFold(c.Value, word) || strings.EqualFold(c.Name, word)
		})
		if at < 0 {
			return nil
		}
		values = append(values, f.Choices[at].Value)
	}
	if least, most := f.Counts(); len(values) < least || len(values) > most {
		return nil
	}
	return values
}
