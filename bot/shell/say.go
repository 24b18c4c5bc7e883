// Package shell says slash commands to the bot from a shell, where there is no Discord.
//
// It takes Discord's place: it knows who and what there is, remembers which buttons can be
// pressed, and writes replies as lines of JSON.
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
)

// ErrRefused is returned by [Shell.Say] when nothing was done; why has been written.
var ErrRefused = errors.New("shell: refused")

// Handler answers requests: a bot.
type Handler interface {
	Handle(ctx context.Context, r chat.Request) chat.Reply
	Commands() []slash.Command
}

// Records keep small values under a kind and an ID; see [store.Store]. The buttons that
// can be pressed are kept there from one process to the next.
type Records interface {
	Get(kind, id string) ([]byte, error)
	Put(kind, id string, value []byte) error
}

// Shell says things to a bot.
type Shell struct {
	Bot     Handler
	Records Records
}

// Saying is one thing that a person does from a shell, where there is no Discord:
// a command, or a press of a button.
type Saying struct {
	User    string // the name of who does it
	Channel string // the name of where
	// Line is a command as typed: "/hex new size:5".
	Line string
	// Press, where there is no Line, is the label of a button, or of a menu's choice,
	// of the last message with any that the user sees in the channel. "@friend" picks
	// somebody from a menu of people.
	Press string
	// Fill are the texts for the form that is opened, in the form's order: see
	// [chat.Form.Fill].
	Fill []string
	// Out is the folder for the files of the reply; "": they are not written.
	Out string
}

// said is a reply as it is written.
type said struct {
	Text    string   `json:"text"`
	Private bool     `json:"private"`
	Files   []string `json:"files"`
	Alt     []string `json:"alt"` // by file
	Buttons []string `json:"buttons"`
	Data    any      `json:"data,omitempty"`
}

// Say does what the saying says, and writes the reply to w as a line of JSON:
//
//	{"text":"…","private":false,"files":["hex.png"],"alt":["…"],"buttons":["Undo"],"data":{…}}
//
// Buttons are those that can be pressed. It returns when nothing is left to draw or
// to think; what is displayed meanwhile makes lines before that one, whose files are
// not written. After a refusal it returns ErrRefused, else an error of the store, of
// w or of the folder.
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
	if err := sh.keepButtons(s, reply); err != nil {
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

// answer is the bot's answer; a form that it opens is filled and sent.
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
	var ok bool
	if r.Fields, r.Chosen, ok = reply.Form.Fill(s.Fill); !ok || len(s.Fill) == 0 && picks(reply.Form) {
		return chat.Reply{}, unfilled(reply.Form)
	}
	return sh.Bot.Handle(ctx, r), nil
}

// picks reports whether a form has menus. One of them, or the text beside them, has to be
// filled.
func picks(f *chat.Form) bool {
	return slices.ContainsFunc(f.Fields, func(field chat.Field) bool { return len(field.Choices) > 0 })
}

// unfilled refuses texts that do not fit a form.
func unfilled(f *chat.Form) error {
	labels := make([]string, len(f.Fields))
	for i, field := range f.Fields {
		labels[i] = field.Label
	}
	return engine.Refuse("this opens a form; fill it in order: %s", strings.Join(labels, ", "))
}

// finish draws and thinks what is left, and writes what is displayed meanwhile.
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
	out := said{
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

// messages are a reply and those that follow it.
func messages(r chat.Reply) []chat.Reply { return append([]chat.Reply{r}, r.After...) }

// fileName names a file of the i-th message; the first ones keep their names.
func fileName(i, j int, r chat.Reply) string {
	name := filepath.Base(r.Files[j].Name)
	if i > 0 {
		name = strconv.Itoa(i+1) + "-" + name
	}
	return name
}
