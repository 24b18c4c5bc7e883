package operate

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

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
