package chat

import "strings"

// Form is what Discord calls a modal: a text, if it is not empty, and the fields beneath,
// 1 to 5 in all.
type Form struct {
	Title  string // at most 45 characters
	Text   string
	Action string
	Fields []Field
}

// Field is one text of a form; or, where it has choices, a menu of at most 25.
type Field struct {
	ID          string
	Label       string // at most 45 characters
	Help        string // a line beneath the label, at most 100 characters
	Placeholder string
	Value       string
	Choices     []Suggestion
	// Min and Max are how many characters it takes, or how many choices, both 0 for one.
	Min, Max int
	Required bool
	Long     bool // several lines
}

// Counts are how many choices are picked together, at least and at most.
func (m Menu) Counts() (least, most int) { return counts(m.Min, m.Max, len(m.Choices)) }

// Counts are how many choices are picked together, at least and at most, in a field that
// has some.
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

// Fill fills a form in by texts, in its order, as a program does that sees no form. A menu
// takes a text that names its choices, parted by commas; one that need not be filled is
// passed over by what names none. ok is false where a text is left over, or a field empty
// that must not be.
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
		picked := field.preset()
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

// preset are the choices that are picked when the form opens.
func (f Field) preset() []string {
	var values []string
	for _, c := range f.Choices {
		if c.Chosen {
			values = append(values, c.Value)
		}
	}
	return values
}

// named are the choices that a text names, nil where it names anything else.
func (f Field) named(text string) []string {
	var values []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		at := -1
		for i, c := range f.Choices {
			if at < 0 && (strings.EqualFold(c.Value, word) || strings.EqualFold(c.Name, word)) {
				at = i
			}
		}
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
