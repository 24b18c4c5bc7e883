package engine

import (
	"context"
	"strconv"
)

// Page is one page of the rules of a game: one idea in plain words that assume no knowledge, with a
// picture.
type Page struct {
	Title Text
	Text  Text // at most [MostTold] characters
	// Scene returns the picture, at the size at which Discord shows it.
	Scene func() (Scene, error)
	// Actions follow those that turn the page.
	Actions []Action
}

// MostTold is the greatest [Text.Length] of a page's text: people do not read more.
const MostTold = 400

// RulesTool is the name of the command that [Rules] returns.
const RulesTool = "rules"

// About returns the action that shows where a game comes from, on the last page of its rules; none if it
// has no rules.
func About(g *Game) []Action {
	rules, ok := g.Tool(RulesTool)
	if !ok {
		return nil
	}
	return []Action{{Label: T("About"), Emoji: aboutEmoji, Line: pageLine(rules.Args[0].Max)}}
}

const aboutEmoji = "🏛️"

const pageArg = "page"

func pageLine(n int) string { return RulesTool + " " + pageArg + ":" + strconv.Itoa(n) }

// Rules returns the command that shows the rules of a game page by page, to the caller alone. The last
// page tells where the game comes from. Buttons turn the page in place.
func Rules(game Text, pages []Page) Tool {
	return Tool{
		Name: RulesTool, Help: T("How %s is played: one idea and one picture a page", game), Private: true,
		Args: []Arg{{Name: pageArg, Help: T("The page to begin with"), Kind: Integer, Min: 1, Max: len(pages), Default: 1}},
		Run: func(_ context.Context, _ Env, o Options, _ func(Answer)) (Answer, error) {
			n := max(1, o.Int(pageArg))
			p := pages[n-1]
			scene, err := p.Scene()
			if err != nil {
				return Answer{}, err
			}
			turn := func(label Text, emoji string, to int) Action {
				to = max(1, min(to, len(pages)))
				return Action{Label: label, Emoji: emoji, Line: pageLine(to), Replace: true, Disabled: to == n}
			}
			turns := []Action{turn(T("Back"), "◀️", n-1), turn(T("Next"), "▶️", n+1)}
			if n < len(pages)-1 { // the last but one turns to it as the next
				turns = append(turns, turn(T("About"), aboutEmoji, len(pages)))
			}
			return Answer{
				Text: T("**%s: %s** (page %s of %s)\n%s", game, p.Title, strconv.Itoa(n), strconv.Itoa(len(pages)), p.Text),
				Data: pageData{n, len(pages), p.Title.String()}, Scenes: []Scene{scene},
				Actions: append(turns, p.Actions...),
			}, nil
		},
	}
}

type pageData struct {
	Page  int    `json:"page"`
	Pages int    `json:"pages"`
	Title string `json:"title"`
}

// Figure is an explanatory drawing for the rules.
type Figure struct {
	Name   string // the key by which the game's drawer finds it
	Words  Text   // the description
	Labels []Text // the lettering, in the order that the drawer expects
}

// Describe implements [Scene].
func (f Figure) Describe() Text { return f.Words }

// Scene returns the figure itself, for [Page].
func (f Figure) Scene() (Scene, error) { return f, nil }

// Illustrated returns a function for [Page] that returns a [Figure].
func Illustrated(name string, words Text, labels ...Text) func() (Scene, error) {
	return Figure{Name: name, Words: words, Labels: labels}.Scene
}

// Shown returns a function for [Page] that plays some moves and returns the position.
func Shown(start func(Options) (Position, error), o Options, moves ...string) func() (Scene, error) {
	return func() (Scene, error) {
		p, err := start(o)
		if err != nil {
			return nil, err
		}
		for _, move := range moves {
			if _, err := p.Play(move); err != nil {
				return nil, err
			}
		}
		return p, nil
	}
}
