package jetstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// The keys of a bucket's metadata.
const (
	metaApplication = "sixfold-application" // ID of the bot that owns the games
	metaLog         = "sixfold-log"         // ID of the log
	metaFormat      = "sixfold-format"      // version of keys and messages
)

const format = "1"

// settings returns the configuration of a new bucket.
func settings(o Options) js.StreamConfig {
	return js.StreamConfig{
		Name:               "KV_" + o.Bucket,
		Description:        "the games of Sixfold, application " + o.Application,
		Subjects:           []string{"$KV." + o.Bucket + ".>"},
		Retention:          js.LimitsPolicy,
		MaxConsumers:       -1,
		MaxMsgs:            -1,
		MaxBytes:           cmp.Or(o.MaxBytes, -1),
		MaxMsgsPerSubject:  1,
		MaxMsgSize:         -1,
		Discard:            js.DiscardNew, // a full bucket refuses changes instead of deleting old ones
		Storage:            js.FileStorage,
		Replicas:           o.Replicas,
		DenyDelete:         true,
		DenyPurge:          true,
		AllowDirect:        false, // a replica could answer from an old state
		AllowMsgTTL:        true,
		AllowAtomicPublish: true,
		Metadata: map[string]string{
			metaApplication: o.Application,
			metaLog:         nuid.Next(),
			metaFormat:      format,
		},
	}
}

// bucket opens the bucket, and creates it if there is none.
func bucket(ctx context.Context, api js.JetStream, o Options) (js.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	want := settings(o)
	passes := func(err error) bool { return mayPass(err) && !denied(api) }
	s, err := Repeat(ctx, 2*attemptTimeout, retryDelay, passes, func(ctx context.Context) (js.Stream, error) { return Stream(ctx, api, want) })
	if err != nil {
		return nil, creationError(o, err)
	}
	if err := fits(o, s.CachedInfo().Config); err != nil {
		return nil, err
	}
	return s, nil
}

// mayPass reports whether opening the bucket may soon succeed: several copies of the bot may be
// creating it at once, or servers that have just started do not know each other's free space yet, or
// elect a leader.
func mayPass(err error) bool {
	if refused, ok := errors.AsType[*js.APIError](err); ok && (refused.ErrorCode == codeNoPeers || refused.ErrorCode == codeNoReplicas) {
		return true
	}
	return unavailable(err) || errors.Is(err, js.ErrStreamNotFound) || errors.Is(err, context.DeadlineExceeded)
}

// denied reports whether the servers refuse this user's requests. They report that on the
// connection, and the request itself times out.
func denied(api js.JetStream) bool {
	return errors.Is(api.Conn().LastError(), nats.ErrPermissionViolation)
}

// Stream opens a stream, and creates it if there is none. If several processes do so at once,
// servers may give contradictory answers, or none.
func Stream(ctx context.Context, api js.JetStream, want js.StreamConfig) (js.Stream, error) {
	s, err := api.Stream(ctx, want.Name)
	if errors.Is(err, js.ErrStreamNotFound) {
		s, err = api.CreateStream(ctx, want)
	}
	if errors.Is(err, js.ErrStreamNameAlreadyInUse) { // another process was faster
		s, err = api.Stream(ctx, want.Name)
	}
	return s, err
}

// creationError explains why the bucket could not be opened or created.
func creationError(o Options, err error) error {
	if errors.Is(err, js.ErrStreamNotFound) { // although it was created, here or by another copy
		return explain(ErrUnreachable, "the NATS servers do not agree yet whether they have the bucket (%v); more than half of them must run and see each other", err)
	}
	refused, ok := errors.AsType[*js.APIError](err)
	if !ok {
		return apiFailure(err)
	}
	switch refused.ErrorCode {
	case codeAccountFull, codeServerFull, codeStorageFull:
		return full(refused)
	case codeNoPeers, codeNoReplicas:
		return explain(ErrFewServers, "the bucket is to be kept on %d servers, and the cluster has too few that could (%s); run at least that many with JetStream, or ask for one replica and do without their safety", o.Replicas, refused.Description)
	default:
		return apiFailure(err)
	}
}

const (
	codeNoPeers    = 10005
	codeNoReplicas = 10074
)

// fits returns an error if a setting of the bucket is unsuitable for the log.
func fits(o Options, have js.StreamConfig) error {
	if id := have.Metadata[metaApplication]; id != "" && id != o.Application {
		return explain(ErrOtherBot, "the bucket %s holds the games of application %s, and this bot is %s; give each bot a bucket of its own", o.Bucket, id, o.Application)
	}
	if f := have.Metadata[metaFormat]; f != format {
		if f == "" {
			return explain(ErrSettings, "the stream %s was not made by Sixfold; choose another name for the bucket", have.Name)
		}
		return explain(ErrSettings, "the bucket %s was written by a newer version of Sixfold; run that version or a later one", o.Bucket)
	}
	if have.Replicas < o.Replicas {
		return explain(ErrSettings, "the bucket %s is kept on %d of the servers, not on %d; run `nats stream edit %s --replicas %d`, or say in the configuration that fewer will do", o.Bucket, have.Replicas, o.Replicas, have.Name, o.Replicas)
	}
	want := settings(o)
	wrong := []struct {
		differs bool
		setting string
	}{
		{!slices.Equal(have.Subjects, want.Subjects), fmt.Sprintf("its subjects must be %s alone", want.Subjects[0])},
		{have.Storage != want.Storage, "its storage must be file"},
		{have.Retention != want.Retention, "its retention must be limits"},
		{have.MaxMsgsPerSubject != 1, "it must keep one message per subject"},
		{have.MaxAge != 0, "its messages must not age"},
		{have.Discard != want.Discard, "it must discard new messages when it is full"},
		{have.DiscardNewPerSubject, "it must not discard new messages per subject"},
		{have.AllowDirect, "direct gets must be off"},
		{!have.AllowAtomicPublish, "atomic publishing must be allowed"},
		{!have.AllowMsgTTL, "times to live of messages must be allowed"},
		{have.SubjectDeleteMarkerTTL != 0, "it must not leave markers of its own"},
		{have.Sealed, "it must not be sealed"},
		{have.Mirror != nil || len(have.Sources) > 0, "it must not copy other streams"},
		{have.SubjectTransform != nil, "it must not rename subjects"},
	}
	for _, w := range wrong {
		if w.differs {
			return explain(ErrSettings, "the bucket %s has other settings than the log needs: %s; mend them with `nats stream edit %s`", o.Bucket, w.setting, have.Name)
		}
	}
	return nil
}
