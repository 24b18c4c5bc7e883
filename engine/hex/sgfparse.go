package hex

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// sgfNode is a node of a game tree: its properties in file order.
type sgfNode []sgfProperty

type sgfProperty struct {
	name   string
	values []string
}

// text returns the first value of a property in valid UTF-8, "" if it is missing.
func (n sgfNode) text(name string) string {
	for _, p := range n {
		if p.name == name {
			return strings.TrimSpace(strings.ToValidUTF8(p.values[0], "\ufffd"))
		}
	}
	return ""
}

// sgfParser reads the main line of the first game of a file, taking the first branch at each fork.
// It ignores everything after the end of that line.
type sgfParser struct {
	rest  string
	nodes []sgfNode
	moves int // moves read so far, to name the place of an error
}

func parseSGF(text string) ([]sgfNode, error) {
	_, after, ok := strings.Cut(text, "(")
	if !ok {
		return nil, engine.Refuse("this is not an SGF file: one begins with (;")
	}
	p := &sgfParser{rest: after}
	for {
		p.skipBlanks()
		switch {
		case p.rest == "":
			return nil, p.truncated()
		case p.rest[0] == ')':
			if len(p.nodes) == 0 {
				return nil, engine.Refuse("the file holds no game: a game begins with (;GM[11]")
			}
			return p.nodes, nil
		case p.rest[0] == '(' || p.rest[0] == ';':
			if p.rest[0] == ';' {
				p.nodes = append(p.nodes, nil)
			}
			p.rest = p.rest[1:]
		default:
			if err := p.property(); err != nil {
				return nil, err
			}
		}
	}
}

// property reads one property. Lower-case letters in names are ignored, as in the oldest files
// ("Black"); names entirely in lower case are accepted as well.
func (p *sgfParser) property() error {
	rest := strings.TrimLeftFunc(p.rest, isASCIILetter)
	word := p.rest[:len(p.rest)-len(rest)]
	if word == "" || len(p.nodes) == 0 {
		return engine.Refuse("the file is damaged %s: a property such as B[c5] should stand there", p.place())
	}
	name := strings.Map(func(r rune) rune {
		if r >= 'a' {
			return -1
		}
		return r
	}, word)
	if name == "" {
		name = strings.ToUpper(word)
	}
	p.rest = rest
	if name == "B" || name == "W" {
		p.moves++
	}
	property := sgfProperty{name: name}
	for p.skipBlanks(); strings.HasPrefix(p.rest, "["); p.skipBlanks() {
		value, ok := p.value()
		if !ok {
			return p.truncated()
		}
		property.values = append(property.values, value)
	}
	if p.rest == "" {
		return p.truncated()
	}
	if len(property.values) == 0 {
		return engine.Refuse("the file is damaged %s: %s has no value in brackets", p.place(), name)
	}
	last := len(p.nodes) - 1
	p.nodes[last] = append(p.nodes[last], property)
	return nil
}

// value reads a value in brackets: a backslash escapes the next character or removes the following
// line break.
func (p *sgfParser) value() (string, bool) {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; c {
		case ']':
			p.rest = p.rest[i+1:]
			return b.String(), true
		case '\\':
			if i++; i < len(p.rest) && p.rest[i] != '\n' && p.rest[i] != '\r' {
				b.WriteByte(p.rest[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

func (p *sgfParser) skipBlanks() { p.rest = strings.TrimLeft(p.rest, " \t\r\n\f\v\ufeff") }

func (p *sgfParser) truncated() error {
	return engine.Refuse("the file is cut off %s: its closing ) is missing", p.place())
}

func (p *sgfParser) place() engine.Text {
	if p.moves == 0 {
		return engine.T("before the first move")
	}
	return engine.T("at move %s", strconv.Itoa(p.moves))
}

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
