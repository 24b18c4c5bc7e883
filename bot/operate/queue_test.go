package operate

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
)

func TestQueueFindings(t *testing.T) {
	here := jobs.Member{Name: "a/1", Version: jobs.Version, Running: 1}
	for _, tt := range []struct {
		name   string
		stands jobs.Status
		err    error
		level  jetstream.Level
		says   string
	}{
		{"nothing to do", jobs.Status{Room: 10, Workers: []jobs.Member{here}}, nil, jetstream.OK, "0 of at most 10 jobs"},
		{"no queue", jobs.Status{}, jobs.ErrNone, jetstream.Warning, "There is none yet"},
		{"no answer", jobs.Status{}, jobs.ErrUnreachable, jetstream.Wrong, "cannot be reached"},
		{"nobody works", jobs.Status{Room: 10}, nil, jetstream.Warning, "Nobody takes jobs"},
		{"too much to do", jobs.Status{Room: 10, Jobs: 3, Oldest: time.Now().Add(-time.Minute), Workers: []jobs.Member{here}}, nil, jetstream.Warning, "oldest job is 1m0s old"},
		{"long at work", jobs.Status{Room: 10, Jobs: 1, Oldest: time.Now().Add(-time.Minute), Workers: []jobs.Member{here}}, nil, jetstream.OK, "1 of at most"},
		{"almost full", jobs.Status{Room: 10, Jobs: 9, Oldest: time.Now(), Workers: []jobs.Member{here}}, nil, jetstream.Warning, "almost full"},
		{"another version", jobs.Status{Room: 10, Workers: []jobs.Member{{Name: "b/2", Version: jobs.Version + 1}}}, nil, jetstream.Warning, "b/2 takes jobs of version"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := queueFindings(tt.stands, tt.err)
			if found[0].Level != tt.level || !strings.Contains(found[0].Says, tt.says) {
				t.Errorf("the first finding is %+v, want %q", found[0], tt.says)
			}
		})
	}
}

func TestAQueueMayElect(t *testing.T) {
	for _, c := range []struct {
		silent time.Duration
		want   error
	}{{0, nil}, {9 * time.Second, nil}, {time.Hour, jobs.ErrUnreachable}} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			_, err := queueStatus(t.Context(), func(context.Context) (jobs.Status, error) {
				if time.Since(began) < c.silent {
					return jobs.Status{}, jobs.ErrUnreachable
				}
				return jobs.Status{}, nil
			})
			if !errors.Is(err, c.want) || time.Since(began) > electQueue+time.Second {
				t.Errorf("silent for %v: %v after %v", c.silent, err, time.Since(began))
			}
		})
	}
}
