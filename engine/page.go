package engine

import (
	"context"
	"strconv"
)

// Page is one page of the rules of a game: one idea, in words that presuppose nothing, and
// the picture that shows it.
type Page struct {
	Title Text
	Text  Text // at most [MostTold] characters
	// Scene makes the picture, which is one for the size at which Discord shows it.
	Scene func() (Scene, error)
	// Actions stand below, after those that turn the page.
	Actions []Action
}

// MostTold is how many characters the text of a page may have, as [Text.Length] counts them:
// more is not read.
const MostTold = 400

// RulesTool is the name of the command that [Rules] makes.
const RulesTool = "rules"

// Rules makes the command that shows the rules of a game, one page at a time, to the person
// who asks. Its buttons turn the page in place.
func Rules(game Text, pages []Page) Tool {
	const page = "page"
	return Tool{
		Name: RulesTool, Help: T("How %s is played: one idea and one picture a page", game), Private: true,
		Args: []Arg{{Name: page, Help: T("The page to begin with"), Kind: Integer, Min: 1, Max: len(pages), Default: 1}},
		Run: func(_ context.Context, _ Env, o Options, _ func(Answer)) (Answer, error) {
			n := max(1, o.Int(page))
			p := pages[n-1]
			scene, err := p.Scene()
			if err != nil {
				return Answer{}, err
			}
			turn := func(label Text, emoji string, to int) Action {
				to = max(1, min(to, len(pages)))
				return Action{Label: label, Emoji: emoji, Line: RulesTool + " " + page + ":" + strconv.Itoa(to), Replace: true, Disabled: to == n}
			}
			return Answer{
				Text: T("**%s: %s** (page %s of %s)\n%s", game, p.Title, strconv.Itoa(n), strconv.Itoa(len(pages)), p.Text),
				Data: pageData{n, len(pages), p.Title.String()}, Scenes: []Scene{scene},
				Actions: append([]Action{turn(T("Back"), "◀️", n-1), turn(T("Next"), "▶️", n+1)}, p.Actions...),
			}, nil
		},
	}
}

// pageData is the machine-readable form of a page.
type pageData struct {
	Page  int    `json:"page"`
	Pages int    `json:"pages"`
	Title string `json:"title"`
}

// Figure is a scene that explains something and is drawn for that alone.
type Figure struct {
	Name   string // by which the game's drawers know it
	Words  Text   // its description
	Labels []Text // what is written on it, in the order that the drawers expect
}

// Describe implements [Scene]: by the words of whoever made the figure.
func (f Figure) Describe() Text { return f.Words }

// Scene returns the figure, as the picture of a [Page].
func (f Figure) Scene() (Scene, error) { return f, nil }

// Shown returns the position in which a game is after some moves, as the picture of a [Page].
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
