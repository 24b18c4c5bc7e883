package playground

import (
	"net/http"
	"net/url"
)

// SameOrigin tells requests that another site's page makes a browser send: to a server that
// listens on loopback such a page reaches as well as its owner does. It reports whether a
// request comes from a page of the server's own, or from no page at all: typed into the address bar, or sent by another program. Browsers say where a
// request comes from by the headers Origin and Sec-Fetch-Site.
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
