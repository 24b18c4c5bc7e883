package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// maxCount is the greatest number of answers of one call.
const maxCount = 10_000_000

// ToolCall is a call of a game's tool from a shell.
type ToolCall struct {
	Game, Tool string
	// Options have the form name=value.
	Options []string
	// Count is the number of answers, from 1 to 10,000,000.
	Count int
	// JSON: each answer is its data on one line instead of its text.
	JSON bool
	// Out is the folder for files; "": files are named but not written.
	Out string
	// Solutions: use [engine.Tool.Solutions] if the tool has it, to print bare solutions.
	Solutions bool
	// Limit is the time limit of each solution; 0: the tool's argument `seconds`, if it has one.
	Limit time.Duration
}

// Tool runs a command that needs no table and writes its answers to out, one per line, and progress
// reports to progress. Invalid calls are an [*engine.Refusal].
func (c *Console) Tool(ctx context.Context, call ToolCall, out, progress io.Writer) error {
	if call.Count < 1 || call.Count > maxCount {
		return engine.Refuse("count must be from 1 to %s", strconv.Itoa(maxCount))
	}
	g, t, err := c.tool(call.Game, call.Tool)
	if err != nil {
		return err
	}
	raw, err := splitOptions(call.Options)
	if err != nil {
		return err
	}
	o, err := parse(t.Args, raw)
	if err != nil {
		return err
	}
	if call.Limit == 0 {
		call.Limit = time.Duration(o.Int("seconds")) * time.Second
	}
	p := printer{ToolCall: call, console: c, game: g, out: bufio.NewWriterSize(out, 1<<16), progress: progress}
	if call.Solutions && t.Solutions != nil {
		err = p.solutions(ctx, t, c.env(), o)
	} else {
		err = p.runs(ctx, t, c.env(), o)
	}
	return errors.Join(err, p.out.Flush())
}

func (c *Console) tool(game, name string) (*engine.Game, engine.Tool, error) {
	g, err := c.find(game)
	if err != nil {
		return nil, engine.Tool{}, err
	}
	t, ok := g.Tool(name)
	if !ok {
		known := names(g.Tools, func(t engine.Tool) string { return t.Name })
		return nil, t, engine.Refuse("%s has no tool %q; its tools are: %s", game, name, known)
	}
	return g, t, nil
}

type printer struct {
	ToolCall
	console  *Console
	game     *engine.Game
	out      *bufio.Writer
	progress io.Writer
}

func (p printer) runs(ctx context.Context, t engine.Tool, env engine.Env, o engine.Options) error {
	for range p.Count {
		a, err := t.Run(ctx, env, o, func(a engine.Answer) { fmt.Fprintln(p.progress, p.say(a.Text)) })
		if err != nil {
			return err
		}
		if err := errors.Join(p.print(a), p.files(a), p.out.Flush()); err != nil {
			return err
		}
	}
	return nil
}

// solutions prints Count solutions, each within Limit.
func (p printer) solutions(ctx context.Context, t engine.Tool, env engine.Env, o engine.Options) error {
	next, err := t.Solutions(env, o)
	if err != nil {
		return err
	}
	for range p.Count {
		a, err := within(ctx, p.Limit, next)
		if errors.Is(err, context.DeadlineExceeded) {
			return engine.Refuse("no solution was found in %s s; there may still be one", strconv.Itoa(int(p.Limit/time.Second)))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		if err := p.print(a); err != nil {
			return err
		}
	}
	return nil
}

func within(ctx context.Context, limit time.Duration, next func(context.Context) (engine.Answer, error)) (engine.Answer, error) {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	return next(ctx)
}

// print writes an answer as one line of JSON, or its text.
func (p printer) print(a engine.Answer) error {
	if !p.JSON {
		_, err := fmt.Fprintln(p.out, p.say(a.Text))
		return err
	}
	data := a.Data
	if data == nil {
		data = map[string]string{"text": p.say(a.Text)}
	}
	line, err := encode(data)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	_, err = p.out.Write(line)
	return err
}

// files writes the files of an answer to the folder, or names them if there is none.
func (p printer) files(a engine.Answer) error {
	list, err := p.console.filesOf(p.game, a)
	if err != nil {
		return err
	}
	for _, f := range list {
		if p.Out == "" {
			fmt.Fprintf(p.progress, "%s has %d bytes; --out writes it\n", f.Name, len(f.Data))
			continue
		}
		if err := os.MkdirAll(p.Out, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(p.Out, filepath.Base(f.Name)), f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// say prints a text in English, with tools as shell commands.
func (p printer) say(t engine.Text) string {
	return t.Print(fmt.Sprintf, func(c engine.Command) string {
		_, line, _ := strings.Cut(string(c), " ")
		name, rest, _ := strings.Cut(line, " ")
		if _, tool := p.game.Tool(name); !tool {
			return "`" + string(c) + "`"
		}
		return "`" + strings.TrimSpace("sixfold tool "+p.game.ID+" "+name+" "+strings.ReplaceAll(rest, ":", "=")) + "`"
	})
}
