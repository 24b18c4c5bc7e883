package playground

import (
	"embed"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
)

//go:embed web
var web embed.FS

// routes are all that the server answers to.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/v9/", http.StripPrefix("/api/v9", s.rest()))
	mux.Handle("/api/v10/", http.StripPrefix("/api/v10", s.rest()))
	mux.HandleFunc("GET /gateway/", s.gateway.serveHTTP)
	mux.HandleFunc("GET /attachments/{id}/{name}", s.attachment)

	mux.HandleFunc("GET /api/state", s.state)
	mux.HandleFunc("GET /api/commands", s.commandList)
	mux.HandleFunc("GET /api/messages", s.history)
	mux.HandleFunc("GET /api/stream", s.stream)
	mux.HandleFunc("POST /api/complete", posted(s.complete))
	mux.HandleFunc("POST /api/run", s.run)
	mux.HandleFunc("POST /api/click", posted(s.click))
	mux.HandleFunc("POST /api/select", posted(s.choose))
	mux.HandleFunc("POST /api/submit", posted(s.submit))
	mux.HandleFunc("POST /api/say", posted(s.say))
	mux.HandleFunc("POST /api/thread", posted(s.thread))
	mux.HandleFunc("POST /api/dismiss", posted(s.dismiss))
	mux.HandleFunc("GET /api/violations", s.violationList)

	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the folder is in the binary
	}
	mux.Handle("GET /web/", page(http.StripPrefix("/web", http.FileServerFS(files))))
	mux.Handle("GET /{$}", page(http.FileServerFS(files)))
	return s.guard(mux)
}

// page marks what makes up the page: nothing from elsewhere, nowhere framed, and
// asked for again each time, since a new binary may hold a new page.
func page(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; "+
			"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-cache")
		h.ServeHTTP(w, r)
	})
}

// guard lets no foreign page reach the server: not by a name that resolves to this
// machine (DNS rebinding), and not by requests across origins.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !s.ownHost(r.Host):
			refuse(w, http.StatusForbidden, "the playground is reached by its address, not by this name")
		case foreign(r):
			refuse(w, http.StatusForbidden, "another site's page may not use the playground")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// ownHost reports whether a Host header names this server: by an address, by
// localhost, or as the operator named it.
func (s *Server) ownHost(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	host = strings.Trim(host, "[]")
	return net.ParseIP(host) != nil || host == "localhost" || host != "" && host == s.host
}

// foreign reports whether a browser sends the request for another origin's page.
func foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" || u.Host != r.Host {
			return true
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	if site == "" || site == "same-origin" || site == "none" {
		return false
	}
	// A link on another page may lead here; it changes nothing.
	return r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate"
}

// isJSON reports whether a request says that its body is JSON: a form of another page
// cannot say so.
func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// refuse answers the page's side.
func refuse(w http.ResponseWriter, status int, why string) {
	writeJSON(w, status, object{"error": why})
}
