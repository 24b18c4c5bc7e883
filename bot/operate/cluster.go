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
	shared, err := openLog(ctx, settings, log)
	if err != nil {
		return nil, nothing{}, err
	}
	s, err := store.OpenReplica(ctx, settings.Store.File, shared, o)
	if err != nil {
		shared.Close()
		return nil, nothing{}, err
	}
	log.Info("this copy has caught up with the cluster", "bucket", settings.Cluster.Bucket)
	return s, hangUp{shared}, nil
}

// openFor is how long a start waits for a cluster whose servers are only starting themselves.
const openFor = time.Minute

// openLog connects to the cluster of the settings, when it answers.
func openLog(ctx context.Context, settings config.Config, log *slog.Logger) (*jetstream.Log, error) {
	for began := time.Now(); ; {
		l, err := jetstream.Open(ctx, clusterOptions(settings))
		if !errors.Is(err, jetstream.ErrUnreachable) || time.Since(began) > openFor || ctx.Err() != nil {
			return l, err
		}
		log.Warn("the cluster does not answer yet", "err", err)
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
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
