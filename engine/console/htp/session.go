package htp

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

const (
	swapPieces = "swap-pieces" // moves beside the cells
	resign     = "resign"

	defaultSize = 11 // of the board at the start
)

type session struct {
	engine   *Engine
	commands map[string]command
	settings settings
	clock    clock
	boards   []board       // at the start and after each move; never empty
	player   engine.Player // nil: made when needed
	done     bool
}

func newSession(e *Engine) *session {
	s := &session{engine: e, commands: commands()}
	if err := s.begin(defaultSize, defaultSize); err != nil {
		panic(err) // the size is one of Hex
	}
	return s
}

// begin starts a game on an empty board, with a new player, which keeps knowledge of one game only,
// and a reset clock.
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

func (s *session) current() board { return s.boards[len(s.boards)-1] }

func (s *session) push(b board, err error) error {
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
	return "", s.begin(s.current().Width(), s.current().Height())
}

func (s *session) play(_ context.Context, args []string) (string, error) {
	colour, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	return "", s.move(colour, args[1])
}

func (s *session) move(colour hex.Colour, text string) error {
	switch strings.ToLower(text) {
	case swapPieces:
		return s.push(s.current().swapped(colour))
	case resign:
		b := s.current()
		err := b.checkOpen()
		b.resigned, b.last = colour, colour
		return s.push(b, err)
	}
	return s.push(s.current().placed(colour, text))
}

func (s *session) swapPieces(context.Context, []string) (string, error) {
	return "", s.move(s.current().next(), swapPieces)
}

func (s *session) resign(_ context.Context, args []string) (string, error) {
	colour := s.current().next()
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

// genmove asks the player for a move within its time and plays it.
func (s *session) genmove(ctx context.Context, args []string) (string, error) {
	colour, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	if err := s.current().checkOpen(); err != nil {
		return "", err
	}
	chosen, err := s.choose(ctx, colour)
	if err != nil {
		return "", err
	}
	if chosen == "swap" { // the game's own notation
		chosen = swapPieces
	}
	return chosen, s.move(colour, chosen)
}

func (s *session) choose(ctx context.Context, colour hex.Colour) (string, error) {
	p, err := s.current().positionFor(colour, s.settings.swap)
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
	began := s.engine.Now()
	c, err := s.player.Choose(ctx, p)
	s.clock.spend(colour, s.engine.Now().Sub(began))
	return c.Move, err
}

func (s *session) newPlayer(v settings) (engine.Player, error) {
	if v.network != "" {
		network, err := readNetwork(v.network)
		if err != nil {
			return nil, err
		}
		v.skill.Network = network
	}
	if s.engine.NewPlayer == nil {
		return player.New(v.skill)
	}
	return s.engine.NewPlayer(v.skill)
}

func readNetwork(path string) (*net.Network, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, engine.Refuse("the network cannot be read: %s", err.Error())
	}
	network, err := net.Read(bytes.NewReader(data))
	if err != nil {
		return nil, engine.Refuse("the network cannot be used: %s", err.Error())
	}
	return network, nil
}

// showboard prints Red as B and Blue as W. It starts with a new line so that the columns align.
func (s *session) showboard(context.Context, []string) (string, error) {
	b := s.current()
	drawn := strings.NewReplacer("R", "B", "B", "W").Replace(b.String())
	return "\n" + drawn + s.standing(), nil
}

func (s *session) standing() string {
	b := s.current()
	if w := b.winner(); w != hex.Empty {
		return colourNames[w] + " has won"
	}
	return colourNames[b.next()] + " to move"
}

func (s *session) finalScore(context.Context, []string) (string, error) {
	winner := s.current().winner()
	if winner == hex.Empty {
		return "", engine.Refuse("the game is not over")
	}
	return strings.ToUpper(colourNames[winner][:1]) + "+", nil
}
