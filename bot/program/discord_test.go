package program

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

// inDiscordsPlace returns the environment in which a program that calls discord.com reaches another
// server: a proxy, and a certificate for that name.
func inDiscordsPlace(t *testing.T, server string) []string {
	t.Helper()
	target, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	discord := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = target.Host
	}})
	certificate, file := certificateOf(t, "discord.com")
	discord.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	discord.StartTLS()
	t.Cleanup(discord.Close)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Host != "discord.com:443" {
			t.Errorf("the program calls %s %s", r.Method, r.Host)
			w.WriteHeader(http.StatusForbidden)
			return
		}
		tunnel(t, w, discord.Listener.Addr().String())
	}))
	t.Cleanup(proxy.Close)
	return []string{"HTTPS_PROXY=" + proxy.URL, "NO_PROXY=", "SSL_CERT_FILE=" + file}
}

// nowhereElse returns the environment in which a call to any other machine fails the test.
func nowhereElse(t *testing.T) []string {
	t.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the program calls %s %s", r.Method, r.Host)
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(proxy.Close)
	return []string{"HTTPS_PROXY=" + proxy.URL, "HTTP_PROXY=" + proxy.URL, "NO_PROXY="}
}

// TestOneAddress checks that each command that calls Discord uses discord.api.
func TestOneAddress(t *testing.T) {
	t.Parallel()
	server := playgroundtest.New(t, playground.Config{Limits: playground.Limits{}})
	config := settings(t, fmt.Sprintf("[discord]\napi = %q\n", server.APIBase()+"api/v9/"))
	data := filepath.Join(t.TempDir(), "games.db")
	for _, tt := range []struct {
		command []string
		says    string
	}{
		{[]string{"commands", "sync"}, "commands written everywhere"},
		{[]string{"doctor"}, "ok       gateway"},
		{[]string{"serve"}, "logged in"},
	} {
		c := program(t, append(tt.command, "--config", config, "--data", data)...)
		c.Env = append(append(c.Env, "SIXFOLD_TOKEN="+server.Token()), nowhereElse(t)...)
		var said journal
		c.Stdout, c.Stderr = &said, &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range looks(t, func() string {
			return strings.Join(tt.command, " ") + " does not say " + tt.says + ":\n" + said.String()
		}) {
			if strings.Contains(said.String(), tt.says) {
				break
			}
		}
		_ = c.Process.Signal(os.Interrupt) // the other commands have ended, or are about to
		_ = c.Wait()
	}
}

// badDay is a misbehaving Discord. The zero value lets a bot log in.
type badDay struct {
	hello  string         // sent instead of HELLO
	status map[string]int // status by call; 0: no response
	closes bool           // close the connection after READY, and refuse to resume
}

// serve returns the server's address. heard is called with each call and each frame of the bot, one
// at a time.
func (b badDay) serve(t *testing.T, heard func(what string)) (address string) {
	t.Helper()
	var one sync.Mutex
	tell := func(what string) {
		one.Lock()
		defer one.Unlock()
		heard(what)
	}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	call := func(what, pattern, answer string) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			tell(what)
			status, refused := b.status[what]
			switch {
			case refused && status == 0:
				_, _ = io.Copy(io.Discard, r.Body) // otherwise nobody notices that the program disconnects
				<-r.Context().Done()
			case refused:
				w.WriteHeader(status)
				fmt.Fprint(w, `{"message":"not today","retry_after":43200}`)
			default:
				fmt.Fprint(w, answer)
			}
		})
	}
	call("GET applications/@me", "GET /api/v9/applications/@me", `{"id":"123456789012345678","bot":{"id":"123456789012345678"}}`)
	call("PUT commands", "PUT /api/v9/applications/{app}/commands", `[]`)
	call("GET gateway/bot", "GET /api/v9/gateway/bot", fmt.Sprintf(`{"url":"ws%s/gateway"}`, strings.TrimPrefix(server.URL, "http")))
	mux.HandleFunc("GET /gateway/", func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = ws.CloseNow() }()
		tell("open")
		b.gateway(r.Context(), ws, tell)
	})
	return server.URL
}

// gateway serves one connection.
func (b badDay) gateway(ctx context.Context, ws *websocket.Conn, tell func(what string)) {
	say := func(text string) { _ = ws.Write(ctx, websocket.MessageText, []byte(text)) } // the bot may have gone
	say(cmp.Or(b.hello, `{"op":10,"d":{"heartbeat_interval":41250}}`))
	for {
		var said struct{ Op int }
		if wsjson.Read(ctx, ws, &said) != nil {
			return
		}
		tell(fmt.Sprintf("op %d", said.Op))
		switch said.Op {
		case 2:
			say(`{"op":0,"s":1,"t":"READY","d":{"session_id":"abc","user":{"id":"123456789012345678"},"guilds":[]}}`)
			if b.closes {
				_ = ws.Close(4000, "not today")
			}
		case 6:
			_ = ws.Close(4000, "not today")
		}
	}
}

// tunnel connects a client with an address, until either disconnects.
func tunnel(t *testing.T, w http.ResponseWriter, address string) {
	t.Helper()
	server, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Error(err)
		return
	}
	w.WriteHeader(http.StatusOK)
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	go func() {
		_, _ = io.Copy(server, buffered)
		_ = server.Close()
	}()
	go func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	}()
}

// certificateOf returns a certificate for a name, and its file.
func certificateOf(t *testing.T, name string) (certificate tls.Certificate, file string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{name}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "certificate.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, file
}
