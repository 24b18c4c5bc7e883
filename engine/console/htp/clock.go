package htp

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// clock is the state set by time_settings and time_left. The zero value sets no limits.
type clock struct {
	running bool
	main    time.Duration // for the game
	period  time.Duration // for moves moves, repeatedly, after main is used up
	moves   int
	left    map[hex.Colour]left
}

// left is a colour's remaining time for a number of moves, 0 for all remaining moves.
type left struct {
	time  time.Duration
	moves int
}

// reset gives both colours their initial time.
func (c *clock) reset() {
	c.left = map[hex.Colour]left{}
	if !c.running {
		return
	}
	for colour := range colourNames {
		c.left[colour] = left{time: c.main}
		if c.main == 0 {
			c.left[colour] = left{c.period, c.moves}
		}
	}
}

func (c *clock) spend(colour hex.Colour, d time.Duration) {
	l, ok := c.left[colour]
	if !ok {
		return
	}
	l.time -= d
	if l.moves > 0 {
		l.moves--
	}
	if c.moves > 0 && (l.time <= 0 || l.moves == 0 && c.left[colour].moves > 0) {
		l = left{c.period, c.moves}
	}
	l.time = max(0, l.time)
	c.left[colour] = l
}

// Bounds of a move's time.
const (
	defaultTime = time.Second           // without parameter and clock
	minTime     = 10 * time.Millisecond // even when the clock has run out: a move must be made
	maxTime     = 24 * time.Hour        // more than any move or game takes
)

func (s *session) limit(colour hex.Colour) time.Duration {
	l, clocked := s.clock.left[colour]
	if !clocked {
		return cmp.Or(s.settings.time, defaultTime)
	}
	allowed := l.share(s.clock, s.current())
	return max(minTime, min(allowed, cmp.Or(s.settings.time, allowed)))
}

// share returns the time for one move. It reserves a tenth for communication.
func (l left) share(c clock, b board) time.Duration {
	if l.moves > 0 {
		return l.time / time.Duration(l.moves) * 9 / 10
	}
	// Games between equals fill about half of the board, and may go on after that.
	moves := max(5, (b.Grid().Cells()/2-b.Stones())/2)
	share := l.time / time.Duration(moves)
	if c.moves > 0 {
		share += c.period / time.Duration(c.moves)
	}
	return min(share, l.time) * 9 / 10
}

func (s *session) timeSettings(_ context.Context, args []string) (string, error) {
	main, err := parseSeconds(args[0])
	if err != nil {
		return "", err
	}
	period, err := parseSeconds(args[1])
	if err != nil {
		return "", err
	}
	moves, err := parseMoves(args[2])
	if err != nil {
		return "", err
	}
	c := clock{main: main, period: period, moves: moves}
	// A period for no moves, or no time at all, means no limits.
	c.running = main+period > 0 && (moves > 0 || period == 0)
	if period == 0 {
		c.moves = 0
	}
	c.reset()
	s.clock = c
	return "", nil
}

func (s *session) timeLeft(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "black " + s.showLeft(hex.Red) + ", white " + s.showLeft(hex.Blue), nil
	}
	colour, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	if len(args) == 1 {
		return s.showLeft(colour), nil
	}
	var l left
	if l.time, err = parseSeconds(args[1]); err != nil {
		return "", err
	}
	if len(args) == 3 {
		if l.moves, err = parseMoves(args[2]); err != nil {
			return "", err
		}
	}
	s.clock.left[colour] = l
	return "", nil
}

func (s *session) showLeft(colour hex.Colour) string {
	l, ok := s.clock.left[colour]
	if !ok {
		return "unlimited"
	}
	return strconv.FormatFloat(l.time.Seconds(), 'f', 1, 64)
}

func parseSeconds(word string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(word, 64)
	if err != nil || !(seconds >= 0 && seconds <= maxTime.Seconds()) { // also rejects NaN
		return 0, engine.Refuse("%s must be a number of seconds, at most a day", strconv.Quote(word))
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

func parseMoves(word string) (int, error) {
	n, err := strconv.ParseUint(word, 10, 16)
	if err != nil {
		return 0, engine.Refuse("%s must be a number of moves", strconv.Quote(word))
	}
	return int(n), nil
}
