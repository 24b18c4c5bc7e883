package bot

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/privacy"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// namedKinds returns the kinds of small records that the privacy texts name.
func namedKinds(kept []privacy.Kept) []string {
	var kinds []string
	for _, k := range kept {
		kinds = append(kinds, k.Kinds...)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// everything returns all small records of the named kinds, and fails where the store holds
// others.
func (s *session) everything() []store.Value {
	s.t.Helper()
	s.bot.Wait()
	var all []store.Value
	for _, kind := range namedKinds(s.bot.privacy.Kept) {
		if err := s.store.Each(kind, "", func(id string, data []byte) bool {
			all = append(all, store.Value{RecordKey: store.RecordKey{Kind: kind, ID: id}, Data: data})
			return true
		}); err != nil {
			s.t.Fatal(err)
		}
	}
	contents, err := s.store.Verify(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	if contents.Records != len(all) {
		s.t.Errorf("the store holds %d small records, of which %d are of kinds that /privacy names in inventory.go", contents.Records, len(all))
	}
	return all
}

// names reports whether a value of JSON holds the ID of a person.
func names(value any, person string) bool {
	switch v := value.(type) {
	case string:
		return v == person || v == store.UserSeat+person
	case []any:
		return slices.ContainsFunc(v, func(v any) bool { return names(v, person) })
	case map[string]any:
		for key, v := range v {
			if names(key, person) || names(v, person) {
				return true
			}
		}
	}
	return false
}

// about are those of some records that are about a person, by their IDs or contents.
func about(all []store.Value, person string) (list []store.RecordKey) {
	for _, v := range all {
		var content any
		_ = json.Unmarshal(v.Data, &content)
		if v.Kind != string(table.BoardKind) && slices.Contains(strings.Split(v.ID, "/"), person) || names(content, person) {
			list = append(list, v.RecordKey)
		}
	}
	return list
}

// forgetsEverybody checks at the end of a session that all stored data is named, is exported to the
// people it is about, and is gone after they have removed it.
func (s *session) forgetsEverybody() {
	s.t.Helper()
	for _, user := range []string{"you", "friend", "stranger"} {
		all := s.everything()
		reply := s.does(user, "/privacy export")
		if len(reply.Files) != 1 {
			s.t.Fatalf("nothing was handed over: %+v", reply)
		}
		theirs := func(r store.RecordKey) bool { // whom others have blocked is theirs
			return r.Kind == play.BlocksKind && !strings.HasPrefix(r.ID, ids[user]+"/")
		}
		for _, r := range about(all, ids[user]) {
			if strings.Contains(string(reply.Files[0].Data), strconv.Quote(r.ID)) == theirs(r) {
				s.t.Errorf("%s %s is kept of %s: handed over is %v", r.Kind, r.ID, user, theirs(r))
			}
		}
		if reply := s.does(user, "/privacy forget what:all sure:true"); reply.Refused {
			s.t.Fatal(reply.Text)
		}
		for _, r := range about(s.everything(), ids[user]) {
			if !theirs(r) {
				s.t.Errorf("%s %s is kept of %s, who had all removed", r.Kind, r.ID, user)
			}
		}
	}
}

// TestEverythingInTheFileIsTold: each bucket of the store's file stands in the list of what is
// kept, and so do the kinds of records of packages above this one.
func TestEverythingInTheFileIsTold(t *testing.T) {
	s := newSession(t)
	doc, err := os.ReadFile("../store/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, k := range s.bot.privacy.Kept {
		named = append(named, k.Buckets...)
	}
	_, layout, ok := strings.Cut(string(doc), "# The file\n")
	layout, _, _ = strings.Cut(layout, "A block is")
	count := 0
	for line := range strings.Lines(layout) {
		if bucket, ok := strings.CutPrefix(line, "//\t"); ok && !strings.HasPrefix(bucket, " ") {
			count++
			if bucket = strings.Fields(bucket)[0]; bucket != "records" && !slices.Contains(named, bucket) {
				t.Errorf("/privacy does not name the bucket %s", bucket)
			}
		}
	}
	if !ok || count < 10 {
		t.Fatalf("found %d buckets in the description of the file", count)
	}
	for _, kind := range []string{discord.CommandsKind, discord.CommandsInKind} {
		if !slices.Contains(namedKinds(s.bot.privacy.Kept), kind) {
			t.Errorf("/privacy does not name the kind %s", kind)
		}
	}
	s.bot.mark(t.Context())
	if err := profile.Mark(s.t.Context(), s.bot.Records, s.clock); err != nil {
		t.Fatal(err)
	}
	s.bot.leave()
	if len(s.everything()) == 0 {
		t.Error("it is not kept when the bot was there")
	}
}
