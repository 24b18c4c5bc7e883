package plan

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Suggest completes the move that is being typed in a plan, and returns at most as many texts
// as are wanted, each the whole plan up to there. fresh is as for [Grow]. Where nothing is
// legal, or the position lists no moves, there are none.
func Suggest(typed string, most int, fresh func() (engine.Position, error)) []string {
	if len(typed) > MaxText {
		return nil
	}
	begun := strings.LastIndexAny(typed, "; ,>\n") + 1 // of the word
	line := strings.LastIndexAny(typed[:begun], ";\n") + 1
	g := &grower{fresh: fresh, seat: engine.NoSeat}
	at, err := g.start()
	if err != nil {
		return nil
	}
	lines, err := parse(typed[line:begun])
	if err == nil {
		for _, part := range lines[0] {
			for len(part) > 0 {
				if part, err = g.play(at, part); err != nil {
					return nil
				}
			}
		}
	}
	var list []string
	for _, move := range engine.MovesOf(at.position) {
		if len(list) < most && strings.HasPrefix(strings.ToLower(move), strings.ToLower(typed[begun:])) {
			list = append(list, typed[:begun]+move)
		}
	}
	return list
}
