package bot

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
)

// call is one request on its way: what is asked, in whose words it is answered, and where
// the answer goes.
type call struct {
	ctx     context.Context
	request chat.Request
	user    chat.User // who asks
	words   chat.Words
	entry   *Entry // whose command it is; nil for a general one
	log     *slog.Logger

	// private: the answer is for the caller alone. fresh: it is a new message, even if a
	// button was pressed. replace: it takes the place of the pressed message, even if that
	// is private.
	private, fresh, replace bool
	// among is the title of the table that was found for who has several and named none,
	// else empty.
	among engine.Text
	// stamp is that of the board whose button was pressed, "" for none.
	stamp string
	// spent is what becomes of a private message whose button has done its service, empty
	// where that stays.
	spent engine.Text
	// sure: what is run was asked for in so many words, and no question follows.
	sure bool
	// failed: something went wrong that is not the caller's doing.
	failed bool
	// refused, if not nil, takes note of why the caller is refused.
	refused func(error)
}

// say renders a text in the caller's language.
func (c *call) say(format string, args ...any) string {
	return c.words.Say(engine.T(format, args...))
}

// fetch puts the files that are attached among the options.
func (c *call) fetch() error {
	if c.request.Fetch == nil {
		return nil
	}
	files, err := c.request.Fetch(c.ctx)
	if err != nil {
		return err
	}
	for option, file := range files {
		c.request.Options[option] = engine.File{Name: engine.PlainLine(file.Name), Data: file.Data}
	}
	return nil
}

// options checks what was given for the arguments among all that was given.
func (c *call) options(args []engine.Arg, alone bool) (engine.Options, error) {
	return engine.ParseOptions(args, c.given(args), alone)
}

// given are the raw values of the arguments, as far as they are there.
func (c *call) given(args []engine.Arg) map[string]any {
	raw := map[string]any{}
	for _, a := range args {
		if value, ok := c.request.Options[a.Name]; ok {
			raw[a.Name] = value
		}
	}
	return raw
}

// pressed reports whether the caller used a button, a menu or a form.
func (c *call) pressed() bool {
	return c.request.Kind == chat.Press || c.request.Kind == chat.Submit
}

// updates reports whether the reply replaces the message under which the caller
// pressed a button. Only a private answer replaces a private message: others could not see
// it there.
func (c *call) updates() bool {
	return c.pressed() && c.request.OnPrivate == c.private && !c.fresh
}

// keeps has the answer be for the caller alone where that is so for all of the table.
func (c *call) keeps(t *table.Table) { c.private = c.private || t.Record.Private }

// place says where an answer goes: to a message of its own, unless the pressed button
// has it take the place of the message above. There it is as private as that was: a
// private answer takes no message away that others see.
func (c *call) place(private bool) chat.Reply {
	if c.replace && (c.request.OnPrivate || !private) {
		return chat.Reply{Private: c.request.OnPrivate, Update: true}
	}
	return chat.Reply{Private: private}
}

// job is work on the caller's behalf that takes a time at most, 0 for as long as it likes.
// Where it has to wait, that is shown in the place of the answer.
func (c *call) job(takes time.Duration, show func(chat.Reply)) think.Job {
	return think.Job{Person: c.user.ID, Channel: c.request.Channel, Takes: takes, Waits: func() {
		show(chat.Reply{Text: c.say("Waiting for its turn.")})
	}}
}

// whisper is a private message of lines.
func whisper(lines ...string) chat.Reply {
	return chat.Reply{Text: strings.Join(lines, "\n"), Private: true}
}
