package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

const (
	// endpointPath is the one path at which interactions are taken.
	endpointPath = "/interactions"
	// maxBody bounds what is read of a request. Discord's are some kilobytes, and a form
	// of five long texts is below 40.
	maxBody = 128 << 10
	// maxReading is how many bodies are read at a time, and readBy ends the wait for a
	// place among them and the reading of one: anybody may send requests, and what they
	// hold before their signature is checked must be little.
	maxReading = 64
	readBy     = 2 * time.Second
	// maxConnections is how many are open at a time; further ones wait to be accepted.
	maxConnections = 1024
	// freshness is how far a request's time may lie from now, to either side.
	freshness = 5 * time.Minute
	// hangUpBy is for requests to end after the last answer is out.
	hangUpBy = time.Second
)

// endpoint has Discord bring interactions by HTTP requests, in whose responses the
// first answers go back. Whatever decides between them, any number of programs may
// listen for the same application.
type endpoint struct {
	d      *Connection
	key    ed25519.PublicKey
	server *http.Server
	// handled are the interactions that a repeated request may bring again.
	handled lastingIDs
	reading chan struct{} // holds one for each body that is being read
	refused *watch.Refusals
	// listener is there once the endpoint is open.
	listener  net.Listener
	listening atomic.Bool
	*ending
}

func newEndpoint(d *Connection) (*endpoint, error) {
	key, err := config.ParsePublicKey(d.config.PublicKey)
	if err != nil {
		return nil, err
	}
	p := &endpoint{
		d: d, key: key, handled: lastingIDs{keep: 2 * freshness}, ending: newEnding(),
		reading: make(chan struct{}, maxReading), refused: watch.NewRefusals(d.log, "requests to the endpoint were refused"),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+endpointPath, p.serve)
	p.server = &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second, // first answers take 3 s, and carry pictures
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(d.log.Handler(), slog.LevelDebug),
	}
	return p, nil
}

// open checks whose key it has, with another of which it would be deaf, and listens.
func (p *endpoint) open(ctx context.Context, app application) (err error) {
	if key, err := config.ParsePublicKey(app.Key); err == nil && !p.key.Equal(key) {
		return errors.New("discord: the public key is not that of this application: copy it again from the page General Information of the Discord developer portal")
	}
	p.d.setUser(app.Bot.ID)
	if p.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", p.d.config.Endpoint); err != nil {
		return fmt.Errorf("discord: endpoint: %w", err)
	}
	p.d.log.Info("interactions are taken by HTTP", "app", app.ID, "address", p.listener.Addr().String(), "path", endpointPath)
	p.listens(true)
	go func() {
		defer p.listens(false)
		if err := p.server.Serve(netutil.LimitListener(p.listener, maxConnections)); !errors.Is(err, http.ErrServerClosed) {
			p.finish(fmt.Errorf("discord: endpoint: %w", err))
		}
	}()
	return nil
}

// listens notes whether it does.
func (p *endpoint) listens(is bool) {
	p.listening.Store(is)
	p.d.config.Watch.Connected(is)
}

// connected reports whether it listens.
func (p *endpoint) connected() bool { return p.listening.Load() }

// alive returns no error: who brings interactions is Discord's affair, and whoever floods
// the endpoint must not have the program ended for it.
func (p *endpoint) alive(time.Time) error { return nil }

func (p *endpoint) close() {
	ctx, cancel := context.WithTimeout(context.Background(), hangUpBy)
	defer cancel()
	if p.server.Shutdown(ctx) != nil {
		_ = p.server.Close() // who has not taken the answer by now will not
	}
	p.refused.Report()
	p.finish(nil)
}

// serve takes one request.
func (p *endpoint) serve(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if v := recover(); v != nil {
			p.d.panicked(v)
			refuse(w, http.StatusInternalServerError)
		}
	}()
	body, err := p.authentic(w, r)
	if err != nil {
		p.refuseRequest(err)
		refuse(w, statusOf(err))
		return
	}
	e, err := p.d.read(body)
	if errors.Is(err, errNotOurs) && isPing(body) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"type":%d}`, pong)
		return
	}
	response := newByResponse(w)
	e.first = response
	if err == nil && !p.handled.add(e.in.ID) {
		e.log().Info("an interaction arrived twice")
		err = errTwice
	} else {
		err = p.d.take(e, err)
	}
	if err != nil {
		refuse(w, statusOf(err))
		return
	}
	ctx, cancel := context.WithDeadline(r.Context(), e.received.Add(p.d.firstBy))
	defer cancel()
	response.wait(ctx)
}

// ping and pong are Discord's number for a request that asks whether anybody is
// there, and for the answer to it.
const ping, pong = 1, 1

func isPing(body []byte) bool {
	var w struct {
		Type int `json:"type"`
	}
	return json.Unmarshal(body, &w) == nil && w.Type == ping
}

// Why a request is refused before it is read.
var (
	errUnsigned = errors.New("it is not signed by Discord")
	errStale    = errors.New("its time is not within 5 minutes of now")
	errCrowded  = errors.New("too many others are being read")
)

// authentic returns the body of a request that Discord signed a short while ago.
// What costs nothing is checked first: anybody may send requests.
func (p *endpoint) authentic(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return nil, errUnsigned
	}
	stamp := r.Header.Get("X-Signature-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return nil, errUnsigned
	}
	if time.Since(time.Unix(seconds, 0)).Abs() > freshness {
		return nil, errStale
	}
	if r.ContentLength > maxBody {
		return nil, &http.MaxBytesError{Limit: maxBody}
	}
	message := bytes.NewBufferString(stamp)
	if err := p.readBody(message, w, r); err != nil {
		return nil, err
	}
	if !ed25519.Verify(p.key, message.Bytes(), signature) {
		return nil, errUnsigned
	}
	return message.Bytes()[len(stamp):], nil
}

// readBody appends the body of a request to a message, when there is a place to read it.
func (p *endpoint) readBody(message *bytes.Buffer, w http.ResponseWriter, r *http.Request) error {
	late := time.NewTimer(readBy)
	defer late.Stop()
	select {
	case p.reading <- struct{}{}:
		defer func() { <-p.reading }()
	case <-late.C:
		return errCrowded
	case <-r.Context().Done():
		return r.Context().Err()
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(readBy)) // where there is a connection
	_, err := message.ReadFrom(http.MaxBytesReader(w, r.Body, maxBody))
	return err
}

// statusOf is the HTTP status that says so.
func statusOf(err error) int {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	switch {
	case errors.Is(err, errUnsigned), errors.Is(err, errStale):
		return http.StatusUnauthorized
	case errors.Is(err, errTwice):
		return http.StatusAccepted // the answer went, or goes, another way
	case errors.Is(err, errClosing), errors.Is(err, errCrowded):
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// refuse answers with a status alone.
func refuse(w http.ResponseWriter, status int) {
	w.WriteHeader(status)
}

// refuseRequest counts a request to the endpoint that was refused before it was read.
func (p *endpoint) refuseRequest(err error) {
	reason := refusalReason(err)
	p.d.config.Watch.RefusedRequest(reason)
	p.refused.Add(reason)
}

// refusalReason is one of a few words, whatever was sent.
func refusalReason(err error) string {
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.Is(err, errUnsigned):
		return "unsigned"
	case errors.Is(err, errStale):
		return "stale"
	case errors.Is(err, errCrowded):
		return "crowded"
	case large:
		return "large"
	default:
		return "unreadable"
	}
}
