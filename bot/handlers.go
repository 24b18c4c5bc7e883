package bot

import (
	"github.com/sixfold-bot/sixfold/bot/follow"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/privacy"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/tournament"
)

// handlers answer what people ask, each about one subject.
type handlers struct {
	play        *playing
	browse      *browsing
	privacy     *privacy.Privacy
	telling     *tell.Teller
	follower    *follow.Follower
	tournaments *tournament.Keeper
	server      *guild.Settings
	ladders     *rating.Ladders
}
