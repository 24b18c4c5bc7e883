package playground

import (
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
)

// guard refuses requests from foreign pages: those with a host name that resolves to this machine
// (DNS rebinding), and cross-origin ones. It limits the bodies of others, and the time that they take.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !s.ownHost(r.Host):
			rules.WriteSentence(w, http.StatusForbidden, "the playground is reached by its address, not by this name")
		case !SameOrigin(r) && !follows(r):
			rules.WriteSentence(w, http.StatusForbidden, "another site's page may not use the playground")
		default:
			r.Body = http.MaxBytesReader(w, r.Body, rules.MaxRequest)
			if r.ContentLength != 0 {
				_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyBy)) // fails only without a connection
			}
			next.ServeHTTP(w, r)
		}
	})
}

// ownHost reports whether a Host header names this server: by an IP address, localhost, or the
// configured host.
func (s *Server) ownHost(hostport string) bool {
	host := (&url.URL{Host: hostport}).Hostname()
	return net.ParseIP(host) != nil || host == "localhost" || host != "" && host == s.host
}

// follows reports whether a request follows a link, possibly on another site's page, which changes
// nothing.
func follows(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Origin") == ""
}

// SameOrigin reports whether a request comes from one of the server's own pages or from no page,
// such as the address bar or another program. It detects requests from pages of other sites, which
// can reach a server on loopback too, by the headers Origin and Sec-Fetch-Site.
func SameOrigin(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" || u.Host != r.Host {
			return false
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "same-origin" || site == "none"
}
