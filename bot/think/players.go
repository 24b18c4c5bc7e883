package think

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// maxPlayers is how many players are cached. A player's size is mainly its search tree, which is large
// after a long computation; without it the next one starts from scratch.
const maxPlayers = 16

// players caches players whose search trees their next moves can use. A player is taken out while it
// computes, so that it is not used concurrently.
type players struct {
	*table.Cache[seat, engine.Player]
}

// seat identifies a player: two players of one level at a table are independent.
type seat struct {
	table  store.Key
	number engine.Seat
	level  string
}

func newPlayers(now func() time.Time) players {
	return players{table.NewCache[seat, engine.Player](maxPlayers, now)}
}

// keep caches a player for its next move if it has a search tree.
func (p players) keep(at seat, player engine.Player) {
	if keeper, ok := player.(engine.Keeper); ok && keeper.Kept() > 0 {
		p.Keep(at, player, keeper.Kept())
	}
}
