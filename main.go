// Command sixfold is a Discord bot with which people play games on boards, alone,
// against each other or against its own players.
//
// Without a Discord token it serves a playground: a channel in the browser, with the
// same bot in it. The other subcommands play without either; see sixfold --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/slash"
	"github.com/sixfold-bot/sixfold/engine/console"
	"github.com/sixfold-bot/sixfold/store"
)

const description = `A Discord bot for games on boards, and a playground in the browser.

Examples:

  sixfold                                     the playground, or with a token the bot
  sixfold --config config.toml                the same, with settings
  sixfold play hex size=5 swap=false          a game by lines on standard input
  sixfold say '/hex new size:5 level:easy'    one command through the whole bot
  sixfold say --press Move --fill c3          a button under the last reply
  sixfold check-config --config config.toml   whether the settings can be used
  sixfold commands sync --dry-run             the slash commands, as Discord gets them
  sixfold backup copy.db --data sixfold.db    a checked copy, also while the bot runs

The token comes from SIXFOLD_TOKEN, from the file named by SIXFOLD_TOKEN_FILE, or
from the settings.`

// commands is the command line.
type commands struct {
	Config string `help:"Settings, as in config.example.toml." placeholder:"FILE"`
	Data   string `help:"The file of all games; goes before the settings (sixfold.db)." placeholder:"FILE"`

	Serve       serve       `cmd:"" default:"1" help:"Serve the playground, or with a token be the bot (the default)."`
	Play        play        `cmd:"" help:"Play a game by lines: moves in, JSON out."`
	Say         say         `cmd:"" help:"Say one slash command to the bot and print its reply as JSON."`
	CheckConfig checkConfig `cmd:"" help:"Tell whether the settings can be used."`
	Commands    slashCmds   `cmd:"" help:"Write the slash commands to Discord."`
	Backup      backup      `cmd:"" help:"Copy the file of all games, also while the bot runs, and check the copy."`
	Version     version     `cmd:"" help:"Print the version."`
}

func main() {
	var c commands
	k := kong.Parse(&c, kong.Name("sixfold"), kong.Description(description))
	err := k.Run(&c)
	if errors.Is(err, console.ErrRefused) || errors.Is(err, bot.ErrRefused) {
		os.Exit(1) // why has been said on standard output
	}
	k.FatalIfErrorf(err)
}

// load reads the settings and applies the flags.
func (c *commands) load() (bot.Config, error) {
	config, err := bot.LoadConfig(c.Config, os.Getenv)
	if c.Data != "" {
		config.Store.File = c.Data
	}
	return config, err
}

// newBot is a bot on its store. The caller closes the store.
func (c *commands) newBot() (*bot.Bot, *store.Store, bot.Config, *slog.Logger, error) {
	config, err := c.load()
	if err != nil {
		return nil, nil, config, nil, err
	}
	log, err := newLog(config, os.Stderr)
	if err != nil {
		return nil, nil, config, nil, err
	}
	w := operate.NewWatch(config)
	s, err := store.Open(config.Store.File, store.Options{Committed: w.Committed})
	if err != nil {
		return nil, nil, config, nil, err
	}
	b := bot.New(config, s, bot.Games(), log)
	b.Watch(w)
	return b, s, config, log, nil
}

func newLog(config bot.Config, w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(config.Log.Level)); err != nil {
		return nil, err
	}
	o := &slog.HandlerOptions{Level: level}
	if config.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o)), nil
	}
	return slog.New(slog.NewTextHandler(w, o)), nil
}

type serve struct{}

// Help shows how to call it, as for every subcommand.
func (serve) Help() string {
	return "Examples:\n\n  sixfold\n  sixfold --config config.toml\n  SIXFOLD_TOKEN_FILE=/etc/sixfold/token sixfold serve --data /var/lib/sixfold.db"
}

// Run serves until a signal, or until the connection is lost for good.
func (serve) Run(c *commands) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	b, s, config, log, err := c.newBot()
	if err != nil {
		return err
	}
	defer closing(&err, s)
	desk, err := operate.Open(config, s, b.Watched(), log)
	if err != nil {
		return err
	}
	defer closing(&err, desk)
	discord := bot.DiscordConfig{
		Token: config.Discord.Token, Guild: config.Discord.Guild, Records: s,
		Endpoint: config.Discord.Endpoint, PublicKey: config.Discord.PublicKey,
		Watch: b.Watched(),
	}
	page := ""
	if discord.Token == "" {
		p, err := playground.New(playground.Config{Addr: config.Playground.Address, Records: s, Log: log})
		if err != nil {
			return err
		}
		defer closing(&err, p)
		discord.Token, discord.API, page = bot.Secret(p.Token()), p.APIBase()+"api/v9/", p.URL()
		discord.Endpoint = "" // the playground has a gateway alone
	}
	d, err := bot.Connect(ctx, b, discord, log)
	if err != nil {
		return err
	}
	defer closing(&err, d)
	if page != "" {
		fmt.Printf("Sixfold plays at %s\nA second window for the friend: %s?user=friend\n", page, page)
	}
	return stay(ctx, b, d)
}

// stay lets the bot do what nobody asks for, until the context or the connection
// ends, and waits for it.
func stay(ctx context.Context, b *bot.Bot, d *bot.Discord) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, d) }()
	select {
	case err := <-ended:
		return err
	case <-d.Done():
		stop()
		return errors.Join(d.Err(), <-ended)
	}
}

// closing closes and keeps the first error.
func closing(err *error, c io.Closer) {
	if e := c.Close(); *err == nil {
		*err = e
	}
}

type play struct {
	Game    string   `arg:"" help:"The game: hex."`
	Options []string `arg:"" optional:"" help:"Options of the game, as name=value."`
	Seed    uint64   `help:"Makes players and chance repeatable." default:"1"`
}

// Help implements kong.HelpProvider.
func (play) Help() string {
	return "Example:\n\n  printf 'b2\\na1\\n' | sixfold play hex size=3 swap=false"
}

// Run plays until standard input ends.
func (p play) Run() error {
	c := console.Console{Seed: p.Seed, Now: time.Now, ReadFile: os.ReadFile}
	for _, entry := range bot.Games() {
		c.Games = append(c.Games, entry.Game)
	}
	return c.Play(context.Background(), p.Game, p.Options, os.Stdin, os.Stdout)
}

type say struct {
	Command []string `arg:"" optional:"" help:"The slash command, as typed."`
	User    string   `help:"Who says it: you, friend, or any other name." default:"you" placeholder:"NAME"`
	Channel string   `help:"Where: games, lobby, or any other name." default:"games" placeholder:"NAME"`
	Press   string   `help:"Press a button under the last reply instead." placeholder:"LABEL"`
	Fill    []string `help:"Fill the form that the button opens; once a field, in order." placeholder:"VALUE" sep:"none"`
	Out     string   `help:"Write the pictures and files of the reply to this folder." placeholder:"DIR"`
}

// Help implements kong.HelpProvider.
func (say) Help() string {
	return "Examples:\n\n  sixfold say '/hex new @friend size:5' --out pictures\n  sixfold say --user friend --press Accept\n  sixfold say --press Move --fill c3"
}

// Validate is called by kong.
func (s say) Validate() error {
	if (len(s.Command) == 0) == (s.Press == "") {
		return errors.New("give either a slash command or --press")
	}
	if len(s.Fill) > 0 && s.Press == "" {
		return errors.New("--fill goes with --press")
	}
	return nil
}

// Run says it and prints the reply.
func (s say) Run(c *commands) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b, st, _, _, err := c.newBot()
	if err != nil {
		return err
	}
	defer closing(&err, st)
	return b.Say(ctx, bot.Saying{
		User: s.User, Channel: s.Channel, Line: strings.Join(s.Command, " "), Press: s.Press, Fill: s.Fill, Out: s.Out,
	}, os.Stdout)
}

type checkConfig struct{}

// Help implements kong.HelpProvider.
func (checkConfig) Help() string { return "Example:\n\n  sixfold check-config --config config.toml" }

// Run prints whether the settings can be used.
func (checkConfig) Run(c *commands) error {
	if _, err := c.load(); err != nil {
		return err
	}
	fmt.Println("ok")
	return nil
}

type slashCmds struct {
	Sync syncCmds `cmd:"" help:"Write them all, as is done at the start where they have changed, and remember which."`
}

type syncCmds struct {
	Guild  string `help:"To this one server, where they appear at once (discord.guild)." placeholder:"ID"`
	DryRun bool   `help:"Print them with their sizes; needs neither token nor network."`
}

// Help implements kong.HelpProvider.
func (syncCmds) Help() string {
	return "Examples:\n\n  sixfold commands sync --dry-run\n  SIXFOLD_TOKEN_FILE=token sixfold commands sync --guild 123456789012345678"
}

// Run writes or prints the commands.
func (s syncCmds) Run(c *commands) error {
	if s.DryRun {
		b := bot.New(bot.DefaultConfig(), nil, bot.Games(), slog.New(slog.DiscardHandler))
		return slash.List(os.Stdout, b.Commands())
	}
	config, err := c.load()
	if err != nil {
		return err
	}
	if s.Guild != "" {
		config.Discord.Guild = s.Guild
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return operate.SyncCommands(ctx, config, os.Stdout)
}

type backup struct {
	File  string `arg:"" help:"The copy. A file that is there is kept, unless --force."`
	Force bool   `help:"Replace the file."`
}

// Help implements kong.HelpProvider.
func (backup) Help() string {
	return "Examples:\n\n  sixfold backup copy.db --data sixfold.db\n  sixfold backup --force /backup/sixfold.db --config config.toml"
}

// Run writes the copy, and what is in it.
func (b backup) Run(c *commands) error {
	config, err := c.load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	has, err := operate.Backup(ctx, config.Store.File, b.File, b.Force)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%s: %d tables, %d of them open, and %d records in %d bytes; checked\n",
		b.File, has.Tables, has.Open, has.Records, has.Bytes)
	return err
}

type version struct{}

// Help implements kong.HelpProvider.
func (version) Help() string { return "Example:\n\n  sixfold version" }

// Run prints the version of the program and of its compiler.
func (version) Run() error {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	_, err := fmt.Printf("sixfold %s %s %s/%s\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
