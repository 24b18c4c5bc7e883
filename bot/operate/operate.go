// Package operate is for who runs the bot: the store of a running bot is reached
// through a socket beside its file, and an admin listener tells how the bot fares.
//
// The socket is called like the store's file with ".sock" behind it. Only the user who
// runs the bot may open it, as with the file; it speaks HTTP:
//
//	GET /health                  204 while the bot serves, else 503 with why not
//	GET /about                   what the bot says of itself, as [About]
//	GET /backup                  the whole store as it now stands
//	GET /record?kind=K&id=I      a small record
//	PUT /record?kind=K&id=I      stores one, from the body
//
// A copy that breaks off ends without the last chunk, so that it cannot be taken for a
// whole one.
//
// [Subcommands] are those of the command line that are about the bot. Copies of a bot that share
// a cluster agree by a [Lease] who serves what, and think for each other as a [Crew]. Systemd is told
// how the bot fares.
//
// The package knows nothing of games, and nothing of what people say.
package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// socketPath returns where a bot that holds the store in file listens.
func socketPath(file string) string { return file + ".sock" }

// socket lets other processes of the same user reach the store of this one.
type socket struct {
	path   string
	server *http.Server
	served chan struct{}
}

const (
	// stalled is when a reader who takes nothing is left: a copy in progress keeps the
	// file from shrinking and, at times, writers from going on.
	stalled = 10 * time.Second
	// maxRecord bounds a record sent through the socket.
	maxRecord = 1 << 20
)

// openSocket opens the socket beside the store in file, in place of one that a killed bot
// has left: who holds the store is the only one to listen there.
func openSocket(s *store.Store, file string, health *health, log *slog.Logger) (*socket, error) {
	path := socketPath(file)
	listener, err := listenPrivately(path)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	k := &socket{path: path, served: make(chan struct{})}
	k.server = &http.Server{
		Handler: socketHandler(s, health, log), ReadHeaderTimeout: stalled, IdleTimeout: stalled,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func() {
		defer close(k.served)
		if err := k.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the socket beside the store has ended", "err", err)
		}
	}()
	return k, nil
}

// listenPrivately makes the socket in a folder that nobody else may enter, and moves
// it to its place when only its owner can open it.
func listenPrivately(path string) (net.Listener, error) {
	folder, err := os.MkdirTemp(filepath.Dir(path), ".s") // short: a socket's path holds about a hundred bytes
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	hidden := filepath.Join(folder, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: hidden, Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false) // it is called otherwise by then
	err = os.Chmod(hidden, 0o600)
	if err == nil {
		err = os.Rename(hidden, path)
	}
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// Close breaks off what goes through the socket, and removes it. The store must be
// closed after it.
func (k *socket) Close() error {
	err := os.Remove(k.path)
	if e := k.server.Close(); e != nil {
		err = e
	}
	<-k.served
	return err
}

func socketHandler(s *store.Store, health *health, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), healthBy)
		defer cancel()
		if err := health.Serves(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /about", about(s, health))
	mux.HandleFunc("GET /backup", func(w http.ResponseWriter, _ *http.Request) {
		log.Info("a backup begins")
		out := &perWrite{ResponseWriter: w, control: http.NewResponseController(w)}
		err := s.Backup(out)
		switch {
		case err == nil:
			log.Info("a backup is done", "bytes", out.written)
		case out.written == 0:
			log.Warn("a backup failed", "err", err)
			http.Error(w, err.Error(), http.StatusInternalServerError)
		default:
			log.Warn("a backup broke off", "bytes", out.written, "err", err)
			panic(http.ErrAbortHandler) // no last chunk
		}
	})
	mux.HandleFunc("GET /record", func(w http.ResponseWriter, r *http.Request) {
		value, err := s.Get(r.FormValue("kind"), r.FormValue("id"))
		if err != nil {
			refuse(w, err)
			return
		}
		_, _ = w.Write(value) // an error is the reader's own
	})
	mux.HandleFunc("PUT /record", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		value, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRecord))
		if err == nil {
			err = s.Put(query.Get("kind"), query.Get("id"), value)
		}
		if err != nil {
			refuse(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

func refuse(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if errors.Is(err, store.ErrNotFound) {
		status = http.StatusNotFound
	}
	http.Error(w, err.Error(), status)
}

// perWrite is a response whose reader has a time for each piece, not for the whole.
type perWrite struct {
	http.ResponseWriter
	control *http.ResponseController
	written int64
}

// Write implements [io.Writer].
func (p *perWrite) Write(b []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(stalled)); err != nil {
		return 0, err
	}
	n, err := p.ResponseWriter.Write(b)
	p.written += int64(n)
	return n, err
}
