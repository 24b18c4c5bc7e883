package program

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// TestKilledWhileRating kills the program repeatedly at about the time a rated game ends. After the
// last start each game is rated once, starting from the ratings after the game before, and the
// standings are those after the last.
func TestKilledWhileRating(t *testing.T) {
	t.Parallel()
	kills := 2
	if long {
		kills = 200
	}
	folder := t.TempDir()
	config, data := filepath.Join(folder, "config.toml"), filepath.Join(folder, "games.db")
	if err := os.WriteFile(config, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	between := 0
	random := rand.New(rand.NewPCG(18, 200))
	p := start(t, "--config", config, "--data", data)
	for n := 1; n <= kills; n++ {
		table := " table:" + strconv.Itoa(n)
		last := "/hex move a9" + table
		p.run("you", "/hex new @friend size:9 rated:true")
		p.run("friend", "/hex join"+table)
		for row := 1; row < 9; row++ {
			p.run("you", "/hex move a"+strconv.Itoa(row)+table)
			p.run("friend", "/hex move b"+strconv.Itoa(row)+table)
		}
		done := p.begin("you", last)
		// The kill must be possible at any time.
		time.Sleep(time.Duration(random.IntN(8_000)) * time.Microsecond) // until about the end of the game, or later
		p.kill()
		<-done
		between += unrated(t, data)
		p = start(t, "--config", config, "--data", data)
		<-p.begin("you", last) // may already be played
	}
	for begun := time.Now(); !strings.Contains(p.run("you", "/hex show table:"+strconv.Itoa(kills)).Message.Content, "→"); {
		if time.Since(begun) > hang {
			t.Fatal("the last game is not rated")
		}
	}
	p.kill()
	checkRated(t, data, kills)
	t.Logf("%d of %d kills came between an end and its rating", between, kills)
}

// unrated returns the number of finished games without a rating.
func unrated(t *testing.T, data string) int {
	t.Helper()
	s, err := store.Open(data, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	left, err := s.Unrated(10)
	if err != nil {
		t.Fatal(err)
	}
	return len(left)
}

// kill ends the program as a loss of power does.
func (p *process) kill() {
	p.t.Helper()
	if err := p.command.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	if err := p.wait(); err == nil {
		p.t.Error("the process ended well, though it was killed")
	}
}

// checkRated checks that so many games between two people are each rated once.
func checkRated(t *testing.T, data string, games int) {
	t.Helper()
	s, err := store.Open(data, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if left, err := s.Unrated(1); err != nil || len(left) > 0 {
		t.Errorf("not rated: %v, %v", left, err)
	}
	rated, _, err := s.Finished(store.Key{}, time.Now().Add(time.Hour), 10*games) // in order
	if err != nil || len(rated) != games {
		t.Errorf("%d games are rated of %d, %v", len(rated), games, err)
	}
	at, seen := map[string]float64{}, map[store.Key]bool{}
	for _, key := range rated {
		game, err := s.Load(key)
		if err != nil || seen[key] || game.Rated != "hex/9" {
			t.Fatalf("%s, seen before: %v, %+v, %v", key, seen[key], game, err)
		}
		seen[key] = true
		for seat, user := range game.Seats {
			before, played := at[user]
			if !played {
				before = 1500
			}
			if did := game.End.Ratings[seat]; did.Before != before {
				t.Errorf("%s begins with %+v, and %s had %v", key, did, user, before)
			}
			at[user] = game.End.Ratings[seat].After
		}
	}
	for user, rating := range at {
		var standing struct {
			Rating float64 `json:"r"`
			Games  int     `json:"n"`
		}
		found, err := s.Get("rating", strings.TrimPrefix(user, store.UserSeat)+"/hex/9")
		if err == nil {
			err = json.Unmarshal(found, &standing)
		}
		if err != nil || standing.Rating != rating || standing.Games != games {
			t.Errorf("%s has %+v, want %v after %d games, %v", user, standing, rating, games, err)
		}
	}
}
