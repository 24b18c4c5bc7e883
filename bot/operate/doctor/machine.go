package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/store"
)

const (
	// leastRoom is the room below which the bot soon cannot write. goodRoom, in addition to two
	// copies of the store, lasts for long.
	leastRoom = 16 << 20
	goodRoom  = 64 << 20
	// slowCommit is a commit time that people notice, and stuckCommit one with which answers come
	// too late.
	slowCommit  = 100 * time.Millisecond
	stuckCommit = time.Second
)

// versions reports what a question to others should include.
func (e *examination) versions() {
	e.ok("versions", "sixfold %s, %s, %s/%s, %s with API v%s, a store of schema %d",
		operate.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, discord.Library, discord.APIVersion, store.Schema)
}

// secrets checks who else can open the games and the files that contain the token.
func (e *examination) secrets() {
	if e.file == "" {
		e.ok("settings", "no file is named; every setting has its default")
	} else {
		e.ok("settings", "%s can be used", e.file)
	}
	tokens := []string{e.settings.Discord.TokenFile}
	if data, err := os.ReadFile(e.file); err == nil {
		if c, err := config.Parse(e.file, data); err == nil && c.Discord.Token != "" {
			tokens = append(tokens, e.file)
		}
	}
	for _, file := range tokens {
		e.private(file, "the token")
	}
	e.private(e.settings.Store.File, "all games")
}

// private checks that only its owner can open a file, if there is one.
func (e *examination) private(file, holds string) {
	info, err := os.Stat(file)
	if err == nil && runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		e.warn("secrets", fmt.Sprintf("%s holds %s, and others on this machine may open it (mode %04o)", file, holds, info.Mode().Perm()),
			"Let its owner alone open it: chmod 600 "+file)
	}
}

func (e *examination) bot() {
	switch file := e.settings.Store.File; {
	case e.silent != nil:
		e.wrong("bot", e.silent.Error(), "Run this as the user who runs the bot; if it still does not answer, look into its log and start it again.")
	case e.running == nil:
		e.ok("bot", "none runs on %s", file)
	case e.running.Fault != "":
		e.wrong("bot", "it runs, and does not serve: "+e.running.Fault, "Look into its log; if it does not recover, start it again.")
	case e.running.Version != operate.Version():
		e.warn("bot", fmt.Sprintf("the one that runs is %s, and this is %s", cmp.Or(e.running.Version, "of an older version"), operate.Version()),
			"Start it again to have it run this version.")
	default:
		e.ok("bot", "it runs and serves")
	}
}

func (e *examination) store(ctx context.Context) {
	file := e.settings.Store.File
	if _, err := os.Stat(file); operate.Absent(err) {
		e.ok("store", "%s is not there yet; the first start makes it", file)
		return
	}
	if e.running != nil || e.silent != nil {
		if e.running != nil && e.running.Schema != 0 {
			e.ok("store", "the bot holds %s, of schema %d", file, e.running.Schema)
		}
		return
	}
	err := store.Inspect(ctx, file)
	switch {
	case errors.Is(err, store.ErrLocked):
		e.wrong("store", file+": another process holds it, and is no bot that answers", "If it is a bot that starts, its log says what it waits for. Else end it: `fuser "+file+"` names it.")
	case err != nil: // the error says what to do
		e.wrong("store", file+": "+err.Error(), "Do as it says, and run this again.")
	default:
		e.ok("store", "%s opens, and its pages are whole", file)
	}
}

func (e *examination) copies() {
	s := e.settings.Store
	if s.Backup == "" {
		if e.settings.Discord.Token != "" {
			e.warn("copies", "no copies of the store are made", "Name a folder for them on another disk: store.backup.")
		}
		return
	}
	newest, err := store.Copies{Folder: s.Backup, Name: filepath.Base(s.File), Keep: s.BackupKeep}.Newest()
	switch age := time.Since(newest).Round(time.Minute); {
	case err != nil:
		e.wrong("copies", err.Error(), "Make the folder store.backup, which the user who runs the bot may write.")
	case newest.IsZero() && e.running == nil:
		e.ok("copies", "there is none yet in %s; a running bot makes one at once", s.Backup)
	case newest.IsZero():
		e.wrong("copies", "there is none in "+s.Backup+", although the bot runs", "Its log says why: look for `automatic copy`.")
	case age > 2*s.BackupEvery.Duration() && e.running != nil:
		e.warn("copies", fmt.Sprintf("the newest is %v old", age), "The log of the bot says why: look for `automatic copy`.")
	default:
		e.ok("copies", "the newest is %v old", age)
	}
}

// disk is what was measured of the disk with the store.
type disk struct {
	free   uint64        // bytes that can still be written
	commit time.Duration // time of a commit
	locks  bool          // a second opening of a store is refused

	unread, unwritten error // why that is not known
}

func measure(folder string) (d disk) {
	d.free, d.unread = freeBytes(folder)
	d.commit, d.locks, d.unwritten = try(folder)
	return d
}

// folder checks the store's folder: its room, speed and locks.
func (e *examination) folder() {
	folder := filepath.Dir(e.settings.Store.File)
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		e.wrong("disk", folder+" is no folder", "Let store.file, or --data, name a file in a folder.")
		return
	}
	need := uint64(goodRoom)
	if info, err := os.Stat(e.settings.Store.File); err == nil {
		need += 2 * uint64(info.Size())
	}
	switch free, err := e.disk.free, e.disk.unread; {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		e.wrong("disk", folder+": "+err.Error(), "Make the folder of store.file, which the user who runs the bot may write.")
		return
	case free < leastRoom:
		e.wrong("disk", fmt.Sprintf("%s has %s left", folder, size(free)), "Make room: what cannot be written is refused.")
	case free < need:
		e.warn("disk", fmt.Sprintf("%s has %s left", folder, size(free)),
			fmt.Sprintf("Have %s at hand, for two copies of the store and what comes: `compact` and upgrades write them.", size(need)))
	default:
		e.ok("disk", "%s has %s left", folder, size(free))
	}
	if err := e.disk.unwritten; err != nil {
		e.wrong("disk", err.Error(), "Let the user who runs the bot write "+folder+".")
		return
	}
	found, do := fmt.Sprintf("a write to it takes %v", e.disk.commit.Round(10*time.Microsecond)), "Put the store on a local disk that is faster: people wait for it."
	e.grade("speed", e.disk.commit >= stuckCommit, e.disk.commit >= slowCommit, found, do, found)
	e.grade("locks", !e.disk.locks, false, "a file that is held can be opened a second time: two bots would destroy the store",
		"Put the store on a local disk; file systems of networks often have no locks.", "a file that is held is refused to others")
}

// tries is the number of timed commits; the median counts.
const tries = 5

// try commits to a new store in a folder. It returns the time of a commit, and whether a second
// opening is refused.
func try(folder string) (commit time.Duration, locks bool, err error) {
	own, err := os.MkdirTemp(folder, ".sixfold-doctor-*")
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	file := filepath.Join(own, "try.db")
	s, err := store.Open(file, store.Options{})
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var took []time.Duration
	for range tries {
		begin := time.Now()
		if err := s.Put("try", "1", []byte("x")); err != nil {
			return 0, false, err
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	second, err := store.Open(file, store.Options{LockTimeout: 50 * time.Millisecond})
	switch {
	case errors.Is(err, store.ErrLocked):
		return took[tries/2], true, nil
	case err != nil:
		return 0, false, err
	}
	return took[tries/2], false, second.Close()
}

// size formats a number of bytes for people.
func size(bytes uint64) string {
	if bytes >= 10<<30 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

func (e *examination) ports(ctx context.Context) {
	s := e.settings
	for _, p := range []struct{ key, address string }{
		{"discord.endpoint", s.Discord.Endpoint},
		{"admin.address", s.Admin.Address},
	} {
		switch {
		case p.address == "":
		case e.running != nil:
			e.reached(ctx, p.key, p.address)
		default:
			e.free(ctx, p.key, p.address)
		}
	}
	if e.running != nil && s.Discord.Endpoint != "" && e.client != nil {
		if err := e.unsigned(ctx, "http://"+s.Discord.Endpoint+"/interactions"); err != nil {
			e.wrong("ports", fmt.Sprintf("discord.endpoint, %s: %v", s.Discord.Endpoint, err), "Is another program at that port? Start the bot again, and look into its log.")
		}
	}
}

func (e *examination) free(ctx context.Context, key, address string) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		e.wrong("ports", fmt.Sprintf("%s: %v", key, err), "End what listens there, or choose another port.")
		return
	}
	_ = l.Close()
	e.ok("ports", "%s: %s is free", key, address)
}

func (e *examination) reached(ctx context.Context, key, address string) {
	d := net.Dialer{Timeout: 2 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		e.wrong("ports", fmt.Sprintf("%s: the bot runs, and nobody is there: %v", key, err), "Start the bot again with these settings.")
		return
	}
	_ = conn.Close()
	e.ok("ports", "%s: somebody listens at %s", key, address)
}
