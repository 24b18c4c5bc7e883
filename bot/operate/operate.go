// Package operate is for the operator of the bot: a socket next to the store's file gives access to
// the store of a running bot, and an admin listener exposes metrics.
//
// The socket's path is that of the store's file with ".sock" appended. Like the file, only the user
// who runs the bot may open it. It serves HTTP:
//
//	GET /about                   an [About]
//	GET /backup                  a copy of the whole store
//	POST /commands?guild=ID      writes the slash commands to Discord, and reports that
//
// A failed backup ends without the last chunk, so that it cannot be mistaken for a complete one.
//
// [Subcommands] are the operator's commands. Copies of a bot that share a cluster decide by a
// [Lease] who serves, and think for each other as a [Crew]. Systemd is notified of the bot's state.
//
// The package knows neither games nor what people say.
package operate

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
)

// socketPath returns the path of the socket of a bot that holds the store in file.
func socketPath(file string) string { return file + ".sock" }

// stalled is how long a client may read nothing. A copy in progress keeps the file from shrinking
// and, at times, writers waiting.
const stalled = 10 * time.Second

// openSocket opens the socket next to the configured store. It replaces the socket of a killed bot:
// only the holder of the store listens there.
func openSocket(s *store.Store, settings config.Config, health *health, log *slog.Logger) (*httpServer, error) {
	path := socketPath(settings.Store.File)
	listener, err := listenPrivately(path)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	server := &http.Server{Handler: socketHandler(s, settings, health, log), ReadHeaderTimeout: stalled, IdleTimeout: stalled}
	h := serveHTTP(server, listener, "the socket beside the store", log)
	h.socket = path
	return h, nil
}

// httpServer is an HTTP server in the background.
type httpServer struct {
	server   *http.Server
	listener net.Listener
	socket   string // path of the socket, removed by Close; "" for a port
	served   sync.WaitGroup
}

// serveHTTP serves on a listener until Close; what names it in the log.
func serveHTTP(server *http.Server, listener net.Listener, what string, log *slog.Logger) *httpServer {
	server.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelDebug)
	h := &httpServer{server: server, listener: listener}
	h.served.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error(what+" has ended", "err", err)
		}
	})
	return h
}

// Close ends all requests and the listener. A store must be closed after its socket. A nil server has none.
func (h *httpServer) Close() error {
	if h == nil {
		return nil
	}
	var err error
	if h.socket != "" {
		err = os.Remove(h.socket)
	}
	err = errors.Join(err, h.server.Close())
	h.served.Wait()
	return err
}

// listenPrivately creates the socket in a private folder, and moves it to its path once only its
// owner can open it.
func listenPrivately(path string) (net.Listener, error) {
	folder, err := os.MkdirTemp(filepath.Dir(path), ".s") // short: a socket's path is limited to about a hundred bytes
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	hidden := filepath.Join(folder, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: hidden, Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false) // it is renamed below
	err = os.Chmod(hidden, 0o600)
	if err == nil {
		err = os.Rename(hidden, path)
	}
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

func socketHandler(s *store.Store, settings config.Config, health *health, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
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
			panic(http.ErrAbortHandler) // omits the last chunk
		}
	})
	mux.HandleFunc("POST /commands", func(w http.ResponseWriter, r *http.Request) {
		asked := settings
		asked.Discord.Guild = r.FormValue("guild")
		if err := writeCommands(r.Context(), asked, s, w); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	return mux
}

// perWrite is a response with a deadline for each write, not for the whole.
type perWrite struct {
	http.ResponseWriter
	control *http.ResponseController
	written int64
}

func (p *perWrite) Write(b []byte) (int, error) {
	if err := p.control.SetWriteDeadline(time.Now().Add(stalled)); err != nil {
		return 0, err
	}
	n, err := p.ResponseWriter.Write(b)
	p.written += int64(n)
	return n, err
}
