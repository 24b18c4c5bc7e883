package bot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/privacy"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/store"
)

// TestForgetAllRemovesOnesTables: those at which nobody else sat, open or over; at the
// others the name goes.
func TestForgetAllRemovesOnesTables(t *testing.T) {
	s := newSession(t)
	s.play(
		"you: /hex new @you size:3", "you: /hex resign", "you: /hex new level:easy size:3", "you: /hex new level:easy versus:easy size:3",
		"you: /hex new @friend size:3", "friend: [Accept]", "friend: /hex new @stranger size:3", "you: /privacy forget what:all sure:true",
	)
	for number, want := range map[int]error{1: store.ErrNotFound, 2: store.ErrNotFound, 3: store.ErrNotFound, 4: nil, 5: nil} {
		_, err := s.store.Load(store.Key{Channel: sessionChannel, Game: "hex", Number: number})
		if !errors.Is(err, want) {
			t.Errorf("table %d: %v, want %v", number, err, want)
		}
	}
	s.bot.Wait()
	var boards []string
	if err := s.store.Each(string(table.BoardKind), "", func(id string, _ []byte) bool {
		boards = append(boards, id)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{sessionChannel + "/hex/4", sessionChannel + "/hex/5"}; !slices.Equal(boards, want) {
		t.Errorf("it is kept where the boards %q stand, want %q", boards, want)
	}
	if names := s.table(4).Names; names[0] != "" || names[1] != "Friend" {
		t.Errorf("the names at the shared table are %q", names)
	}
	if r := s.does("friend", "/hex show table:4"); r.Text != "**Hex, table 4**. Red (somebody) to move." {
		t.Errorf("the shared table is shown as %q", r.Text)
	}
}

// TestDamagedRecordBlocksNobody: where a record cannot be read, the others are handed over and removed, and
// it is said what is damaged.
func TestDamagedRecordBlocksNobody(t *testing.T) {
	s := newSession(t)
	for _, r := range []store.RecordKey{rating.FlagKind.Record("900/quits/" + ids["you"]), rating.FlagKind.Record("900/quits/" + ids["stranger"])} {
		if err := s.store.Put(r.Kind, r.ID, []byte("{")); err != nil {
			t.Fatal(err)
		}
	}
	s.play("you: /settings theme:light", "friend: /settings theme:light")
	s.stores(unreadable{s.store, string(show.VoteKind)}) // any, perhaps of any person
	for user, of := range map[string]string{"you": `"id": "900/quits/` + ids["you"] + `", "value": "{"`, "friend": ""} {
		r := s.does(user, "/privacy export")
		if len(r.Files) != 1 {
			t.Fatalf("%s is handed %+v", user, r)
		}
		handed := strings.Join(strings.Fields(string(r.Files[0].Data)), " ")
		if !strings.Contains(handed, "light") || !strings.Contains(handed, of) || !strings.Contains(handed, `"damaged": [ "live boards" ]`) {
			t.Errorf("%s is handed %+v", user, r)
		}
		if r = s.does(user, "/privacy forget what:all sure:true"); r.Refused || !strings.Contains(r.Text, "damaged") {
			t.Errorf("%s is told %q", user, r.Text)
		}
		if _, err := s.store.Get(string(show.PreferencesKind), ids[user]); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the settings of %s: %v", user, err)
		}
	}
	if _, err := s.store.Get(string(rating.FlagKind), "900/quits/"+ids["you"]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the flag: %v", err)
	}
	if r := s.does("you", "/server ratings"); !strings.Contains(r.Text, "damaged") {
		t.Errorf("the ratings say %q", r.Text)
	}
}

// unreadable is a store in which a record of a kind is damaged.
type unreadable struct {
	*store.Store
	kind string
}

func (u unreadable) Each(kind, prefix string, f func(id string, value []byte) bool) error {
	err := u.Store.Each(kind, prefix, f)
	if kind == u.kind {
		err = errors.Join(err, store.ErrDamaged)
	}
	return err
}

// TestForgottenIsToldInWords: what was removed is counted, and what there was none of is
// passed over.
func TestForgottenIsToldInWords(t *testing.T) {
	s := newSession(t)
	forgets := func(want string) {
		t.Helper()
		if r := s.does("you", "/privacy forget what:all sure:true"); r.Text != want {
			t.Errorf("it says %q, want %q", r.Text, want)
		}
	}
	forgets("All that was kept of you is removed, and so are your name and your number on Discord; `/privacy show` says what stays without them. You have no notes.")
	s.play("you: /hex new @you size:3")
	forgets("All that was kept of you is removed, and so are your name and your number on Discord; `/privacy show` says what stays without them. You have no notes. One table at which nobody else sat is removed.")
	s.play("you: /hex new @you size:3", "you: /hex new @you size:3", "you: /hex new @friend size:3", "friend: [Accept]")
	forgets("All that was kept of you is removed, and so are your name and your number on Discord; `/privacy show` says what stays without them. You have no notes. 2 tables at which nobody else sat are removed. " +
		"At one table with others your moves stay: they are theirs too. Where a game goes on, your number on Discord stays until its end.")
}

// TestForgetSettingsOfGames: settings that a game keeps are settings, and no notes.
func TestForgetSettingsOfGames(t *testing.T) {
	for note, by := range map[string]string{"settings": "/iching settings first:green", "search": "/connexion settings random:false"} {
		s := newSession(t)
		kept := func() bool {
			_, err := s.store.Get(show.NotesKind, ids["you"]+"/iching/"+note)
			return err == nil
		}
		s.play("you: "+by, "you: /privacy forget notes")
		if !kept() {
			t.Errorf("%s: the settings went with the notes", by)
		}
		s.play("you: /privacy forget settings")
		if kept() {
			t.Errorf("%s: the settings of a game are kept", by)
		}
	}
}

// unwilling is a store that makes no change of several records.
type unwilling struct{ *store.Store }

func (unwilling) Commit(*store.Tx, store.Op) error { return store.ErrFull }

// TestForgetIsOneChange: if it fails, nothing of it was done, and that is what is told.
func TestForgetIsOneChange(t *testing.T) {
	s := newSession(t)
	s.play("you: /settings theme:light", "you: /hex new @you size:3")
	s.stores(unwilling{s.store})
	if r := s.does("you", "/privacy forget what:all sure:true"); r.Text != "The bot's disk is full, so nothing can be stored. Nothing was changed; please tell whoever runs this bot." {
		t.Errorf("answered by %q", r.Text)
	}
	if _, err := s.store.Get(string(show.PreferencesKind), ids["you"]); err != nil || len(s.table(1).Seats) == 0 {
		t.Errorf("a part was removed: %v", err)
	}
}

// TestForgetOfMany: who sits at more tables than one change may have leaves them some at a time,
// also where the program is killed between, or the disk full.
func TestForgetOfMany(t *testing.T) {
	s := newSession(t)
	s.play("you: /settings theme:light")
	alone, shared := 90, enginetest.Times(80, 1300)
	for n := range alone + shared {
		seats := []string{table.User(ids["you"]), table.User(ids["you"])}
		if n >= alone {
			seats[1] = table.User(ids["friend"])
		}
		record := &store.Table{Head: store.Head{Game: "hex", Rules: 1, Seats: seats, Names: []string{"You", "Friend"}, Owner: ids["you"]}}
		if _, err := bottest.Create(s.store, sessionChannel, "hex", record); err != nil {
			t.Fatal(err)
		}
	}
	changes := 0
	bounded := func(tx *store.Tx) {
		saved, deleted, _ := tx.Tables()
		if n := len(saved) + len(deleted); n > 64 {
			t.Errorf("one change has %d tables", n)
		}
		written, _ := tx.Records()
		for _, v := range written {
			if len(v.Data) > 50_000 {
				t.Errorf("%s has %d bytes", v.Kind, len(v.Data))
			}
		}
	}
	s.stores(&counting{s.store, func(tx *store.Tx) {
		bounded(tx)
		if changes++; changes == 1 {
			s.disk.Store = unwilling{s.store}
		}
	}})
	r := s.does("you", "/privacy forget what:all sure:true")
	if !strings.Contains(r.Text, "All that was kept of you is removed") || !strings.Contains(r.Text, "Some tables are left") {
		t.Errorf("told is %q", r.Text)
	}
	if _, err := s.store.Get(string(show.PreferencesKind), ids["you"]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the settings are kept: %v", err)
	}
	s.restart()
	s.stores(&counting{s.store, bounded})
	for range (alone+shared)/64 + 3 { // two look for more
		if err := s.bot.privacy.Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	left, err := s.store.Sat(ids["you"])
	if err != nil || len(left) != shared {
		t.Errorf("%d tables are left, want %d: %v", len(left), shared, err)
	}
	for _, e := range left {
		if e.Names[0] != "" || e.Names[1] == "" {
			t.Fatalf("at table %s are %q", e.Key, e.Names)
		}
	}
	if _, err := s.store.Get(string(privacy.LeavingKind), ids["you"]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("something is left to be done: %v", err)
	}
}

// TestForgottenIsNowhere: once the last of a person's games is over, nothing in the file tells of them: not their number,
// nor their name, nor what they called a tournament.
func TestForgottenIsNowhere(t *testing.T) {
	s := newSession(t)
	s.play(
		"leaver: /hex new @friend size:3", "friend: [Accept]", "leaver: /hex move a1", "friend: /hex move b2", "leaver: /hex move a2",
		"friend: /hex move b1", "leaver: /hex move a3", "leaver: /hex undo", // over, and something is asked
		"leaver: /hex new @friend size:4", "friend: [Accept]", "leaver: /hex move a1", "friend: /hex move b2", // open, and goes on
		"friend: /hex new @leaver size:3", // a challenge that waits
		"leaver: /hex new level:easy size:3", "leaver: /hex resign", "leaver: /settings theme:light",
		"leaver: /tournament new game:hex title:Yule", "leaver: /tournament join",
		"leaver: /privacy forget what:all sure:true",
		"leaver: /hex move a2 table:2", // goes on all the same
	)
	if r := s.does("friend", "/history player:@leaver"); strings.Contains(r.Text, "table") {
		t.Errorf("the history says %q", r.Text)
	}
	if r := s.does("friend", "/hex show table:2"); strings.Contains(r.Text, "Leaver") {
		t.Errorf("the open table shows %q", r.Text)
	}
	s.play("friend: /hex resign table:2", "friend: [Resign]", "friend: [Decline]")
	if r := s.does("friend", "/history"); strings.Count(r.Text, "against somebody") != 2 {
		t.Errorf("the other's history says %q", r.Text)
	}
	if r := s.does("friend", "/hex show table:1"); r.Refused {
		t.Errorf("the table is shown as %q", r.Text)
	}
	for _, again := range []string{"[Rematch]", "/hex undo table:1"} {
		if r := s.does("friend", again); !r.Refused || !strings.Contains(r.Text, "not known any more") {
			t.Errorf("%s is answered by %q", again, r.Text)
		}
	}
	s.absent(ids["leaver"], "Leaver", "Yule")
}

// TestForgetHoldsUpNobody: what is to be done at the many tables that are over follows outside of the order of the
// channel; where games go on, it is done at once, so that none ends in between as one of who is known.
func TestForgetHoldsUpNobody(t *testing.T) {
	s := newSession(t)
	for n := range 100 {
		record := &store.Table{Head: store.Head{Game: "hex", Rules: 1, Seats: []string{table.User(ids["you"]), table.User(ids["friend"])}, Names: []string{"You", "Friend"}, Owner: ids["you"]}}
		if record.Over = n > 0; record.Over {
			record.End = &store.End{At: s.clock, Winner: 0, Counts: true}
		}
		if _, err := bottest.Create(s.store, sessionChannel, "hex", record); err != nil {
			t.Fatal(err)
		}
	}
	commits := 0
	s.stores(&counting{s.store, func(*store.Tx) { commits++ }})
	r := s.bot.Handle(t.Context(), s.request("you", "/privacy forget what:all sure:true"))
	if commits != 1 || r.Later == nil {
		t.Fatalf("%d changes hold up the channel", commits)
	}
	for number, want := range map[int]string{1: "", 2: "You"} {
		if names := s.table(number).Names; names[0] != want {
			t.Errorf("at table %d are %q", number, names)
		}
	}
	r = r.Later(t.Context(), func(chat.Reply) {})
	if !strings.Contains(r.Text, "At 100 tables with others your moves stay") {
		t.Errorf("told is %q", r.Text)
	}
	if left, err := s.store.Sat(ids["you"]); err != nil || len(left) != 1 {
		t.Errorf("%d tables are left: %v", len(left), err)
	}
}

// TestForgetLeavesNoLiveBoard: nor does one come back after a conflict and a restart.
func TestForgetLeavesNoLiveBoard(t *testing.T) {
	s, _ := watched(t)
	tries := 0
	conflict := func() {
		if err := s.store.Put(rating.TraceKeyKind, "", []byte("key")); err != nil {
			t.Fatal(err)
		}
	}
	s.stores(&counting{&overtaken{Store: s.store, before: conflict}, func(*store.Tx) { tries++ }})
	s.play("stranger: /privacy forget what:all sure:true")
	s.stores(s.store)
	if boards := s.kept(string(show.LiveKind)); len(boards) > 0 || tries < 3 {
		t.Errorf("after %d tries the live boards are %q", tries, boards)
	}
	s.restart()
	w := hang(s)
	s.play("you: /hex move a1")
	s.passes(time.Hour)
	if w.edits > 0 {
		t.Error("the board comes back")
	}
}

// TestAskerIsNoID: where a board stands tells of nobody, and what earlier versions have noted there of who asks to
// take a move back goes with the person.
func TestAskerIsNoID(t *testing.T) {
	s := newSession(t)
	s.play(
		"leaver: /hex new @friend size:3", "friend: [Accept]", "leaver: /hex move a1", "leaver: /hex undo",
		"leaver: /hex new @friend size:3", "friend: [Accept]", "leaver: /hex resign", "leaver: [Resign]",
	)
	s.bot.Wait()
	key := store.Key{Channel: sessionChannel, Game: "hex", Number: 1}
	if p, err := s.store.Get(string(table.BoardKind), key.String()); err != nil || strings.Contains(string(p), ids["leaver"]) {
		t.Errorf("the place is %s: %v", p, err)
	}
	s.play("friend: /hex show table:1")
	if asked := func(u utterance) bool { return u.reply.Text == "-# Leaver asked to take a move back." }; !slices.ContainsFunc(s.shown, asked) {
		t.Error("the former board does not become a line that says who asked")
	}
	old := `{"message":"7","moves":1,"asker":"` + ids["leaver"] + `"}`
	key.Number = 2
	if err := s.store.Put(string(table.BoardKind), key.String(), []byte(old)); err != nil {
		t.Fatal(err)
	}
	s.play("friend: /hex resign table:1", "friend: [Resign]", "leaver: /privacy forget what:all sure:true")
	s.absent(ids["leaver"])
}

// TestForgottenLoserIsNotFresh: who loses and has themselves forgotten, again and again, is worth no more to the winner
// than who only loses, be it after each game or while all of them are open.
func TestForgottenLoserIsNotFresh(t *testing.T) {
	const games = 12
	forget := "friend: /privacy forget what:all sure:true"
	lose := func(s *session, table int) {
		at := " table:" + strconv.Itoa(table)
		s.play("you: /hex move a1"+at, "friend: /hex move b1"+at, "you: /hex move a2"+at, "friend: /hex move b2"+at, "friend: /hex resign"+at, "friend: [Resign]")
	}
	after := func(play func(s *session, table int)) float64 {
		s := newSession(t)
		for n := range games {
			s.play("you: /hex new @friend size:9 rated:true", "friend: [Accept]")
			play(s, n+1)
		}
		if s.table(games).End == nil {
			s.play(forget)
			for n := range games {
				lose(s, n+1)
			}
		}
		st, _, err := rating.Kind.Get(s.store, ids["you"]+"/hex/9")
		if err != nil || st == nil || st.Games != games {
			t.Fatalf("the winner stands at %+v: %v", st, err)
		}
		return st.Rating
	}
	plain := after(lose)
	if each := after(func(s *session, n int) { lose(s, n); s.play(forget) }); each > plain {
		t.Errorf("the winner has %.0f, and %.0f where the loser is forgotten after each game", plain, each)
	}
	if all := after(func(*session, int) {}); all > plain {
		t.Errorf("the winner has %.0f, and %.0f where the loser is forgotten while all are open", plain, all)
	}
}

// TestForgettingLosesToLevels: a rated game against a level that goes on is given up with all else, and the games of a
// day are as many as without that. Otherwise only what is won would count.
func TestForgettingLosesToLevels(t *testing.T) {
	s := newSession(t)
	forget := "you: /privacy forget what:all sure:true"
	for range 10 {
		s.play("you: /hex new level:hard size:9 rated:true", forget)
	}
	ids := s.kept(string(rating.Kind))
	if len(ids) != 1 {
		t.Fatalf("what is left is %q", ids)
	}
	if st, _, err := rating.Kind.Get(s.store, ids[0]); err != nil || st.Rating >= 1500 {
		t.Errorf("who has left ten games stands at %+v: %v", st, err)
	}
	s.refused("you", "/hex new level:hard size:9 rated:true", "10 games a day")
	s.clock = s.clock.Add(24 * time.Hour)
	s.play("you: /hex new level:hard size:9 rated:true", "you: /hex new open:true size:9 rated:true", "you: /hex new level:hard size:9", forget)
	if st, _, err := rating.Kind.Get(s.store, ids[0]); err != nil || len(st.Levels["hard"]) != 1 {
		t.Errorf("a day later the games are %+v: %v", st, err)
	}
	s.absent("user:11", "You")
}

// TestForgottenLeavesFlagAndTrace: a flag stays without the name, and a trace of the
// rating for 90 days, which a new rating begins with.
func TestForgottenLeavesFlagAndTrace(t *testing.T) {
	s := newSession(t)
	forget := "leaver: /privacy forget what:all sure:true"
	game := func(resigns ...string) {
		s.play("you: /hex new @leaver size:9 rated:true", "leaver: [Accept]", "you: /hex move a1", "leaver: /hex move b1", "you: /hex move a2", "leaver: /hex move b2")
		s.play(resigns...)
	}
	flags := func() int { return strings.Count(s.does("you", "/server ratings").Text, "against **somebody**") }
	for range 5 {
		game("leaver: /hex resign", "leaver: [Resign]")
	}
	game(forget, "leaver: /hex resign", "leaver: [Resign]")
	if n := flags(); n != 1 {
		t.Errorf("%d flags name nobody", n)
	}
	left := func() (all []string) {
		for _, id := range s.kept(string(rating.Kind)) {
			if strings.HasPrefix(id, "#") {
				all = append(all, id)
			}
		}
		return all
	}
	if traces := left(); len(traces) != 1 {
		t.Fatalf("what is left is %q", traces)
	}
	game("leaver: /hex resign", "leaver: [Resign]")
	if st, _, err := rating.Kind.Get(s.store, ids["leaver"]+"/hex/9"); err != nil || st == nil || st.Rating > 1300 || st.Games != 1 || len(left()) != 0 {
		t.Errorf("the loser begins anew with %+v, and %q is left: %v", st, left(), err)
	}
	game("you: /hex resign", "you: [Resign]", forget)
	s.clock = s.clock.Add(89 * 24 * time.Hour)
	s.bot.rater.Pass(t.Context())
	if len(left()) != 1 {
		t.Error("the trace is gone after 89 days")
	}
	s.clock = s.clock.Add(2 * 24 * time.Hour)
	s.bot.rater.Pass(t.Context())
	if traces := left(); len(traces) != 0 {
		t.Errorf("after 91 days %q is left", traces)
	}
	s.absent(ids["leaver"], "Leaver")
}

// TestForgottenAfterSessions: nor does anything tell of who has been forgotten after a recorded session, once the
// games that went on have ended.
func TestForgottenAfterSessions(t *testing.T) {
	for _, file := range []string{
		"atom4", "begin", "blocked", "challenge", "clocks", "hex-people", "history", "iching", "idle", "notify", "open", "plans", "ratings",
		"rematch", "stats", "tournament", "undo",
	} {
		t.Run(file, func(t *testing.T) {
			s := newSession(t)
			for _, line := range sessionLines(t, "testdata/sessions/"+file+".txt") {
				user, does, _ := strings.Cut(strings.ReplaceAll(line, "friend", "leaver"), ": ")
				s.does(user, does)
				s.bot.tournaments.Advance(t.Context(), &posts{})
			}
			s.play("leaver: /privacy forget what:all sure:true")
			for range 5 {
				s.clock = s.clock.Add(8 * 24 * time.Hour)
				s.bot.expire(t.Context(), &posts{})
				s.bot.tournaments.Advance(t.Context(), &posts{})
			}
			s.absent(ids["leaver"], "Leaver")
		})
	}
}

// absent closes the store, compacts it, and looks for texts in its bytes, and for IDs as indexes hold them.
func (s *session) absent(texts ...string) {
	s.t.Helper()
	s.bot.Wait()
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
	if _, _, err := store.Compact(s.t.Context(), s.file); err != nil {
		s.t.Fatal(err)
	}
	file, err := os.ReadFile(s.file)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, text := range texts {
		if id, err := strconv.ParseUint(text, 10, 64); err == nil {
			texts = append(texts, string(binary.BigEndian.AppendUint64(nil, id)))
		}
	}
	for _, text := range texts {
		for at := 0; ; at++ {
			next := bytes.Index(file[at:], []byte(text))
			if next < 0 {
				break
			}
			at += next
			s.t.Errorf("%q is kept: %q", text, file[max(0, at-150):min(len(file), at+150)])
		}
	}
}
