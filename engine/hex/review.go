package hex

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
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
	// Resigned: the loser resigned, or lost on time or by forfeit as End says, without being behind;
	// Position is the last one. Unmoved: the loser made no move, so the move shown is the opponent's.
	Resigned, Unmoved bool
	End               engine.End
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

// reviewData is the JSON form of a [Review]. Probabilities that were not searched are null in Red, else ½.
type reviewData struct {
	Red          []*float64  `json:"red"`
	Ply          int         `json:"ply"`
	Loser        Colour      `json:"loser"`
	Played       string      `json:"played"`
	Better       string      `json:"better"`
	Line         []string    `json:"line"`
	Before       float64     `json:"before"`
	After        float64     `json:"after"`
	Proved       bool        `json:"proved"`
	Behind       bool        `json:"behind"`
	Resigned     bool        `json:"resigned"`
	Gift         int         `json:"gift"`
	Given        string      `json:"given"`
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
	if len(p.moves) == 0 {
		return engine.Answer{}, engine.Refuse("there is nothing to look back on yet: make a move first")
	}
	s := NewReview(ctx, p)
	data := reviewData{
		Ply: s.Ply, Loser: s.Loser, Played: s.Played, Better: s.Better, Line: append([]string{}, s.Line...),
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
	loser, winner := ColourName(s.Loser), ColourName(s.Loser.Other())
	before := percent(known(s.Before))
	fell := chancesFell(s.Loser, known(s.Before), known(s.After))
	costliest := engine.T("%s's costliest move was move %s, %s: %s.", loser, strconv.Itoa(s.Ply+1), named(s.Played), fell)
	switch {
	case s.Resigned && (s.End == engine.OnTime || s.End == engine.Forfeited):
		return engine.T("%s lost on time or by forfeit, with chances of %s %%.", loser, before)
	case s.Resigned && s.Before == 1:
		return engine.T("%s resigned a won position.", loser)
	case s.Resigned && s.Before >= won:
		return engine.T("%s resigned a won position: %s's chances were %s %%.", loser, loser, before)
	case s.Resigned:
		return engine.T("The game that %s resigned was not lost: %s's chances were %s %%.", loser, loser, before)
	case s.Unmoved:
		return engine.T("%s has made no move, so that there is no turning point.", loser)
	case s.costless() && !s.Ended:
		return engine.T("After the last move, %s is ahead, and no single move of %s's is seen to have cost anything.", winner, loser)
	case s.costless():
		return engine.T("%s was behind from the start, and no single move of %s's is seen to have cost anything.", loser, loser)
	case !s.Ended:
		return engine.T("After the last move, %s is ahead. %s", winner, costliest)
	case s.Behind:
		return engine.T("%s was behind from the start. %s", loser, costliest)
	default:
		return engine.T("The game turned at move %s: with %s, %s.", strconv.Itoa(s.Ply+1), named(s.Played), fell)
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
	if s.Given == "" || s.Unmoved || s.Behind || !s.Ended {
		return engine.Text{}
	}
	return engine.T("Before that, %s had given the game away at move %s, %s, and %s gave it back.",
		ColourName(s.Loser.Other()), strconv.Itoa(s.Gift+1), named(s.Given), ColourName(s.Loser))
}

// A review searches every position briefly, and those around the turning point deeply.
const (
	reviewTime    = 15 * time.Second
	quickPlayouts = 120
	deepPlayouts  = 3_000
	// maxDeep bounds the deep searches that may move the turning point.
	maxDeep = 6
)

// even is the least winning probability of a side that is not behind.
const even = 0.5

// reviewer finds the turning point of a game.
type reviewer struct {
	ctx      context.Context //nolint:containedctx // one review is one call
	quick    player.Analyst
	deep     player.Analyst
	boards   []*Position // before each ply, and at the end
	red      []float64
	searched []bool          // deeply
	choice   []engine.Choice // of the searched positions
}

// NewReview reviews a game of at least one move. It searches from the
// end backwards; when the context ends it returns what it has found.
func NewReview(ctx context.Context, p *Position) Review {
	r := reviewer{
		ctx: ctx, boards: p.history(),
		quick: player.NewAnalyst(quickPlayouts), deep: player.NewAnalyst(deepPlayouts),
	}
	n := len(r.boards)
	r.red, r.searched, r.choice = make([]float64, n), make([]bool, n), make([]engine.Choice, n)
	for i := n - 1; i >= 0; i-- {
		r.red[i] = math.NaN()
		if ctx.Err() == nil || r.boards[i].Winner() != Empty {
			r.search(i, r.quick)
		}
	}
	for _, i := range r.costly() {
		r.searchDeeply(i)
		r.searchDeeply(i + 1)
	}
	s := r.about(p)
	s.Ended, s.End = p.over(), p.Outcome().End
	s.Gift, s.Given = r.gift(s.Loser.Other(), s.Ply)
	s.Doubts = r.doubts()
	s.RedAccuracy, s.BlueAccuracy = r.accuracies()
	return s
}

// about returns the review of a game after the brief searches.
func (r *reviewer) about(p *Position) Review {
	outcome := p.Outcome()
	switch {
	case outcome.Status == engine.Won:
		loser := board.ColourOf(outcome.Winner).Other()
		if p.Winner() == Empty && r.resignedTooSoon(loser) {
			return r.resignation(loser)
		}
		return r.review(loser)
	case r.red[len(r.red)-1] > even:
		return r.review(Blue)
	default:
		return r.review(Red)
	}
}

// resignedTooSoon reports whether a player resigned without being behind.
func (r *reviewer) resignedTooSoon(loser Colour) bool {
	end := len(r.boards) - 1
	if r.chance(loser, end) >= even {
		r.searchDeeply(end)
	}
	return r.chance(loser, end) >= even
}

// resignation returns the review of a game that turned by resigning.
func (r *reviewer) resignation(loser Colour) Review {
	end := len(r.boards) - 1
	s := Review{
		Position: r.boards[end], Ply: end, Plies: end, Red: r.red,
		Before: r.chance(loser, end), After: 0, Loser: loser, Resigned: true,
	}
	if choice := r.choice[end]; s.Mover() == loser {
		s.Better, s.Line, s.Proved = choice.Move, choice.Line, choice.Proved && choice.Value > even
	}
	return s
}

func (p *Position) history() []*Position {
	boards := make([]*Position, 0, len(p.moves)+1)
	for n := range len(p.moves) + 1 {
		boards = append(boards, p.before(n))
	}
	return boards
}

// before returns the board before ply n.
func (p *Position) before(n int) *Position {
	start := p.bare(p.swap)
	start.arrange(p.set, board.ColourOf(p.first))
	for _, c := range p.moves[:n] {
		if _, err := start.Play(p.moveName(c)); err != nil {
			panic(err) // the moves were played before
		}
	}
	return start
}

func (p *Position) moveName(c hexgrid.Cell) string {
	if c == hexgrid.NoCell {
		return swapMove
	}
	return p.Grid().Name(c)
}

// search estimates the position before a ply. With the swap an empty board is even: a strong first
// stone is taken over, a weak one is not.
func (r *reviewer) search(i int, by player.Analyst) {
	p := r.boards[i]
	switch {
	case p.Winner() == Red:
		r.red[i] = 1
	case p.Winner() == Blue:
		r.red[i] = 0
	case p.swap && p.ply == 0:
		r.red[i], r.choice[i] = even, engine.Choice{Move: by.Opening(p.PlayerPosition()), Value: even}
	default:
		r.choice[i], _ = by.Search(r.ctx, p.PlayerPosition())
		r.red[i] = r.choice[i].Value
		if p.Mover() == Blue {
			r.red[i] = 1 - r.red[i]
		}
	}
}

// searchDeeply searches a position deeply, once, unless the time is up.
func (r *reviewer) searchDeeply(i int) {
	if !r.searched[i] && r.ctx.Err() == nil {
		r.search(i, r.deep)
		r.searched[i] = true
	}
}

func (r *reviewer) chance(c Colour, i int) float64 {
	if c == Blue {
		return 1 - r.red[i]
	}
	return r.red[i]
}

// review finds the turning point: the loser's last move before which they were not behind. A deep
// search there may show that they were, or that the move cost nothing.
func (r *reviewer) review(loser Colour) Review {
	var turn int
	var behind bool
	for range maxDeep {
		turn, behind = r.turningPoint(loser)
		if r.searched[turn] && r.searched[turn+1] {
			break
		}
		r.searchDeeply(turn)
		r.searchDeeply(turn + 1)
	}
	s := Review{
		Position: r.boards[turn], Ply: turn, Plies: len(r.boards) - 1, Played: r.played(turn),
		Red: r.red, Before: r.chance(loser, turn), After: r.chance(loser, turn+1), Loser: loser, Behind: behind,
		Unmoved: r.boards[turn].Mover() != loser,
	}
	if choice := r.choice[turn]; choice.Move != s.Played {
		s.Better, s.Line, s.Proved = choice.Move, choice.Line, choice.Proved && choice.Value > even
	}
	return s
}

// turningPoint returns the loser's last ply that was not yet lost. If there is none, behind is true
// and the ply is their costliest, or 0 if they have made no move.
func (r *reviewer) turningPoint(loser Colour) (ply int, behind bool) {
	worst, most := 0, math.Inf(-1)
	for i := len(r.boards) - 2; i >= 0; i-- {
		if r.boards[i].Mover() != loser {
			continue
		}
		before, after := r.chance(loser, i), r.chance(loser, i+1)
		if before >= even {
			return i, false
		}
		if drop := before - after; drop > most {
			worst, most = i, drop
		}
	}
	return worst, true
}

// gift returns the last ply before another at which a colour fell behind by a doubtful move, and
// the move; "" if there was none.
func (r *reviewer) gift(colour Colour, before int) (ply int, move string) {
	for i := before - 1; i >= 0; i-- {
		if r.boards[i].Mover() == colour && r.chance(colour, i) >= even && r.chance(colour, i+1) < even && r.loss(i) >= doubtful {
			return i, r.played(i)
		}
	}
	return 0, ""
}
