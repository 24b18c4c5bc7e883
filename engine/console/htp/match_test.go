package htp

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// What BenchmarkMatch plays: the engine with some parameters against itself with others,
// or against another program.
//
//	go test ./engine/console/htp -run '^$' -bench Match -benchtime 1x -v -timeout 3h \
//		-games 56 -ours 'level=easy time=60' -theirs 'level=beginner time=60'
//
//	go test … -games 40 -ours 'time=2 threads=2' -against 'mohex --quiet' \
//		-setup 'param_mohex max_time 2; param_mohex num_threads 2'
var (
	games   = flag.Int("games", 2, "how many games BenchmarkMatch plays, each opening with both colours")
	size    = flag.Int("size", defaultSize, "on a board of this size, of those that testdata/openings.txt has")
	ours    = flag.String("ours", "level=easy", "our engine's parameters")
	theirs  = flag.String("theirs", "level=beginner", "the parameters of our other engine")
	against = flag.String("against", "", "the command that starts another program in its place")
	setup   = flag.String("setup", "", "commands that this program gets first, parted by semicolons")
	white   = flag.Bool("white", false, "in this program White moves first, and joins top and bottom")
)

// BenchmarkMatch plays a match as the flags have it. The bounds are those of the score at
// 95 % confidence, by Wilson's interval, which takes games for independent.
func BenchmarkMatch(b *testing.B) {
	for b.Loop() {
		us, them := ourContestant(b, *ours), rival(b)
		won := 0
		openings := openingsOf(b, *size)
		if len(openings) == 0 {
			b.Fatalf("there are no openings for boards of %d", *size)
		}
		for g := range *games {
			at := openings[g/2%len(openings)]
			sides := [2]*contestant{us, them}
			if g%2 == 1 {
				sides = [2]*contestant{them, us}
			}
			winner, moves := playGame(b, g, at, sides)
			if winner == us {
				won++
			}
			b.Logf("game %d: won %d of %d: %s", g+1, won, g+1, strings.Join(moves, " "))
		}
		low, high := wilson(won, *games)
		b.ReportMetric(float64(won), "won")
		b.ReportMetric(100*float64(won)/float64(*games), "%score")
		b.ReportMetric(100*low, "%low")
		b.ReportMetric(100*high, "%high")
		b.ReportMetric(us.pace(), "s/move")
		b.ReportMetric(them.pace(), "s/theirs")
	}
}

// wilson is the interval in which the chance to win lies with 95 % confidence.
func wilson(won, games int) (low, high float64) {
	const z = 1.96
	n := float64(games)
	share := float64(won) / n
	middle := share + z*z/(2*n)
	spread := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return (middle - spread) / (1 + z*z/n), (middle + spread) / (1 + z*z/n)
}

// playGame plays one game after an opening. The first of the sides has its first stone, and
// moves next.
func playGame(tb testing.TB, number int, o opening, sides [2]*contestant) (*contestant, []string) {
	tb.Helper()
	for _, side := range sides {
		side.begin(tb, number)
		side.told(tb, hex.Red, o.first)
		side.told(tb, hex.Blue, o.second)
	}
	board, moves := o.board(tb, *size), []string{o.first, o.second}
	for mover := 0; ; mover = 1 - mover {
		colour := [2]hex.Colour{hex.Red, hex.Blue}[mover]
		vertex := sides[mover].genmove(tb, colour)
		moves = append(moves, vertex)
		if vertex == resign {
			return sides[1-mover], moves
		}
		var err error
		if board, err = board.placed(colour, vertex); err != nil {
			tb.Fatalf("%v after %v", err, moves)
		}
		if board.winner() == colour {
			return sides[mover], moves
		}
		sides[1-mover].told(tb, colour, vertex)
	}
}

// contestant is an engine at the other end of two pipes.
type contestant struct {
	in    io.Writer
	out   *bufio.Reader
	names map[hex.Colour]string
	seeds bool // has the parameter seed
	moves int
	took  time.Duration
}

// ourContestant starts our engine with its parameters.
func ourContestant(tb testing.TB, parameters string) *contestant {
	tb.Helper()
	fromUs, in := io.Pipe()
	out, toUs := io.Pipe()
	served := make(chan error, 1)
	go func() {
		e := Engine{Version: "test", Now: time.Now, NewPlayer: player.New}
		err := e.Serve(tb.Context(), strings.Fields(parameters), fromUs, toUs)
		toUs.CloseWithError(errors.Join(errors.New("the engine has ended"), err))
		served <- err
	}()
	tb.Cleanup(func() {
		in.Close()
		if err := <-served; err != nil {
			tb.Error(err)
		}
	})
	return &contestant{in: in, out: bufio.NewReader(out), names: colourNames, seeds: true}
}

// rival is who plays against our engine.
func rival(tb testing.TB) *contestant {
	tb.Helper()
	if *against == "" {
		return ourContestant(tb, *theirs)
	}
	words := strings.Fields(*against)
	program := exec.CommandContext(tb.Context(), words[0], words[1:]...)
	program.Stderr = io.Discard
	in, err := program.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := program.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := program.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		in.Close()
		_ = program.Wait() // how it ends when nobody listens any more is its own affair
	})
	c := &contestant{in: in, out: bufio.NewReader(out), names: colourNames}
	if *white {
		c.names = map[hex.Colour]string{hex.Red: colourNames[hex.Blue], hex.Blue: colourNames[hex.Red]}
	}
	for command := range strings.SplitSeq(*setup, ";") {
		if command = strings.TrimSpace(command); command != "" {
			c.ask(tb, command)
		}
	}
	return c
}

// begin clears the board. Engines that draw by chance draw anew in each game.
func (c *contestant) begin(tb testing.TB, game int) {
	tb.Helper()
	if c.seeds {
		c.ask(tb, fmt.Sprintf("param seed %d", game+1))
	}
	c.ask(tb, fmt.Sprintf("boardsize %d", *size))
	c.ask(tb, "clear_board")
}

func (c *contestant) told(tb testing.TB, colour hex.Colour, vertex string) {
	tb.Helper()
	c.ask(tb, "play "+c.names[colour]+" "+vertex)
}

func (c *contestant) genmove(tb testing.TB, colour hex.Colour) string {
	tb.Helper()
	began := time.Now()
	vertex := c.ask(tb, "genmove "+c.names[colour])
	c.took += time.Since(began)
	c.moves++
	return strings.ToLower(vertex)
}

// pace is how long a move took on average, in seconds.
func (c *contestant) pace() float64 { return c.took.Seconds() / float64(max(1, c.moves)) }

// ask sends a command and returns the answer. It skips output before the answer, which some
// programs write.
func (c *contestant) ask(tb testing.TB, command string) string {
	tb.Helper()
	if _, err := fmt.Fprintln(c.in, command); err != nil {
		tb.Fatalf("%s: %v", command, err)
	}
	var answer []string
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			tb.Fatalf("%s: %v", command, err)
		}
		line = strings.TrimSpace(line)
		switch {
		case len(answer) > 0 && line == "":
			return strings.Join(answer, "\n")
		case len(answer) > 0:
			answer = append(answer, line)
		case strings.HasPrefix(line, "?"):
			tb.Fatalf("%s: %s", command, line)
		case strings.HasPrefix(line, "="):
			answer = append(answer, strings.TrimSpace(strings.TrimPrefix(line, "=")))
		}
	}
}
