package playground

import (
	"net/http"
	"net/url"
)

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
