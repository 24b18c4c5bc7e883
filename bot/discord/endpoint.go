package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/net/netutil"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
)

const (
	// endpointPath is the path at which interactions are accepted.
	endpointPath = "/interactions"
	// maxBody bounds a request. Discord's have a few kilobytes, and a form of five long texts has
	// less than 40.
	maxBody = 128 << 10
	// smallBody is more than most have. As much is read of each, by smallBy after its header; the
	// rest of maxLarge at a time, by largeBy after that. Anybody may send requests, so they must
	// hold little memory before the signature is checked.
	smallBody = 16 << 10
	smallBy   = 500 * time.Millisecond
	largeBy   = 2 * time.Second
	maxLarge  = 64
	// maxStrangers is how many connections are open on which nothing signed has come since their
	// last answer, and maxConnections how many in all; further ones wait to be accepted.
	maxStrangers   = 1024
	maxConnections = 2 * maxStrangers
	// freshness is the maximum difference between a request's time and now.
	freshness = 5 * time.Minute
	// hangUpBy bounds the wait for requests in progress at shutdown.
	hangUpBy = time.Second
)

// endpoint receives interactions by HTTP, and answers in the responses. Several processes may
// listen for the same application behind a load balancer.
type endpoint struct {
	d         *Connection
	key       ed25519.PublicKey
	server    *http.Server
	strangers *watch.Crowd // connections
	large     *watch.Crowd // requests whose large body is being read
	refused   *watch.Refusals
	listener  net.Listener // set by open
}

// connectionKey is of the connection in a request's context.
type connectionKey struct{}

func newEndpoint(d *Connection) (*endpoint, error) {
	key, err := config.ParsePublicKey(d.config.PublicKey)
	if err != nil {
		return nil, err
	}
	p := &endpoint{
		d: d, key: key, strangers: watch.NewCrowd(maxStrangers), large: watch.NewCrowd(maxLarge),
		refused: watch.NewRefusals(d.log, "requests to the endpoint were refused"),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+endpointPath, p.serve)
	p.server = &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second, // first answers take up to 3 s and contain pictures
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(d.log.Handler(), slog.LevelDebug),
		ConnState:         p.strangers.State,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, c)
		},
	}
	return p, nil
}

// open checks that the public key is the application's, as no signature would match otherwise, and
// listens.
func (p *endpoint) open(ctx context.Context, app application) (err error) {
	if key, err := config.ParsePublicKey(app.Key); err == nil && !p.key.Equal(key) {
		return errors.New("discord: the public key is not that of this application: copy it again from the page General Information of the Discord developer portal")
	}
	p.d.user.Store(app.Bot.ID)
	if p.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", p.d.config.Endpoint); err != nil {
		return fmt.Errorf("discord: endpoint: %w", err)
	}
	p.d.log.Info("interactions are taken by HTTP", "app", app.ID, "address", p.listener.Addr().String(), "path", endpointPath)
	p.d.config.Watch.Connected(true)
	go func() {
		defer p.d.config.Watch.Connected(false)
		if err := p.server.Serve(netutil.LimitListener(p.listener, maxConnections)); !errors.Is(err, http.ErrServerClosed) {
			p.d.finish(fmt.Errorf("discord: endpoint: %w", err))
		}
	}()
	return nil
}

func (p *endpoint) connected() bool { return p.listener != nil && p.d.over.Err() == nil }

// alive returns nil: the endpoint depends on Discord to send interactions, and a flood of requests
// must not restart the program.
func (p *endpoint) alive(time.Time) error { return nil }

func (p *endpoint) close() {
	ctx, cancel := context.WithTimeout(context.Background(), hangUpBy)
	defer cancel()
	if p.server.Shutdown(ctx) != nil {
		_ = p.server.Close() // requests still in progress do not take their answers
	}
	p.refused.Report()
}

func (p *endpoint) serve(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if v := recover(); v != nil {
			watch.LogPanic(p.d.log, v)
			w.WriteHeader(http.StatusInternalServerError)
		}
	}()
	body, refused := p.authentic(w, r)
	if refused != nil {
		p.d.config.Watch.Unread.WithLabelValues(refused.reason).Inc()
		p.refused.Add(refused.reason)
		w.Header().Set("Connection", "close")
		w.WriteHeader(refused.status)
		return
	}
	p.strangers.Leave(r.Context().Value(connectionKey{}))
	e, err := p.d.read(body)
	if e.in.ping {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"type":%d}`, pong)
		return
	}
	ctx, cancel := context.WithDeadline(r.Context(), e.received.Add(p.d.firstBy))
	defer cancel()
	e.response = &httpResponse{w: w, sent: cancel}
	switch err := p.d.take(e, err); {
	case errors.Is(err, errTwice): // it is answered elsewhere
		w.WriteHeader(http.StatusAccepted)
	case errors.Is(err, errClosing):
		w.WriteHeader(http.StatusServiceUnavailable)
	case err != nil:
		w.WriteHeader(http.StatusBadRequest)
	default:
		<-ctx.Done()
		e.response.end()
	}
}

// ping is Discord's type of a health check, and pong of the answer.
const ping, pong = 1, 1

// badRequest is the status of a request that is refused before decoding, and the reason for the
// metrics.
type badRequest struct {
	status int
	reason string
}

var (
	unsigned   = &badRequest{http.StatusUnauthorized, "unsigned"}       // or not by Discord
	stale      = &badRequest{http.StatusUnauthorized, "stale"}          // not of the last minutes
	large      = &badRequest{http.StatusRequestEntityTooLarge, "large"} // beyond maxBody
	unreadable = &badRequest{http.StatusBadRequest, "unreadable"}
)

// authentic returns the body of a request that Discord has signed recently. Cheap checks come
// first, since anybody may send requests.
func (p *endpoint) authentic(w http.ResponseWriter, r *http.Request) ([]byte, *badRequest) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(smallBy)) // fails only without a connection
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return nil, unsigned
	}
	stamp := r.Header.Get("X-Signature-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return nil, unsigned
	}
	if time.Since(time.Unix(seconds, 0)).Abs() > freshness {
		return nil, stale
	}
	if r.ContentLength > maxBody {
		return nil, large
	}
	message := bytes.NewBufferString(stamp)
	if refused := p.readBody(message, w, r); refused != nil {
		return nil, refused
	}
	if !ed25519.Verify(p.key, message.Bytes(), signature) {
		return nil, unsigned
	}
	return message.Bytes()[len(stamp):], nil
}

// readBody appends the body of a request to message. Beyond smallBody it may have to go for others.
func (p *endpoint) readBody(message *bytes.Buffer, w http.ResponseWriter, r *http.Request) *badRequest {
	control := http.NewResponseController(w)
	body := http.MaxBytesReader(w, r.Body, maxBody)
	n, err := io.CopyN(message, body, smallBody)
	if n == smallBody {
		_ = control.SetReadDeadline(time.Now().Add(largeBy))
		p.large.Enter(r, r.RemoteAddr, func() { _ = control.SetReadDeadline(time.Unix(1, 0)) })
		_, err = message.ReadFrom(body)
		p.large.Leave(r)
	}
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return large
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return unreadable
	}
	return nil
}

// httpResponse sends the first answer in the response to the HTTP request that brought the
// interaction.
type httpResponse struct {
	sent context.CancelFunc

	mu sync.Mutex
	w  http.ResponseWriter // nil when nothing can be written any more
}

var errNoRequest = errors.New("answer: its request has ended")

func (r *httpResponse) send(a wireAnswer) error {
	contentType, body, err := encode(a, a.files)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w == nil {
		return errNoRequest
	}
	w := r.w
	r.w = nil
	defer r.sent()
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}

// end responds with status 503 unless the answer has been sent.
func (r *httpResponse) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.w != nil {
		r.w.WriteHeader(http.StatusServiceUnavailable)
		r.w = nil
	}
}
