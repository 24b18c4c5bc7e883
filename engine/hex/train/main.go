// Command train trains the network of engine/hex/net to play Hex, from random weights by self-play.
//
//	go run ./engine/hex/train -minutes 75 -dir DIR          a new run
//	go run ./engine/hex/train -minutes 75 -dir DIR -resume  go on where it stopped
//	go run ./engine/hex/train -minutes 60 -dir DIR -from weights.bin -rate 5e-4 -sizes 1:11,12,13,14
//
// Two further commands compute data of the game with the trained network or search: the values of
// openings for the swap, and puzzles.
//
//	go run ./engine/hex/train swapmap [-positions 4000] [-weights FILE] [-out FILE]
//	go run ./engine/hex/train puzzles [-count 300] [-seed 1] > puzzles.txt
//
// It is expert iteration: a small search plays better than the network alone, and the network
// learns the search's moves and the results. A cycle is some seconds of games on all threads, then
// training steps until every new position has been used a few times, drawn from a window of the
// newest positions. Boards grow during the run, since small ones teach the basics much faster; the
// learning rate falls until the end. Both depend on the elapsed share of the run, so a shorter run
// passes through the same stages.
//
// The folder DIR is written every two minutes and on interruption. It has
//
//	weights.bin   the average of the weights, which is used in play (or -out)
//	state.gob     everything that -resume needs
//	curve.csv     results against earlier weights, both without a search, from all
//	              openings of a board; the differences add up to a rating
//
// With -resume another -minutes may be given: the schedules then follow the new length. On SIGINT
// or SIGTERM a run finishes its cycle and saves.
//
// A run bounded by -cycles and -games instead of time is deterministic for a given number of
// threads.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	log.SetFlags(log.Ltime)
	command := ""
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	var err error
	switch command {
	case "swapmap":
		err = swapMaps(os.Args[2:])
	case "puzzles":
		err = findPuzzles(os.Args[2:], os.Stdout)
	default:
		err = train(os.Args[1:])
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Fatal(err)
	}
}

func train(args []string) error {
	c, err := parse(args)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := open(c)
	if err != nil {
		return err
	}
	return r.train(ctx)
}
