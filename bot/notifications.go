package bot

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
)

// company says who may be told of whom.
type company struct {
	*play.Blocking
	admission *admission
}

// Answers implements [tell.Company], as the embedded Apart does.
func (c company) Answers(person, server string) bool {
	return !c.admission.blocksPerson(person) && !c.admission.blocksServer(server)
}

// aside adds to an answer what the caller must be told besides, for their eyes alone.
func (b *Bot) aside(c *show.Call, r chat.Reply) chat.Reply {
	if c.Request.Kind == chat.Suggest || r.Form != nil || r.Later != nil {
		return r
	}
	for _, said := range []string{b.telling.Aside(&c.Call), b.lostPlan(c)} {
		if said != "" {
			r.After = append(r.After[:len(r.After):len(r.After)], ask.Whisper(said))
		}
	}
	return r
}

// lostPlan is what the caller must be told of a plan at the table that the call is about, "" for
// nothing: they are told once.
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
