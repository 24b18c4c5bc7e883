package operate

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// listenAdmin serves the operator until Close, on the address of the settings if there is one:
//
//	GET /healthz       200 while the process answers
//	GET /readyz        200 with the process's role while it plays it, else 503 with the reason
//	GET /metrics       metrics for Prometheus
//	GET /debug/pprof/  profiles of the process
//
// Responses contain no token, no names and nothing that people wrote. Profiling can slow the bot
// down, so the listener is for the operator only: it refuses requests from other sites' pages and,
// unless public is set, those whose Host header does not name loopback, against DNS rebinding.
func listenAdmin(settings config.Config, o observed, log *slog.Logger) (*httpServer, error) {
	address, public := settings.Admin.Address, settings.Admin.Public
	if address == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", address) //nolint:noctx // it returns at once
	if err != nil {
		return nil, fmt.Errorf("admin listener: %w", err)
	}
	log.Info("figures are served", "address", listener.Addr().String())
	server := &http.Server{Handler: guarded(adminHandler(o, log), public), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute}
	return serveHTTP(server, listener, "the admin listener", log), nil
}

// observed is a process as its operator sees it.
type observed struct {
	health *health
	watch  *watch.Watch
	store  func() (store.Stats, error) // nil for a worker, which has none
}

func adminHandler(o observed, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(out http.ResponseWriter, _ *http.Request) { say(out, "ok\n") })
	mux.HandleFunc("GET /readyz", func(out http.ResponseWriter, r *http.Request) {
		role, err := o.health.serves(r.Context())
		if err != nil {
			http.Error(out, err.Error(), http.StatusServiceUnavailable)
			return
		}
		say(out, role+"\n")
	})
	mux.HandleFunc("GET /metrics", func(out http.ResponseWriter, r *http.Request) {
		role, fault := o.health.serves(r.Context())
		o.watch.Ready(role, fault == nil)
		var st store.Stats
		if o.store != nil {
			var err error
			if st, err = o.store(); err != nil {
				log.Warn("no figures of the store", "err", err)
			}
		}
		out.Header().Set("Content-Type", watch.ContentType)
		_ = o.watch.Expose(out, st) // the client may disconnect
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	return mux
}

// say writes a text. Write errors are ignored: the client may disconnect.
func say(w io.Writer, text string) { _, _ = io.WriteString(w, text) }

// guarded refuses requests that another site's page, or a link on it, causes. Unless public is set,
// it also refuses those whose Host header does not name loopback.
func guarded(next http.Handler, public bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		switch {
		case !public && !config.IsLoopback(host):
			http.Error(w, "this is served on loopback alone", http.StatusForbidden)
		case !playground.SameOrigin(r):
			http.Error(w, "another site's page may not ask", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
