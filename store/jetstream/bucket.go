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

// What the metadata of a bucket say.
const (
	metaApplication = "sixfold-application" // whose games these are
	metaLog         = "sixfold-log"         // the name of the log itself
	metaFormat      = "sixfold-format"      // of keys and messages
)

const format = "1"

// settings are those of a new bucket.
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
		Discard:            js.DiscardNew, // a full bucket refuses changes, and forgets none
		Storage:            js.FileStorage,
		Replicas:           o.Replicas,
		DenyDelete:         true,
		DenyPurge:          true,
		AllowDirect:        false, // any replica would answer, and could be behind
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
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	want := settings(o)
	s, err := made(ctx, api, want)
	for mayPass(err) && !denied(api) && pause(ctx, tryAgain) == nil {
		again, failed := made(ctx, api, want)
		if s = again; failed == nil || ctx.Err() == nil { // else the former error tells more
			err = failed
		}
	}
	if err != nil {
		return nil, uncreated(o, err)
	}
	if err := fits(o, s.CachedInfo().Config); err != nil {
		return nil, err
	}
	return s, nil
}

// mayPass reports whether there was no bucket for a reason that may pass within a moment: copies of
// the bot make it at once, or servers that have just started do not know each other's room yet.
func mayPass(err error) bool {
	if refused, ok := apiError(err); ok && (refused.ErrorCode == codeNoPeers || refused.ErrorCode == codeNoReplicas) {
		return true
	}
	return errors.Is(err, js.ErrStreamNotFound) || errors.Is(err, context.DeadlineExceeded)
}

// denied reports whether the servers have refused to let this user ask, which they tell beside the
// question, that nobody answers then.
func denied(api js.JetStream) bool {
	return errors.Is(api.Conn().LastError(), nats.ErrPermissionViolation)
}

// made finds a stream, or makes it. Where several copies of the bot do so at once, the servers
// may say to one of them that it is there and is not there, or nothing at all.
func made(ctx context.Context, api js.JetStream, want js.StreamConfig) (js.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*oneTry)
	defer cancel()
	s, err := api.Stream(ctx, want.Name)
	if errors.Is(err, js.ErrStreamNotFound) {
		s, err = api.CreateStream(ctx, want)
	}
	if errors.Is(err, js.ErrStreamNameAlreadyInUse) { // another copy was faster
		s, err = api.Stream(ctx, want.Name)
	}
	return s, err
}

// uncreated explains why there is no bucket.
func uncreated(o Options, err error) error {
	if errors.Is(err, js.ErrStreamNotFound) { // though it was made, or another copy has said so
		return explain(ErrUnreachable, "the NATS servers do not agree yet whether they have the bucket (%v); more than half of them must run and see each other", err)
	}
	var refused *js.APIError
	if !errors.As(err, &refused) {
		return unable(err)
	}
	switch refused.ErrorCode {
	case codeAccountFull, codeServerFull, codeStorageFull:
		return full(refused)
	case codeNoPeers, codeNoReplicas:
		return explain(ErrFewServers, "the bucket is to be kept on %d servers, and the cluster has too few that could (%s); run at least that many with JetStream, or ask for one replica and do without their safety", o.Replicas, refused.Description)
	default:
		return unable(err)
	}
}

const (
	codeNoPeers    = 10005
	codeNoReplicas = 10074
)

// fits reports what of the settings of a bucket the log cannot live with.
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

// apiError returns the refusal in err, if it is one.
func apiError(err error) (*js.APIError, bool) {
	var refused *js.APIError
	ok := errors.As(err, &refused)
	return refused, ok
}
