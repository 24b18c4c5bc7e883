package rating

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/store"
)

// TraceKeyKind is the kind of the record of the random key by which traces are named.
const TraceKeyKind = "rating-key"

const traceFor = 90 * 24 * time.Hour

// tracePrefix begins what names the traces of a user, in place of the ID.
const tracePrefix = "#"

func isTrace(user string) bool { return strings.HasPrefix(user, tracePrefix) }

// traceOf returns what names the traces of a user: a keyed hash of the ID. A trace is a standing that a
// forgotten user has left, with which a new one begins. Otherwise a loser would be worth as much as a new
// player after each removal. It is "" if there are no traces, unless a transaction asks, which makes the key.
func traceOf(from store.Reader, user string) (string, error) {
	key, err := from.Get(TraceKeyKind, "")
	if errors.Is(err, store.ErrNotFound) {
		tx, ok := from.(*store.Tx)
		if !ok {
			return "", nil
		}
		key, err = []byte(rand.Text()), nil
		tx.Put(TraceKeyKind, "", key)
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(user))
	return tracePrefix + hex.EncodeToString(h.Sum(nil)[:16]), err
}

// begun returns the standing with which a user begins a game, which may be a trace: that is named then.
func begun(from store.Reader, user, pool string) (st *Standing, trace string, err error) {
	if st, err = get(from, user, pool); st == nil && err == nil {
		if trace, err = traceOf(from, user); err == nil {
			st, err = get(from, trace, pool)
		}
	}
	return st, trace, err
}

// leaveTrace stores a standing as a trace, no higher than that of a new player.
func leaveTrace(tx *store.Tx, trace, pool string, s *Standing, now time.Time) error {
	left := Standing{Player: s.Player, Last: s.Last, Levels: s.Levels, Fades: s.Fades}
	left.Rating = min(s.Rating, glicko.FirstRating)
	left.fadeAt(tx, trace, pool, now.Add(traceFor).UnixMilli())
	return Kind.Put(tx, standingID(trace, pool), &left)
}
