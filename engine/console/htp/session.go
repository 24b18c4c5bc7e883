package htp

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// swapPieces is the move that takes over the first stone, resign the one that gives
// up.
const (
	swapPieces = "swap-pieces"
	resign     = "resign"
)

// usualSize is the board's before anybody asks for another.
const usualSize = 11

// session is a talk with one program.
type session struct {
	engine   *Engine
	commands map[string]command
	settings settings
	clock    clock
	boards   []board       // the start and one after each move; never empty
	player   engine.Player // nil: to be made when it is needed
	done     bool
}

func newSession(e *Engine) *session {
	s := &session{engine: e, commands: commands()}
	if err := s.begin(usualSize, usualSize); err != nil {
		panic(err) // the size is one of Hex
	}
	return s
}

// begin begins a game on an empty board. A player keeps what it knows of a game for
// that game only, and the clock starts again.
func (s *session) begin(width, height int) error {
	b, err := newBoard(width, height)
	if err != nil {
		return err
	}
	s.boards = []board{b}
	s.player = nil
	s.clock.reset()
	return nil
}

func (s *session) now() board { return s.boards[len(s.boards)-1] }

// take takes over the outcome of a move.
func (s *session) take(b board, err error) error {
	if err == nil {
		s.boards = append(s.boards, b)
	}
	return err
}

func (s *session) boardsize(_ context.Context, args []string) (string, error) {
	var sizes []int
	for _, word := range args {
		n, err := strconv.Atoi(word)
		if err != nil {
			return "", engine.Refuse("%s is no number of cells", strconv.Quote(word))
		}
		sizes = append(sizes, n)
	}
	return "", s.begin(sizes[0], sizes[len(sizes)-1])
}

func (s *session) clearBoard(context.Context, []string) (string, error) {
	return "", s.begin(s.now().Width(), s.now().Height())
}

func (s *session) play(_ context.Context, args []string) (string, error) {
	colour, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	return "", s.move(colour, args[1])
}

// move makes a move of any kind.
func (s *session) move(colour hex.Colour, text string) error {
	switch strings.ToLower(text) {
	case swapPieces:
		return s.take(s.now().swapped(colour))
	case resign:
		b := s.now()
		err := b.open()
		b.resigned, b.last = colour, colour
		return s.take(b, err)
	}
	return s.take(s.now().placed(colour, text))
}

func (s *session) swapPieces(context.Context, []string) (string, error) {
	return "", s.move(s.now().next(), swapPieces)
}

func (s *session) resign(_ context.Context, args []string) (string, error) {
	colour := s.now().next()
	if len(args) > 0 {
		var err error
		if colour, err = parseColour(args[0]); err != nil {
			return "", err
		}
	}
	return "", s.move(colour, resign)
}

func (s *session) undo(context.Context, []string) (string, error) {
	if len(s.boards) == 1 {
		return "", engine.Refuse("there is no move to take back")
	}
	s.boards = s.boards[:len(s.boards)-1]
	return "", nil
}

// genmove asks the player for a move, within its time, and plays it.
func (s *session) genmove(ctx context.Context, args []string) (string, error) {
	colour, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	if err := s.now().open(); err != nil {
		return "", err
	}
	chosen, err := s.choose(ctx, colour)
	if err != nil {
		return "", err
	}
	if chosen == "swap" { // as the game writes it
		chosen = swapPieces
	}
	return chosen, s.move(colour, chosen)
}

func (s *session) choose(ctx context.Context, colour hex.Colour) (string, error) {
	p, err := s.now().facing(colour, s.settings.swap)
	if err != nil {
		return "", err
	}
	if s.player == nil {
		if s.player, err = s.newPlayer(s.settings); err != nil {
			return "", err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.limit(colour))
	defer cancel()
	began := s.time()
	c, err := s.player.Choose(ctx, p)
	s.clock.spend(colour, s.time().Sub(began))
	return c.Move, err
}

func (s *session) newPlayer(v settings) (engine.Player, error) {
	if v.network != "" {
		network, err := s.readNetwork(v.network)
		if err != nil {
			return nil, err
		}
		v.skill.Network = network
	}
	if s.engine.NewPlayer != nil {
		return s.engine.NewPlayer(v.skill)
	}
	return player.New(v.skill)
}

func (s *session) readNetwork(path string) (*net.Network, error) {
	if s.engine.ReadFile == nil {
		return nil, engine.Refuse("files cannot be read here")
	}
	data, err := s.engine.ReadFile(path)
	if err != nil {
		return nil, engine.Refuse("the network cannot be read: %s", err.Error())
	}
	network, err := net.Read(bytes.NewReader(data))
	if err != nil {
		return nil, engine.Refuse("the network cannot be used: %s", err.Error())
	}
	return network, nil
}

func (s *session) time() time.Time {
	if s.engine.Now == nil {
		return time.Time{}
	}
	return s.engine.Now()
}

// showboard writes Red as B and Blue as W, and begins on a line of its own, so that
// columns lie below each other.
func (s *session) showboard(context.Context, []string) (string, error) {
	b := s.now()
	drawn := strings.NewReplacer("R", "B", "B", "W").Replace(b.String())
	return "\n" + drawn + s.standing(), nil
}

func (s *session) standing() string {
	b := s.now()
	if w := b.winner(); w != hex.Empty {
		return colourNames[w] + " has won"
	}
	return colourNames[b.next()] + " to move"
}

func (s *session) finalScore(context.Context, []string) (string, error) {
	switch s.now().winner() {
	case hex.Red:
		return "B+", nil
	case hex.Blue:
		return "W+", nil
	case hex.Empty:
	}
	return "", engine.Refuse("the game is not over")
}
