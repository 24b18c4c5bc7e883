package operate

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// get makes a request to an admin listener, with a given Host header.
func get(t *testing.T, a *httpServer, path, host string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+a.listener.Addr().String()+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(data)
}

// adminAt serves the operator of a bot on a store.
func adminAt(address string, public bool, s *store.Store, h *health) (*httpServer, error) {
	settings := config.Default()
	settings.Admin.Address, settings.Admin.Public = address, public
	return listenAdmin(settings, h, watch.New(), s.Stats, quiet)
}

func TestAdmin(t *testing.T) {
	s, _ := hold(t)
	h, line, role := &health{}, &fakeLine{}, watch.Leading
	h.role = func() string { return role }
	h.require("the store", s.Ping)
	a, err := adminAt("127.0.0.1:0", false, s, h)
	if err != nil {
		t.Fatal(err)
	}
	expect := func(path string, status int, words ...string) {
		t.Helper()
		got, body := get(t, a, path, "")
		if got != status {
			t.Errorf("%s: status %d, want %d", path, got, status)
		}
		for _, word := range words {
			if !strings.Contains(body, word) {
				t.Errorf("%s lacks %q:\n%s", path, word, body)
			}
		}
	}
	expect("/healthz", 200, "ok")
	expect("/readyz", 503, "still starting\n")
	h.serving()
	left := h.connected(line)
	expect("/readyz", 503, "not connected to Discord\n")
	line.up = true
	expect("/readyz", 200, "leading\n")
	expect("/metrics", 200, `sixfold_ready{role="leading"} 1`, `sixfold_ready{role="standing by"} 0`, "sixfold_tables_open 1\n", "sixfold_store_bytes ")
	left()
	role = watch.StandingBy
	expect("/readyz", 200, "standing by\n")
	expect("/metrics", 200, `sixfold_ready{role="leading"} 0`, `sixfold_ready{role="standing by"} 1`)
	h.unfit = errors.New("the token is not valid")
	expect("/readyz", 503, "the token is not valid")
	expect("/metrics", 200, `sixfold_ready{role="leading"} 0`, `sixfold_ready{role="standing by"} 0`)
	expect("/debug/pprof/", 200, "goroutine")
	expect("/debug/pprof/heap?debug=1", 200, "heap profile")
	expect("/debug/pprof/goroutine?debug=1", 200, "TestAdmin")
	expect("/", 404)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	expect("/readyz", 503, "store: closed")
	expect("/metrics", 200, "sixfold_gateway_connected 0\n")
	expect("/healthz", 200, "ok")
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := adminAt("127.0.0.1:1x", false, s, h); err == nil || !strings.Contains(err.Error(), "admin listener") {
		t.Errorf("ListenAdmin on no port = %v", err)
	}
}

func TestAdminAnswersToItsOwnNamesAlone(t *testing.T) {
	s, _ := hold(t)
	for _, public := range []bool{false, true} {
		a, err := adminAt("127.0.0.1:0", public, s, &health{})
		if err != nil {
			t.Fatal(err)
		}
		for host, own := range map[string]bool{
			"": true, "localhost:80": true, "127.0.0.1": true, "[::1]:80": true,
			"evil.example": false, "evil.example:80": false, "10.0.0.1": false,
		} {
			want := http.StatusForbidden
			if own || public {
				want = http.StatusOK
			}
			if got, _ := get(t, a, "/healthz", host); got != want {
				t.Errorf("public %v, host %q: status %d, want %d", public, host, got, want)
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A page in the operator's browser cannot start a profile, by a picture or by a link.
func TestAdminRefusesOtherSites(t *testing.T) {
	s, _ := hold(t)
	for _, public := range []bool{false, true} {
		a, err := adminAt("127.0.0.1:0", public, s, &health{})
		if err != nil {
			t.Fatal(err)
		}
		for site, want := range map[string]int{"": 200, "none": 200, "same-origin": 200, "same-site": 403, "cross-site": 403} {
			for _, mode := range []string{"no-cors", "navigate"} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+a.listener.Addr().String()+"/debug/pprof/", http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				if site != "" {
					r.Header.Set("Sec-Fetch-Site", site)
					r.Header.Set("Sec-Fetch-Mode", mode)
				}
				response, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				if response.StatusCode != want {
					t.Errorf("public %v, Sec-Fetch-Site %q, %s: status %d, want %d", public, site, mode, response.StatusCode, want)
				}
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Connections that are kept open do not pile up, nor keep a newcomer waiting.
func TestAdminKeepsFewConnections(t *testing.T) {
	s, _ := hold(t)
	a, err := adminAt("127.0.0.1:0", false, s, &health{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	var oldest net.Conn
	for range maxConnections + 1 {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", a.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if oldest == nil {
			oldest = conn
		}
		fmt.Fprint(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := oldest.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, oldest); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the oldest of %d is kept: %v", maxConnections+1, err)
	}
	if status, _ := get(t, a, "/healthz", ""); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
}
