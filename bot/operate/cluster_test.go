package operate

import (
	"context"
	"encoding/base64"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/natstest"
)

func TestApplicationOfAToken(t *testing.T) {
	const id = "1180000000000000001"
	for token, want := range map[string]string{
		base64.RawStdEncoding.EncodeToString([]byte(id)) + ".abc.def": id,
		"": "playground", "abc": "playground", "!.abc.def": "playground",
		base64.RawStdEncoding.EncodeToString([]byte("x")) + ".abc.def": "playground",
	} {
		if got := application(config.Secret(token)); got != want {
			t.Errorf("application(%q) = %q, want %q", token, got, want)
		}
	}
}

// TestLogIsWatched: the metrics of the cluster's log are there at once, and no server counts while none
// answers.
func TestLogIsWatched(t *testing.T) {
	t.Parallel()
	servers, urls := natstest.Start(t, 1)
	l, err := jetstream.Open(t.Context(), jetstream.Options{URLs: urls, Bucket: "games", Application: "1", Replicas: 1, MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	w := watch.New()
	figure := func(line string) bool {
		var out strings.Builder
		return w.Expose(&out, store.Stats{}) == nil && strings.Contains(out.String(), "\n"+line+"\n")
	}
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { watchLog(ctx, l, w) })
	for _, line := range []string{"sixfold_log_limit_bytes 1.048576e+06", "sixfold_log_servers 1", "sixfold_log_servers_wanted 1"} {
		natstest.Until(t, line, func() bool { return figure(line) })
	}
	stop()
	watching.Wait()
	servers[0].Shutdown()
	watchLog(ctx, l, w) // once, without an answer
	if !figure("sixfold_log_servers 0") || !figure("sixfold_log_servers_wanted 1") {
		t.Error("a server that does not answer counts")
	}
}

// TestManualHasEveryFinding: CLUSTER.md says of each finding that is not well what to do. An error's
// sentence is its own manual.
func TestManualHasEveryFinding(t *testing.T) {
	manual, err := os.ReadFile("CLUSTER.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(manual), "## What to do when")
	finding := regexp.MustCompile(`(?:\.lacks\(|[. \t]say\((?:jetstream\.)?W[a-z]+, |withoutJetStream\()(?:about, |"[a-z_]+", )?"([^"]+)"`)
	for file, least := range map[string]int{"../../store/jetstream/check.go": 18, "cluster.go": 6} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all := finding.FindAllStringSubmatch(string(source), -1)
		if len(all) < least {
			t.Errorf("%s has %d findings: has its form changed?", file, len(all))
		}
		for _, f := range all {
			first, _, _ := strings.Cut(f[1], ".")
			if first != "%v" && !slices.ContainsFunc(regexp.MustCompile(`%[a-z]|[(:,;]`).Split(first, -1), func(words string) bool {
				words = strings.TrimSpace(words)
				return len(words) >= 8 && words != "Its copy on" && strings.Contains(page, words)
			}) {
				t.Errorf("CLUSTER.md does not say what to do when %q", first)
			}
		}
	}
}
