package program

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// signature signs requests as Discord.
var signature = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

// opensTable returns the interaction /hex new for one player on a small board.
func opensTable(id string) []byte {
	const person = `{"id":"1400000000000000011","username":"ann"}`
	return fmt.Appendf(nil, `{"id":%[1]q,"application_id":"1400000000000000001","type":2,"token":"token-of-%[1]s","version":1,
		"locale":"en-GB","guild_id":"1400000000000000002","channel_id":"1400000000000000003","member":{"user":`+person+`},
		"data":{"id":"1","type":1,"name":"hex","options":[{"name":"new","type":1,"options":[
			{"name":"opponent","type":6,"value":"1400000000000000011"},{"name":"size","type":4,"value":3}]}],
			"resolved":{"users":{"1400000000000000011":`+person+`}}}}`, id)
}

// knowingApplication is the part of Discord that a bot with an HTTP endpoint needs. A playground
// would report calls cut off by the kill.
func knowingApplication(t *testing.T, key string) (url string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.HasSuffix(r.URL.Path, "/applications/@me"):
			fmt.Fprintf(w, `{"id":"1400000000000000001","verify_key":%q,"bot":{"id":"1400000000000000001"}}`, key)
		case strings.HasSuffix(r.URL.Path, "/commands"):
			fmt.Fprint(w, "[]")
		default:
			fmt.Fprint(w, `{"id":"1400000000000000099"}`)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// takingHTTP starts the program with an HTTP endpoint, and returns its address.
func takingHTTP(t *testing.T, args, environment []string) (c *exec.Cmd, address string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "log")
	log, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	c = program(t, args...)
	c.Env = append(c.Env, environment...)
	c.Stderr = log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var logged []byte
	for range looks(t, func() string { return "it does not listen:\n" + string(logged) }) {
		if logged, err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`taken by HTTP.*address=(\S+)`).FindSubmatch(logged); found != nil {
			return c, "http://" + string(found[1]) + "/interactions"
		}
	}
	return nil, ""
}

// brings sends an interaction signed at a time, and returns the status.
func brings(t *testing.T, address string, at time.Time, body []byte) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	stamp := strconv.FormatInt(at.Unix(), 10)
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(signature, append([]byte(stamp), body...))))
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// TestRepeatedRequestAfterAKill replays a signed request to a program that was killed meanwhile. It
// opens no second table.
func TestRepeatedRequestAfterAKill(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	data, copied := filepath.Join(folder, "games.db"), filepath.Join(folder, "copy.db")
	key := hex.EncodeToString(signature.Public().(ed25519.PublicKey))
	args := []string{"--data", data, "--config", settings(t, "[discord]\nendpoint = \"127.0.0.1:0\"\npublic_key = \""+key+"\"\n")}
	environment := append(inDiscordsPlace(t, knowingApplication(t, key)), "SIXFOLD_TOKEN=token")

	signed := time.Now()
	c, address := takingHTTP(t, args, environment)
	if status := brings(t, address, signed, opensTable("1500000000000000001")); status != http.StatusOK {
		t.Errorf("a table is opened: status %d", status)
	}
	for range 2 {
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // the error is the kill
		c, address = takingHTTP(t, args, environment)
		if status := brings(t, address, signed, opensTable("1500000000000000001")); status != http.StatusAccepted {
			t.Errorf("the same request again: status %d", status)
		}
	}
	if status := brings(t, address, signed, opensTable("1500000000000000002")); status != http.StatusOK {
		t.Errorf("another table is opened: status %d", status)
	}
	out, err := program(t, "backup", copied, "--data", data).CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("tables 2, open 2")) {
		t.Errorf("there are not two tables: %v\n%s", err, out)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
}
