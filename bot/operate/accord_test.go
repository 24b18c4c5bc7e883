package operate

import (
	"context"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// agreeing are copies of the bot on one log.
type agreeing struct {
	*testing.T
	log     logtest.Memory
	running sync.WaitGroup
}

// copyThat is a copy of the bot.
type copyThat struct {
	*accord
	client *logtest.Client
	stop   context.CancelFunc

	mu    sync.Mutex
	does  bool
	cause error
}

func (c *copyThat) set(works bool, ended error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.does, c.cause = works, ended
}

func (c *copyThat) works() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.does
}

// ended returns why it has ended by itself.
func (c *copyThat) ended() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cause
}

// open opens a copy with these settings.
func (g *agreeing) open(change func(*config.Config)) *copyThat {
	g.Helper()
	client := g.log.Client(0)
	s, err := store.OpenReplica(g.Context(), filepath.Join(g.TempDir(), "copy.db"), client, store.Options{})
	if err != nil {
		g.Fatal(err)
	}
	g.Cleanup(func() { _ = s.Close() })
	settings := config.Default()
	if change != nil {
		change(&settings)
	}
	return &copyThat{accord: newAccord(s, settings, slog.New(slog.DiscardHandler)), client: client}
}

// run runs a copy as serve does, until it is stopped.
func (g *agreeing) run(c *copyThat) *copyThat {
	ctx, stop := context.WithCancel(g.Context())
	c.stop = stop
	g.running.Go(func() {
		err := c.enter(ctx)
		if err == nil {
			c.set(true, nil)
			err = c.during(ctx, func(ctx context.Context) error { <-ctx.Done(); return nil })
		}
		c.set(false, err)
	})
	return c
}

// agree runs a test in a bubble.
func agree(t *testing.T, f func(g *agreeing)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := &agreeing{T: t}
		f(g)
	})
}

// after lets time pass.
func (g *agreeing) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func shards(n int) func(*config.Config) { return func(c *config.Config) { c.Discord.Shards = n } }

// TestCopiesAgree: a copy with other settings than those that run says which, and does not start. It
// starts once they have ended.
func TestCopiesAgree(t *testing.T) {
	agree(t, func(g *agreeing) {
		first := g.run(g.open(nil))
		second := g.run(g.open(nil))
		g.after(Renew)
		if !first.works() || !second.works() {
			g.Fatal("copies with the same settings do not start at once", first.ended(), second.ended())
		}
		for range 3 {
			other := g.run(g.open(func(c *config.Config) { c.Discord.Shards, c.Cluster.Copies, c.Limits.TableMoves = 2, 4, 9 }))
			g.after(Lapse)
			want := `cluster.copies is "4" here and "3" there, discord.shards is "2" here and "1" there, limits.table_moves is "9" here and "5000" there`
			if other.ended() == nil || !strings.Contains(other.ended().Error(), want) || !strings.Contains(other.ended().Error(), "stop all copies") {
				g.Errorf("another one: %v, want %s", other.ended(), want)
			}
			g.after(time.Minute)
		}
		first.stop()
		g.after(time.Minute)
		late := g.run(g.open(shards(2)))
		g.after(Lapse)
		if late.ended() == nil {
			g.Error("one of the two still runs, and another starts")
		}
		second.stop()
		g.after(Renew)
		third := g.run(g.open(shards(2)))
		fourth := g.run(g.open(shards(2)))
		g.after(Lapse - Renew)
		if third.works() || fourth.works() {
			g.Error("it starts before it can know that no other runs")
		}
		g.after(3 * Renew)
		if !third.works() || !fourth.works() || second.ended() != nil {
			g.Error("the settings were not changed", third.ended(), fourth.ended(), second.ended())
		}
		third.stop()
		fourth.stop()
		g.running.Wait()
	})
}

// TestCopyWithFormerSettingsEnds: a copy that was cut off while others took other settings ends.
func TestCopyWithFormerSettingsEnds(t *testing.T) {
	agree(t, func(g *agreeing) {
		former := g.run(g.open(nil))
		g.after(time.Minute)
		former.client.Cut(true)
		other := g.run(g.open(shards(2)))
		g.after(Lapse + 2*Renew)
		if !other.works() || !former.works() {
			g.Fatal(other.ended(), former.ended())
		}
		former.client.Cut(false)
		g.after(time.Minute)
		if former.works() || former.ended() == nil || !strings.Contains(former.ended().Error(), `discord.shards is "1" here and "2" there`) {
			g.Error("it goes on:", former.ended())
		}
		other.stop()
		g.running.Wait()
	})
}

// TestOutageReplacesNobody: while the log is away no copy can renew the record, and none is taken for
// dead: whoever comes with other settings meanwhile goes away in the end.
func TestOutageReplacesNobody(t *testing.T) {
	lengths := []time.Duration{2 * time.Second, Lapse + Renew, 3 * Lapse}
	if logtest.Long() {
		for away := Renew; away < 5*Lapse; away += Renew {
			lengths = append(lengths, away)
		}
	}
	for _, away := range lengths {
		agree(t, func(g *agreeing) {
			all := []*copyThat{g.run(g.open(nil)), g.run(g.open(nil)), g.open(shards(2))}
			g.after(time.Minute)
			g.run(all[2])
			g.after(Renew / 2)
			for _, c := range all {
				c.client.Cut(true)
			}
			g.after(away)
			for _, i := range []int{2, 1, 0} {
				all[i].client.Cut(false)
			}
			g.after(time.Minute)
			if !all[0].works() || !all[1].works() || all[2].ended() == nil {
				g.Errorf("after %v: %v, %v; who came: %v", away, all[0].ended(), all[1].ended(), all[2].ended())
			}
			all[0].stop()
			all[1].stop()
			g.running.Wait()
		})
	}
}

// TestAccordOfOtherVersions: settings that only one version knows are no difference, and an unreadable
// record is replaced at once.
func TestAccordOfOtherVersions(t *testing.T) {
	agree(t, func(g *agreeing) {
		newer := g.open(nil)
		newer.terms["limits.of_tomorrow"] = "7"
		all := []*copyThat{g.run(newer)}
		g.after(Renew)
		all = append(all, g.run(g.open(nil)))
		g.after(Renew)
		newest := g.open(nil)
		newest.terms["limits.of_tomorrow"] = "7"
		all = append(all, g.run(newest))
		g.after(time.Minute)
		for i, c := range all {
			if !c.works() {
				g.Errorf("%d: %v", i, c.ended())
			}
			c.stop()
		}
		g.running.Wait()
		if err := newer.accord.store.Put(accordKind, accordID, []byte("{")); err != nil {
			g.Fatal(err)
		}
		c := g.run(g.open(nil))
		g.after(Renew)
		if !c.works() {
			g.Error("an unreadable record:", c.ended())
		}
		c.stop()
		g.running.Wait()
	})
}

// TestAccordCostsLittle: however many copies run, the record is renewed every two seconds at most.
func TestAccordCostsLittle(t *testing.T) {
	agree(t, func(g *agreeing) {
		var all []*copyThat
		for range 5 {
			all = append(all, g.run(g.open(nil)))
			g.after(Renew / 7)
		}
		g.after(time.Minute)
		r, err := all[0].accord.store.Get(accordKind, accordID)
		if err != nil {
			g.Fatal(err)
		}
		var n int
		if _, rest, ok := strings.Cut(string(r), `"beat":`); ok {
			n, _ = strconv.Atoi(strings.TrimSuffix(rest, "}"))
		}
		if n < 10 || n > 32 {
			g.Errorf("renewed %d times in a minute", n)
		}
		for _, c := range all {
			c.stop()
		}
		g.running.Wait()
	})
}

// TestTerms: the settings that must agree have the keys of the settings file; who is blocked, and what
// belongs to one machine, is not among them.
func TestTerms(t *testing.T) {
	want := []string{
		"cluster.copies", "discord.guild", "discord.shards",
		"limits.channel_tables", "limits.pair_challenges", "limits.person_challenges", "limits.person_commands", "limits.person_tables", "limits.table_moves",
		"tables.challenge_expires", "tables.idle_end", "tables.idle_warn", "tables.keep_finished", "tables.theme",
	}
	if got := slices.Sorted(maps.Keys(termsOf(config.Default()))); !slices.Equal(got, want) {
		t.Errorf("they are %q", got)
	}
}
