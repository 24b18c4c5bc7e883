package bot

import (
	crand "crypto/rand"
	"errors"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// storeTrouble says to a person what is the matter with the store, if it is that. The
// person can only pass it on; the log has the rest.
func storeTrouble(err error) (engine.Text, bool) {
	for _, t := range []struct {
		err  error
		text engine.Text
	}{
		{store.ErrFull, engine.T("The bot's disk is full, so nothing can be stored. Nothing was changed; please tell whoever runs this bot.")},
		{store.ErrReadOnly, engine.T("The bot's store cannot be written. Nothing was changed; please tell whoever runs this bot.")},
		{store.ErrCorrupt, engine.T("The bot's store is damaged. Please tell whoever runs this bot.")},
		{store.ErrFormat, engine.T("This table was stored in a form that this version of the bot cannot read. Please tell whoever runs this bot.")},
		{store.ErrClosed, engine.T("The bot is just stopping; nothing was changed. Please try again in a moment.")},
	} {
		if errors.Is(err, t.err) {
			return t.text, true
		}
	}
	return engine.Text{}, false
}

// seed comes from the system: which side chance picks must not be foreseen.
func seed() [32]byte {
	var s [32]byte
	_, _ = crand.Read(s[:]) // never fails: see crypto/rand
	return s
}
