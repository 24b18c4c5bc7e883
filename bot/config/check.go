package config

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// check is a condition on the value of a key.
type check struct {
	key string
	ok  bool
	why string // the error if it is not met
}

// fault returns an error for the first invalid value, or nil. The error has only a key and a reason.
func (c Config) fault() *Error {
	for _, check := range slices.Concat(
		c.spans(), c.Discord.checks(), c.Store.checks(), c.Cluster.checks(c.Store.Kind), c.Tables.checks(), c.Think.checks(), c.Limits.checks(), c.Log.checks(), c.listeners(),
	) {
		if !check.ok {
			return &Error{Key: check.key, Why: check.why}
		}
	}
	return nil
}

// spans checks the durations.
func (c Config) spans() []check {
	const year = "8760h"
	var list []check
	for _, span := range []struct {
		key             string
		value, min, max Span
	}{
		{"store.backup_every", c.Store.BackupEvery, "1m", year},
		{"tables.challenge_expires", c.Tables.ChallengeExpires, "1m", year},
		{"tables.idle_warn", c.Tables.IdleWarn, "1m", year},
		{"tables.idle_end", c.Tables.IdleEnd, "1m", year},
		// The answer must arrive before its interaction's token expires, after 15 minutes.
		{"think.limit", c.Think.Limit, "100ms", "10m"},
	} {
		value := span.value.Duration()
		list = append(list, check{span.key, value >= span.min.Duration() && value <= span.max.Duration(), fmt.Sprintf(
			`must be a duration from %s to %s, such as "90s" or "24h", not %q`, span.min, span.max, span.value)})
	}
	return list
}

func (d discordKeys) checks() []check {
	_, badKey := ParsePublicKey(d.PublicKey)
	return []check{
		{"discord.token", isToken(d.Token), "must be the bot's token alone, without blanks"},
		{"discord.token_file", d.Token == "" || d.TokenFile == "", "must be left out where token is set"},
		{
			"discord.guild", d.Guild == "" || IsSnowflake(d.Guild),
			"must be a server's ID, a number of 17 to 20 digits in quotes, or empty",
		},
		{"discord.api", d.API == "" || isLoopbackAPI(d.API), `must be the base of an API on loopback, such as "http://127.0.0.1:8666/api/v9/", or empty`},
		{"discord.shards", d.Shards >= 1 && d.Shards <= maxShards, fmt.Sprintf("must be a number from 1 to %d", maxShards)},
		{
			"discord.endpoint", d.Endpoint == "" || isAddress(d.Endpoint),
			`must be a host and a port to listen at, such as "127.0.0.1:8080", or empty`,
		},
		{
			"discord.public_key", badKey == nil || d.PublicKey == "" && d.Endpoint == "",
			"must be the application's public key, 64 hexadecimal digits, where endpoint is set",
		},
	}
}

func (s storeKeys) checks() []check {
	return []check{
		{"store.kind", s.Kind == Bolt || s.Kind == JetStream, "must be " + Bolt + " or " + JetStream},
		{"store.file", s.File != "", "must name a file"},
		{"store.backup_keep", s.BackupKeep >= 1 && s.BackupKeep <= 10000, "must be a number from 1 to 10000"},
	}
}

// maxShards bounds the connections to the gateway, each for thousands of servers.
const maxShards = 1000

func (k clusterKeys) checks(kind string) []check {
	list := []check{
		{"cluster.servers", len(k.Servers) > 0 || kind != JetStream, `must name NATS servers, such as ["nats://127.0.0.1:4222"], where store.kind is ` + JetStream},
		{"cluster.bucket", isBucket(k.Bucket), "must be a name of letters, digits, - and _"},
		{"cluster.replicas", k.Replicas >= 1 && k.Replicas <= 5, "must be a number from 1 to 5"},
		{"cluster.megabytes", k.Megabytes == 0 || k.Megabytes >= 16 && k.Megabytes <= 1<<24, "must be 0 for no bound, or a number from 16 to 16777216"},
		{"cluster.copies", k.Copies >= 1 && k.Copies <= 40, "must be a number from 1 to 40"},
		{"cluster.password_file", (k.User == "") == (k.Password == ""), "must be set where user is, and only there"},
		{"cluster.user", k.User == "" || k.Credentials == "", "must be empty where credentials is set"},
		{"cluster.key", (k.Key == "") == (k.Certificate == ""), "must be set where certificate is, and only there"},
	}
	for _, server := range k.Servers {
		u, err := url.Parse(server)
		ok := err == nil && u.Host != "" && slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme)
		list = append(list, check{"cluster.servers", ok, `must hold addresses such as "nats://127.0.0.1:4222" or "tls://nats.example.com:4222"`})
	}
	return list
}

func isBucket(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// Limits on the days that finished games are kept, if that is limited. They must last as long as
// people look back at them and tournaments count them.
const (
	minKept = 7
	maxKept = 36500
)

func (t tableKeys) checks() []check {
	_, known := render.ThemeByID(t.Theme)
	return []check{
		{"tables.theme", known, "must be one of " + strings.Join(engine.Map(render.Themes, func(t render.Theme) string { return t.ID }), ", ")},
		{"tables.idle_end", t.IdleEnd.Duration() > t.IdleWarn.Duration(), "must be longer than idle_warn"},
		{
			"tables.keep_finished", t.KeepFinished == 0 || t.KeepFinished >= minKept && t.KeepFinished <= maxKept,
			fmt.Sprintf("must be 0, for good, or a number of days from %d to %d", minKept, maxKept),
		},
	}
}

func (t thinkKeys) checks() []check {
	return []check{{
		"think.workers", t.Workers >= 0 && t.Workers <= 1024,
		"must be a number from 0, as many as there are cores, to 1024",
	}}
}

// maxLimit is the largest value of a limit; beyond it would be no limit.
const maxLimit = 1_000_000

func (l limitKeys) checks() []check {
	var list []check
	for _, limit := range []struct {
		key   string
		value int
	}{
		{"limits.person_commands", l.PersonCommands},
		{"limits.person_tables", l.PersonTables},
		{"limits.person_challenges", l.PersonChallenges},
		{"limits.pair_challenges", l.PairChallenges},
		{"limits.channel_tables", l.ChannelTables},
		{"limits.table_moves", l.TableMoves},
	} {
		ok := limit.value >= 1 && limit.value <= maxLimit
		list = append(list, check{limit.key, ok, fmt.Sprintf("must be a number from 1 to %d", maxLimit)})
	}
	for _, blocked := range []struct {
		key string
		ids []string
	}{
		{"limits.blocked_people", l.BlockedPeople},
		{"limits.blocked_servers", l.BlockedServers},
	} {
		for _, id := range blocked.ids {
			list = append(list, check{blocked.key, IsSnowflake(id), fmt.Sprintf("must hold IDs, numbers of 17 to 20 digits in quotes, not %q", id)})
		}
	}
	return list
}

func (l logKeys) checks() []check {
	levels, formats := []string{"debug", "info", "warn", "error"}, []string{"text", "json"}
	return []check{
		{"log.level", slices.Contains(levels, l.Level), "must be one of " + strings.Join(levels, ", ")},
		{"log.format", slices.Contains(formats, l.Format), "must be one of " + strings.Join(formats, ", ")},
	}
}

// listeners checks the addresses of the playground and of the admin listener. Package operate
// refuses a playground that other machines can reach, as the command line may allow it.
func (c Config) listeners() []check {
	a := c.Admin
	return []check{
		{"playground.address", isAddress(c.Playground.Address), `must be a host and a port, such as "127.0.0.1:8666"`},
		{
			"admin.address", a.Address == "" || isAddress(a.Address),
			`must be a host and a port, such as "127.0.0.1:9666", or empty`,
		},
		{
			"admin.address", a.Address == "" || a.Public || IsLocal(a.Address),
			`must be on loopback, such as "127.0.0.1:9666", unless public is true`,
		},
	}
}

func isToken(s Secret) bool {
	return !strings.ContainsFunc(string(s), func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// IsSnowflake reports whether s is a Discord ID: 17 to 20 digits.
func IsSnowflake(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil && len(s) >= 17 && len(s) <= 20
}

// isLoopbackAPI reports whether s is the base URL of an API on this machine.
func isLoopbackAPI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "http" && IsLoopback(u.Hostname()) && strings.HasSuffix(u.Path, "/")
}

func isAddress(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// IsLoopback reports whether a host name or IP address is loopback.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// IsLocal reports whether a host:port address is on loopback.
func IsLocal(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && IsLoopback(host)
}

// ParsePublicKey parses an application's public key: 64 hexadecimal digits.
func ParsePublicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("a public key has 64 hexadecimal digits")
	}
	return key, nil
}
