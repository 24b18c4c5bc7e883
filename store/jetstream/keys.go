package jetstream

import (
	"encoding/base64"
	"regexp"
	"strings"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Keys that are not rows. A bucket of rows never begins with an underscore.
const (
	ownKeys    = "_."
	headKey    = "_.head"
	barrierKey = "_.barrier"
	ageKeys    = "_.age."
)

// maxKey bounds an encoded key, in bytes. It keeps a protocol line below the servers' limit of
// 4,096 bytes.
const maxKey = 2048

var (
	plainBucket = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)
	plainWriter = regexp.MustCompile(`^[a-zA-Z0-9]+$`)
	plainName   = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
)

// rowKey returns the key of a row in the stream.
func rowKey(r changelog.Row) (string, error) {
	bucket := r.Bucket
	if !plainBucket.MatchString(bucket) {
		bucket = "=" + base64.RawURLEncoding.EncodeToString([]byte(bucket))
	}
	key := bucket + "." + base64.RawURLEncoding.EncodeToString([]byte(r.Key))
	if r.Key == "" || len(key) > maxKey {
		return "", explain(changelog.ErrTooLarge, "a key of %d bytes in %q does not fit the log", len(r.Key), r.Bucket)
	}
	return key, nil
}

// rowOf is the inverse of rowKey, without the value; ok is false for the key of anything else.
func rowOf(key string) (changelog.Row, bool) {
	bucket, rest, _ := strings.Cut(key, ".")
	k, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil || len(k) == 0 {
		return changelog.Row{}, false
	}
	if encoded, ok := strings.CutPrefix(bucket, "="); ok {
		b, err := base64.RawURLEncoding.DecodeString(encoded)
		return changelog.Row{Bucket: string(b), Key: string(k)}, err == nil
	}
	return changelog.Row{Bucket: bucket, Key: string(k)}, true
}
