package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/store"
)

// access is what the operator's commands do with a store, in this process or another.
type access interface {
	Backup(w io.Writer) error
	Close() error
}

// openAccess returns the store in file: through the bot that holds it, or else by opening it, which
// creates a missing one. The context bounds the opening and all requests to a bot.
func openAccess(ctx context.Context, file string) (access, error) {
	bot, err := findRunning(ctx, file)
	if err == nil {
		return bot, nil
	}
	if !errors.Is(err, errNobody) {
		return nil, err
	}
	s, err := store.OpenContext(ctx, file, store.Options{})
	if err != nil {
		return nil, unanswered(file, err)
	}
	return s, nil
}

// findRunning returns the bot that holds the store in file, or errNobody.
func findRunning(ctx context.Context, file string) (*remote, error) {
	path := socketPath(file)
	err := probe(ctx, path)
	if err != nil && !errors.Is(err, errNobody) {
		err = fmt.Errorf("reach the bot that runs on %s: %w", file, err)
	}
	return newRemote(ctx, path), err
}

// unanswered extends the error of a locked store whose holder does not listen.
func unanswered(file string, err error) error {
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("nobody answers at %s, yet: %w", socketPath(file), err)
	}
	return err
}

func dial(ctx context.Context, path string) (net.Conn, error) {
	d := net.Dialer{Timeout: 2 * time.Second}
	return d.DialContext(ctx, "unix", path)
}

// errNobody is returned by probe if nobody listens; a killed bot leaves its socket behind.
var errNobody = errors.New("operate: nobody listens")

// probe returns nil if somebody listens at a socket.
func probe(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); Absent(err) {
		return errNobody // even if no socket can have this name
	}
	conn, err := dial(ctx, path)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return errNobody
	}
	if err != nil {
		return err
	}
	return conn.Close()
}

// Absent reports whether an error of the system says that there is no such file.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) }

// remote is a store held by another process.
type remote struct {
	ctx    context.Context // stored, since access has no contexts
	client *http.Client
}

func newRemote(ctx context.Context, path string) *remote {
	return &remote{ctx: ctx, client: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, path) },
		// Only a hanging bot takes this long: it asks Discord twice, for a minute each.
		ResponseHeaderTimeout: 3 * time.Minute,
	}}}
}

func (r *remote) Backup(w io.Writer) error {
	return r.do(http.MethodGet, "/backup", w)
}

func (r *remote) Close() error {
	r.client.CloseIdleConnections()
	return nil
}

// do makes a request to the bot, and writes the response to w.
func (r *remote) do(method, path string, w io.Writer) error {
	request, err := http.NewRequestWithContext(r.ctx, method, "http://bot"+path, http.NoBody)
	if err != nil {
		return err
	}
	response, err := r.client.Do(request)
	if err != nil {
		return fmt.Errorf("ask the running bot: %w", discord.HidePath(err))
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusMultipleChoices {
		why, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10)) // a partial reason is better than none
		return fmt.Errorf("the running bot: %s", strings.TrimSpace(string(why)))
	}
	if _, err := io.Copy(w, response.Body); err != nil {
		return fmt.Errorf("what the running bot sends broke off: %w", err)
	}
	return nil
}
