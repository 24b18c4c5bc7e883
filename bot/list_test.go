package bot

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// listedAs are the lines of the list of games that a person sees, without links.
func (s *session) listedAs(user string) (lines []string) {
	s.t.Helper()
	for line := range strings.SplitSeq(s.does(user, "/games").Text, "\n") {
		if before, rest, ok := strings.Cut(line, "["); ok {
			title, after, _ := strings.Cut(rest, "](")
			_, after, _ = strings.Cut(after, ")")
			line = before + title + after
		}
		lines = append(lines, line)
	}
	return lines
}

// TestGamesByWhatIsUrgent: whose time runs out comes first, then who has waited longest.
func TestGamesByWhatIsUrgent(t *testing.T) {
	s := newSession(t)
	deeds := []string{
		"you: /hex new @friend size:4", "friend: [Accept]", // 1: your turn
		"you: /hex new @friend size:4 clock:3d", "friend: [Accept]", // 2: your turn, by the clock
		"you: /hex new @friend size:4", "friend: [Accept]", "you: /hex move b2 table:3", // 3: friend's
		"friend: /hex new @you size:4",     // 4: you are asked
		"stranger: /hex new open:true",     // 5: you can join
		"you: /hex new @you size:4",        // 6: your own
		"friend: /hex new @stranger",       // 7: of others
		"you: /hex new @friend size:4",     // 8: not accepted yet
		"you: /hex new size:4 level:easy",  // 9: your turn, since later
		"robot: /hex new size:4 open:true", // 10: you can join, and it is newer
		"stranger: /settings block:@you",   // 5: you cannot join
	}
	for _, does := range deeds {
		user, does, _ := strings.Cut(does, ": ")
		s.clock = s.clock.Add(time.Minute)
		s.does(user, does)
	}
	got := moments.ReplaceAllString(strings.Join(s.listedAs("you"), "\n"), "…")
	want := strings.Join([]string{
		"**Your turn**",
		"`1` Hex, table 2 against Friend, time ends …",
		"`2` Hex, table 1 against Friend, since …",
		"`3` Hex, table 9 against Sixfold Easy, since …",
		"",
		"**You are asked**",
		"`4` Hex, table 4, offered by Friend",
		"",
		"**You can join here**",
		"`5` Hex, table 10, offered by Robot",
		"",
		"**Others are to move**",
		"`6` Hex, table 8 against Friend, not accepted yet",
		"`7` Hex, table 3 against Friend, since …",
		"",
		"**On your own**",
		"`8` Hex, table 6. Red to move.",
		"",
		"**Also in this channel**",
		"`9` Hex, table 7: Friend and Stranger. The game begins when the challenge is accepted.",
		"`10` Hex, table 5: Stranger and somebody. The game begins when somebody joins.",
	}, "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +listed):\n%s", diff)
	}
	r := s.does("you", "/games")
	var labels []string
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			labels = append(labels, b.Label)
			if link := strings.HasSuffix(b.Label, "Open"); link != (b.Style == chat.Link) {
				t.Errorf("the button %+v", b)
			}
		}
	}
	if want := []string{"1 Open", "2 Open", "3 Open", "4 Accept", "5 Join", "8 Open"}; !slices.Equal(labels, want) {
		t.Errorf("the buttons are %q, want %q", labels, want)
	}
	if r := s.does("you", "[5 Join]"); r.Refused || r.Private || !strings.HasPrefix(r.Text, "Accepted by **You**.") {
		t.Errorf("joining: %+v", r.Text)
	}
}

var moments = regexp.MustCompile(`<t:\d+:R>`)

// TestGamesElsewhere: one's own tables of all channels are listed, with where they are.
func TestGamesElsewhere(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:4")
	r := s.request("friend", "/games")
	r.Channel = "1002"
	said := s.finish(r)
	if !strings.Contains(said.Text, ") in <#1001>, offered by You") {
		t.Errorf("the list is %q", said.Text)
	}
	if b := said.Rows[0].Buttons[0]; b.Label != "1 Open" || b.URL != "https://discord.com/channels/900/1001/7001" {
		t.Errorf("the button is %+v", b)
	}
	r = s.request("stranger", "/games")
	r.Channel = "1002"
	if said := s.finish(r); said.Text != "No game waits for you, and none is open in this channel." || len(said.Rows) != 1 {
		t.Errorf("the list of nothing is %q", said.Text)
	}
}
