package operate

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
)

// stuckStore returns a store whose writer hangs at the first commit, until release is called.
func stuckStore(t *testing.T) (s *store.Store, file string, release func()) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "games.db")
	hangs, gone := make(chan struct{}), make(chan struct{})
	s, err := store.Open(file, store.Options{Committed: func(time.Duration, int) {
		close(hangs)
		<-gone
	}})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Put("note", "1", []byte("x")) }()
	<-hangs
	release = sync.OnceFunc(func() { close(gone) })
	t.Cleanup(func() {
		release()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, file, release
}

// brief returns a context that ends soon, for what will not happen.
func brief(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

// fakeLine is a connection with given properties.
type fakeLine struct {
	up   bool
	dead error
}

func (f *fakeLine) Connected() bool { return f.up }
func (f *fakeLine) Alive() error    { return f.dead }

func TestHealth(t *testing.T) {
	s, _ := hold(t)
	h := &health{}
	says := func(ctx context.Context, want string) {
		t.Helper()
		err := h.Serves(ctx)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("Serves = %v, want %q", err, want)
		}
	}
	h.require("the store", s.Ping)
	says(t.Context(), "still starting")
	h.serving()
	says(t.Context(), "") // a standby copy
	line := &fakeLine{}
	left := h.connected(line)
	says(t.Context(), "not connected to Discord")
	if err := h.Alive(t.Context()); err != nil {
		t.Errorf("a bot without a connection is dead: %v", err)
	}
	line.up = true
	says(t.Context(), "")
	line.dead = errors.New("nobody tries to connect")
	says(t.Context(), "nobody tries to connect")
	left()
	says(t.Context(), "")

	stuck, _, release := stuckStore(t)
	h.require("the other store", stuck.Ping)
	for range 3 { // all share one probe
		says(brief(t), "the other store does not answer")
	}
	release()
	for h.Serves(t.Context()) != nil { // once the probe returns
		runtime.Gosched()
	}
	h.require("the heart", func() error { return errors.New("has stopped") })
	says(t.Context(), "the heart: has stopped")
}

// locked writes with a lock held.
type locked struct {
	*sync.Mutex
	to *bytes.Buffer
}

func (l locked) Write(b []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.to.Write(b)
}

// TestATokenThatGoesBadIsToldOnce: a copy that stands by goes on trying its token. Once that is refused
// it is unhealthy, which the log says once, until it is good again.
func TestATokenThatGoesBadIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var bad error
		var mu sync.Mutex // of both
		refuse := func(err error) { mu.Lock(); defer mu.Unlock(); bad = err }
		h := &health{}
		h.serving()
		ctx, stop := context.WithCancel(t.Context())
		try := func() error { mu.Lock(); defer mu.Unlock(); return bad }
		go h.standBy(ctx, nil, try, slog.New(slog.NewTextHandler(locked{&mu, &log}, nil)))
		says := func(want string, lines int) {
			t.Helper()
			time.Sleep(10 * tryEvery)
			err := h.Serves(ctx)
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("Serves = %v, want %q", err, want)
			}
			mu.Lock()
			defer mu.Unlock()
			if n := strings.Count(log.String(), "level=ERROR"); n != lines {
				t.Errorf("%d errors, want %d:\n%s", n, lines, &log)
			}
		}
		says("", 0)
		refuse(errors.New("the token is not valid"))
		says("the token is not valid", 1)
		if err := h.Alive(ctx); err != nil {
			t.Errorf("a restart would not help: %v", err)
		}
		refuse(nil)
		says("", 1)
		refuse(errors.New("the token is not valid"))
		stop()
		says("", 1) // what fails at the end says nothing
	})
}

// After a response the next probe can start at once.
func TestQuestionsFollowEachOther(t *testing.T) {
	h := &health{}
	h.require("the heart", func() error { return nil })
	h.serving()
	for range 30_000 {
		if err := h.Serves(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestManyAskAtOnce: concurrent callers get the result of the same probe, in time.
func TestManyAskAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, asked, release := &health{}, 0, make(chan bool)
		h.require("the heart", func() error {
			asked++
			<-release
			return nil
		})
		h.serving()
		answers := make(chan error, 10)
		for range cap(answers) {
			go func() { answers <- h.Serves(t.Context()) }()
		}
		hasty, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := h.Serves(hasty); err == nil {
			t.Error("it lives, and has not answered")
		}
		close(release)
		for range cap(answers) {
			if err := <-answers; err != nil {
				t.Error(err)
			}
		}
		if asked != 1 {
			t.Errorf("asked %d times", asked)
		}
	})
}

// With a stuck store the watchdog is not notified, and the manager is told why.
func TestStuckStoreGivesNoSignOfLife(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no systemd here")
	}
	path := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	s, _, release := stuckStore(t)
	h := &health{}
	h.require("the store", s.Ping)
	env := map[string]string{"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "20000"}
	manager := findManager(func(name string) string { return env[name] }, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	manager.Guard(ctx, h.Alive)
	told := func() string {
		said := make([]byte, 1000)
		n, err := socket.Read(said)
		if err != nil {
			t.Fatal(err)
		}
		return string(said[:n])
	}
	if got := told(); !strings.HasPrefix(got, "STATUS=stuck") {
		t.Errorf("of a stuck store the manager is told %q", got)
	}
	release()
	if got := told(); !strings.HasPrefix(got, "WATCHDOG=1") {
		t.Errorf("of a store that goes on again the manager is told %q", got)
	}
	stop()
	if err := manager.Close(); err != nil {
		t.Error(err)
	}
}

func TestCheckHealth(t *testing.T) {
	s, file := hold(t)
	settings := config.Default()
	settings.Store.File = file
	var out bytes.Buffer
	says := func(want string) {
		t.Helper()
		err := checkHealth(t.Context(), settings, &out)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("checkHealth = %v, want %q", err, want)
		}
	}
	says("no bot runs on " + file + ", or it is still starting")
	h := &health{}
	k, err := openSocket(s, settings, h, quiet)
	if err != nil {
		t.Fatal(err)
	}
	says("the bot is still starting")
	h.serving()
	says("")
	if out.String() != "leading\n" {
		t.Errorf("a bot without others says %q", &out)
	}
	h.connected(&fakeLine{})
	says("the bot is not connected to Discord")
	if err := k.Close(); err != nil {
		t.Error(err)
	}
	says("no bot runs on " + file + ", or it is still starting")
}
