// Package ask is one request on its way through the bot: what is asked, by whom, in whose
// words it is answered, and what answers are made of whatever they are about.
package ask

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/think"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Call is one request. It belongs to whoever handles that, and is not safe for concurrent
// use.
type Call struct {
	Ctx     context.Context
	Request chat.Request
	User    chat.User // who asks
	Words   chat.Words
	Log     *slog.Logger

	// Replace: the answer takes the place of the pressed message, even if that is private.
	Replace bool
	// Alone: every answer is for the caller alone, whatever is usual.
	Alone bool
	// Failed: something went wrong that is not the caller's doing.
	Failed bool
	// Refuse turns an error into a reply to whoever can act on it.
	Refuse func(error) chat.Reply

	// Since is the mark since which the request has read the store: see [store.Serve].
	Since store.Mark
	steps uint8 // transactions so far
}

// Say renders a text in the caller's language.
func (c *Call) Say(format string, args ...any) string {
	return c.Words.Say(engine.T(format, args...))
}

// Fetch puts the files that are attached among the options.
func (c *Call) Fetch() error {
	if c.Request.Fetch == nil {
		return nil
	}
	files, err := c.Request.Fetch(c.Ctx)
	if err != nil {
		return err
	}
	for option, file := range files {
		c.Request.Options[option] = engine.File{Name: engine.PlainLine(file.Name), Data: file.Data}
	}
	return nil
}

// Options checks what was given for the arguments among all that was given.
func (c *Call) Options(args []engine.Arg, alone bool) (engine.Options, error) {
	return engine.ParseOptions(args, c.Given(args), alone)
}

// Given are the raw values of the arguments, as far as they are there.
func (c *Call) Given(args []engine.Arg) map[string]any {
	raw := map[string]any{}
	for _, a := range args {
		if value, ok := c.Request.Options[a.Name]; ok {
			raw[a.Name] = value
		}
	}
	return raw
}

// Person is the member that was given as an option; ok is false where there is none.
func (c *Call) Person(option string) (who chat.User, ok bool) {
	who, ok = c.Request.Options[option].(chat.User)
	return who, ok
}

// Pressed reports whether the caller used a button, a menu or a form.
func (c *Call) Pressed() bool {
	return c.Request.Kind == chat.Press || c.Request.Kind == chat.Submit
}

// Place says where an answer goes: to a message of its own, unless the pressed button
// has it take the place of the message above. There it is as private as that was: a
// private answer takes no message away that others see.
func (c *Call) Place(private bool) chat.Reply {
	private = private || c.Alone
	if c.Replace && (c.Request.OnPrivate || !private) {
		return chat.Reply{Private: c.Request.OnPrivate, Update: true}
	}
	return chat.Reply{Private: private}
}

// Later is a reply in the place of r that is worked out outside of the channel's order.
func (c *Call) Later(r chat.Reply, work func(ctx context.Context, show func(chat.Reply)) (chat.Reply, error)) chat.Reply {
	r.Later = func(ctx context.Context, show func(chat.Reply)) chat.Reply {
		reply, err := work(ctx, show)
		if err != nil {
			return c.Refuse(err)
		}
		return reply
	}
	return r
}

// Job is work on the caller's behalf that takes a time at most, 0 for as long as it likes.
// Where it has to wait, that is shown in the place of the answer.
func (c *Call) Job(takes time.Duration, show func(chat.Reply)) think.Job {
	return think.Job{Person: c.User.ID, Channel: c.Request.Channel, Takes: takes, Waits: func() {
		show(chat.Reply{Text: c.Say("Waiting for its turn.")})
	}}
}

// Again is the action of a button whose line is run as a command, with the answer in the place
// of the message above.
const Again = "rerun"

// Button makes a button that runs a line of a general command, as "play game:hex", in the
// place of the message above.
func (c *Call) Button(line string, label engine.Text) chat.Button {
	return chat.Button{Label: c.Words.Say(label), Style: chat.Secondary, Action: strings.Join([]string{Again, "", "0", line}, ":")}
}

// Rows puts buttons in rows.
func Rows(list []chat.Button) []chat.Row {
	var rows []chat.Row
	for chunk := range slices.Chunk(list, chat.MaxButtons) {
		rows = append(rows, chat.Row{Buttons: chunk})
	}
	return rows
}

// Whisper is a private message of lines.
func Whisper(lines ...string) chat.Reply {
	return chat.Reply{Text: strings.Join(lines, "\n"), Private: true}
}

// Command is a command that knows no games, or a subcommand of one.
type Command struct {
	Name string
	Help engine.Text
	Args []engine.Arg
	Run  func(*Call) (chat.Reply, error)
}

// Op is what the caller's next transaction is for: each is a step of the request.
func (c *Call) Op() store.Op {
	op := store.Op{Request: c.Request.ID, Step: c.steps, Since: c.Since}
	c.steps++
	return op
}
