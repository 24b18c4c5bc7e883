package sgf

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Read reads the games of a file: strictly, else leniently, else it tells why not strictly. What
// stands before the first game and between games is no part of the format, and is ignored. Names of
// properties may be in full or in lower case, as in the oldest files.
//
// Lenient reading takes a "]" that is not escaped as part of the value, unless what follows it can
// follow a value. Where the file is damaged or cut off after the main line of a game, Read returns
// that game and those before it, together with the error.
func Read(data []byte) ([]*Tree, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	strict := &parser{rest: text}
	if err := strict.collection(); err != nil {
		lenient := &parser{rest: text, lenient: true}
		if err := lenient.collection(); err == nil || len(lenient.games) > len(strict.games) {
			return lenient.games, err
		}
		return strict.games, err
	}
	return strict.games, nil
}

type parser struct {
	rest    string
	lenient bool
	games   []*Tree // those whose main line is closed
	open    []*Tree // the game and its variations that are not closed
	moves   int     // moves of the game read so far, to name the place of an error
}

var gameStart = regexp.MustCompile(`\(\s*;`)

func (p *parser) collection() error {
	for {
		start := gameStart.FindStringIndex(p.rest)
		switch {
		case start != nil:
			p.rest = p.rest[start[0]+1:]
		case len(p.games) == 0:
			return engine.NotThisFormat("this is not an SGF file: one begins with (;")
		default:
			return nil
		}
		if err := p.game(); err != nil {
			return err
		}
	}
}

// game reads a game behind its "(".
func (p *parser) game() error {
	game := &Tree{}
	p.moves = 0
	source := p.rest
	defer func() { game.Source = "(" + source[:len(source)-len(p.rest)] }()
	for p.open = []*Tree{game}; len(p.open) > 0; {
		p.skipBlanks()
		if p.rest == "" {
			return p.truncated()
		}
		if err := p.step(game, p.open[len(p.open)-1]); err != nil {
			return err
		}
	}
	return nil
}

// step reads a bracket of a variation, the start of a node, or a property. tree is the innermost open
// variation.
func (p *parser) step(game, tree *Tree) error {
	last := len(tree.Nodes) - 1
	switch c := p.rest[0]; {
	case c == '(':
		variation := &Tree{}
		tree.Variations = append(tree.Variations, variation)
		p.open = append(p.open, variation)
	case c == ')' && last+len(tree.Variations) >= 0:
		p.open = p.open[:len(p.open)-1]
		if n := len(p.games); n == 0 || p.games[n-1] != game {
			p.games = append(p.games, game) // its main line is closed
		}
	case c == ';' && len(tree.Variations) == 0:
		tree.Nodes = append(tree.Nodes, nil)
	case last >= 0 && len(tree.Variations) == 0:
		property, err := p.property()
		if err == nil {
			tree.Nodes[last] = append(tree.Nodes[last], property)
		}
		return err
	default:
		return p.damaged()
	}
	p.rest = p.rest[1:]
	return nil
}

// property reads one property. Lower-case letters in names are ignored, as in the oldest files
// ("Black"); names entirely in lower case are accepted as well.
func (p *parser) property() (Property, error) {
	rest := strings.TrimLeftFunc(p.rest, isASCIILetter)
	word := p.rest[:len(p.rest)-len(rest)]
	if word == "" {
		return Property{}, p.damaged()
	}
	property := Property{Name: cmp.Or(strings.Map(capital, word), strings.ToUpper(word))}
	p.rest = rest
	if property.Name == "B" || property.Name == "W" {
		p.moves++
	}
	for p.skipBlanks(); strings.HasPrefix(p.rest, "["); p.skipBlanks() {
		value, ok := p.value()
		if !ok {
			return Property{}, p.truncated()
		}
		if (p.lenient || property.Name != Comments) && swallowed.MatchString(value) {
			return Property{}, engine.Refuse("the file is damaged %s: %s has no end", p.place(), property.Name)
		}
		property.Values = append(property.Values, value)
	}
	switch {
	case p.rest == "":
		return Property{}, p.truncated()
	case len(property.Values) == 0:
		return Property{}, engine.Refuse("the file is damaged %s: %s has no value in brackets", p.place(), property.Name)
	}
	return property, nil
}

// value reads a value in brackets: a backslash escapes the next character or removes the following
// line break.
func (p *parser) value() (string, bool) {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == ']' && (!p.lenient || afterValue.MatchString(p.rest[i+1:])):
			p.rest = p.rest[i+1:]
			return b.String(), true
		case c == '\\':
			if i++; i < len(p.rest) && p.rest[i] != '\n' {
				b.WriteByte(p.rest[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

var (
	afterValue = regexp.MustCompile(`^\s*(?:[\[;()]|[A-Z]+\s*\[|$)`)
	// swallowed is a move that has been taken for a part of a value.
	swallowed = regexp.MustCompile(`;\s*[BW]\s*\[`)
)

func (p *parser) skipBlanks() { p.rest = strings.TrimLeft(p.rest, " \t\n\f\v\ufeff") }

func (p *parser) damaged() error {
	return engine.Refuse("the file is damaged %s: a property such as B[c5] should stand there", p.place())
}

func (p *parser) truncated() error {
	return engine.Refuse("the file is cut off %s: its closing ) is missing", p.place())
}

func (p *parser) place() engine.Text {
	if p.moves == 0 {
		return engine.T("before the first move")
	}
	return engine.T("at move %s", strconv.Itoa(p.moves))
}

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// capital drops lower-case letters.
func capital(r rune) rune {
	if r >= 'a' {
		return -1
	}
	return r
}
