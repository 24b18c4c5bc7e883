package playground_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// restrict sets the bot's restrictions in a channel.
func restrict(t *testing.T, s *playground.Server, channel string, r world.Restriction) {
	t.Helper()
	if err := s.World().Restrict(channel, r); err != nil {
		t.Fatal(err)
	}
}

func TestMute(t *testing.T) {
	t.Parallel()
	tests := []struct {
		code int
		sees bool
		has  func(permissions int64) bool
	}{
		{50013, true, func(p int64) bool { return p&(1<<10) != 0 && p&(1<<11) == 0 }},
		{50001, false, func(p int64) bool { return p&(1<<10|1<<11) == 0 }},
		{50007, true, func(p int64) bool { return p&(1<<10) != 0 && p&(1<<11) != 0 }}, // a person may forbid it
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.code), func(t *testing.T) {
			t.Parallel()
			s := start(t, playground.Config{}, tt.code)
			d, came := inbox(t, s, ping())
			ids := channels(t, s)
			restrict(t, s, ids[0], world.Restriction{Code: tt.code})
			_, err := d.ChannelMessageSend(ids[0], "x")
			wantCode(t, err, 403, tt.code)
			if _, err := d.ChannelMessages(ids[0], 10, "", "", ""); (err == nil) != tt.sees {
				t.Errorf("reading: %v", err)
			}
			if _, err := d.ChannelMessageSend(ids[1], "x"); err != nil {
				t.Errorf("another channel: %v", err)
			}
			page{t, s, "you"}.do("run", object{"text": "/ping"})
			i := next(t, came)
			if !tt.has(i.AppPermissions) {
				t.Errorf("app_permissions are %d", i.AppPermissions)
			}
			// Answers require no permissions.
			if err := d.InteractionRespond(i, answer("x")); err != nil {
				t.Error(err)
			}
			restrict(t, s, ids[0], world.Restriction{})
			if _, err := d.ChannelMessageSend(ids[0], "x"); err != nil {
				t.Errorf("once it may: %v", err)
			}
		})
	}
}

// Where the app is user-installed only, the bot may answer, with 5 follow-ups, but nothing else.
func TestGuest(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 40094, 50001)
	both := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
	mobile := &discordgo.ApplicationCommand{Name: "mobile", Description: "Everywhere", IntegrationTypes: &both}
	d, came := inbox(t, s, ping(), mobile)
	id := channels(t, s)[0]
	restrict(t, s, id, world.Restriction{Guest: true})
	p := page{t, s, "you"}
	if status, r := p.post("run", object{"text": "/ping"}); status != http.StatusBadRequest {
		t.Errorf("a command that is not for users ran: %+v", r)
	}
	p.do("run", object{"text": "/mobile"})
	i := next(t, came)
	owners := i.AuthorizingIntegrationOwners
	if len(owners) != 1 || owners[discordgo.ApplicationIntegrationUserInstall] != i.Member.User.ID || i.AppPermissions&(1<<11) != 0 {
		t.Errorf("owners %v, permissions %d", owners, i.AppPermissions)
	}
	_, err := d.ChannelMessageSend(id, "x")
	wantCode(t, err, 403, 50001)
	_, err = d.Channel(id)
	wantCode(t, err, 403, 50001)

	deferred := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
	if err := d.InteractionRespond(i, deferred); err != nil {
		t.Fatal(err)
	}
	follow := func() error {
		_, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "x"})
		return err
	}
	// The first fills the deferred answer, five are follow-ups.
	for n := range 6 {
		if err := follow(); err != nil {
			t.Errorf("message %d: %v", n+1, err)
		}
	}
	wantCode(t, follow(), 400, 40094)
	restrict(t, s, id, world.Restriction{})
	p.do("run", object{"text": "/ping"})
	i = next(t, came)
	if err := d.InteractionRespond(i, answer("x")); err != nil {
		t.Fatal(err)
	}
	for range 6 {
		if err := follow(); err != nil {
			t.Errorf("a member: %v", err)
		}
	}
}

// Where members may not use external apps, a guest's answers to them are private; the owner has all
// permissions.
func TestQuietGuest(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	both := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
	d, came := inbox(t, s, &discordgo.ApplicationCommand{Name: "mobile", Description: "Everywhere", IntegrationTypes: &both})
	id := channels(t, s)[0]
	restrict(t, s, id, world.Restriction{Guest: true, Quiet: true})
	for person, private := range map[string]bool{"friend": true, "you": false} {
		p := page{t, s, person}
		p.do("run", object{"text": "/mobile"})
		i := next(t, came)
		if speaks := i.Member.Permissions&(1<<50|1<<3) != 0; speaks == private {
			t.Errorf("%s: permissions %b", person, i.Member.Permissions)
		}
		if err := d.InteractionRespond(i, answer("x")); err != nil {
			t.Fatal(err)
		}
		if _, err := d.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "y"}); err != nil {
			t.Fatal(err)
		}
		seen := p.messages(id)
		for _, m := range seen[len(seen)-2:] {
			if m.Private != private {
				t.Errorf("%s: %q is private: %t", person, m.Content, m.Private)
			}
		}
	}
}

// Where the bot may not send in threads, it may open them. Both permissions are reported in channel
// and thread.
func TestThreadless(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 50013)
	d, came := inbox(t, s, ping())
	id := channels(t, s)[0]
	restrict(t, s, id, world.Restriction{Threadless: true})
	thread, err := d.ThreadStart(id, "Hex", discordgo.ChannelTypeGuildPublicThread, 60)
	if err != nil {
		t.Fatal(err)
	}
	for _, channel := range []string{id, thread.ID} {
		page{t, s, "you"}.do("run", object{"channel": channel, "text": "/ping"})
		i := next(t, came)
		if i.AppPermissions&(1<<38) != 0 || i.AppPermissions&(1<<11|1<<35) != 1<<11|1<<35 {
			t.Errorf("permissions in %s are %b", channel, i.AppPermissions)
		}
		if err := d.InteractionRespond(i, answer("x")); err != nil {
			t.Error(err)
		}
	}
	_, err = d.ChannelMessageSend(thread.ID, "x")
	wantCode(t, err, 403, 50013)
	if _, err := d.ChannelMessageSend(id, "x"); err != nil {
		t.Errorf("in the channel: %v", err)
	}
}

// A person excluded from a channel cannot act there, and naming them reveals that.
func TestKeptAway(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	command := &discordgo.ApplicationCommand{Name: "whois", Description: "Who", Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionUser, Name: "who", Description: "Who", Required: true},
	}}
	d, came := inbox(t, s, command)
	id := channels(t, s)[0]
	for _, tt := range []struct {
		standing      world.Standing
		member, sees  bool
		silent, stays bool
	}{
		{world.Standing{}, true, true, false, true},
		{world.Standing{Gone: true}, false, false, false, false},
		{world.Standing{Hidden: id}, true, false, false, false},
		{world.Standing{Silent: time.Now().Add(time.Hour)}, true, true, true, true},
	} {
		if err := s.World().Keep("friend", tt.standing); err != nil {
			t.Fatal(err)
		}
		page{t, s, "you"}.do("run", object{"text": "/whois who:@friend"})
		i := next(t, came)
		var member *discordgo.Member
		for _, m := range i.ApplicationCommandData().Resolved.Members {
			member = m
		}
		if (member != nil) != tt.member || member != nil && (member.Permissions&(1<<10) != 0) != tt.sees ||
			member != nil && (member.CommunicationDisabledUntil != nil) != tt.silent {
			t.Errorf("%+v: %+v", tt.standing, member)
		}
		if err := d.InteractionRespond(i, answer("x")); err != nil {
			t.Error(err)
		}
		if status, _ := (page{t, s, "friend"}).post("say", object{"text": "I am here"}); (status == http.StatusOK) != tt.stays {
			t.Errorf("%+v: saying something is answered by %d", tt.standing, status)
		}
	}
	if s.World().Keep("nobody", world.Standing{}) == nil {
		t.Error("who is not there is kept away")
	}
}

func TestRestrictionOfNoChannel(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	if err := s.World().Restrict("1", world.Restriction{Code: 50013}); err == nil {
		t.Error("an unknown channel is restricted")
	}
}

func TestViolationList(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{}, 0)
	call(t, s, "GET", "users/@me", "", nil)
	var violations []struct{ Status int }
	page{t, s, "you"}.get("violations", &violations)
	if len(violations) != 1 || violations[0].Status != http.StatusUnauthorized {
		t.Errorf("the violations are %+v", violations)
	}
}
