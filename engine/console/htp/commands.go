package htp

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

type command struct {
	usage       string // the arguments
	least, most int    // number of arguments
	run         func(s *session, ctx context.Context, args []string) (string, error)
}

func commands() map[string]command {
	return map[string]command{
		"boardsize":        {"WIDTH [HEIGHT]", 1, 2, (*session).boardsize},
		"clear_board":      {"", 0, 0, (*session).clearBoard},
		"final_score":      {"", 0, 0, (*session).finalScore},
		"genmove":          {"COLOUR", 1, 1, (*session).genmove},
		"known_command":    {"NAME", 1, 1, (*session).knownCommand},
		"list_commands":    {"", 0, 0, (*session).listCommands},
		"name":             {"", 0, 0, says(func(*session) string { return "Sixfold" })},
		"param":            {"[NAME [VALUE]]", 0, 2, (*session).param},
		"play":             {"COLOUR VERTEX", 2, 2, (*session).play},
		"protocol_version": {"", 0, 0, says(func(*session) string { return "2" })},
		"quit":             {"", 0, 0, (*session).quit},
		"resign":           {"[COLOUR]", 0, 1, (*session).resign},
		"showboard":        {"", 0, 0, (*session).showboard},
		"swap-pieces":      {"", 0, 0, (*session).swapPieces},
		"time_left":        {"[COLOUR [SECONDS [MOVES]]]", 0, 3, (*session).timeLeft},
		"time_settings":    {"MAIN BYOYOMI MOVES", 3, 3, (*session).timeSettings},
		"undo":             {"", 0, 0, (*session).undo},
		"version":          {"", 0, 0, says(func(s *session) string { return s.engine.Version })},
	}
}

// says returns a command that only returns a text.
func says(text func(*session) string) func(*session, context.Context, []string) (string, error) {
	return func(s *session, _ context.Context, _ []string) (string, error) { return text(s), nil }
}

// run executes a request. It changes nothing if it returns an error.
func (s *session) run(ctx context.Context, r request) (string, error) {
	c, ok := s.commands[r.command]
	switch {
	case r.command == "":
		return "", engine.Refuse("a command is missing after the number")
	case !ok:
		return "", engine.Refuse("unknown command %s; list_commands lists those there are", strconv.Quote(r.command))
	case len(r.args) < c.least || len(r.args) > c.most:
		return "", engine.Refuse("write: %s", strings.TrimSpace(r.command+" "+c.usage))
	}
	return c.run(s, ctx, r.args)
}

func (s *session) knownCommand(_ context.Context, args []string) (string, error) {
	_, ok := s.commands[strings.ToLower(args[0])]
	return strconv.FormatBool(ok), nil
}

func (s *session) listCommands(context.Context, []string) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(s.commands)), "\n"), nil
}

func (s *session) quit(context.Context, []string) (string, error) {
	s.done = true
	return "", nil
}

// colourNames are the protocol's names of Red and Blue.
var colourNames = map[hex.Colour]string{hex.Red: "black", hex.Blue: "white"}

func parseColour(word string) (hex.Colour, error) {
	switch strings.ToLower(word) {
	case "b", "black", "red":
		return hex.Red, nil
	case "w", "white", "blue":
		return hex.Blue, nil
	}
	return hex.Empty, engine.Refuse("%s is no colour: write black or white", strconv.Quote(word))
}
