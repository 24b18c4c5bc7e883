package hex

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

var reviewView = engine.View{
	Name: "review", Help: engine.T("Look back at the game: the turning point, and what would have been better"),
	Command: true, AfterEnd: true, Think: reviewTime, Advice: true, Show: showReview,
}

// Review is the scene of view "review": the board before the losing move, and the chances over the
// game.
type Review struct {
	// Position is the board before the turning point.
	*Position
	// Ply is the number of moves before the turning point; Plies that of the whole game.
	Ply, Plies int
	// Played is the move played, Better a better one: a cell's name or "swap". Better is "" if the
	// search has no other move. Played is "" if the game turned by resigning.
	Played, Better string
	// Red has Red's winning probability before each ply and at the end, 0 to 1; NaN where time did
	// not suffice.
	Red []float64
	// Before and After are the loser's winning probabilities before and after the move played; Line
	// is the expected continuation with the better one.
	Before, After float64
	Line          []string
	// Proved: Better is proven to have won. Behind: the search never saw the loser ahead, and the
	// move is their costliest.
	Proved, Behind bool
	// Resigned: the loser resigned without being behind; Position is the last one. Unmoved: the
	// loser made no move, so the move shown is the opponent's.
	Resigned, Unmoved bool
	// Loser is the loser, or who is behind at the end of an unfinished game.
	Loser Colour
	// Ended: the game is over, by the rules or by the players.
	Ended bool
	// Given is the winner's last move before Ply that turned the game in the loser's favour, "" if
	// there was none; Gift is the number of moves before it.
	Gift  int
	Given string
	// Doubts are the doubtful moves of both players in order.
	Doubts []Doubt
	// RedAccuracy and BlueAccuracy rate the players' moves.
	RedAccuracy, BlueAccuracy Accuracy
}

type reviewData struct {
	Red    []*float64 `json:"red"` // Red's winning probability before each ply and at the end; null: not searched
	Ply    int        `json:"ply"` // number of moves before the turning point
	Loser  string     `json:"loser"`
	Played string     `json:"played"`
	Better string     `json:"better"` // "" if nothing better is known
	Line   []string   `json:"line"`
	Before float64    `json:"before"` // the loser's winning probabilities
	After  float64    `json:"after"`
	Proved bool       `json:"proved"` // Better is proven to have won
	Behind bool       `json:"behind"` // the loser was never ahead
	// Resigned: the loser resigned although they were not behind.
	Resigned bool `json:"resigned"`
	// Given is the winner's last mistake before the turning point, "" if there was none; Gift is
	// the number of moves before it.
	Gift  int    `json:"gift"`
	Given string `json:"given"`
	// Doubts are the moves that cost at least a fifth of the winning probability.
	Doubts       []doubtData `json:"doubts"`
	RedAccuracy  *float64    `json:"red_accuracy"` // 0 to 100; null: no move counts
	BlueAccuracy *float64    `json:"blue_accuracy"`
}

// showReview shows the review of a game, or the solution of a puzzle that is over.
func showReview(ctx context.Context, position engine.Position, o engine.Options) (engine.Answer, error) {
	if puzzle, ok := position.(*Puzzle); ok {
		if puzzle.over() {
			return showSolution(ctx, puzzle, o)
		}
		return engine.Answer{}, engine.Refuse("a puzzle has no game to look back on; its solution is shown when it is solved or given up")
	}
	p := boardOf(position)
	switch {
	case p.setup > 0:
		return engine.Answer{}, engine.Refuse("nobody has played these stones, so there is no game to look back on")
	case len(p.moves) == 0:
		return engine.Answer{}, engine.Refuse("there is nothing to look back on yet: make a move first")
	}
	s := NewReview(ctx, p)
	data := reviewData{
		Ply: s.Ply, Loser: s.Loser.String(), Played: s.Played, Better: s.Better, Line: append([]string{}, s.Line...),
		Before: known(s.Before), After: known(s.After), Proved: s.Proved, Behind: s.Behind, Resigned: s.Resigned,
		Gift: s.Gift, Given: s.Given, Doubts: s.doubtsData(), RedAccuracy: s.RedAccuracy.data(), BlueAccuracy: s.BlueAccuracy.data(),
	}
	for _, chance := range s.Red {
		if math.IsNaN(chance) {
			data.Red = append(data.Red, nil)
			continue
		}
		data.Red = append(data.Red, &chance)
	}
	answer := engine.Answer{Text: s.about(), Data: data, Scenes: []engine.Scene{s}}
	if s.Ply < s.Plies && !s.Unmoved {
		answer.Actions = engine.Turning(s.Ply + 1)
	}
	return answer, nil
}

// known returns a probability, ½ if it was not searched.
func known(chance float64) float64 {
	if math.IsNaN(chance) {
		return even
	}
	return chance
}

func (s Review) about() engine.Text {
	said := engine.Sentences(s.turning(bold), s.instead(bold), s.why(bold), s.gift(bold), s.accuracyWords(),
		engine.T("The graph shows the chances over the game: high where Red is ahead, low where Blue is."))
	return engine.T("%s%s", said, s.doubtWords())
}

// won is the least winning probability of a position that is called won.
const won = 0.9

func (s Review) turning(named naming) engine.Text {
	ply, before, after := strconv.Itoa(s.Ply+1), percent(known(s.Before)), percent(known(s.After))
	loser := s.Loser.Seat()
	switch {
	case s.Resigned && s.Before == 1:
		return loser.Say(engine.T("Red resigned a won position."), engine.T("Blue resigned a won position."))
	case s.Resigned && s.Before >= won:
		return loser.Say(engine.T("Red resigned a won position: Red's chances were %s %%.", before), engine.T("Blue resigned a won position: Blue's chances were %s %%.", before))
	case s.Resigned:
		return loser.Say(
			engine.T("The game that Red resigned was not lost: Red's chances were %s %%.", before),
			engine.T("The game that Blue resigned was not lost: Blue's chances were %s %%.", before))
	case s.Unmoved:
		return loser.Say(engine.T("Red has made no move, so that there is no turning point."), engine.T("Blue has made no move, so that there is no turning point."))
	case s.costless() && !s.Ended:
		return loser.Say(
			engine.T("After the last move, Blue is ahead, and no single move of Red's is seen to have cost anything."),
			engine.T("After the last move, Red is ahead, and no single move of Blue's is seen to have cost anything."))
	case s.costless():
		return loser.Say(
			engine.T("Red was behind from the start, and no single move of Red's is seen to have cost anything."),
			engine.T("Blue was behind from the start, and no single move of Blue's is seen to have cost anything."))
	case !s.Ended:
		return loser.Say(
			engine.T("After the last move, Blue is ahead. Red's costliest move was move %s, %s: Red's chances went from %s %% to %s %%.", ply, named(s.Played), before, after),
			engine.T("After the last move, Red is ahead. Blue's costliest move was move %s, %s: Blue's chances went from %s %% to %s %%.", ply, named(s.Played), before, after))
	case s.Behind:
		return loser.Say(
			engine.T("Red was behind from the start. Red's costliest move was move %s, %s: Red's chances went from %s %% to %s %%.", ply, named(s.Played), before, after),
			engine.T("Blue was behind from the start. Blue's costliest move was move %s, %s: Blue's chances went from %s %% to %s %%.", ply, named(s.Played), before, after))
	default:
		return loser.Say(
			engine.T("The game turned at move %s: with %s, Red's chances went from %s %% to %s %%.", ply, named(s.Played), before, after),
			engine.T("The game turned at move %s: with %s, Blue's chances went from %s %% to %s %%.", ply, named(s.Played), before, after))
	}
}

// costless reports whether even the loser's costliest move has no loss that rounded percentages
// show.
func (s Review) costless() bool {
	told := percent(known(s.Before)) != percent(known(s.After)) && s.Before > s.After
	return !s.Resigned && !s.Unmoved && s.Behind && !told
}

func (s Review) instead(named naming) engine.Text {
	line := strings.Join(s.Line[:min(len(s.Line), maxTold)], " ")
	switch {
	case s.Unmoved, s.costless(), s.Resigned && s.Better == "":
		return engine.Text{}
	case s.Resigned && !s.Proved:
		return engine.T("The move to go on with was %s.", named(s.Better))
	case s.Better == "":
		return engine.T("The search found no better move there: the game slipped away bit by bit.")
	case s.Proved && len(s.Line) < 2:
		return engine.T("%s would have won (proved).", named(s.Better))
	case s.Proved:
		return engine.T("%s would have won (proved): %s.", named(s.Better), line)
	case s.Behind || s.Before < even:
		return engine.T("%s would have held out better.", named(s.Better))
	case len(s.Line) < 2:
		return engine.T("%s would have been better.", named(s.Better))
	default:
		return engine.T("%s would have been better, for instance %s.", named(s.Better), line)
	}
}

// gift says by which mistake of the winner the loser had got ahead, if so.
func (s Review) gift(named naming) engine.Text {
	ply := strconv.Itoa(s.Gift + 1)
	if s.Given == "" || s.Unmoved || s.Behind || !s.Ended {
		return engine.Text{}
	}
	return s.Loser.Seat().Say(
		engine.T("Before that, Blue had given the game away at move %s, %s, and Red gave it back.", ply, named(s.Given)),
		engine.T("Before that, Red had given the game away at move %s, %s, and Blue gave it back.", ply, named(s.Given)))
}
