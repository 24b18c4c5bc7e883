package chat

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Call is a request on its way through the bot. It belongs to its handler and is not safe for
// concurrent use.
type Call struct {
	Ctx     context.Context
	Request Request
	User    User // the caller
	Words   Words
	Log     *slog.Logger

	// Replace makes the answer replace the pressed message, even if that is private.
	Replace bool
	// Alone makes every answer private.
	Alone bool
	// Failed is set after an internal error, one that is not the caller's doing.
	Failed bool
	// Refuse turns an error into a reply to the caller.
	Refuse func(error) Reply

	// Since is the mark from which the request has read the store: see [store.Serve].
	Since store.Mark
	steps uint8 // number of transactions so far
}

// Op returns the Op of the caller's next transaction: each is a step of the request.
func (c *Call) Op() store.Op {
	op := store.Op{Request: c.Request.ID, Step: c.steps, Since: c.Since}
	c.steps++
	return op
}

// Say renders a text in the caller's language.
func (c *Call) Say(format string, args ...any) string {
	return c.Words.Say(engine.T(format, args...))
}

// Fetch downloads the attached files into the options.
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

// Options parses the given values of the arguments.
func (c *Call) Options(args []engine.Arg, alone bool) (engine.Options, error) {
	return engine.ParseOptions(args, Given(c.Request.Options, args), alone)
}

// Given returns those of some raw values that are for the arguments.
func Given(raw map[string]any, args []engine.Arg) map[string]any {
	given := map[string]any{}
	for _, a := range args {
		if value, ok := raw[a.Name]; ok {
			given[a.Name] = value
		}
	}
	return given
}

// Person returns the member given as an option; ok is false if there is none.
func (c *Call) Person(option string) (who User, ok bool) {
	who, ok = c.Request.Options[option].(User)
	return who, ok
}

// PersonOrCaller returns the member given as an option, or the caller if there is none.
func (c *Call) PersonOrCaller(option string) User {
	if who, ok := c.Person(option); ok {
		return who
	}
	return c.User
}

// Pressed reports whether the caller used a button, a menu or a form.
func (c *Call) Pressed() bool {
	return c.Request.Kind == Press || c.Request.Kind == Submit
}

// NewReply returns an empty reply with its destination set: a new message, or the pressed message if
// Replace is set. A replacing answer is as private as the pressed message; a private
// answer never replaces a public message.
func (c *Call) NewReply(private bool) Reply {
	private = private || c.Alone
	if c.Replace && (c.Request.OnPrivate || !private) {
		return Reply{Private: c.Request.OnPrivate, Update: true}
	}
	return Reply{Private: private}
}

// Reply returns a reply of lines at the destination of NewReply.
func (c *Call) Reply(private bool, lines ...string) Reply {
	r := c.NewReply(private)
	r.Text = strings.Join(lines, "\n")
	return r
}

// Later returns r with work to be done outside the order of the channel.
func (c *Call) Later(r Reply, work func(ctx context.Context, show func(Reply)) (Reply, error)) Reply {
	r.Later = func(ctx context.Context, show func(Reply)) Reply {
		reply, err := work(ctx, show)
		if err != nil {
			return c.Refuse(err)
		}
		return reply
	}
	return r
}

// Waits returns a function that shows, in place of the answer, that the caller's work has to wait.
func (c *Call) Waits(show func(Reply)) func() {
	return func() { show(Reply{Text: c.Say("Waiting for its turn.")}) }
}

// Again is the action of a button whose line is run as a command and whose answer replaces the
// message.
const Again = "rerun"

// Button returns a button that runs a line of a general command, such as "play game:hex", and
// replaces the message.
func (c *Call) Button(line string, label engine.Text) Button {
	return Button{Label: c.Words.Say(label), Style: Secondary, Action: strings.Join([]string{Again, "", "0", line}, ":")}
}

// Rows arranges buttons in rows.
func Rows(list []Button) []Row {
	var rows []Row
	for chunk := range slices.Chunk(list, MaxButtons) {
		rows = append(rows, Row{Buttons: chunk})
	}
	return rows
}

// Whisper returns a private message of lines.
func Whisper(lines ...string) Reply {
	return Reply{Text: strings.Join(lines, "\n"), Private: true}
}

// Subcommand is a subcommand of a general command, one that is about no game.
type Subcommand struct {
	Name string
	Help engine.Text
	Args []engine.Arg
	Run  func(*Call, engine.Options) (Reply, error) // with the values of Args
}
