package operate

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// openState opens the configured store: a file, or a copy of the cluster's state. The closer must
// be closed after the store.
func openState(ctx context.Context, settings config.Config, o store.Options, log *slog.Logger) (*store.Store, io.Closer, error) {
	if settings.Store.Kind != config.JetStream {
		s, err := store.OpenContext(ctx, settings.Store.File, o)
		return s, closerFunc(nil), err
	}
	var (
		s      *store.Store
		shared *jetstream.Log
	)
	err := onceReady(ctx, log, func() (err error) {
		s, shared, err = openCopy(ctx, settings, o)
		return err
	})
	if err != nil {
		return nil, closerFunc(nil), err
	}
	log.Info("this copy has caught up with the cluster", "bucket", settings.Cluster.Bucket)
	return s, closerFunc(shared.Close), nil
}

// openFor bounds the wait at startup for a cluster whose servers are starting or electing a leader.
const openFor = time.Minute

// onceReady retries open while the cluster is not ready, for openFor at most.
func onceReady(ctx context.Context, log *slog.Logger, open func() error) error {
	for began := time.Now(); ; {
		err := open()
		starting := errors.Is(err, jetstream.ErrUnreachable) || errors.Is(err, jetstream.ErrFewServers) || errors.Is(err, store.ErrUnreachable)
		if !starting || time.Since(began) > openFor || ctx.Err() != nil {
			return err
		}
		log.Warn("the cluster is not ready yet", "err", err)
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
}

func openCopy(ctx context.Context, settings config.Config, o store.Options) (*store.Store, *jetstream.Log, error) {
	l, err := jetstream.Open(ctx, clusterOptions(settings))
	if err != nil {
		return nil, nil, err
	}
	s, err := store.OpenReplica(ctx, settings.Store.File, l, o)
	if err != nil {
		l.Close()
		return nil, nil, err
	}
	return s, l, nil
}

func clusterOptions(settings config.Config) jetstream.Options {
	c := settings.Cluster
	return jetstream.Options{
		URLs: c.Servers, Bucket: c.Bucket, Application: application(settings.Discord.Token), Replicas: c.Replicas,
		MaxBytes:        int64(c.Megabytes) << 20,
		CredentialsFile: c.Credentials, User: c.User, PasswordFile: c.Password, CAFile: c.Authority, CertFile: c.Certificate, KeyFile: c.Key,
	}
}

// application identifies the owner of a cluster's state: the bot's ID, which is the first part of a
// token, or "playground".
func application(token config.Secret) string {
	first, _, ok := strings.Cut(string(token), ".")
	id, err := base64.RawStdEncoding.DecodeString(first)
	if !ok || err != nil || !config.IsSnowflake(string(id)) {
		return "playground"
	}
	return string(id)
}

// closerFunc closes something by a call that cannot fail; nil closes nothing.
type closerFunc func()

// Close implements [io.Closer].
func (f closerFunc) Close() error {
	if f != nil {
		f()
	}
	return nil
}
