package atom4

import (
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// lesson is a position with a question.
type lesson struct {
	moves    string // to the position, from the start of round 1
	question engine.Text
	right    string      // the vertex that answers it
	why      engine.Text // explains the right answer
}

var lessons = [...]lesson{
	{
		moves:    "i7 h7 i9 g8 h6 j7 j8 i6",
		question: engine.T("Make a propagator: find the move with which red, green or blue meets its opposite, and a white piece appears."),
		right:    "j9",
		why:      engine.T("Opposites on the wheel mix to white when White plays. White pieces are what your row is made of."),
	},
	{
		moves:    "i9 j9 j8 i7 i10 h7 g8 g7 h9 j10",
		question: engine.T("Reach far: find the move that changes a piece that is not a neighbour, through a white one."),
		right:    "h10",
		why:      engine.T("Your own white pieces pass on what you play, in a straight line, until it meets another colour."),
	},
	{
		moves:    "i7 i9 j9 h9 h7 h6 g8 i10 g6 j8 g9 i6 g7 h5",
		question: engine.T("Win at once: find the move that completes four white pieces in a row."),
		right:    "j7",
		why:      engine.T("One piece may turn several others white at a time, and not only its neighbours."),
	},
	{
		moves:    "i9 i7 j7 j9 i10 j8 h7 k7 j6 k9 h10 i6",
		question: engine.T("Defend: Black would win with the next piece. Find the only move after which Black cannot."),
		right:    "h9",
		why:      engine.T("A black piece that you hit takes your colour. Spoiling the row is one way; taking the vertex away is another."),
	},
	{
		moves:    "i7 h7 j7 j8 j9 i6 i9 h6 g8 i5 h9 g6 k7 k8 j6 l7",
		question: engine.T("Look ahead: find the move after which you win with your next piece, whatever Black does."),
		right:    "k9",
		why:      engine.T("Two threats at once cannot both be met."),
	},
}

var lessonTool = engine.Tool{
	Name: "lesson", Help: engine.T("Five short lessons: find the move that does what is asked"), Private: true,
	Args: []engine.Arg{
		{
			Name: "number", Help: engine.T("Which lesson, 1 to 5"),
			Kind: engine.Integer, Min: 1, Max: len(lessons), Default: 1,
		},
		{Name: "cell", Help: engine.T("Your answer: the vertex for the piece"), Kind: engine.Word},
	},
	Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		number := max(1, o.Int("number"))
		l := lessons[number-1]
		p, err := l.position()
		if err != nil {
			return engine.Answer{}, err
		}
		if o.Text("cell") == "" {
			return l.ask(p, number), nil
		}
		return l.answer(p, number, o.Text("cell"))
	},
}

func (l lesson) position() (*Position, error) {
	p := &Position{first: 1}
	p.begin(1)
	for move := range strings.FieldsSeq(l.moves) {
		if _, err := p.Play(move); err != nil {
			return nil, err
		}
	}
	p.last = nil // earlier moves are no part of the lesson
	return p, nil
}

func lessonLine(number int) string { return "lesson number:" + strconv.Itoa(number) }

func (l lesson) ask(p *Position, number int) engine.Answer {
	return engine.Answer{
		Text: engine.T("**Lesson %s of %s.** %s\nThe piece to place is %s.",
			strconv.Itoa(number), strconv.Itoa(len(lessons)), l.question, p.Piece().Name()),
		Data: p, Scenes: []engine.Scene{p}, Actions: p.cellButtons(lessonLine(number) + " cell:"),
	}
}

func (l lesson) answer(p *Position, number int, text string) (engine.Answer, error) {
	c, err := p.legalCell(text)
	if err != nil {
		return engine.Answer{}, err
	}
	right, after := c.String() == l.right, p.After(c)
	a := engine.Answer{Data: lessonData{number, c.String(), right}, Scenes: []engine.Scene{Preview{after}}}
	again := engine.Action{Label: engine.T("Try again"), Line: lessonLine(number), Replace: true}
	switch {
	case !right:
		a.Text = engine.T("**Not yet.** On %s: %s. %s", c.String(), after.last.effects(), l.question)
		a.Actions = []engine.Action{again}
	case number == len(lessons):
		a.Text = engine.T("**Right!** On %s: %s. %s That was the last lesson: %s is a first opponent.",
			c.String(), after.last.effects(), l.why, engine.Command("atom4 new level:beginner"))
	default:
		a.Text = engine.T("**Right!** On %s: %s. %s", c.String(), after.last.effects(), l.why)
		a.Actions = []engine.Action{{Label: engine.T("Next lesson"), Line: lessonLine(number + 1), Replace: true}}
	}
	return a, nil
}

// lessonData is the machine-readable form of a checked answer.
type lessonData struct {
	Lesson int    `json:"lesson"`
	Cell   string `json:"cell"`
	Right  bool   `json:"right"`
}
