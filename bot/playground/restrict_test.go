package playground_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

// restrict replaces what the bot may not do in a channel.
func restrict(t *testing.T, s *playground.Server, channel string, r world.Restriction) {
	t.Helper()
	if err := s.Restrict(channel, r); err != nil {
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
		{50007, true, func(p int64) bool { return p&(1<<10) != 0 && p&(1<<11) != 0 }}, // as a person forbids it
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
			wantCode(t, d.ChannelTyping(ids[0]), 403, tt.code)
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
			// Answers need no permission.
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

// Where only its user installed it, the bot may answer, with 5 follow-ups, and nothing
// else.
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
	// The first fills the deferred answer in, five are follow-ups.
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

func TestRestrictionsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Config{})
	ids := channels(t, s)
	for _, tt := range []struct {
		name, channel string
		r             world.Restriction
	}{
		{"an unknown channel", "1", world.Restriction{Code: 50013}},
		{"a code of another refusal", ids[0], world.Restriction{Code: 50000}},
		{"a guest in direct messages", ids[2], world.Restriction{Guest: true}},
	} {
		if err := s.Restrict(tt.channel, tt.r); err == nil {
			t.Errorf("%s is taken", tt.name)
		}
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
