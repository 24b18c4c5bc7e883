package bot

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
)

// company implements [tell.Company].
type company struct {
	*play.Blocking
	admission *admission
}

// Answers implements [tell.Company]. The embedded Blocking has the other method.
func (c company) Answers(person, server string) bool {
	return !c.admission.blocksPerson(person) && !c.admission.blocksServer(server)
}

// aside adds messages for the caller alone that are not part of the answer.
func (b *Bot) aside(c *show.Call, r chat.Reply) chat.Reply {
	if c.Request.Kind == chat.Suggest || r.Form != nil || r.Later != nil {
		return r
	}
	for _, said := range []string{b.telling.Aside(&c.Call), b.lostPlan(c)} {
		if said != "" {
			r.After = append(r.After[:len(r.After):len(r.After)], chat.Whisper(said))
		}
	}
	return r
}

// lostPlan tells the caller, once, that their plan at the call's table was removed. It returns ""
// if there is nothing to tell.
func (b *Bot) lostPlan(c *show.Call) string {
	if c.At.Number == 0 {
		return ""
	}
	move, lost := b.Tables.LostPlan(c.At, c.User.ID)
	title := engine.T("%s, table %s", b.Games.ByID[c.At.Game].Game.Title, strconv.Itoa(c.At.Number))
	switch {
	case !lost:
		return ""
	case move == "":
		return c.Say("Your plan at **%s** did not fit any more, and is removed.", title)
	default:
		return c.Say("Your plan at **%s** did not fit any more after `%s`, and is removed.", title, engine.Quotable(move))
	}
}
