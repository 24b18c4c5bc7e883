package jetstream

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Errors of [Open]. Each comes with a sentence for the operator.
var (
	// ErrUnreachable is returned when no server or no majority of the servers answers.
	ErrUnreachable = errors.New("the cluster cannot be reached")
	// ErrCredentials is returned when the servers refuse the credentials.
	ErrCredentials = errors.New("the cluster refuses the credentials")
	// ErrTLS is returned when no trusted connection can be made.
	ErrTLS = errors.New("the connection to the cluster cannot be trusted")
	// ErrNoJetStream is returned when the servers or the account have no JetStream.
	ErrNoJetStream = errors.New("the cluster has no JetStream")
	// ErrOldServer is returned when a server is older than [OldestServer].
	ErrOldServer = errors.New("a server of the cluster is too old")
	// ErrSettings is returned when the bucket or a server is not configured as the log needs.
	ErrSettings = errors.New("the bucket is not set up for Sixfold")
	// ErrFewServers is an ErrSettings for a cluster with fewer servers than the bucket has
	// replicas. It may pass while servers are starting.
	ErrFewServers = fmt.Errorf("%w: the cluster has too few servers", ErrSettings)
	// ErrOtherBot is returned when the bucket belongs to another bot.
	ErrOtherBot = errors.New("the bucket belongs to another bot")
)

// explained is an error with a sentence for the operator.
type explained struct {
	kind error
	says string
}

func explain(kind error, format string, args ...any) error {
	return &explained{kind: kind, says: fmt.Sprintf(format, args...)}
}

func (e *explained) Error() string { return e.says }

func (e *explained) Unwrap() error { return e.kind }

// The servers' error codes.
const (
	codeConflict        = 10071 // the head is another
	codeConflictPending = 10164 // a change to the same head is on its way
	codeStoreFailed     = 10077 // of a limit of the stream, or of a disk that fails
	codeAccountFull     = 10002
	codeServerFull      = 10023
	codeStorageFull     = 10047
	codeMessageSize     = 10054
	codeHeaderSize      = 10097
	codeBatchSize       = 10199
)

// errPending is a conflict with a concurrent change, which may still fail.
var errPending = explain(changelog.ErrConflict, "another change to the same head is on its way")

// refusal translates a server's answer to a batch.
func refusal(e *js.APIError) error {
	switch e.ErrorCode {
	case codeConflict:
		return changelog.ErrConflict
	case codeConflictPending:
		return errPending
	case codeBatchSize:
		return explain(changelog.ErrTooLarge, "the change has more rows than the servers take at once: %s", e.Description)
	case codeMessageSize, codeHeaderSize:
		return explain(changelog.ErrTooLarge, "a row of the change is larger than the servers take: %s", e.Description)
	case codeAccountFull, codeServerFull, codeStorageFull:
		return full(e)
	case codeStoreFailed:
		if strings.Contains(e.Description, "maximum") {
			return full(e)
		}
	default:
	}
	return fmt.Errorf("the cluster has refused the change: %w", e)
}

func full(e *js.APIError) error {
	return explain(changelog.ErrFull, "the cluster has no room left for the games (%s); raise the limit of the bucket or of the account, or make room on the disks of the servers", e.Description)
}

// connectError explains why no connection could be made.
func connectError(addresses []string, err error) error {
	var names []string
	for _, address := range addresses {
		names = append(names, redacted(address))
	}
	servers := strings.Join(names, ", ")
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked),
		errors.Is(err, nats.ErrAccountAuthExpired), errors.Is(err, nats.ErrNkeysNotSupported):
		return explain(ErrCredentials, "the NATS servers %s refuse the credentials of this bot (%v); check the user, the file of credentials, and whether they have expired", servers, err)
	case strings.HasSuffix(err.Error(), "i/o timeout"): // also in the handshake of TLS, which says nothing of certificates
	case errors.As(err, &unknown), errors.As(err, &name), errors.As(err, &invalid), errors.As(err, &verification),
		errors.Is(err, nats.ErrSecureConnRequired), errors.Is(err, nats.ErrSecureConnWanted), strings.Contains(err.Error(), "tls: "), strings.Contains(err.Error(), "tls error"):
		return explain(ErrTLS, "there is no trusted connection to the NATS servers %s (%v); check the certificates, and that both sides use TLS", servers, err)
	}
	return explain(ErrUnreachable, "none of the NATS servers %s answers (%v); check that they run, and their addresses", servers, err)
}

// apiFailure explains an error of a JetStream request.
func apiFailure(err error) error {
	switch {
	case errors.Is(err, js.ErrJetStreamNotEnabled), errors.Is(err, js.ErrJetStreamNotEnabledForAccount), errors.Is(err, nats.ErrNoResponders):
		return explain(ErrNoJetStream, "the NATS servers that answer have no JetStream for this account; start them with a `jetstream` block, and enable it for the account")
	case errors.Is(err, nats.ErrPermissionViolation):
		return explain(ErrCredentials, "the NATS account may not do what the log needs (%v); the documentation of the example lists its permissions", err)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, js.ErrNoStreamResponse), unavailable(err):
		return explain(ErrUnreachable, "the NATS servers are there, but do not answer for JetStream (%v); more than half of them must run and see each other", err)
	case errors.Is(err, nats.ErrReconnectBufExceeded): // nothing can be sent
		return explain(ErrUnreachable, "the connection to the NATS servers was lost while they were asked; check that more than half of them run, and see each other")
	default:
		return err
	}
}
