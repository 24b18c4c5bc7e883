// Package config is what an operator sets: a file in TOML, strictly read, with a
// default for every key. A fault is an [*Error] that names the file, the line and the
// key. Secrets are of a type that no log shows.
package config

import (
	"fmt"
	"log/slog"
	"time"
)

// Config is what an operator sets. [Default] holds the value of each key
// that is not set, and config.example.toml says what each is for.
type Config struct {
	Discord    discordKeys
	Store      storeKeys
	Cluster    clusterKeys
	Tables     tableKeys
	Think      thinkKeys
	Limits     limitKeys
	Log        logKeys
	Playground playgroundKeys
	Admin      adminKeys
	Texts      map[string]TextFile // other texts, by game
}

type discordKeys struct {
	Token     Secret `toml:"token"`      // "": the playground
	TokenFile string `toml:"token_file"` // read into Token by Load
	Guild     string `toml:"guild"`      // where commands are written; "": everywhere
	Shards    int    `toml:"shards"`     // connections to the gateway, shared among all copies
	API       string `toml:"api"`        // the base of another API, on loopback; "": Discord's
	Endpoint  string `toml:"endpoint"`   // host:port to take interactions at; "": the gateway
	PublicKey string `toml:"public_key"` // of the application, for Endpoint
}

// The kinds of stores.
const (
	Bolt      = "bbolt"     // a file of this program alone
	JetStream = "jetstream" // a cluster of NATS servers, for several copies of the bot
)

type storeKeys struct {
	Kind        string        // [Bolt] or [JetStream]
	File        string        // of the store, or of this copy's view of the cluster's
	Backup      string        // the folder of automatic copies; "": none are made
	BackupEvery time.Duration // from one copy to the next
	BackupKeep  int           // copies that stay
}

// clusterKeys say where the state of several copies of the bot is, for [JetStream].
type clusterKeys struct {
	Servers     []string `toml:"servers"`     // URLs of NATS servers
	Bucket      string   `toml:"bucket"`      // of keys and values in JetStream
	Replicas    int      `toml:"replicas"`    // servers that keep it
	Copies      int      `toml:"copies"`      // of the bot, among which rates towards Discord are shared
	Megabytes   int      `toml:"megabytes"`   // that a bucket may hold which is made; 0: no bound
	Credentials string   `toml:"credentials"` // a file, "" for none
	User        string   `toml:"user"`        // "" for none
	Password    string   `toml:"password_file"`
	Authority   string   `toml:"authority"`   // a file with certificates; "": the system's
	Certificate string   `toml:"certificate"` // a file, "" for none
	Key         string   `toml:"key"`         // a file, for Certificate
}

type tableKeys struct {
	Theme            string
	ChallengeExpires time.Duration // after it was made
	IdleWarn         time.Duration // after the last move
	IdleEnd          time.Duration // after the last move, more than IdleWarn
	KeepFinished     int           // days that finished games are kept; 0: for good
}

type thinkKeys struct {
	Workers int           // thoughts at a time; 0: as many as cores
	Limit   time.Duration // of one thought, whatever the level
}

type limitKeys struct {
	PersonCommands   int `toml:"person_commands"`   // of a person within a minute
	PersonTables     int `toml:"person_tables"`     // of a person's, open at a time
	PersonChallenges int `toml:"person_challenges"` // of a person's, unanswered at a time
	PairChallenges   int `toml:"pair_challenges"`   // between two persons, unanswered at a time
	ChannelTables    int `toml:"channel_tables"`    // in a channel, open at a time
	TableMoves       int `toml:"table_moves"`       // at a table
	// BlockedPeople and BlockedServers are the IDs of those who cannot use the bot.
	BlockedPeople  []string `toml:"blocked_people"`
	BlockedServers []string `toml:"blocked_servers"`
}

type logKeys struct {
	Level  string `toml:"level"`  // debug, info, warn, error
	Format string `toml:"format"` // text, json
}

type playgroundKeys struct {
	Address string `toml:"address"` // host:port
	Public  bool   `toml:"public"`  // Address need not be on loopback
}

type adminKeys struct {
	Address string `toml:"address"` // host:port; "": nothing is served
	Public  bool   `toml:"public"`  // Address need not be on loopback
}

// Default returns the values of the keys that nobody set.
func Default() Config {
	return Config{
		Discord: discordKeys{Shards: 1},
		Store:   storeKeys{Kind: Bolt, File: "sixfold.db", BackupEvery: 24 * time.Hour, BackupKeep: 7},
		Cluster: clusterKeys{Servers: []string{}, Bucket: "games", Replicas: 3, Copies: 3},
		Tables: tableKeys{
			Theme:            "dark",
			ChallengeExpires: 24 * time.Hour,
			IdleWarn:         6 * 24 * time.Hour,
			IdleEnd:          7 * 24 * time.Hour,
		},
		Think: thinkKeys{Limit: 30 * time.Second},
		Limits: limitKeys{
			PersonCommands: 60, PersonTables: 50, PersonChallenges: 20, PairChallenges: 3,
			ChannelTables: 200, TableMoves: 5000, BlockedPeople: []string{}, BlockedServers: []string{},
		},
		Log:        logKeys{Level: "info", Format: "text"},
		Playground: playgroundKeys{Address: "127.0.0.1:8666"},
	}
}

// Secret is a text that packages fmt, log/slog and encoding/json do not show.
// string(s) is the text itself.
type Secret string

// String returns a mark in place of the secret, or "" where there is none.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "(hidden)"
}

// Format implements [fmt.Formatter], so that no verb shows the secret.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// GoString is String.
func (s Secret) GoString() string { return s.String() }

// LogValue is String for package slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText is String for encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// TextFile is a file of other texts for a game.
type TextFile struct {
	Path string
	Data []byte // its content, read by Load
}
