// Package config reads the operator's settings: a strictly parsed TOML file with a default for
// every key. An error is an [*Error] that names the file, the line and the key. Secrets have a type
// that logs do not reveal.
package config

import (
	"fmt"
	"log/slog"
	"time"
)

// Config holds the settings. [Default] returns the defaults, and config.example.toml documents each
// key.
type Config struct {
	Discord    discordKeys       `toml:"discord"`
	Store      storeKeys         `toml:"store"`
	Cluster    clusterKeys       `toml:"cluster"`
	Tables     tableKeys         `toml:"tables"`
	Think      thinkKeys         `toml:"think"`
	Limits     limitKeys         `toml:"limits"`
	Log        logKeys           `toml:"log"`
	Playground listenerKeys      `toml:"playground"`
	Admin      listenerKeys      `toml:"admin"`
	Texts      map[string]string `toml:"texts"` // paths of replacement texts, by game
	TextData   map[string][]byte `toml:"-"`     // their contents, read by Load
	File       string            `toml:"-"`     // path of the settings, set by Load; "": none
}

// Span is a duration as [time.ParseDuration] reads it, such as "90s" or "24h".
type Span string

// Duration returns the duration, 0 if s is none.
func (s Span) Duration() time.Duration {
	d, _ := time.ParseDuration(string(s))
	return d
}

type discordKeys struct {
	Token     Secret `toml:"token"`      // "": the playground
	TokenFile string `toml:"token_file"` // read into Token by Load
	Guild     string `toml:"guild"`      // server to register commands in; "": globally
	Shards    int    `toml:"shards"`     // connections to the gateway, shared by all copies
	API       string `toml:"api"`        // base URL of another API, on loopback; "": Discord's
	Endpoint  string `toml:"endpoint"`   // host:port to accept interactions at; "": the gateway
	PublicKey string `toml:"public_key"` // of the application, for Endpoint
}

// Kinds of stores.
const (
	Bolt      = "bbolt"     // a file used by one program
	JetStream = "jetstream" // a cluster of NATS servers, for several copies of the bot
)

type storeKeys struct {
	Kind        string `toml:"kind"`         // [Bolt] or [JetStream]
	File        string `toml:"file"`         // of the store, or of this copy of the cluster's state
	Backup      string `toml:"backup"`       // folder of automatic copies; "": none
	BackupEvery Span   `toml:"backup_every"` // interval of copies
	BackupKeep  int    `toml:"backup_keep"`  // number of copies to keep
}

// clusterKeys locate the state shared by several copies of the bot, for [JetStream].
type clusterKeys struct {
	Servers     []string `toml:"servers"`     // URLs of NATS servers
	Bucket      string   `toml:"bucket"`      // a JetStream key-value bucket
	Replicas    int      `toml:"replicas"`    // number of servers that store it
	Copies      int      `toml:"copies"`      // number of copies of the bot, which share Discord's rate limits
	Megabytes   int      `toml:"megabytes"`   // maximum size of a new bucket; 0: unlimited
	Credentials string   `toml:"credentials"` // path of a file, "" for none
	User        string   `toml:"user"`        // "" for none
	Password    string   `toml:"password_file"`
	Authority   string   `toml:"authority"`   // path of a file with certificates; "": the system's
	Certificate string   `toml:"certificate"` // path of a file, "" for none
	Key         string   `toml:"key"`         // path of a file, for Certificate
}

type tableKeys struct {
	Theme            string `toml:"theme"`
	ChallengeExpires Span   `toml:"challenge_expires"` // after it was made
	IdleWarn         Span   `toml:"idle_warn"`         // after the last move
	IdleEnd          Span   `toml:"idle_end"`          // after the last move, more than IdleWarn
	KeepFinished     int    `toml:"keep_finished"`     // days that finished games are kept; 0: for ever
}

type thinkKeys struct {
	Workers int  `toml:"workers"` // concurrent thoughts; 0: the number of cores
	Limit   Span `toml:"limit"`   // maximum duration of a thought, at any level
}

type limitKeys struct {
	PersonCommands   int `toml:"person_commands"`   // per person and minute
	PersonTables     int `toml:"person_tables"`     // open at a time, per person
	PersonChallenges int `toml:"person_challenges"` // unanswered at a time, per person
	PairChallenges   int `toml:"pair_challenges"`   // unanswered at a time, between two people
	ChannelTables    int `toml:"channel_tables"`    // open at a time, per channel
	TableMoves       int `toml:"table_moves"`       // per table
	// BlockedPeople and BlockedServers are IDs that cannot use the bot.
	BlockedPeople  []string `toml:"blocked_people"`
	BlockedServers []string `toml:"blocked_servers"`
}

type logKeys struct {
	Level  string `toml:"level"`  // debug, info, warn, error
	Format string `toml:"format"` // text, json
}

type listenerKeys struct {
	Address string `toml:"address"` // host:port; "" for Admin: no listener
	Public  bool   `toml:"public"`  // Address need not be on loopback
}

// Default returns the default settings.
func Default() Config {
	return Config{
		Discord: discordKeys{Shards: 1},
		Store:   storeKeys{Kind: Bolt, File: "sixfold.db", BackupEvery: "24h", BackupKeep: 7},
		Cluster: clusterKeys{Servers: []string{}, Bucket: "games", Replicas: 3, Copies: 3},
		Tables:  tableKeys{Theme: "dark", ChallengeExpires: "24h", IdleWarn: "144h", IdleEnd: "168h"},
		Think:   thinkKeys{Limit: "30s"},
		Limits: limitKeys{
			PersonCommands: 60, PersonTables: 50, PersonChallenges: 20, PairChallenges: 3,
			ChannelTables: 200, TableMoves: 5000, BlockedPeople: []string{}, BlockedServers: []string{},
		},
		Log:        logKeys{Level: "info", Format: "text"},
		Playground: listenerKeys{Address: "127.0.0.1:8666"},
		TextData:   map[string][]byte{},
	}
}

// Secret is a text that packages fmt, log/slog and encoding/json do not reveal. string(s) is the
// text.
type Secret string

// String returns a placeholder, or "" for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "(hidden)"
}

// Format implements [fmt.Formatter], so that no verb reveals the secret.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// LogValue implements [slog.LogValuer].
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText implements [encoding.TextMarshaler].
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
