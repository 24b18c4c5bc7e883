//go:build unix

package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// room is a channel in which games of Hex are played one after another: by two people or, with a
// level, by one against the bot. It belongs to one goroutine.
type room struct {
	discord *fakeDiscord
	people  [2]person
	size    int
	level   string // "": two people
	rand    *rand.Rand

	over    [][]string     // the moves of finished games
	game    *hex.Position  // nil before the first game
	moves   []string       // acknowledged moves of the current game
	offered bool           // the next game is offered, not accepted
	asking  string         // the requested move without acknowledgement
	untold  int            // number of moves that were made but never acknowledged
	note    func(a answer) // called with each answer to a move, if not nil
}

// newRoom makes the n-th room.
func newRoom(d *fakeDiscord, n, size int, level string) *room {
	channel := strconv.Itoa(1_350_000_000_000_000_000 + n)
	r := &room{discord: d, size: size, level: level, rand: rand.New(rand.NewPCG(6, uint64(n)))}
	for i, name := range []string{"Annabel", "Bob"} {
		r.people[i] = person{channel, strconv.Itoa(1_360_000_000_000_000_000 + 2*n + i), name}
	}
	return r
}

// channel is the room's.
func (r *room) channel() string { return r.people[0].channel }

// open begins a game.
func (r *room) open(ctx context.Context) error {
	options := []option{integer("size", r.size), boolean("swap", false)}
	if r.level != "" {
		if _, err := r.said(r.discord.run(ctx, r.people[0], "new", nil, append(options, text("level", r.level))...)); err != nil {
			return err
		}
		return r.begun()
	}
	if !r.offered {
		options = append(options, member("opponent", r.people[1]))
		if _, err := r.said(r.discord.run(ctx, r.people[0], "new", r.people[1:], options...)); err != nil {
			return err
		}
		r.offered = true
	}
	if _, err := r.said(r.discord.run(ctx, r.people[1], "join", nil)); err != nil {
		return err
	}
	return r.begun()
}

// begun records the start of a game.
func (r *room) begun() (err error) {
	if r.game != nil {
		r.over = append(r.over, r.moves)
	}
	r.offered, r.moves = false, nil
	r.game, err = r.position()
	return err
}

// games returns the number of games begun.
func (r *room) games() int {
	if r.game == nil {
		return 0
	}
	return len(r.over) + 1
}

// position replays the moves.
func (r *room) position() (*hex.Position, error) {
	p, err := engine.Replay(context.Background(), &hex.Game, engine.Options{"size": r.size, "weighted": false, "swap": false, "convention": "modern"}, r.moves)
	if err != nil {
		return nil, err
	}
	return p.(*hex.Position), nil
}

// move makes the next move, after opening a game if there is none.
func (r *room) move(ctx context.Context) error {
	if r.game == nil || r.game.Turn() == engine.NoSeat {
		if err := r.open(ctx); err != nil {
			return err
		}
	}
	if r.awaitsLevel() {
		if err := r.awaitLevel(ctx); err != nil || r.game.Turn() == engine.NoSeat {
			return err
		}
	}
	moves := r.game.Moves()
	r.asking = moves[r.rand.IntN(len(moves))]
	a, err := r.said(r.discord.run(ctx, r.people[r.game.Turn()], "move", nil, text("cell", r.asking)))
	if err != nil {
		return err
	}
	if r.note != nil {
		r.note(a)
	}
	asked := r.asking
	r.asking = ""
	if err := r.play(asked); err != nil || !r.awaitsLevel() {
		return err
	}
	if move := told(a.Content); move != "" && move != asked {
		return r.play(move)
	}
	return r.awaitLevel(ctx) // its turn was resumed
}

// awaitsLevel reports whether it is the bot's turn.
func (r *room) awaitsLevel() bool { return r.level != "" && r.game != nil && r.game.Turn() == 1 }

// awaitLevel waits until the bot posts a move.
func (r *room) awaitLevel(ctx context.Context) error {
	for {
		content, err := r.discord.listen(ctx, r.channel())
		if err != nil {
			return err
		}
		if move := told(content); move != "" {
			return r.play(move)
		}
	}
}

// play notes an acknowledged move.
func (r *room) play(move string) error {
	if _, err := r.game.Play(move); err != nil {
		return fmt.Errorf("%s: %q after %v: %w", r.channel(), move, r.moves, err)
	}
	r.moves = append(r.moves, move)
	return nil
}

// said turns a refusal into an error, as all requests here are valid.
func (r *room) said(a answer, err error) (answer, error) {
	if err == nil && (strings.Contains(a.Content, "about to restart") || strings.Contains(a.Content, "handing over")) {
		return a, errStopping
	}
	if err == nil && (a.Private || strings.Contains(a.Content, "could not move")) {
		err = fmt.Errorf("%s, game %d, after %v: %s", r.channel(), r.games(), r.moves, a.Content)
	}
	return a, err
}

// errStopping is returned for the answer of a bot that is shutting down.
var errStopping = errors.New("the bot is stopping")

var toldMove = regexp.MustCompile(`\*\*: ([a-z]+[0-9]+)\. `)

// told returns the last move that a message mentions, or "".
func told(content string) string {
	if m := toldMove.FindStringSubmatch(content); m != nil {
		return m[1]
	}
	return ""
}
