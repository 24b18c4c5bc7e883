package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/slash"
)

// permissions are those that the bot's posts may need; the invitation asks for them.
var permissions = []struct {
	name string
	bit  uint64
}{
	{"View Channels", 1 << 10},
	{"Send Messages", 1 << 11},
	{"Attach Files", 1 << 15},
	{"Read Message History", 1 << 16},
	{"Create Public Threads", 1 << 35},
	{"Send Messages in Threads", 1 << 38},
}

// invitation returns the link that adds the bot to a server, with all permissions.
func (e *examination) invitation() string {
	var all uint64
	for _, p := range permissions {
		all |= p.bit
	}
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", e.app.ID, all)
}

// servers checks the bot's permissions in each server, by its roles.
func (e *examination) servers(ctx context.Context) {
	var list []struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		Permissions string `json:"permissions"`
	}
	if err := e.ask(ctx, "users/@me/guilds", &list); err != nil {
		e.warn("servers", "they cannot be listed: "+err.Error(), "Run this again later.")
		return
	}
	own, found, well := e.settings.Discord.Guild, false, 0
	for _, g := range list {
		found = found || g.ID == own
		missing := lacking(g.Permissions)
		if len(missing) == 0 {
			well++
			continue
		}
		e.grade("servers", g.ID == own, true, fmt.Sprintf("in %s, %s, the bot lacks %s", g.Name, g.ID, strings.Join(missing, ", ")),
			"Give them to the bot's role there, or invite it anew: "+e.invitation(), "")
	}
	switch {
	case own != "" && !found:
		e.wrong("servers", "the bot is not in the server of discord.guild, "+own, "Invite it: "+e.invitation())
	case len(list) == 0:
		e.warn("servers", "the bot is in none", "Invite it: "+e.invitation())
	default:
		e.ok("servers", "in %d of %d the bot may do all that it needs", well, len(list))
	}
}

// lacking returns the names of the permissions missing from Discord's decimal bit set.
func lacking(number string) (names []string) {
	for _, p := range permissions {
		if !discord.Permits(number, p.bit) {
			names = append(names, p.name)
		}
	}
	return names
}

// commands compares the registered commands with this program's.
func (e *examination) commands(ctx context.Context) {
	guild := e.settings.Discord.Guild
	var there []slash.Command
	if err := e.ask(ctx, discord.CommandsPath(e.app.ID, guild), &there); err != nil {
		e.warn("commands", "they cannot be listed: "+err.Error(), "Run this again later.")
		return
	}
	differ := difference(e.known, there)
	e.grade("commands", len(differ) > 0 && e.running != nil, len(differ) > 0, "not in step with this program: "+strings.Join(differ, ", "),
		"Start the bot, which writes them, or run `sixfold commands sync`.", fmt.Sprintf("%d, in step with this program", len(e.known)))
	var twice []slash.Command
	if guild != "" && e.ask(ctx, discord.CommandsPath(e.app.ID, ""), &twice) == nil && len(ours(twice)) > 0 {
		e.warn("commands", fmt.Sprintf("%d are written everywhere too, so that people in the server see them twice", len(ours(twice))),
			"Take them away by one start with discord.guild empty and one with it set, or leave it empty.")
	}
}

func ours(list []slash.Command) []slash.Command {
	return slices.DeleteFunc(slices.Clone(list), func(c slash.Command) bool { return c.Kind() == slash.EntryPoint })
}

// difference returns the sorted names of the commands in which two lists differ.
func difference(a, b []slash.Command) []string {
	said, heard := signatures(a), signatures(ours(b))
	all := maps.Clone(said)
	maps.Copy(all, heard)
	maps.DeleteFunc(all, func(name, _ string) bool { return said[name] == heard[name] })
	return slices.Sorted(maps.Keys(all))
}

// signatures returns the part of each command that people see, by name. It omits translations,
// which Discord lists only on request, and fields that Discord fills in.
func signatures(list []slash.Command) map[string]string {
	by := map[string]string{}
	for _, c := range list {
		bare := slash.Command{Type: c.Kind(), Name: c.Name, Description: c.Description, Options: untranslated(c.Options)}
		text, err := json.Marshal(bare)
		if err != nil {
			text = []byte(err.Error())
		}
		name := c.Name
		if bare.Type == slash.SlashCommand {
			name = "/" + name
		}
		by[name] = string(text)
	}
	return by
}

func untranslated(options []slash.Option) []slash.Option {
	options = slices.Clone(options)
	for i := range options {
		o := &options[i]
		o.NameLocalizations, o.DescriptionLocalizations = nil, nil
		o.Options, o.Choices = untranslated(o.Options), slices.Clone(o.Choices)
		for j := range o.Choices {
			o.Choices[j].NameLocalizations = nil
		}
	}
	return options
}

// fewLogins is the number of remaining logins below which to warn; Discord allows a thousand a day.
const fewLogins = 20

// gateway checks the gateway's address, the remaining logins, and the time to its greeting.
func (e *examination) gateway(ctx context.Context) {
	if e.settings.Discord.Endpoint != "" {
		return // the gateway is not used
	}
	var told discord.GatewayInfo
	if err := e.ask(ctx, "gateway/bot", &told); err != nil {
		e.wrong("gateway", "Discord does not say where it is: "+err.Error(), "Run this again later.")
		return
	}
	again := (time.Duration(told.Limit.After) * time.Millisecond).Round(time.Minute)
	left := fmt.Sprintf("%d logins are left for %v", told.Limit.Remaining, again)
	do := "Find out what starts the bot over and over again."
	if told.Limit.Remaining == 0 {
		do = "Leave the bot stopped until then, and find out what starts it over and over again."
	}
	e.grade("logins", told.Limit.Remaining == 0, told.Limit.Remaining < fewLogins, left, do, left)
	if own := e.settings.Discord.Shards; told.Shards > own {
		e.warn("gateway", fmt.Sprintf("Discord wants %d connections for so many servers, and the bot opens %d", told.Shards, own),
			fmt.Sprintf("Set discord.shards to %d, or have Discord bring interactions by HTTP: discord.endpoint.", told.Shards))
	}
	begin := time.Now()
	err := greet(ctx, told.URL)
	took := time.Since(begin)
	switch {
	case err != nil:
		e.wrong("gateway", "it cannot be reached: "+err.Error(),
			"Let this machine open websockets to gateway.discord.gg by HTTPS; some proxies refuse them.")
	case took > e.slow:
		e.warn("gateway", fmt.Sprintf("it takes %v to greet", took.Round(time.Millisecond)), "Look for a better connection: people have to be answered within 3 s.")
	default:
		e.ok("gateway", "it greets within %v", took.Round(time.Millisecond))
	}
}

// greet connects to the gateway, and disconnects after its HELLO.
func greet(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, askBy)
	defer cancel()
	dialer := &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: askBy}
	conn, response, err := dialer.DialContext(ctx, strings.TrimSuffix(address, "/")+"/?v="+discord.APIVersion+"&encoding=json", nil)
	if response != nil {
		_ = response.Body.Close()
	}
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(askBy)); err != nil {
		return err
	}
	var hello struct {
		Op int `json:"op"`
	}
	if err := conn.ReadJSON(&hello); err != nil {
		return fmt.Errorf("it does not greet: %w", err)
	}
	const greeting = 10
	if hello.Op != greeting {
		return fmt.Errorf("it greets by %d, not %d", hello.Op, greeting)
	}
	_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
	return nil
}
