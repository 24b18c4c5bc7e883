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

// ToolCall is one use of a game's tool from a shell.
type ToolCall struct {
	Game, Tool string
	// Options are written as name=value.
	Options []string
	// Count is how many answers are wanted, from 1 to [maxCount].
	Count int
	// JSON: each answer is its data on one line, in place of its words.
	JSON bool
	// Out is the folder for the files of the answers; "": they are named and not written.
	Out string
	// Solutions: of a tool that finds solutions nothing but them, one after another by
	// [engine.Tool.Solutions]; any other is run.
	Solutions bool
	// Limit is the longest that one of many solutions may take; 0: as the tool's argument
	// `seconds` says, if it has one.
	Limit time.Duration
}

// Tool runs a command that needs no table, and writes its answers to out, each on a line
// of its own. Words that tell how far it is go to progress. What cannot be done is a
// [*engine.Refusal].
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
	o, err := c.parse(t.Args, raw)
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

// printer writes the answers of a tool.
type printer struct {
	ToolCall
	console  *Console
	game     *engine.Game
	out      *bufio.Writer
	progress io.Writer
}

// runs runs the tool as often as it is wanted.
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

// solutions takes as many solutions as are wanted, each in its time.
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

// within bounds the time of a search, unless the limit is 0.
func within(ctx context.Context, limit time.Duration, next func(context.Context) (engine.Answer, error)) (engine.Answer, error) {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	return next(ctx)
}

// print writes an answer as one line of JSON, or in words.
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

// files writes the files of an answer to the folder, or says what there would be.
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

// say renders a text in English, with tools as a shell takes them.
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
