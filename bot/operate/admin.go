package operate

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/url"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// maxConnections is how many connections to the admin listener are open at a time. The oldest make
// way, as one that reads slowly may stay for ever.
const maxConnections = 64

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
func listenAdmin(settings config.Config, h *health, w *watch.Watch, stats func() (store.Stats, error), log *slog.Logger) (*httpServer, error) {
	if settings.Admin.Address == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", settings.Admin.Address) //nolint:noctx // it returns at once
	if err != nil {
		return nil, fmt.Errorf("admin listener: %w", err)
	}
	log.Info("figures are served", "address", listener.Addr().String())
	server := &http.Server{
		Handler: guarded(adminHandler(h, w, stats, log), settings.Admin.Public), ConnState: watch.NewCrowd(maxConnections).State,
		ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	return serveHTTP(server, listener, "the admin listener", log), nil
}

func adminHandler(h *health, w *watch.Watch, stats func() (store.Stats, error), log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(out http.ResponseWriter, _ *http.Request) { fmt.Fprintln(out, "ok") })
	mux.HandleFunc("GET /readyz", func(out http.ResponseWriter, r *http.Request) {
		role, err := h.serves(r.Context())
		if err != nil {
			http.Error(out, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(out, role)
	})
	mux.HandleFunc("GET /metrics", func(out http.ResponseWriter, r *http.Request) {
		role, fault := h.serves(r.Context())
		w.Ready(role, fault == nil)
		st, err := stats()
		if err != nil {
			log.Warn("no figures of the store", "err", err)
		}
		out.Header().Set("Content-Type", watch.ContentType)
		_ = w.Expose(out, st) // the client may disconnect
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	return mux
}

// guarded refuses requests that another site's page, or a link on it, causes. Unless public is set,
// it also refuses those whose Host header does not name loopback.
func guarded(next http.Handler, public bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !public && !config.IsLoopback((&url.URL{Host: r.Host}).Hostname()):
			http.Error(w, "this is served on loopback alone", http.StatusForbidden)
		case !playground.SameOrigin(r):
			http.Error(w, "another site's page may not ask", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
