package show

import (
	"context"
	"errors"
	"slices"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Refusal turns an error into a private reply. It says how to correct a mistake of the person's;
// any other error is logged as a failure of the bot.
func (c *Call) Refusal(err error) chat.Reply {
	if c.CountRefusal != nil {
		c.CountRefusal(err)
	}
	if doubt, ok := errors.AsType[*table.WhichError](err); ok {
		return c.which(doubt.Tables)
	}
	text := engine.T("Something went wrong here, and nothing was changed. Please try again.")
	sentence, trouble := storeTrouble(err)
	switch why, ok := engine.Why(err); {
	case ok:
		text = engine.T("%s.", brief(why))
	case errors.Is(err, store.ErrHandled) && c.Entry == nil:
		text = engine.T("That is done already.")
	case errors.Is(err, store.ErrHandled):
		text = engine.T("That is done already. Use %s to see the table.", c.Entry.Game.Command("show"))
	case errors.Is(err, store.ErrBusy), errors.Is(err, store.ErrStale) && c.Entry == nil:
		text = engine.T("Something else has just changed the same. Nothing was changed by this; please try again.")
	case errors.Is(err, store.ErrStale):
		text = engine.T("Somebody was faster: the table has just changed. Use %s to see it.", c.Entry.Game.Command("show"))
	case !trouble && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		text = engine.T("This took too long and was stopped; nothing was changed.")
	default:
		c.Failed = true
		c.Log.Error("request failed", "channel", c.Request.Channel, "command", c.Request.Command, "sub", c.Request.Sub, "err", err)
		if trouble {
			text = sentence
		}
	}
	return chat.Reply{Text: chat.Capital(c.Words.Say(text)), Private: true, Refused: true}
}

// MostRepeated is how much of a typed text a reply repeats, in characters.
const MostRepeated = 300

// brief shortens typed text in a refusal, so that the reason stays in sight.
func brief(t engine.Text) engine.Text {
	short := engine.Text{Format: t.Format, Args: slices.Clone(t.Args)}
	for i, arg := range t.Args {
		switch arg := arg.(type) {
		case engine.Text:
			short.Args[i] = brief(arg)
		case string:
			short.Args[i] = chat.Shorten(arg, MostRepeated)
		}
	}
	return short
}

// storeTrouble explains an error of the store to a person; false for other errors. The person can
// only pass it on, and the log has the details.
func storeTrouble(err error) (engine.Text, bool) {
	for _, t := range []struct {
		err  error
		text engine.Text
	}{
		{store.ErrUnclear, engine.T("The machines that keep the games have stopped answering, and it is not known yet whether that was stored. Please look at the table in a moment, before you try again.")},
		// Another copy, now gone, may have received the request first and have carried it out.
		{store.ErrUnreachable, engine.T("The machines that keep the games do not answer just now. Please look at the table in a moment, before you try again.")},
		{store.ErrUncertain, engine.T("The bot's disk failed just when something was stored: perhaps it is there, perhaps not, and nothing more can be stored. Please tell whoever runs this bot.")},
		{store.ErrDisk, engine.T("The bot's disk has failed. Nothing was changed; please tell whoever runs this bot.")},
		{store.ErrMemory, engine.T("The bot has too little memory for its store. Nothing was changed; please tell whoever runs this bot.")},
		{store.ErrFull, engine.T("The bot's disk is full, so nothing can be stored. Nothing was changed; please tell whoever runs this bot.")},
		{store.ErrReadOnly, engine.T("The bot's store cannot be written. Nothing was changed; please tell whoever runs this bot.")},
		{store.ErrReplaced, engine.T("The file of the bot's store was moved or replaced while the bot was running. Nothing was changed; please tell whoever runs this bot.")},
		{store.ErrCorrupt, engine.T("The bot's store is damaged. Please tell whoever runs this bot.")},
		{store.ErrDamaged, engine.T("A table here is damaged: its bytes have changed on the bot's disk, and it cannot be shown or played on. Other tables are not affected. Please tell whoever runs this bot.")},
		{store.ErrFormat, engine.T("This table was stored in a form that this version of the bot cannot read. Please tell whoever runs this bot.")},
		{store.ErrClosed, engine.T("The bot is just stopping; nothing was changed. Please try again in a moment.")},
	} {
		if errors.Is(err, t.err) {
			return t.text, true
		}
	}
	return engine.Text{}, false
}
