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

// openState opens the store of the settings: a file, or a copy of what a cluster keeps. What
// it returns besides is to be closed after the store.
func openState(ctx context.Context, settings config.Config, o store.Options, log *slog.Logger) (*store.Store, io.Closer, error) {
	if settings.Store.Kind != config.JetStream {
		s, err := store.OpenContext(ctx, settings.Store.File, o)
		return s, nothing{}, err
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
		return nil, nothing{}, err
	}
	log.Info("this copy has caught up with the cluster", "bucket", settings.Cluster.Bucket)
	return s, hangUp{shared}, nil
}

// openFor is how long a start waits for a cluster whose servers are only starting themselves, or elect
// a leader.
const openFor = time.Minute

// onceReady opens something of the cluster as soon as that is ready for it, and returns why it is not
// in the end.
func onceReady(ctx context.Context, log *slog.Logger, open func() error) error {
	for began := time.Now(); ; {
		err := open()
		starting := errors.Is(err, jetstream.ErrUnreachable) || errors.Is(err, jetstream.ErrFewServers) || errors.Is(err, store.ErrUnreachable)
		if !starting || time.Since(began) > openFor || ctx.Err() != nil {
			return err
		}
		log.Warn("the cluster is not ready yet", "err", err)
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
}

// openCopy opens a copy of what the cluster of the settings keeps, if that answers.
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

// clusterOptions are how the settings have the cluster opened.
func clusterOptions(settings config.Config) jetstream.Options {
	c := settings.Cluster
	return jetstream.Options{
		URLs: c.Servers, Bucket: c.Bucket, Application: application(settings.Discord.Token), Replicas: c.Replicas,
		MaxBytes:        int64(c.Megabytes) << 20,
		CredentialsFile: c.Credentials, User: c.User, PasswordFile: c.Password, CAFile: c.Authority, CertFile: c.Certificate, KeyFile: c.Key,
	}
}

// application is whose games a cluster keeps: the bot's ID, which a token begins with, or the
// playground's name.
func application(token config.Secret) string {
	first, _, ok := strings.Cut(string(token), ".")
	id, err := base64.RawStdEncoding.DecodeString(first)
	if !ok || err != nil || !config.IsSnowflake(string(id)) {
		return "playground"
	}
	return string(id)
}

// hangUp closes the connection to a cluster.
type hangUp struct{ log *jetstream.Log }

// Close implements [io.Closer].
func (h hangUp) Close() error {
	h.log.Close()
	return nil
}

// nothing is closed without a trace.
type nothing struct{}

// Close implements [io.Closer].
func (nothing) Close() error { return nil }
