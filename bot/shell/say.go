// Package shell runs slash commands from a shell, without Discord.
//
// It stands in for Discord: it has a fixed world of people and channels, stores which buttons can
// be pressed, and writes replies as lines of JSON.
package shell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// ErrRefused is returned by [Shell.Say] when the bot refused; the reply with the reason has been
// written.
var ErrRefused = errors.New("shell: refused")

// Handler handles requests; the bot implements it.
type Handler interface {
	Handle(ctx context.Context, r chat.Request) chat.Reply
	Commands() []slash.Command
}

// Shell sends requests to a bot.
type Shell struct {
	Bot     Handler
	Records store.DB // keep the buttons between processes
}

// Saying is an action of a person: a command, or a press of a button.
type Saying struct {
	User    string // name of the person
	Channel string // name of the channel
	// Line is a command as typed, such as "/hex new size:5".
	Line string
	// Press is used without Line. It is the label of a button or a menu's choice in the last
	// message with any that the user sees in the channel. "@friend" picks a person from a menu of
	// people.
	Press string
	// Fill are the values for the form that opens, in the order of its fields: see
	// [chat.Form.Fill].
	Fill []string
	// Out is the folder for the reply's files; "": they are not written.
	Out string
}

type output struct {
	Text    string   `json:"text"`
	Private bool     `json:"private"`
	Files   []string `json:"files"`
	Alt     []string `json:"alt"` // by file
	Buttons []string `json:"buttons"`
	Data    any      `json:"data,omitempty"`
}

// Say carries out a saying, and writes the reply to w as a line of JSON:
//
//	{"text":"…","private":false,"files":["hex.png"],"alt":["…"],"buttons":["Undo"],"data":{…}}
//
// Buttons are those that can be pressed. It returns once drawing and thinking are finished.
// Progress appears as earlier lines, whose files are not written. After a refusal it returns
// ErrRefused, else an error of the store, of w or of the folder.
func (sh Shell) Say(ctx context.Context, s Saying, w io.Writer) error {
	if s.Out != "" {
		if err := os.MkdirAll(s.Out, 0o755); err != nil {
			return err
		}
	}
	reply, err := sh.answer(ctx, s)
	if why, ok := engine.Why(err); ok {
		reply = chat.Reply{Text: chat.Capital(why.String()) + ".", Private: true, Refused: true}
	} else if err != nil {
		return err
	}
	if reply, err = finish(ctx, reply, w); err != nil {
		return err
	}
	if err := sh.keepButtons(ctx, s, reply); err != nil {
		return fmt.Errorf("keep the buttons: %w", err)
	}
	if err := writeFiles(s.Out, reply); err != nil {
		return err
	}
	if err := writeSaid(w, reply); err != nil {
		return err
	}
	if reply.Refused {
		return ErrRefused
	}
	return nil
}

// answer returns the bot's reply. If a form opens, it is filled and submitted; at least one field
// must be filled if it has menus.
func (sh Shell) answer(ctx context.Context, s Saying) (chat.Reply, error) {
	r, err := sh.request(s)
	if err != nil {
		return chat.Reply{}, err
	}
	reply := sh.Bot.Handle(ctx, r)
	if reply.Form == nil {
		return reply, nil
	}
	r.Kind, r.Action = chat.Submit, reply.Form.Action
	menus := slices.ContainsFunc(reply.Form.Fields, func(f chat.Field) bool { return len(f.Choices) > 0 })
	var ok bool
	if r.Fields, r.Chosen, ok = reply.Form.Fill(s.Fill); !ok || len(s.Fill) == 0 && menus {
		return chat.Reply{}, unfilled(reply.Form)
	}
	return sh.Bot.Handle(ctx, r), nil
}

func unfilled(f *chat.Form) error {
	labels := engine.Map(f.Fields, func(field chat.Field) string { return field.Label })
	return engine.Refuse("this opens a form; fill it in order: %s", strings.Join(labels, ", "))
}

// finish completes the reply, and writes its progress.
func finish(ctx context.Context, reply chat.Reply, w io.Writer) (chat.Reply, error) {
	if reply.Later == nil {
		return reply, nil
	}
	var failed error
	last := reply.Later(ctx, func(r chat.Reply) {
		r.Files = nil
		if failed == nil {
			failed = writeSaid(w, r)
		}
	})
	return last, failed
}

func writeSaid(w io.Writer, reply chat.Reply) error {
	out := output{
		Private: reply.Private, Files: []string{}, Alt: []string{}, Buttons: []string{}, Data: reply.Data,
	}
	var texts []string
	for i, r := range messages(reply) {
		if r.Text != "" {
			texts = append(texts, r.Text)
		}
		for j, f := range r.Files {
			out.Files = append(out.Files, fileName(i, j, r))
			out.Alt = append(out.Alt, f.Alt)
		}
	}
	for _, b := range buttonsOf(reply) {
		out.Buttons = append(out.Buttons, b.Label)
	}
	out.Text = strings.Join(texts, "\n")
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func writeFiles(folder string, reply chat.Reply) error {
	if folder == "" {
		return nil
	}
	for i, r := range messages(reply) {
		for j, f := range r.Files {
			if err := os.WriteFile(filepath.Join(folder, fileName(i, j, r)), f.Data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func messages(r chat.Reply) []chat.Reply { return append([]chat.Reply{r}, r.After...) }

// fileName returns a unique name for the j-th file of the i-th message; the first message's are
// unchanged.
func fileName(i, j int, r chat.Reply) string {
	name := filepath.Base(r.Files[j].Name)
	if i > 0 {
		name = strconv.Itoa(i+1) + "-" + name
	}
	return name
}
