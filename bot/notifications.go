package bot

import (
	"time"

	"github.com/sixfold-bot/sixfold/bot/ask"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
)

// toldIn is the world in which people are told what concerns them.
func (b *Bot) toldIn(now func() time.Time) tell.World {
	return tell.World{
		Tables: b.tables, Post: heeding{b.outbox, b.tables.Vanish}, Now: now,
		Words: func(locale string) chat.Words { return b.words(locale) },
		Board: func(t *table.Table, n table.Notice) chat.Reply { return b.boards.message(b.unasked(t), t, n) },
		Link:  func(t *table.Brief) string { return boardLink(b.live, t) },
		Apart: b.blocking.apart,
		Answers: func(person, server string) bool {
			return !b.admission.blocksPerson(person) && !b.admission.blocksServer(server)
		},
		Calls: func(server string) string {
			w, err := b.servers.Of(server)
			if err != nil {
				b.log.Error("read the ways of a server", "guild", server, "err", err)
			}
			return w.Calls
		},
	}
}

// aside adds to an answer what the caller must be told besides, for their eyes alone.
func (b *Bot) aside(c *call, r chat.Reply) chat.Reply {
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
