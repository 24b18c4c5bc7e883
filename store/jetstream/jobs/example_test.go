package jobs

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

// TestExample submits and does jobs as the user of the example, who has no other permissions. The
// servers of the example are tested with the log.
func TestExample(t *testing.T) {
	t.Setenv("SIXFOLD_NATS_PASSWORD", "secret")
	t.Setenv("SIXFOLD_NATS_ADMIN_PASSWORD", "other")
	common, err := os.ReadFile("../../../bot/operate/cluster/common.conf")
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`(?s)\ntls \{.*?\n\}`).ReplaceAll(common, nil)
	file := filepath.Join(t.TempDir(), "n.conf")
	if err := os.WriteFile(file, append([]byte("listen: 127.0.0.1:-1\njetstream { store_dir: \""+t.TempDir()+"\" }\n"), plain...), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o.NoLog, o.NoSigs = true, true
	alone, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	alone.Start()
	t.Cleanup(func() { alone.Shutdown(); alone.WaitForShutdown() })
	q, err := Open(jetstream.Options{URLs: []string{alone.ClientURL()}, Bucket: "games", User: "sixfold", Password: "secret", Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = q.Close() })
	s := &site{t: t}
	end := s.workIn(q, echo)
	wants(t, q, Job{ID: "one", Kind: Short, Body: []byte("one")}, "answer to one")
	if stands, err := q.Status(t.Context(), quick.lapse); err != nil || len(stands.Workers) != 1 || stands.Copies != 1 {
		t.Errorf("the queue has %+v, %v", stands, err)
	}
	natstest.Until(t, "the job is off the queue", func() bool { stands, err := q.Status(t.Context(), 0); return err == nil && stands.Jobs == 0 })
	q.Cancel("two")
	end()
	if err := q.conn.LastError(); err != nil {
		t.Errorf("the servers have refused something: %v", err)
	}
}
